import Star from "lucide-react/icons/star";
import { useT } from "#app/platform/i18n/use-t.ts";
import { meanStars } from "../products.rules.ts";

const five = [1, 2, 3, 4, 5];

/** Five stars, filled up to `stars` (0 to 5, fractions allowed). */
export function Stars({ stars }: { stars: number }) {
  const t = useT();
  const row = five.map((one) => <Star key={one} aria-hidden className="size-4 shrink-0 fill-current" />);
  return (
    <span
      role="img"
      aria-label={t("store.stars", { mean: Math.round(stars * 10) / 10 })}
      className="relative inline-flex align-middle text-line"
    >
      {row}
      <span
        className="absolute inset-y-0 start-0 flex overflow-hidden text-sun"
        style={{ inlineSize: `${(stars / 5) * 100}%` }}
      >
        {row}
      </span>
    </span>
  );
}

/** Mean rating and number of reviews; renders nothing without reviews. */
export function ProductRating({ product }: { product: { ratingSum: number; ratingCount: number } }) {
  const t = useT();
  if (product.ratingCount === 0) return null;
  return (
    <p className="flex flex-wrap items-center gap-x-1 text-xs text-ink-2">
      <Stars stars={meanStars(product)} />
      <span className="whitespace-nowrap">{t("store.reviews", { count: product.ratingCount })}</span>
    </p>
  );
}
