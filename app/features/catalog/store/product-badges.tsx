import { useTranslation } from "react-i18next";
import { Chip, type ChipTone } from "#app/platform/ui/chip.tsx";
import { type Badge, badgesOf, type ListedProduct } from "../products.rules.ts";

const tones: Record<Badge, ChipTone> = {
  soldOut: "plain",
  sale: "lost",
  new: "sun",
  bestseller: "ok",
  featured: "brand",
};

/** The most important badges of a product. */
export function ProductBadges({ product, most = 2 }: { product: ListedProduct; most?: number }) {
  const { t } = useTranslation();
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
