import Plus from "lucide-react/icons/plus";
import { useTranslation } from "react-i18next";
import { href, Link } from "react-router";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { Button, ButtonLink } from "#app/platform/ui/button.tsx";
import { Card } from "#app/platform/ui/card.tsx";
import { cx } from "#app/platform/ui/cx.ts";
import { useMorph } from "#app/platform/ui/use-morph.ts";
import { AddToCartForm } from "../product/add-to-cart-form.tsx";
import { altIn, choiceOf, type ListedProduct, nameIn } from "../products.rules.ts";
import { ProductBadges } from "./product-badges.tsx";
import { ProductPicture } from "./product-picture.tsx";
import { ProductPrice } from "./product-price.tsx";
import { ProductRating } from "./star-rating.tsx";

/** Product card: the whole card links to the product's page; the button adds it to the cart or leads to its options. */
export function ProductCard({ product, eager }: { product: ListedProduct; eager?: boolean }) {
  const { t } = useTranslation();
  const { language } = useViewer();
  const name = nameIn(language, product);
  const page = href("/store/product/:id", { id: product.id });
  const isSoldOut = product.stock === 0;
  const choice = choiceOf(product);
  const pageLabel = isSoldOut ? t("store.see") : choice && t(`store.options.${choice}`);
  return (
    <Card as="li" lift pad="none" className="flex flex-col overflow-clip">
      <div className="relative aspect-square overflow-hidden bg-sunken" style={useMorph(product.id, page)}>
        <ProductPicture
          photoId={product.photoId}
          category={product.category}
          alt={altIn(language, product, product)}
          eager={eager ?? false}
          className={cx(isSoldOut && "opacity-60")}
        />
        <div className="absolute inset-x-2.5 top-2.5">
          <ProductBadges product={product} />
        </div>
      </div>
      <div className="flex flex-1 flex-col gap-1 p-3 sm:p-4">
        <h3 className="text-sm leading-snug sm:text-base">
          <Link to={page} prefetch="intent" viewTransition className="stretched wrap-anywhere">
            <bdi>{name}</bdi>
          </Link>
        </h3>
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
