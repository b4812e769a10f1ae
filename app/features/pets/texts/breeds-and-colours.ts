import type { Language } from "#app/platform/i18n/language.ts";
import { foldForSearch } from "#app/platform/i18n/text/arabic-fold.rules.ts";

/** One breed, colour or species: its English name, its Arabic name, then alternative spellings. */
type Row = readonly [en: string, ar: string, ...spellings: string[]];

const breeds: readonly Row[] = [
  ["Baladi", "بلدي", "balady", "بلدية"],
  ["Baladi mix", "بلدي خليط", "balady mix"],
  ["Mixed", "خليط", "mix", "mixed breed", "ميكس", "هجين"],
  ["Persian", "شيرازي", "shirazi", "شيرازية", "فارسي"],
  ["Siamese", "سيامي", "سيامية"],
  ["Turkish Angora", "أنجورا تركي", "angora", "أنجورا"],
  ["Egyptian Mau", "ماو مصري", "mau", "ماو"],
  ["Maine Coon", "مين كون"],
  ["British Shorthair", "بريطاني قصير الشعر", "british", "بريتش"],
  ["Scottish Fold", "سكوتش فولد", "سكوتيش فولد"],
  ["Scottish Straight", "سكوتش ستريت"],
  ["Himalayan", "هيمالايا", "هملايا"],
  ["Bengal", "بنغال", "بنجال"],
  ["Sphynx", "سفينكس"],
  ["Ragdoll", "راجدول"],
  ["Russian Blue", "روسي أزرق"],
  ["Norwegian Forest", "قط الغابات النرويجي", "norwegian forest cat"],
  ["Birman", "بيرمان"],
  ["Husky", "هاسكي", "siberian husky", "هسكي"],
  ["Husky mix", "هاسكي خليط"],
  ["German Shepherd", "جيرمن شيبرد", "alsatian", "جيرمن", "راعي ألماني"],
  ["Golden Retriever", "جولدن ريتريفر", "golden", "جولدن"],
  ["Labrador", "لابرادور", "labrador retriever", "لابرادور ريتريفر"],
  ["Rottweiler", "روت وايلر", "روتوايلر"],
  ["Pit Bull", "بيتبول", "pitbull", "بيت بول"],
  ["Poodle", "بودل"],
  ["Pekingese", "بكيني", "pekinese", "بكينيز"],
  ["Griffon", "جريفون", "غريفون"],
  ["Maltese", "مالتيز"],
  ["Shih Tzu", "شيه تزو", "شيتزو"],
  ["Pomeranian", "بوميرانيان", "بومرينيان"],
  ["Chihuahua", "شيواوا", "تشيواوا"],
  ["Yorkshire Terrier", "يوركشاير تيرير", "yorkshire", "yorkie", "يوركشاير"],
  ["Jack Russell", "جاك راسل", "jack russell terrier"],
  ["Cocker Spaniel", "كوكر سبانيل", "cocker", "كوكر"],
  ["Beagle", "بيجل", "بيغل"],
  ["Boxer", "بوكسر"],
  ["Border Collie", "بوردر كولي"],
  ["Dalmatian", "دلماسي", "دالميشن"],
  ["Doberman", "دوبرمان", "dobermann"],
  ["Malinois", "مالينوا", "belgian malinois", "مالينو"],
  ["Great Dane", "جريت دان"],
  ["Cane Corso", "كين كورسو"],
  ["Pug", "باج"],
  ["Bulldog", "بولدوج", "بولدوغ"],
  ["French Bulldog", "بولدوج فرنسي"],
  ["American Bully", "أمريكان بولي"],
  ["Dachshund", "داشهند"],
  ["Saluki", "سلوقي"],
  ["Armant", "أرمنت", "أرمنتي"],
  ["Akita", "أكيتا"],
  ["Chow Chow", "تشاو تشاو"],
  ["Samoyed", "سامويد"],
  ["Budgie", "بادجي", "budgerigar"],
  ["Cockatiel", "كوكتيل"],
  ["African Grey", "كاسكو", "african grey parrot"],
  ["Lovebird", "طيور الحب", "love bird", "fischer"],
  ["Canary", "كناري"],
  ["Macaw", "مكاو"],
];

const colors: readonly Row[] = [
  ["Black", "أسود", "سوداء"],
  ["White", "أبيض", "بيضاء"],
  ["Grey", "رمادي", "gray", "رمادية", "رصاصي"],
  ["Brown", "بني", "بنية"],
  ["Golden", "ذهبي", "gold", "ذهبية"],
  ["Cream", "كريمي", "كريمية"],
  ["Beige", "بيج"],
  ["Orange", "برتقالي", "ginger", "برتقالية", "مشمشي"],
  ["Yellow", "أصفر", "صفراء"],
  ["Green", "أخضر", "خضراء"],
  ["Blue", "أزرق", "زرقاء"],
  ["Silver", "فضي", "فضية"],
  ["Chocolate", "شوكولاتة"],
  ["Tabby", "مخطط", "مخططة", "striped"],
  ["Calico", "كاليكو"],
  ["Tricolour", "ثلاثي الألوان", "tricolor", "ثلاثية الألوان"],
  ["Spotted", "منقط", "منقطة", "مرقط"],
  ["White chest", "صدر أبيض"],
  ["White paws", "كفوف بيضاء"],
  ["Black and white", "أبيض وأسود"],
];

/** Species other than those of a profile's type. */
const species: readonly Row[] = [
  ["Tortoise", "سلحفاة برية"],
  ["Turtle", "سلحفاة", "سلحفة"],
  ["Hamster", "هامستر"],
  ["Guinea pig", "خنزير غينيا", "كوبايا"],
  ["Ferret", "ابن مقرض", "فيريت"],
  ["Hedgehog", "قنفذ"],
  ["Squirrel", "سنجاب"],
  ["Mouse", "فأر"],
  ["Monkey", "قرد"],
  ["Horse", "حصان", "خيل"],
  ["Donkey", "حمار"],
  ["Goat", "ماعز", "معزة"],
  ["Sheep", "خروف"],
  ["Duck", "بطة", "بط"],
  ["Chicken", "دجاجة", "hen", "فرخة"],
  ["Pigeon", "حمامة", "حمام"],
  ["Falcon", "صقر"],
  ["Snake", "ثعبان"],
  ["Lizard", "سحلية"],
  ["Iguana", "إجوانا", "إغوانا"],
  ["Chameleon", "حرباء"],
  ["Fox", "ثعلب"],
];

const normalize = (text: string) =>
  foldForSearch(text)
    .replace(/[\s-]+/g, " ")
    .trim();
const tableOf = (rows: readonly Row[]) => new Map(rows.flatMap((row) => row.map((name) => [normalize(name), row])));
const knownBreeds = tableOf(breeds);
const knownColors = tableOf(colors);
const knownSpecies = tableOf(species);

const scripts = { en: /\p{Script=Latin}/u, ar: /\p{Script=Arabic}/u };
const nameOf = ([en, ar]: Row, language: Language) => (language === "ar" ? ar : en);

function translate(known: Map<string, Row>, text: string, language: Language): string {
  const row = scripts[language].test(text) ? undefined : known.get(normalize(text));
  return row ? nameOf(row, language) : text;
}

/**
 * Returns a known breed in the reader's language when it is written in the other language's script; any other text
 * unchanged.
 */
export const formatBreed = (breed: string, language: Language) => translate(knownBreeds, breed, language);

/** Returns a species such as "Tortoise" in the reader's language, as `formatBreed` does. */
export const formatSpecies = (kind: string, language: Language) => translate(knownSpecies, kind, language);

/**
 * Returns the spellings under which a breed may appear in a profile: as written and, when it is known, in both
 * languages.
 */
export function breedSpellings(breed: string): string[] {
  const row = knownBreeds.get(normalize(breed));
  return [...new Set([breed, ...(row ? row.slice(0, 2) : [])])];
}

/**
 * Translates a list of colours such as "Brown, white chest" into the reader's language when all of them are known;
 * otherwise returns it unchanged.
 */
export function formatColor(color: string, language: Language): string {
  if (scripts[language].test(color)) return color;
  const words = color.replaceAll(/\s/g, " ");
  const parts = words
    .split(/[,،/&+]| and | و(?=\p{L})/u)
    .map((part) => part.trim())
    .filter(Boolean);
  const rows = parts.map((part) => knownColors.get(normalize(part)));
  if (!rows.length || rows.includes(undefined)) return color;
  const names = rows.map((row) => nameOf(row as Row, language));
  if (language === "ar") return names.join("، ");
  return names.map((name, index) => (index ? name.toLowerCase() : name)).join(", ");
}
