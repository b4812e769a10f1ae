import type { AppContext } from "#app/platform/app-context.server.ts";
import type { Language } from "#app/platform/i18n/language.ts";
import { asLine } from "#app/platform/i18n/text/plain-text.ts";
import type { Reason, ReasonCode } from "../matching-reason.rules.ts";
import { type Colour, colours, withoutContacts } from "../reports.rules.ts";
import { markWords } from "./matching-synonyms.rules.ts";

/** Reasons that a match can have; the others rule out a match. */
const shownCodes = [
  "sameMicrochip",
  "nearlySameMicrochip",
  "soonAfter",
  "longAfter",
  "near",
  "far",
  "sameColor",
  "similarColor",
  "otherColor",
  "sameBreed",
  "otherBreed",
  "sameSex",
  "otherSex",
  "sameSize",
  "otherSize",
  "sameAge",
  "otherAge",
  "sharedMarks",
  "sameArea",
  "otherArea",
  "sameName",
] as const satisfies ReasonCode[];
export type ShownCode = (typeof shownCodes)[number];

export interface ShownReason {
  code: ShownCode;
  /** Texts from both reports, in Unicode isolates. */
  params: { lost?: string; found?: string; words?: string };
}

/**
 * Returns the reasons for and against a match, strongest first, in the reader's language. Omits weights and distances,
 * since several of them would reveal the exact location.
 */
export function listShownReasons(ctx: Pick<AppContext, "translator">, reasons: readonly Reason[], language: Language) {
  const shown = reasons.flatMap(({ code, weight, params }) => {
    const shownCode = shownCodes.find((one) => one === code);
    return shownCode ? [{ code: shownCode, weight, params: wordsOf(ctx, shownCode, params, language) }] : [];
  });
  const part = (isFor: boolean): ShownReason[] =>
    shown.filter(({ weight }) => weight > 0 === isFor).map(({ code, params }) => ({ code, params }));
  return { speaksFor: part(true), speaksAgainst: part(false) };
}

function wordsOf(
  { translator }: Pick<AppContext, "translator">,
  code: ShownCode,
  params: Reason["params"],
  language: Language,
): ShownReason["params"] {
  const t = translator(language);
  const { lost = "", found = "", words = "" } = params as Record<string, string>;
  if (code.endsWith("Color")) {
    const named = (text: string) => colours.filter((one: Colour) => text.split(" ").includes(one));
    const namesIn = (text: string) =>
      named(text)
        .map((one) => t(`lostFound.colours.${one}`))
        .join(t("lostFound.comma"));
    return { lost: isolate(namesIn(lost)), found: isolate(namesIn(found)) };
  }
  if (words) {
    const translated = words.split(", ").map((word) => (language === "ar" ? arabicMark(word) : word));
    return { words: isolate(translated.join(t("lostFound.comma"))) };
  }
  return lost || found ? { lost: isolate(lost), found: isolate(found) } : {};
}

/** Translates a known mark from English to Arabic. */
function arabicMark(word: string): string {
  const spellings = markWords.find(([name]) => name === word);
  return spellings?.find((one) => /\p{Script=Arabic}/u.test(one)) ?? word;
}

/**
 * Prepares another user's text for a sentence: one line, without contact details, in Unicode isolates so that it does
 * not change the text direction.
 */
function isolate(text: string): string {
  return `\u2068${withoutContacts(asLine(text))}\u2069`;
}
