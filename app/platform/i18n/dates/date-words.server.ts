import { foldForSearch } from "../text/arabic-fold.rules.ts";
import { foldDigits } from "../text/digits.rules.ts";

/** Names of the months, long and short, in English and in the three families of Arabic names (Unicode CLDR). */
const monthNames = ["en", "ar-EG", "ar-SY", "ar-DZ", "ar-MA"].flatMap((language) =>
  (["long", "short"] as const).flatMap((month) => {
    const { format } = new Intl.DateTimeFormat(language, { month, timeZone: "UTC" });
    return Array.from({ length: 12 }, (_, at) => ({
      name: foldForSearch(format(Date.UTC(2021, at, 15))),
      month: at + 1,
    }));
  }),
);
const monthOf = new Map([...monthNames, { name: "sept", month: 9 }].map(({ name, month }) => [name, month]));

const words = (alternatives: string[]) => new RegExp(`(?<!\\p{L})(?:${alternatives.join("|")})(?!\\p{L})\\.?`, "gu");
const months = words([...monthOf.keys()].sort((one, other) => other.length - one.length));

/** What people write around a date, as `foldForSearch` spells it. */
const filler = words(
  (
    "about|around|approximately|approx|circa|ca|born|in|on|the|of|month|year|" +
    "حوالي|تقريبا|نحو|مواليد|ولد|ولدت|مولود|مولوده|يوم|شهر|في|من|سنه|عام"
  ).split("|"),
);
const ordinal = /(?<=\d)(?:st|nd|rd|th)(?!\p{L})/gu;

/**
 * Returns a date that somebody wrote in words by numbers alone, with the year last: `May 17th, 2021` and `17 مايو 2021`
 * as `17/5/2021`, `about 2021` as `2021`. Any other text is returned with Latin digits only.
 */
export function dateWithoutWords(text: string): string {
  const plain = foldForSearch(foldDigits(text)).replace(ordinal, "").replace(filler, " ").replaceAll("~", " ").trim();
  const [name, ...others] = plain.match(months) ?? [];
  if (!name || others.length > 0) return plain;
  const numbers = plain.replace(name, " ").match(/[^\s,،./\\-]+/g) ?? [];
  const year = numbers.filter((number) => number.length === 4);
  const day = numbers.filter((number) => number.length !== 4);
  return [...day, monthOf.get(name.replace(/\.$/, "")), ...year].join("/");
}
