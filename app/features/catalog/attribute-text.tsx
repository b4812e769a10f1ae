import { useTranslation } from "react-i18next";
import type { Attributes } from "./products.rules.ts";

/** The chosen attributes in words; renders nothing when there are none. */
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
