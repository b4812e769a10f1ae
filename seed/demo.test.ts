import { getTableName, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { afterEach, beforeEach, expect, test } from "vitest";
import { signIn } from "#app/features/accounts/accounts.server.ts";
import { sessions, users } from "#app/features/accounts/accounts.tables.server.ts";
import { findActor } from "#app/features/accounts/session.server.ts";
import { conversations, messages } from "#app/features/messages/messages.tables.server.ts";
import { storeOrders } from "#app/features/orders/orders.tables.server.ts";
import { pets } from "#app/features/pets/pets.tables.server.ts";
import { getPlanSettings } from "#app/features/plans/plan-settings.server.ts";
import { productReviews, products } from "#app/features/products/products.tables.server.ts";
import { lostFoundPosts } from "#app/features/reports/reports.tables.server.ts";
import { scanRecords } from "#app/features/scans/scans.tables.server.ts";
import { tags } from "#app/features/tags/tags.tables.server.ts";
import type { World } from "#app/platform/world.server.ts";
import { aPet, aTagOf, aUser } from "#tests/make.ts";
import { type TestWorld, testWorld } from "#tests/world.ts";
import { seedDemo } from "./demo.server.ts";
import { countDemoAccounts, removeDemo } from "./remove-demo.server.ts";

let site: TestWorld;
let world: World;

beforeEach(async () => {
  site = await testWorld();
  world = site.world;
});
afterEach(() => site.close());

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
  return world.db.$count(table, where);
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
/** The same installation as one that is open to the world. */
const closed = (): World => ({ ...world, settings: { ...world.settings, demo: false } });

test("an empty database gets the whole demo world, and only once", async () => {
  const accounts = await seedDemo(world);
  expect(accounts.map(({ email }) => email)).toEqual(["admin@aleef.test", "owner@aleef.test", "finder@aleef.test"]);
  const first = await counts();
  expect(first).toMatchObject({ users: 3, pets: 2, lost_found_posts: 9 });
  for (const [name, total] of Object.entries(first)) expect([name, total > 0]).toEqual([name, true]);
  expect(await seedDemo(world)).toEqual(accounts);
  expect(await counts()).toEqual(first);
});

test("a start that is broken off while the demo world is made leaves none of it, and the next one makes it whole", async () => {
  let kept = 0;
  const put: World["files"]["put"] = async (...file) => {
    // Pets and tags are there by then; the pictures of the store are not.
    if (++kept > 30) throw new Error("broken off");
    await world.files.put(...file);
  };
  const files = Object.assign(Object.create(world.files), { put });
  const brokenOff: World = { ...world, files };
  await expect(seedDemo(brokenOff)).rejects.toThrow("broken off");
  expect(await counts()).toMatchObject({ pets: 0, tags: 0, products: 0 });
  expect(await count(users, sql`email_verified or is_demo`)).toBe(0);
  await seedDemo(world);
  expect(await counts()).toMatchObject({ users: 3, pets: 2, lost_found_posts: 9 });
  expect(await count(users, sql`email_verified and is_demo`)).toBe(3);
});

test("a database in which people are gets no demo world", async () => {
  await aUser(world);
  expect(await seedDemo(world)).toEqual([]);
  expect(await count(users)).toBe(1);
});

test("a demo account has no session where the demo is off, neither a new one nor one from before", async () => {
  await seedDemo(world);
  const { cookies } = await signIn(world, published, request(), here);
  expect(await findActor(world, request(cookies))).toMatchObject({ email: published.email, role: "admin" });
  expect(await findActor(closed(), request(cookies))).toBe(null);
});

test("where the demo is off its published password opens nothing, and says why", async () => {
  const open = await testWorld({ env: { PUBLIC_URL: "https://aleef.example" } });
  await seedDemo(open.world);
  const asked = signIn(open.world, published, request(), here);
  await expect(asked).rejects.toMatchObject({ code: "accounts.demoClosed", status: 403 });
  expect(await open.world.db.$count(sessions)).toBe(0);
  await open.close();
});

test("removing the demo takes its accounts and all they brought, and nothing of others", async () => {
  await seedDemo(world);
  const other = await aUser(world);
  const petId = await aPet(world, other, { name: "Simba" });
  const mine = await aTagOf(world, other, petId);
  const before = await count(products);
  const others = (await count(users)) - 3;
  expect(await countDemoAccounts(world)).toBe(3);
  expect(await removeDemo(world)).toBe(3);
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
  expect(await world.db.select({ id: tags.id }).from(tags)).toEqual([{ id: mine.id }]);
  expect(await count(products, sql`rating_count > 0`)).toBe(0);
  expect((await getPlanSettings(world)).payTo).toEqual({ instapay: "", bankTransfer: "", wallet: "" });
  expect(await countDemoAccounts(world)).toBe(0);
  expect(await removeDemo(world)).toBe(0);
  site.letters.length = 0;
  await site.runJobs();
  expect(site.letters.filter(({ to }) => /@aleef\.test$/.test(to))).toEqual([]);
});
