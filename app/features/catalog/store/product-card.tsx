import Plus from "lucide-react/icons/plus";
import { href, Link } from "react-router";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { formatMoney } from "#app/platform/i18n/money.rules.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import { Button, ButtonLink } from "#app/platform/ui/button.tsx";
import { Card } from "#app/platform/ui/card.tsx";
import { Chip, type ChipTone } from "#app/platform/ui/chip.tsx";
import { cx } from "#app/platform/ui/cx.ts";
import { Ltr } from "#app/platform/ui/ltr.tsx";
import { useTransitionStyle } from "#app/platform/ui/use-transition-style.ts";
import {
  altIn,
  type Badge,
  badgesOf,
  choiceOf,
  type ListedProduct,
  nameIn,
  type Priced,
  priceOf,
} from "../products.rules.ts";
import { AddToCartForm } from "./add-to-cart-form.tsx";
import { ProductPicture } from "./product-picture.tsx";
import { ProductRating } from "./star-rating.tsx";

/** Current price of a product and, on sale, the previous one. */
export function ProductPrice({ product, large }: { product: Priced; large?: boolean }) {
  const t = useT();
  const onSale = product.salePriceCents !== null;
  return (
    <p className="flex flex-wrap items-baseline gap-x-2.5">
      {onSale && <span className="sr-only">{t("store.now")}</span>}
      <Ltr className={cx("font-[650] whitespace-nowrap tabular-nums", large ? "text-[2rem] leading-tight" : "text-lg")}>
        {formatMoney(priceOf(product))}
      </Ltr>
      {onSale && (
        <>
          <span className="sr-only">{t("store.was")}</span>
          <s className={cx("text-ink-3 tabular-nums", large ? "text-lg" : "text-sm")}>
            <Ltr>{formatMoney(product.priceCents)}</Ltr>
          </s>
        </>
      )}
    </p>
  );
}

const tones: Record<Badge, ChipTone> = {
  soldOut: "plain",
  sale: "lost",
  new: "sun",
  bestseller: "ok",
  featured: "brand",
};

/** The most important badges of a product. */
export function ProductBadges({ product, most = 2 }: { product: ListedProduct; most?: number }) {
  const t = useT();
  const shown = badgesOf(product).slice(0, most);
  if (shown.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-1.5">
      {shown.map((badge) => (
        <li key={badge} className="inline-flex max-sm:not-first:hidden">
          <Chip tone={tones[badge]}>{t(`store.badges.${badge}`)}</Chip>
        </li>
      ))}
    </ul>
  );
}

/** Product card: the whole card links to the product's page; the button adds it to the cart or leads to its options. */
export function ProductCard({
  product,
  eager,
  level,
}: {
  product: ListedProduct;
  eager?: boolean;
  /** Level of the name's heading. */
  level: 2 | 3;
}) {
  const Heading = `h${level}` as const;
  const { t, language } = useViewer();
  const name = nameIn(language, product);
  const page = href("/store/product/:id", { id: product.id });
  const isSoldOut = product.stock === 0;
  const choice = choiceOf(product);
  const pageLabel = isSoldOut ? t("store.see") : choice && t(`store.options.${choice}`);
  return (
    <Card as="li" lift pad="none" className="flex flex-col overflow-clip">
      <div className="relative aspect-square overflow-hidden bg-sunken" style={useTransitionStyle(product.id, page)}>
        <ProductPicture
          photoId={product.photoId}
          category={product.category}
          alt={altIn(language, product, product)}
          sizes="(min-width: 64rem) 18rem, (min-width: 48rem) 31vw, calc(50vw - 1.5rem)"
          eager={eager ?? false}
          className={cx(isSoldOut && "opacity-60")}
        />
        <div className="absolute inset-x-2.5 top-2.5">
          <ProductBadges product={product} />
        </div>
      </div>
      <div className="flex flex-1 flex-col gap-1 p-3 sm:p-4">
        <Heading className="text-sm leading-snug sm:text-base">
          <Link to={page} prefetch="intent" viewTransition className="stretched wrap-anywhere">
            <bdi>{name}</bdi>
          </Link>
        </Heading>
        <ProductRating product={product} />
        <div className="mt-auto flex flex-wrap items-center justify-between gap-x-3 gap-y-2 pt-2">
          <ProductPrice product={product} />
          <div className="relative z-10">
            {pageLabel ? (
              <ButtonLink to={page} size="sm" variant="ghost" className="px-3.5" aria-label={`${pageLabel}: ${name}`}>
                {pageLabel}
              </ButtonLink>
            ) : (
              <AddToCartForm product={product}>
                <Button
                  type="submit"
                  size="sm"
                  variant="ghost"
                  icon={<Plus aria-hidden />}
                  className="px-3.5"
                  aria-label={`${t("store.add")}: ${name}`}
                >
                  {t("store.addShort")}
                </Button>
              </AddToCartForm>
            )}
          </div>
        </div>
      </div>
    </Card>
  );
}
