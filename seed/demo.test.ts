// Anybody could sign in to a real installation with the published password of the demo.
import { getTableName, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { describe, expect, test } from "vitest";
import { sessions } from "#app/features/auth/auth.tables.server.ts";
import { findActor } from "#app/features/auth/sessions/session.server.ts";
import { signIn } from "#app/features/auth/sign-in/sign-in.server.ts";
import { productReviews, products } from "#app/features/catalog/products.tables.server.ts";
import { conversations, messages } from "#app/features/conversations/conversations.tables.server.ts";
import { lostFoundPosts } from "#app/features/lost-found/reports.tables.server.ts";
import { storeOrders } from "#app/features/orders/orders.tables.server.ts";
import { pets } from "#app/features/pets/pets.tables.server.ts";
import { getPlanSettings } from "#app/features/plans/plans.server.ts";
import { scanRecords } from "#app/features/scans/scans.tables.server.ts";
import { tags } from "#app/features/tags/tags.tables.server.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import { type AppContext, createAppContext } from "#app/platform/app-context.server.ts";
import { getRoles } from "#app/platform/db/embedded/embedded-postgres.server.ts";
import { readSettings } from "#app/platform/settings.server.ts";
import { createClaimedTag, createTestPet, createTestUser } from "#tests/make.ts";
import { createTestApp, testSecret } from "#tests/test-app.ts";
import { seedDemo } from "./demo.server.ts";
import { countDemoAccounts, removeDemo } from "./remove-demo.server.ts";

const site = await createTestApp();
let { ctx } = site;

const tables = [
  users,
  pets,
  tags,
  scanRecords,
  conversations,
  messages,
  products,
  productReviews,
  storeOrders,
  lostFoundPosts,
];

async function count(table: PgTable, where?: SQL): Promise<number> {
  return ctx.db.$count(table, where);
}

async function counts(): Promise<Record<string, number>> {
  const rows: Record<string, number> = {};
  for (const table of tables) rows[getTableName(table)] = await count(table);
  return rows;
}

const here = "203.0.113.9";
const request = (cookies: string[] = []) =>
  new Request("http://localhost:3000/", { headers: { cookie: cookies.map((one) => one.split(";")[0]).join("; ") } });
const published = { email: "admin@aleef.test", password: "Aleef-demo-1" };
/** Returns the context of the same installation with the demo turned off. */
const withoutDemo = (): AppContext => ({ ...ctx, settings: { ...ctx.settings, demo: false } });

// Creating the demo data is slow: these tests share what the second one creates, and the last one removes it.
describe("demo data", () => {
  test("is not left behind by an interrupted start", async () => {
    let kept = 0;
    const put: AppContext["files"]["put"] = async (...file) => {
      // Fails after pets and tags, while saving the store's pictures.
      if (++kept > 30) throw new Error("broken off");
      await ctx.files.put(...file);
    };
    const files = Object.assign(Object.create(ctx.files), { put });
    const brokenOff: AppContext = { ...ctx, files };
    await expect(seedDemo(brokenOff)).rejects.toThrow("broken off");
    expect(await counts()).toMatchObject({ pets: 0, tags: 0, products: 0 });
    expect(await count(users, sql`email_verified or is_demo`)).toBe(0);
  });

  test("is created by the next start, once and completely", async () => {
    const accounts = await seedDemo(ctx);
    expect(accounts.map(({ email }) => email)).toEqual(["admin@aleef.test", "owner@aleef.test", "finder@aleef.test"]);
    const first = await counts();
    expect(first).toMatchObject({ users: 3, pets: 2, lost_found_posts: 11 });
    for (const [name, total] of Object.entries(first)) expect([name, total > 0]).toEqual([name, true]);
    expect(await count(users, sql`email_verified and is_demo`)).toBe(3);
    expect(await count(lostFoundPosts, sql`cardinality(photos) = 1`), "one report is without a picture").toBe(10);
    expect(await seedDemo(ctx)).toEqual(accounts);
    expect(await counts()).toEqual(first);
  });

  test("does not accept new or existing sessions of demo accounts when the demo is off", async () => {
    const { cookies } = await signIn(ctx, published, request(), here);
    expect(await findActor(ctx, request(cookies))).toMatchObject({ email: published.email, role: "admin" });
    expect(await findActor(withoutDemo(), request(cookies))).toBe(null);
  });

  test("rejects the published password when the demo is off, with an error that says why", async () => {
    const given = { PUBLIC_URL: "https://aleef.example", DATA_DIR: ctx.settings.dataDir };
    const settings = { ...readSettings(given, { root: process.cwd(), mode: "test" }), secret: testSecret };
    const { url: databaseUrl } = getRoles(site.databaseUrl);
    const { log, translator } = ctx;
    const closedDemo = await createAppContext(settings, {
      databaseUrl,
      log,
      translator,
      jobKinds: [],
      topics: [],
      quiet: true,
    });
    const before = await count(sessions);
    await expect(signIn(closedDemo, published, request(), here)).rejects.toMatchObject({
      code: "accounts.demoClosed",
      status: 403,
    });
    expect(await count(sessions)).toBe(before);
    await closedDemo.close();
  });

  test("removes the demo accounts with their data and nothing else", async () => {
    const other = await createTestUser(ctx);
    const petId = await createTestPet(ctx, other, { name: "Simba" });
    const tag = await createClaimedTag(ctx, other, petId);
    const before = await count(products);
    const others = (await count(users)) - 3;
    expect(await countDemoAccounts(ctx)).toBe(3);
    expect(await removeDemo(ctx)).toBe(3);
    expect(await counts()).toEqual({
      users: others,
      pets: 1,
      tags: 1,
      scan_records: 0,
      conversations: 0,
      messages: 0,
      products: before,
      product_reviews: 0,
      store_orders: 0,
      lost_found_posts: 0,
    });
    expect(await ctx.db.select({ id: tags.id }).from(tags)).toEqual([{ id: tag.id }]);
    expect(await count(products, sql`rating_count > 0`)).toBe(0);
    expect((await getPlanSettings(ctx)).payTo).toEqual({ instapay: "", bankTransfer: "", wallet: "" });
    expect(await countDemoAccounts(ctx)).toBe(0);
    expect(await removeDemo(ctx)).toBe(0);
    site.emails.length = 0;
    await site.runJobs();
    expect(site.emails.filter(({ to }) => /@aleef\.test$/.test(to))).toEqual([]);
  });
});

test("a start creates no demo data in a database that has accounts", async () => {
  ({ ctx } = await createTestApp());
  await createTestUser(ctx);
  expect(await seedDemo(ctx)).toEqual([]);
  expect(await count(users)).toBe(1);
});
