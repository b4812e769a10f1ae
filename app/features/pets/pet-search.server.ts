import { eq, or, type SQL } from "drizzle-orm";
import { foldForSearch } from "#app/platform/i18n/text/arabic-fold.rules.ts";
import { pets } from "./pets.tables.server.ts";

/** Shorter texts are no chip number. */
const minChipLength = 9;

/** Condition for pets with this microchip number, as `microchipNumber` returns it: their first or their second. */
export const hasMicrochip = (number: string) => or(eq(pets.microchip, number), eq(pets.secondMicrochip, number));

/** Returns the condition for pets with this number, however it is written; undefined if the text is no such number. */
export function matchesPetNumber(text: string): SQL | undefined {
  const chip = foldForSearch(text).replace(/[\s-]/g, "").toUpperCase();
  return chip.length >= minChipLength ? hasMicrochip(chip) : undefined;
}
