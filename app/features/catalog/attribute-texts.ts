import type { Translate } from "#app/platform/i18n/words.ts";
import type { Attributes } from "./products.rules.ts";

/** Formats the chosen attributes: "Coral · S · Engraving: Rex"; empty when there are none. */
export function formatAttributes(t: Translate, { color, size, engraving }: Attributes): string {
  return [
    color && t(`store.colors.${color}`),
    size && t(`store.sizes.${size}`),
    engraving && t("cart.engraving", { text: `\u2068${engraving}\u2069` }),
  ]
    .filter(Boolean)
    .join("\u00a0· ");
}
