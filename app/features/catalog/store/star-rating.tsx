import type { CSSProperties } from "react";
import { useT } from "#app/platform/i18n/use-t.ts";
import { meanStars } from "../products.rules.ts";

/** Five stars, filled up to `stars` (0 to 5, fractions allowed). */
export function Stars({ stars }: { stars: number }) {
  const t = useT();
  return (
    <span
      role="img"
      aria-label={t("store.stars", { mean: Math.round(stars * 10) / 10 })}
      className="star-row inline-block align-middle"
      style={{ "--filled": `${(stars / 5) * 100}%` } as CSSProperties}
    />
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
