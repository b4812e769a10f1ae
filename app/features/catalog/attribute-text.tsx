import { useTranslation } from "react-i18next";
import type { Attributes } from "./products.rules.ts";

/** What was chosen of a product, in words; nothing when there was nothing to choose. */
export function AttributeText({ attributes, className }: { attributes: Attributes; className?: string }) {
  const { t } = useTranslation();
  const { color, size, engraving } = attributes;
  const chosen = [color && t(`store.colors.${color}`), size && t(`store.sizes.${size}`)].filter(Boolean).join(" · ");
  if (!chosen && !engraving) return null;
  return (
    <p className={className ?? "text-xs text-ink-2 wrap-anywhere"}>
      {chosen}
      {chosen && engraving && " · "}
      {engraving && t("cart.engraving", { text: `\u2068${engraving}\u2069` })}
    </p>
  );
}
