import type { Translate } from "#app/platform/i18n/words.ts";
import { homeCountry, isGovernorate } from "./places.rules.ts";

/** An order's state in words: the governorate in Egypt, elsewhere as it was typed. */
export function formatState(
  t: Translate,
  { country, state }: { country: string; state: string | null },
): string | null {
  return country === homeCountry && isGovernorate(state) ? t(`checkout.governorates.${state}`) : state;
}
