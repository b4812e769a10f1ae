import type { PetType } from "#app/features/pets/pets.rules.ts";
import type { Translate, WordKey } from "#app/platform/i18n/words.ts";
import type { adviceIcons } from "./advice-icons.ts";

export interface AdviceStep {
  icon: keyof typeof adviceIcons;
  text: string;
}

/** First and last of the months that are hot between Morocco and Oman. */
const hotMonths = [5, 9] as const;

/** Returns whether this species is endangered by the heat of the season. */
export function isHotFor(type: PetType, now: Date): boolean {
  const month = now.getUTCMonth() + 1;
  return type !== "bird" && month >= hotMonths[0] && month <= hotMonths[1];
}

/**
 * Returns advice until the family arrives, for this species and season: cool, never ice-cold water, and no parked car
 * (RSPCA, AVMA); no medicine for an injured animal.
 */
export function listAdvice(t: Translate, type: PetType, isHot: boolean): AdviceStep[] {
  const step = (icon: AdviceStep["icon"], key: WordKey): AdviceStep => ({ icon, text: t(key) });
  return [
    step(type, `finderPage.advice.${type}.place`),
    step("hold", `finderPage.advice.${type}.hold`),
    step("water", "finderPage.advice.water"),
    ...(isHot ? [step("heat", "finderPage.advice.heat")] : []),
    step("hurt", "finderPage.advice.hurt"),
  ];
}
