// If these fail, a page that a browser loads before the tap counts as opened, and the real tap alerts nobody.
import { sql } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { openDatabase } from "#app/platform/db/connection/database.server.ts";
import { createTestData, emails } from "./permission-data.ts";
import { table } from "./permission-table.ts";
import { openSite } from "./site.ts";
import { noteWrites } from "./written-tables.ts";

const site = await openSite();
const { pool: watcher } = openDatabase(site.databaseUrl, { max: 1 });
afterAll(() => watcher.end());

const owned = await createTestData(site.ctx);
const owner = await site.signInAs(emails.owner);
const writes = await noteWrites(watcher);

const speculations: Record<string, string>[] = [
  { "sec-purpose": "prefetch" },
  { "sec-purpose": "prefetch;anonymous-client-ip" },
  { "sec-purpose": "prefetch;prerender" },
  { purpose: "prefetch" },
  { "x-purpose": "preview" },
  { "x-moz": "prefetch" },
];

async function countScans(): Promise<number> {
  const { rows } = await site.ctx.db.execute(sql`select count(*)::int as count from scan_records`);
  return Number(rows[0]?.count);
}

test("every address refuses to be loaded ahead, and nothing changes", async () => {
  const before = await countScans();
  for (const [name, rule] of Object.entries(table))
    for (const headers of speculations) {
      const answer = await site.get(rule.path(owned), { as: owner, headers });
      const { status } = answer;
      expect([name, status, await answer.text()]).toEqual([name, 503, ""]);
      expect(answer.headers.get("cache-control")).toBe("no-store");
      expect(answer.headers.getSetCookie()).toEqual([]);
    }
  expect(await writes()).toEqual([]);
  expect(await countScans()).toBe(before);
});

test("the router's own prefetch of data for a link on the same page is answered, another site's is not", async () => {
  const headers = { "sec-purpose": "prefetch", "sec-fetch-mode": "no-cors", "sec-fetch-dest": "empty" };
  const answer = await site.get("/about.data", { headers: { ...headers, "sec-fetch-site": "same-origin" } });
  expect(answer.status).toBe(200);
  const foreign = await site.get("/about.data", { headers: { ...headers, "sec-fetch-site": "cross-site" } });
  expect(foreign.status).toBe(503);
});
