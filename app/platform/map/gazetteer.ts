import type { Language } from "#app/platform/i18n/language.ts";
import { foldForSearch } from "#app/platform/i18n/text/arabic-fold.rules.ts";
import { kilometresBetween } from "./distance.ts";
import { placeNames } from "./place-names.ts";

export interface KnownPlace {
  latitude: number;
  longitude: number;
  en: string;
  ar: string;
}

type Row = [latitude: number, longitude: number, en: string, ar: string];

/** Districts that people name in reports, too small for the map's own outline. */
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

/** Towns of Saudi Arabia and the UAE that are missing in the map's own outline. */
const gulfTowns: Row[] = [
  [26.279, 50.208, "Al Khobar", "الخبر"],
  [26.279, 50.208, "Khobar", "الخبر"],
  [27.011, 49.658, "Jubail", "الجبيل"],
  [25.383, 49.586, "Al Hofuf", "الهفوف"],
  [28.383, 36.566, "Tabuk", "تبوك"],
  [18.216, 42.505, "Abha", "أبها"],
  [18.3, 42.733, "Khamis Mushait", "خميس مشيط"],
  [21.27, 40.416, "Taif", "الطائف"],
  [26.326, 43.975, "Buraidah", "بريدة"],
  [27.522, 41.69, "Hail", "حائل"],
  [24.089, 38.064, "Yanbu", "ينبع"],
  [16.889, 42.551, "Jazan", "جازان"],
  [17.565, 44.223, "Najran", "نجران"],
  [24.207, 55.745, "Al Ain", "مدينة العين"],
  [25.405, 55.513, "Ajman", "عجمان"],
  [25.789, 55.943, "Ras Al Khaimah", "رأس الخيمة"],
  [25.123, 56.326, "Fujairah", "الفجيرة"],
  [25.565, 55.553, "Umm Al Quwain", "أم القيوين"],
];

/** Governorates and countries that follow a place's name; too large to search around. */
const regions: [en: string, ar: string][] = [
  ["Qalyubia", "القليوبية"],
  ["Dakahlia", "الدقهلية"],
  ["Sharqia", "الشرقية"],
  ["Gharbia", "الغربية"],
  ["Monufia", "المنوفية"],
  ["Menoufia", "المنوفية"],
  ["Beheira", "البحيرة"],
  ["Faiyum", "الفيوم"],
  ["Assiut", "أسيوط"],
  ["Red Sea", "البحر الأحمر"],
  ["New Valley", "الوادي الجديد"],
  ["Matrouh", "مطروح"],
  ["North Sinai", "شمال سيناء"],
  ["South Sinai", "جنوب سيناء"],
  ["Egypt", "مصر"],
  ["Saudi Arabia", "السعودية"],
  ["United Arab Emirates", "الإمارات"],
  ["UAE", "الإمارات"],
];

interface Entry extends KnownPlace {
  names: string[];
}

const normalizeName = (text: string) => ` ${foldForSearch(text).replace(/[^\p{L}\p{N}]+/gu, " ")} `;
const withoutArticle = (name: string) => name.replace(/ ال(?=\p{L}{3})/gu, " ");

/** Districts come before the towns that contain them: "Maadi, Cairo" is Maadi. */
const entries: Entry[] = [
  ...districts.map(([latitude, longitude, en, ar]) => ({ latitude, longitude, en, ar })),
  ...placeNames.toReversed(),
  ...gulfTowns.map(([latitude, longitude, en, ar]) => ({ latitude, longitude, en, ar })),
].map(({ latitude, longitude, en, ar }) => {
  const names = [...new Set([normalizeName(en), normalizeName(ar), withoutArticle(normalizeName(ar))])];
  return { latitude, longitude, en, ar, names };
});

/** Returns the smallest known place that a text names; null if there is none. */
export function findPlace(text: string): KnownPlace | null {
  const folded = normalizeName(text);
  const plain = withoutArticle(folded);
  const found = entries.find(({ names }) => names.some((name) => folded.includes(name) || plain.includes(name)));
  if (!found) return null;
  const { names, ...place } = found;
  return place;
}

const maxDistance = 25;

/** Returns the nearest known place within 25 km; null if there is none. */
export function nearestPlace(latitude: number, longitude: number): KnownPlace | null {
  const distanceTo = (place: KnownPlace) => kilometresBetween({ latitude, longitude }, place);
  const [found] = entries.toSorted((one, other) => distanceTo(one) - distanceTo(other));
  if (!found || distanceTo(found) > maxDistance) return null;
  const { names, ...place } = found;
  return place;
}

const namesByKey = new Map<string, Record<Language, string>>();
for (const { en, ar } of [...entries, ...regions.map(([en, ar]) => ({ en, ar }))])
  for (const name of [en, ar])
    if (!namesByKey.has(normalizeName(name))) namesByKey.set(normalizeName(name), { en, ar });

const scripts = { en: /\p{Script=Latin}/u, ar: /\p{Script=Arabic}/u };

/**
 * Translates the known parts of an area such as "Zamalek, Cairo" to the reader's language; the others are unchanged.
 */
export function formatPlace(area: string, language: Language): string {
  const parts = area.split(/[,،]/).map((part) => part.trim());
  const words = parts.map((part) =>
    scripts[language].test(part) ? part : (namesByKey.get(normalizeName(part))?.[language] ?? part),
  );
  return words.every((word, index) => word === parts[index]) ? area : words.join(language === "ar" ? "، " : ", ");
}

/** Returns the spellings of a place that a report may use: as written, and in both languages where known. */
export function placeSpellings(place: string): string[] {
  return [...new Set([place, formatPlace(place, "en"), formatPlace(place, "ar")])];
}
