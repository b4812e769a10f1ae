import { afterAll, beforeAll, expect, test } from "vitest";
import { listChanges } from "#app/features/audit-log/audit-log.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import { query } from "#tests/databases.ts";
import { anAdmin, aUser } from "#tests/make.ts";
import { explainStatements } from "#tests/plans.ts";
import { createTestApp, type TestApp } from "#tests/test-app.ts";
import { listUsers, type UserSearch } from "./list-users.server.ts";

let testApp: TestApp;
let admin: Actor;

/** Sixty thousand accounts, of which every thousandth is suspended or unconfirmed, and as many lines of the log. */
beforeAll(async () => {
  testApp = await createTestApp();
  const { pool } = testApp.ctx;
  await pool.query(`
    insert into users (id, email, email_verified, name, first_name, last_name, suspended_at)
    select gen_random_uuid(), 'crowd' || n || '@example.com', n % 1000 <> 1, 'Crowd ' || n, 'Crowd', n::text,
      case when n % 1000 = 2 then now() end
    from generate_series(1, 60000) n`);
  admin = await anAdmin(testApp.ctx);
  await aUser(testApp.ctx, { name: "فاطمة الزهراء", firstName: "فاطمة", lastName: "الزهراء", phone: "+201001234567" });
  await pool.query(
    `insert into audit_log (id, at, action, subject_kind, subject_name, actor_id)
     select gen_random_uuid(), now() - n * interval '1 minute', case when n % 500 = 0 then 'tag.create' else 'order.move' end,
       'order', 'ORD-' || n, $1 from generate_series(1, 60000) n`,
    [admin.id],
  );
  await query(testApp.databaseUrl, "vacuum analyze users, audit_log");
});
afterAll(() => testApp.close());

const names = async (search: UserSearch) => (await listUsers(testApp.ctx, admin, search)).users.map(({ name }) => name);

test.each(["فاطمه", "الزهرا", "٠١٠٠١٢٣", "01001234567", "+20 100 1234"])("%s finds Fatima", async (search) => {
  expect(await names({ search })).toEqual(["فاطمة الزهراء"]);
});

test.each(["%", "_", "\\", "'; drop table users; --", "\u202Eزهراء\u202C nobody"])(
  "%j is only a text",
  async (search) => {
    expect(await names({ search })).toEqual([]);
  },
);

test("filters by role and state", async () => {
  expect(await names({ role: "admin" })).toEqual([`${admin.firstName} ${admin.lastName}`]);
  expect((await listUsers(testApp.ctx, admin, { state: "suspended" })).users).toHaveLength(50);
  const unverified = await listUsers(testApp.ctx, admin, { state: "unverified" });
  expect(unverified.users.every(({ emailVerified }) => !emailVerified)).toBe(true);
});

test("pages on through all of a state, each account once", async () => {
  const seen: string[] = [];
  for (let after: string | null = ""; after !== null; ) {
    const page = await listUsers(testApp.ctx, admin, { state: "suspended", after });
    seen.push(...page.users.map(({ id }) => id));
    after = page.next;
  }
  expect([seen.length, new Set(seen).size]).toEqual([60, 60]);
});

const searches: [string, () => Promise<unknown>][] = [
  ["the first page", () => listUsers(testApp.ctx, admin, {})],
  ["a later page", () => listUsers(testApp.ctx, admin, { after: "88888888-0000-4000-8000-000000000000" })],
  ["a name", () => listUsers(testApp.ctx, admin, { search: "الزهراء" })],
  ["the administrators", () => listUsers(testApp.ctx, admin, { role: "admin" })],
  ["the suspended", () => listUsers(testApp.ctx, admin, { state: "suspended" })],
  ["the unconfirmed", () => listUsers(testApp.ctx, admin, { state: "unverified" })],
  ["the log", () => listChanges(testApp.ctx, admin, {})],
  ["the log of a kind", () => listChanges(testApp.ctx, admin, { action: "tag.create" })],
  ["the log of a thing", () => listChanges(testApp.ctx, admin, { subject: "ORD-59999" })],
  ["the log of a person", () => listChanges(testApp.ctx, admin, { who: "الزهراء" })],
];

test.each(searches)("%s is found by an index, never by reading the whole table", async (_, work) => {
  const plans = await explainStatements(testApp.ctx, work);
  expect(plans.length).toBeGreaterThan(0);
  for (const plan of plans) expect(plan).not.toMatch(/Seq Scan on (users|audit_log)/);
});
