import { colours, reportKinds } from "#app/features/lost-found/reports.rules.ts";
import { getSearchText } from "#app/features/lost-found/reports.server.ts";
import { getTranslator } from "#app/locales/words.server.ts";
import { query } from "#tests/databases.ts";
import type { BenchDatabase } from "./database.ts";

export const openReports = 1_000_000;

// Spellings; the common names occur in several.
const names = ["Mishmish", "مشمش", "لولو", "لونا", "Luna", "Simba", "سيمبا", "Rocky", "روكي", "Bella", "بسبوسة", "Max"];
const areas = [
  "المعادي",
  "المعادى",
  "Maadi",
  "Maadi, Cairo",
  "الزمالك",
  "Zamalek",
  "مدينة نصر",
  "Nasr City",
  "Giza",
  "سموحة",
];
const stories = [
  "Ran out of the door in the evening, answers to the name",
  "خرج من باب البيت بالليل ولم يرجع",
  "Very shy, wears a red collar with a bell",
  "خايف ومش بيقرب من حد، لابس طوق أحمر",
  "Found near the bakery, hungry but friendly",
  "لقيته قدام العمارة، ودود جدًا",
];
const breeds = {
  dog: ["Husky", "هاسكي", "Golden retriever", "بلدي"],
  cat: ["شيرازي", "Persian", "Siamese", "بلدي"],
  bird: ["Cockatiel", "كوكتيل"],
  other: ["Rabbit", "أرنب"],
};

/** Returns the search texts of 120 reports of each kind and species, built by the app's own code. */
function drawnWords(): { kind: string; type: string; at: number; words: string }[] {
  const types = ["dog", "cat", "bird", "other"] as const;
  return reportKinds.flatMap((kind) =>
    types.flatMap((type) =>
      Array.from({ length: 120 }, (_, at) => {
        const pick = <Value>(values: readonly Value[], step: number) => values[Math.floor(at / step) % values.length]!;
        const form = {
          kind,
          type,
          petName: pick(names, 1),
          area: pick(areas, 12),
          breed: pick(breeds[type], 3),
          colors: [pick(colours, 2)],
          description: pick(stories, 5),
          seenAt: new Date(),
        };
        return { kind, type, at, words: getSearchText({ translator: getTranslator }, form) };
      }),
    ),
  );
}

/**
 * SQL that inserts a million open reports over the last ninety days: 45 % around Cairo and 15 % around Alexandria,
 * normally distributed over about 12 km, the rest along the Nile; 4 % without coordinates. One in a thousand contains a
 * unique word.
 */
const fill = `
  insert into lost_found_posts (id, kind, status, type, colors, gender, seen_at, latitude, longitude, area, cell_lat,
    cell_lon, photos, language, fingerprint, words, created_at, updated_at, published_at, expires_at, microchip, guest_email)
  select gen_random_uuid(), kind, 'open', type,
    array[(array['black','white','grey','brown','golden'])[1 + floor(random() * 5)::int]],
    (array['male','female','unknown'])[1 + floor(random() * 3)::int],
    seen, lat, lon, 'Cairo', round(lat * 100), round(lon * 100), '{}', 'en', n::text,
    drawn_words.words || case when n % 1000 = 0 then ' rare' || n else '' end, seen, seen, seen,
    now() + interval '20 days', case when n % 8 = 0 then '8180981' || lpad(n::text, 8, '0') end, 'guest' || n || '@aleef.test'
  from (
    select n, now() - (1 - n / ${openReports}.0) * interval '90 days' as seen,
      (array['lost','lost','lost','lost','lost','found','found','found','found','sighting'])[1 + n % 10] as kind,
      (array['cat','cat','cat','cat','cat','dog','dog','dog','dog','bird','other'])[1 + floor(random() * 11)::int] as type,
      floor(random() * 120)::int as at,
      case when vague < 0.04 then null when town < 0.45 then 30.05 + far * 0.11 when town < 0.6 then 31.2 + far * 0.11
        else 24 + random() * 7.5 end as lat,
      case when vague < 0.04 then null when town < 0.45 then 31.25 + wide * 0.12 when town < 0.6 then 29.95 + wide * 0.12
        else 30.5 + random() * 2.5 end as lon
    from (
      select n, random() as town, random() as vague, sqrt(-2 * ln(1 - random())) * cos(6.2832 * random()) as far,
        sqrt(-2 * ln(1 - random())) * cos(6.2832 * random()) as wide
      from generate_series(1, ${openReports}) as n
    ) as drawn
  ) as placed join drawn_words using (kind, type, at)`;

/** Creates a database with a million open reports and returns its URL. */
export async function makeReportData(database: BenchDatabase): Promise<string> {
  const url = await database.create("reports");
  const drawn = drawnWords()
    .map(({ kind, type, at, words }) => `('${kind}', '${type}', ${at}, '${words.replaceAll("'", "''")}')`)
    .join();
  // Builds the word index after the inserts, which takes a minute instead of ten.
  await query(
    url,
    `set maintenance_work_mem = '512MB';
     create temp table drawn_words (kind text, type text, at int, words text);
     insert into drawn_words values ${drawn};
     drop index posts_by_words;
     ${fill};
     create index posts_by_words on lost_found_posts using gin (search gin_trgm_ops)`,
  );
  await query(url, "vacuum (analyze) lost_found_posts");
  return url;
}
