import { listActivity } from "#app/features/dashboard/activity.server.ts";
import { getOwnerOverview } from "#app/features/dashboard/dashboard.server.ts";
import { countUnread, listNotifications } from "#app/features/notifications/notifications.server.ts";
import { getSiteStats } from "#app/features/pages/stats.server.ts";
import { listPets } from "#app/features/pets/list/pet-list.server.ts";
import { listPublicPets } from "#app/features/pets/profile/public-pet.server.ts";
import { countByTime, listMostScannedTags } from "#app/features/scans/history/activity.server.ts";
import { countScans, listScans } from "#app/features/scans/history/list-scans.server.ts";
import { listPlaces } from "#app/features/scans/places.server.ts";
import { listTags } from "#app/features/tags/manage/list-tags.server.ts";
import { findTags } from "#app/features/tags/tags.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import { getTranslator } from "#app/locales/words.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { openDatabase } from "#app/platform/db/connection/database.server.ts";
import { query } from "#tests/databases.ts";
import { adminQuestions } from "./admin-lists.ts";
import type { BenchDatabase } from "./database.ts";
import { type Measured, percentile } from "./figures.ts";
import { type HouseSizes, metricsOf, openHouseWorld } from "./house-world.ts";

const growth = [1, 10, 100];
const turns = 12;
/** Milliseconds that 95 of 100 may take in the largest house. */
const mostMs = 200;

type Ask = (ctx: AppContext) => Promise<unknown>;

/** What one owner opens, and a search that finds some and one that finds nothing. */
function ownerQuestions(who: string, owner: Actor, petId: string, far: string | undefined): [string, Ask][] {
  const asked: [string, Ask][] = [
    ["overview", (ctx) => getOwnerOverview(ctx, owner)],
    ["what happened", (ctx) => listActivity(ctx, owner, { t: getTranslator("ar") })],
    ["scans", (ctx) => Promise.all([listScans(ctx, owner, {}), countScans(ctx, owner, {})])],
    ["scans far behind", (ctx) => listScans(ctx, owner, { before: far })],
    ["scans of a pet", (ctx) => listScans(ctx, owner, { petId })],
    ["this month's by people", (ctx) => listScans(ctx, owner, { period: "month", evidence: "people" })],
    ["scans of a tag by a word", (ctx) => listScans(ctx, owner, { tag: "a" })],
    ["scans of a word nobody wrote", (ctx) => listScans(ctx, owner, { tag: "zzyzx" })],
    ["days and hours", (ctx) => Promise.all([countByTime(ctx, owner), listMostScannedTags(ctx, owner)])],
    ["map", (ctx) => listPlaces(ctx, owner)],
    ["tags", (ctx) => listTags(ctx, owner)],
    ["tags by a word", (ctx) => listTags(ctx, owner, { search: "lu" })],
    ["pets", (ctx) => listPets(ctx, owner)],
    ["alerts", (ctx) => Promise.all([listNotifications(ctx, owner), countUnread(ctx, owner)])],
  ];
  return asked.map(([what, ask]) => [`${who}: ${what}`, ask]);
}

const asActor = (id: string, role: Actor["role"]) =>
  ({ id, role, email: "", firstName: "", lastName: "", language: "ar", timeZone: "Africa/Cairo" }) as Actor;

async function questions(url: string, sizes: HouseSizes): Promise<[string, Ask][]> {
  const one = async (text: string) => (await query(url, text)).rows[0];
  // The one with a hundredth of all scans, and somebody with as many as most have.
  const shelter = await one(
    "select owner_id, pet_id, count(*) from scan_records group by 1, 2 order by 3 desc limit 1",
  );
  const anybody = await one("select owner_id, pet_id from scan_records order by at desc offset 7 limit 1");
  const farOf = async ({ owner_id }: Record<string, string>) =>
    (await one(`select id from scan_records where owner_id = '${owner_id}' order by at limit 1 offset 60`))?.id;
  const { code_key } = await one("select code_key from tags where pet_id is not null limit 1");
  const admin = asActor((await one("select id from users where role = 'admin' order by id limit 1"))?.id, "admin");
  return [
    [
      "finder's page",
      async (ctx) => {
        const tags = await findTags(ctx, [code_key]);
        await listPublicPets(ctx, [[...tags.values()][0]!.petId as string]);
      },
    ],
    ...ownerQuestions("owner", asActor(anybody.owner_id, "user"), anybody.pet_id, await farOf(anybody)),
    ...ownerQuestions("shelter", asActor(shelter.owner_id, "user"), shelter.pet_id, await farOf(shelter)),
    ...(await adminQuestions(url, sizes)).map(([what, ask]): [string, Ask] => [
      `admin: ${what}`,
      (ctx) => ask(ctx, admin),
    ]),
  ];
}

/** What 95 of 100 take of each question, in milliseconds. */
async function measureHouse(url: string, sizes: HouseSizes): Promise<Map<string, number>> {
  const { db, pool } = openDatabase(url, { max: 4 });
  const ctx = {
    db,
    pool: pool as AppContext["pool"],
    clock: { now: () => new Date() },
    settings: { publicUrl: "http://localhost" },
    translator: getTranslator,
  } as AppContext;
  const measured = new Map<string, number>();
  try {
    const began = performance.now();
    await getSiteStats(ctx);
    measured.set("(the home page's figures, counted every ten minutes)", performance.now() - began);
    for (const [what, ask] of await questions(url, sizes)) {
      const times: number[] = [];
      // The first turn warms up.
      for (let turn = 0; turn <= turns; turn++) {
        const began = performance.now();
        await ask(ctx);
        if (turn > 0) times.push(performance.now() - began);
      }
      measured.set(what, percentile(times, 0.95));
    }
  } finally {
    await pool.end();
  }
  return measured;
}

/** How what people open slows down while the house grows a hundredfold, to a million tags and ten million scans. */
export async function measureGrowth(database: BenchDatabase): Promise<Measured> {
  const houses: Map<string, number>[] = [];
  const filling: number[] = [];
  for (const times of growth) {
    const sizes = metricsOf(times);
    const began = performance.now();
    const url = await openHouseWorld(database, `house_${times}`, sizes);
    filling.push((performance.now() - began) / 1000);
    houses.push(await measureHouse(url, sizes));
  }
  const largest = houses.at(-1)!;
  const asked = [...largest].filter(([what]) => !what.startsWith("("));
  const [what, ms] = asked.reduce((slowest, one) => (one[1] > slowest[1] ? one : slowest));
  const { tags, scans } = metricsOf(growth.at(-1)!);
  const rows = [...largest.keys()].map(
    (one) => `| ${one} | ${houses.map((house) => house.get(one)?.toFixed(1) ?? "").join(" | ")} |`,
  );
  return {
    figures: [
      {
        what: `A house of ${tags} tags and ${scans} scans: what finders, owners and administrators open, the slowest, 95 of 100 within`,
        measured: `${ms.toFixed(0)} ms (${what})`,
        beside: `≤ ${mostMs} ms`,
        isReached: ms <= mostMs,
      },
      {
        what: "… filling it, its indexes included",
        measured: `${filling.at(-1)!.toFixed(0)} s`,
        beside: filling
          .slice(0, -1)
          .map((seconds) => `${seconds.toFixed(0)} s`)
          .join(", "),
      },
    ],
    more: [
      "What 95 of 100 take, in ms, while the house grows:",
      "",
      `| asked | ${growth.map((times) => `×${times}`).join(" | ")} |`,
      `|---|${growth.map(() => "---:|").join("")}`,
      ...rows,
    ],
  };
}
