import type { PetType } from "#app/features/pets/pets.rules.ts";
import { defaultTimeZone } from "#app/features/users/users.rules.ts";
import { dayMs } from "#app/platform/durations.rules.ts";
import { dayIn } from "#app/platform/i18n/dates/wall-clock.rules.ts";
import { type Language, languages } from "#app/platform/i18n/language.ts";
import { foldForSearch, searchWords } from "#app/platform/i18n/text/arabic-fold.rules.ts";
import { type TipId, tipSubjects } from "./tip-subjects.rules.ts";
import { tipTextsAr } from "./tip-texts.ar.server.ts";
import { tipTextsEn } from "./tip-texts.en.server.ts";
import {
  type Animal,
  appliesTo,
  type LifeStage,
  type Season,
  seasonsOn,
  type TipSubject,
  type TipTopic,
  weightOf,
} from "./tips.rules.ts";

const texts = { en: tipTextsEn, ar: tipTextsAr };
const tips = Object.entries(tipSubjects) as [TipId, TipSubject][];

/** Text of each tip in both languages, folded for searching. */
const searchTexts = new Map(
  tips.map(([id]) => [id, languages.map((one) => foldForSearch(Object.values(texts[one][id]).join(" "))).join(" ")]),
);

/** A tip in the user's language, with the names of the user's pets it applies to. */
export interface ShownTip {
  id: TipId;
  title: string;
  text: string;
  topic: TipTopic;
  stages: readonly LifeStage[];
  seasons: readonly Season[];
  pets: string[];
}

export interface TipSearch {
  query?: string;
  animal?: PetType | undefined;
  stage?: LifeStage | undefined;
  season?: Season | undefined;
}

/**
 * Returns the matching tips, those for the user's own animals and the season of `now` first. The search covers both
 * languages and ignores Arabic spelling variants; a chosen age or season matches only tips written for it.
 */
export function findTips(
  search: TipSearch,
  { animals, now, language, timeZone }: { animals: readonly Animal[]; now: Date; language: Language; timeZone: string },
): ShownTip[] {
  const today = dayIn(now, timeZone);
  const season = seasonsOn(today);
  const words = searchWords(search.query ?? "");
  return tips
    .filter(
      ([id, tip]) =>
        (!search.animal || tip.animals.includes(search.animal)) &&
        (!search.stage || tip.stages?.includes(search.stage)) &&
        (!search.season || tip.seasons?.includes(search.season)) &&
        words.every((word) => searchTexts.get(id)?.includes(word)),
    )
    .map(([id, tip]) => {
      const own = animals.filter((animal) => appliesTo(tip, animal, today));
      return { id, tip, own, weight: weightOf(tip, own.length, season) };
    })
    .sort((one, other) => other.weight - one.weight)
    .map(({ id, tip, own }) => ({
      id,
      ...texts[language][id],
      topic: tip.topic,
      stages: tip.stages ?? [],
      seasons: tip.seasons ?? [],
      pets: own.map(({ name }) => name),
    }));
}
const tipsPerCard = 2;

/**
 * Returns two of the eight tips that fit these animals and the season best; the first one changes at the user's
 * midnight.
 */
export function listTipsFor(
  animals: readonly Animal[],
  now: Date,
  language: Language,
  timeZone: string = defaultTimeZone,
): ShownTip[] {
  const best = findTips({}, { animals, now, language, timeZone }).slice(0, 8);
  const first = (Date.parse(dayIn(now, timeZone)) / dayMs) % best.length;
  return [...best.slice(first), ...best.slice(0, first)].slice(0, tipsPerCard);
}
