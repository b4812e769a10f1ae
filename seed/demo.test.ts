import { count } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { users } from "#app/features/accounts/accounts.tables.server.ts";
import { messages } from "#app/features/messages/messages.tables.server.ts";
import { storeOrders as orders } from "#app/features/orders/orders.tables.server.ts";
import { pets } from "#app/features/pets/pets.tables.server.ts";
import { products } from "#app/features/products/products.tables.server.ts";
import { lostFoundPosts as reports } from "#app/features/reports/reports.tables.server.ts";
import { scanRecords as scans } from "#app/features/scans/scans.tables.server.ts";
import { tags } from "#app/features/tags/tags.tables.server.ts";
import { testWorld } from "#tests/world.ts";
import { seedDemo } from "./demo.server.ts";

const { world, close } = await testWorld();
afterAll(close);

const tables = { users, pets, tags, scans, messages, products, orders, reports };

async function counted() {
  const rows: Record<string, number> = {};
  for (const [name, table] of Object.entries(tables)) {
    const [row] = await world.db.select({ total: count() }).from(table);
    rows[name] = row?.total ?? 0;
  }
  return rows;
}

test("an empty database gets the whole demo world, and only once", async () => {
  const accounts = await seedDemo(world);
  expect(accounts.map(({ email }) => email)).toEqual(["admin@aleef.test", "owner@aleef.test", "finder@aleef.test"]);
  const first = await counted();
  expect(first).toMatchObject({ users: 3, pets: 2, reports: 9 });
  for (const [name, total] of Object.entries(first)) expect([name, total > 0]).toEqual([name, true]);
  expect(await seedDemo(world)).toEqual(accounts);
  expect(await counted()).toEqual(first);
});
