// Somebody who searches for their cat would miss its report, or could work out where a family lives.
import { drizzle } from "drizzle-orm/node-postgres";
import { beforeAll, describe, expect, test } from "vitest";
import { createId } from "#app/platform/db/uuid.server.ts";
import { query } from "#tests/databases.ts";
import { createTestUser } from "#tests/make.ts";
import { createTestApp } from "#tests/test-app.ts";
import type { ReportForm } from "../reports.forms.server.ts";
import { cellOf } from "../reports.rules.ts";
import { getSearchText } from "../reports.server.ts";
import { lostFoundPosts as posts } from "../reports.tables.server.ts";
import { listReports, readQuery } from "./list-reports.server.ts";

const now = new Date("2026-11-21T12:00:00Z");
const hour = 3_600_000;

const testApp = await createTestApp();
const owner = await createTestUser(testApp.ctx);

type Row = Partial<typeof posts.$inferInsert> & { hoursAgo?: number; at?: [number, number] };

/** Inserts rows directly, since creating many reports would exceed the rate limits. */
async function insertReports(rows: Row[]): Promise<string[]> {
  const values = rows.map(({ hoursAgo = 1, at, ...row }) => {
    const when = new Date(now.getTime() - hoursAgo * hour);
    const form = { kind: "lost", type: "dog", area: "Somewhere", seenAt: when, ...row } as ReportForm;
    return {
      ...form,
      colors: row.colors ?? [],
      photos: [],
      id: createId(),
      status: "open" as const,
      reporterId: owner.id,
      language: "en" as const,
      fingerprint: createId(),
      words: getSearchText(testApp.ctx, form),
      cellLat: at ? cellOf(at[0]) : null,
      cellLon: at ? cellOf(at[1]) : null,
      createdAt: when,
      updatedAt: when,
      publishedAt: when,
      expiresAt: new Date(now.getTime() + 30 * 24 * hour),
      ...(row as object),
    };
  });
  await testApp.ctx.db.insert(posts).values(values as never);
  return values.map(({ id }) => id);
}

const listPage = (query: string) => listReports(testApp.ctx, readQuery(new URLSearchParams(query)));
const names = async (query: string) => (await listPage(query)).reports.map(({ petName }) => petName);

async function listAllIds(query: string): Promise<string[]> {
  const ids: string[] = [];
  for (let after = ""; ; ) {
    const page = await listPage(`${query}${after && `&after=${after}`}`);
    ids.push(...page.reports.map(({ id }) => id));
    if (!page.next || ids.length > 1_000) return ids;
    after = page.next;
  }
}

describe("searching reports", () => {
  beforeAll(async () => {
    await insertReports([
      { petName: "Mishmish", type: "cat", colors: ["orange"], area: "Maadi, Cairo", at: [29.96, 31.26], hoursAgo: 3 },
      { petName: "لونا", type: "cat", breed: "شيرازي", area: "المعادي", at: [29.97, 31.25], hoursAgo: 5 },
      { petName: "Simba", breed: "Golden retriever", area: "الإسكندرية", at: [31.2, 29.92], hoursAgo: 8 },
      { petName: "هاسكي", breed: "كلبة هاسكي", kind: "found", area: "Giza", at: [30.01, 31.21], hoursAgo: 2 },
      { petName: "Hidden", hiddenAt: now, area: "Maadi" },
      { petName: "Waiting", status: "waiting", area: "Maadi" },
      { petName: "Over", status: "resolved", resolvedAt: now, resolution: "tag", area: "Maadi", at: [29.96, 31.26] },
      { petName: "Ended", expiresAt: new Date(now.getTime() - hour), area: "Maadi" },
      { petName: "100%_sure", area: "Nowhere" },
    ]);
  });

  test.each([
    ["q=mishmish", ["Mishmish"]],
    ["q=القطة+المعادى", ["Mishmish", "لونا"]],
    ["q=cat", ["Mishmish", "لونا"]],
    ["q=قطه", ["Mishmish", "لونا"]],
    ["q=برتقالى", ["Mishmish"]],
    ["q=والكلب+اسكندريه", ["Simba"]],
    ["q=هاسكى", ["هاسكي"]],
    ["q=golden", ["Simba"]],
    ["q=100%25_", ["100%_sure"]],
    ["kind=found", ["هاسكي"]],
    ["type=cat&sort=newest", ["Mishmish", "لونا"]],
    ["status=resolved", ["Over"]],
  ])("%s finds %j", async (query, found) => {
    expect((await names(query)).toSorted()).toEqual(found.toSorted());
  });

  test("finds similar spellings when there is no exact match, and marks them as similar", async () => {
    const page = await listPage("q=mishmosh");
    expect(page).toMatchObject({ isSimilar: true, next: null });
    expect(page.reports.map(({ petName }) => petName)).toContain("Mishmish");
    expect(await listPage("q=mishmish")).toMatchObject({ isSimilar: false });
  });

  test("finds reports near a named place, nearest first, within the radius", async () => {
    expect(await names("place=المعادي&km=5")).toEqual(["Mishmish", "لونا"]);
    const [first] = (await listPage("near=29.962,31.262&km=50")).reports;
    expect(first).toMatchObject({ petName: "Mishmish", kilometres: 0 });
    expect(await names("near=31.2,29.92")).toEqual(["Simba"]);
  });

  test("measures distances to rounded locations, so that the exact one cannot be derived", async () => {
    const [one, other] = await Promise.all([
      listPage("near=29.9551,31.2551&km=5"),
      listPage("near=29.9649,31.2649&km=5"),
    ]);
    expect(one.reports[0]?.kilometres).toBe(other.reports[0]?.kilometres);
  });

  test.each([
    "q=%00&near=x,y&km=-1&sort=drop&after=%F0%9F%92%A9",
    "near=0,0&place=&sort=nearest",
    "near=1e9,NaN",
    `q=${"ا".repeat(5_000)}`,
    "after=WzEsMl0",
    "q=%25%25%25&after=eyJhIjoxfQ",
    "sort=best",
    "near=89.99,179.99&km=50",
  ])("handles a malformed query: %s", async (query) => {
    expect((await listPage(query)).reports.length).toBeLessThanOrEqual(24);
  });
});

describe("a long list of reports", () => {
  let ids: string[];
  beforeAll(async () => {
    const rows = Array.from({ length: 70 }, (_, index) => ({
      petName: "Longlist",
      type: "bird" as const,
      hoursAgo: 100 + (index >> 1),
      at: [26 + (index % 9) / 100, 33 + (index % 7) / 100] as [number, number],
    }));
    ids = await insertReports(rows);
  });

  test.each([
    "type=bird",
    "type=bird&sort=seen",
    "type=bird&near=26.03,33.03&km=50",
    "q=longlist",
    "q=longlist&near=26,33",
  ])("paged by %s contains each report once", async (query) => {
    const allIds = await listAllIds(query);
    expect(allIds).toHaveLength(ids.length);
    expect(allIds.toSorted()).toEqual(ids.toSorted());
  });

  test("is sorted by distance across pages", async () => {
    const first = await listPage("type=bird&near=26.03,33.03&km=50");
    const second = await listPage(`type=bird&near=26.03,33.03&km=50&after=${first.next}`);
    const all = [...first.reports, ...second.reports].map(({ kilometres }) =>
      Math.round((kilometres ?? Number.NaN) * 1000),
    );
    expect(all).toEqual(all.toSorted((a, b) => a - b));
  });
});

describe("with 60,000 reports", () => {
  const many = 60_000;
  beforeAll(async () => {
    await query(
      testApp.databaseUrl,
      `
      insert into lost_found_posts (id, kind, status, reporter_id, type, colors, seen_at, area, cell_lat, cell_lon, photos,
        language, fingerprint, words, created_at, updated_at, published_at, expires_at)
      select gen_random_uuid(), 'lost', 'open', $1, 'dog', '{}', moment, 'x', 2950 + n % 100, 3100 + n % 57, '{}',
        'en', n::text, case n % 5000 when 0 then 'rarebreed' else 'common' end || ' dog ' || n, moment, moment, moment, '2027-01-01'::timestamptz
      from (select n, $2::timestamptz - n * interval '1 minute' as moment from generate_series(1, $3::int) n) made`,
      [owner.id, now.toISOString(), many],
    );
    await query(testApp.databaseUrl, "analyze lost_found_posts");
  }, 120_000);

  /** Returns the number of 8 KB blocks that PostgreSQL reads for a page. */
  async function blocksOf(query: string): Promise<number> {
    const { pool } = testApp.ctx;
    const statements: { text: string; values: unknown[] }[] = [];
    const listening = Object.create(pool, {
      query: {
        value: (one: { text: string }, values: unknown[]) => {
          statements.push({ text: one.text, values });
          return pool.query(one as never, values as never);
        },
      },
    });
    const db = drizzle(listening, { casing: "snake_case" }) as unknown as typeof testApp.ctx.db;
    await listReports({ ...testApp.ctx, db }, readQuery(new URLSearchParams(query)));
    const blocks = statements.map(async ({ text, values }) => {
      const { rows } = await pool.query(`explain (analyze, buffers, format json) ${text}`, values as never);
      const { Plan: plan } = rows[0]["QUERY PLAN"][0];
      expect(JSON.stringify(plan)).not.toContain("Seq Scan");
      return plan["Shared Hit Blocks"] + plan["Shared Read Blocks"];
    });
    return Math.max(...(await Promise.all(blocks)));
  }

  test.each([
    ["sort=newest", 400],
    ["kind=lost&type=dog", 400],
    ["sort=seen", 400],
    ["q=rarebreed", 2_500],
    ["q=common+dog", 2_500],
    ["q=rarebread", 2_900],
    ["near=29.95,31.2&km=25", 1_000],
    ["near=29.95,31.2&km=50&kind=lost&type=dog", 1_000],
  ])("%s reads few blocks and no whole table", async (query, maxBlocks) => {
    const wholeTable = 60_000 / 20;
    expect(maxBlocks).toBeLessThan(wholeTable);
    expect(await blocksOf(query)).toBeLessThan(maxBlocks);
  });

  test("the hundredth page reads as few blocks as the first", async () => {
    let after: string | null = null;
    for (let page = 0; page < 100; page++)
      after = (await listPage(`sort=newest${after ? `&after=${after}` : ""}`)).next;
    expect(await blocksOf(`sort=newest&after=${after}`)).toBeLessThan(400);
  });
});

test("a cursor with a year that PostgreSQL does not know is read as none", async () => {
  const [time, id] = ["0000-01-01T00:00:00Z", "01950000-0000-7000-8000-000000000000"];
  const after = Buffer.from(JSON.stringify([time, id, time])).toString("base64url");
  for (const sort of ["sort=newest", "q=dog"])
    expect(await listPage(`${sort}&after=${after}`)).toEqual(await listPage(sort));
});
