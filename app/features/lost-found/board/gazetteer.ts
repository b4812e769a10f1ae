import { foldForSearch } from "#app/platform/i18n/arabic-fold.rules.ts";
import { placeNames } from "#app/platform/map/place-names.ts";

export interface KnownPlace {
  latitude: number;
  longitude: number;
  en: string;
  ar: string;
}

type Row = [latitude: number, longitude: number, en: string, ar: string];

/** Parts of towns that people name when a pet is missing, too small for the map's own outline. */
const districts: Row[] = [
  [30.055, 31.199, "Mohandessin", "المهندسين"],
  [30.055, 31.199, "Mohandeseen", "المهندسين"],
  [30.047, 31.233, "Downtown", "وسط البلد"],
  [30.035, 31.229, "Garden City", "جاردن سيتي"],
  [30.045, 31.205, "Agouza", "العجوزة"],
  [29.989, 31.135, "Haram", "الهرم"],
  [30.005, 31.175, "Faisal", "فيصل"],
  [30.02, 31.44, "Tagamoa", "التجمع الخامس"],
  [30.06, 31.46, "Rehab City", "مدينة الرحاب"],
  [30.09, 31.63, "Madinaty", "مدينتي"],
  [29.972, 31.277, "Mokattam", "المقطم"],
  [29.978, 31.25, "Degla", "دجلة"],
  [30.042, 30.98, "Sheikh Zayed", "الشيخ زايد"],
  [31.213, 29.944, "Smouha", "سموحة"],
  [31.235, 29.949, "Stanley", "ستانلي"],
  [31.22, 29.926, "Sidi Gaber", "سيدي جابر"],
  [31.265, 29.99, "Miami", "ميامي"],
  [31.281, 30.012, "Montaza", "المنتزه"],
  [31.243, 29.967, "Gleem", "جليم"],
  [31.13, 29.78, "Agami", "العجمي"],
];

interface Entry extends KnownPlace {
  names: string[];
}

const bare = (text: string) => ` ${foldForSearch(text).replace(/[^\p{L}\p{N}]+/gu, " ")} `;
const withoutArticle = (name: string) => name.replace(/ ال(?=\p{L}{3})/gu, " ");

/** Districts before the towns they lie in: "Maadi, Cairo" is Maadi. */
const entries: Entry[] = [
  ...districts.map(([latitude, longitude, en, ar]) => ({ latitude, longitude, en, ar })),
  ...placeNames.toReversed(),
].map(({ latitude, longitude, en, ar }) => {
  const names = [...new Set([bare(en), bare(ar), withoutArticle(bare(ar))])];
  return { latitude, longitude, en, ar, names };
});

/** The place that a text names, the smallest first; null when none is known here. */
export function findPlace(text: string): KnownPlace | null {
  const folded = bare(text);
  const plain = withoutArticle(folded);
  const found = entries.find(({ names }) => names.some((name) => folded.includes(name) || plain.includes(name)));
  if (!found) return null;
  const { names, ...place } = found;
  return place;
}
