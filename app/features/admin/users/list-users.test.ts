// Support would not find Fatima under another spelling, or would miss accounts in an export.
import { text } from "node:stream/consumers";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import {
  type BulkAction,
  getBulkRun,
  startBulkRun,
  undoBulkRun,
} from "#app/features/admin-lists/bulk/bulk-runs.server.ts";
import { listChanges } from "#app/features/audit-log/audit-log.server.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import { query } from "#tests/databases.ts";
import { explainStatements } from "#tests/explain-statements.ts";
import { createTestAdmin, createTestUser } from "#tests/make.ts";
import { createTestApp } from "#tests/test-app.ts";
import { exportUsers, listUsers, selectUsers, type UserSearch } from "./list-users.server.ts";
import { suspendUsers } from "./manage-users.server.ts";
import { getUserForAdmin } from "./user-facts.server.ts";

/**
 * 60,000 accounts, of which one in a thousand is suspended and one in a thousand unverified, and as many audit log
 * entries.
 */
const testApp = await createTestApp();
await query(
  testApp.databaseUrl,
  `
    insert into users (id, email, email_verified, name, first_name, last_name, suspended_at)
    select gen_random_uuid(), 'crowd' || n || '@example.com', n % 1000 <> 1, 'Crowd ' || n, 'Crowd', n::text,
      case when n % 1000 = 2 then now() end
    from generate_series(1, 60000) n`,
);
const admin = await createTestAdmin(testApp.ctx);
await createTestUser(testApp.ctx, {
  name: "فاطمة الزهراء",
  firstName: "فاطمة",
  lastName: "الزهراء",
  phone: "+201001234567",
});
await query(
  testApp.databaseUrl,
  `insert into audit_log (id, at, action, subject_kind, subject_name, actor_id)
     select gen_random_uuid(), now() - n * interval '1 minute', case when n % 500 = 0 then 'tag.create' else 'order.move' end,
       'order', 'ORD-' || n, $1 from generate_series(1, 60000) n`,
  [admin.id],
);
await query(testApp.databaseUrl, "vacuum analyze users, audit_log");

test("exports all matching accounts as CSV without formulas", async () => {
  await createTestUser(testApp.ctx, { name: "=HYPERLINK(1)", email: "formula@example.test" });
  const read = async (search: UserSearch) => {
    const csv = await text(exportUsers(testApp.ctx, admin, search));
    return csv.split("\r\n").slice(0, -1);
  };
  const [head, ...found] = await read({ search: "formula@example.test" });
  expect(head).toBe("\uFEFFname,email,phone,role,state,plan,language,city,country,joined_at");
  expect(found).toEqual([expect.stringMatching(/^'=HYPERLINK\(1\),formula@example\.test,.*,user,active,basic,/)]);
  expect(await read({ state: "suspended" })).toHaveLength(61);
  const stranger = { ...admin, role: "user" as const };
  await expect(exportUsers(testApp.ctx, stranger, {}).next()).rejects.toMatchObject({ status: 403 });
});

const names = async (search: UserSearch) => (await listUsers(testApp.ctx, admin, search)).users.map(({ name }) => name);

test.each(["فاطمه", "الزهرا", "٠١٠٠١٢٣", "01001234567", "+20 100 1234"])("%s finds Fatima", async (search) => {
  expect(await names({ search })).toEqual(["فاطمة الزهراء"]);
});

test.each(["%", "_", "\\", "'; drop table users; --", "\u202Eزهراء\u202C nobody"])(
  "treats %j as plain text",
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

test("paginates a filtered list without repeating an account", async () => {
  const seen: string[] = [];
  for (let page = 1, pageCount = 1; page <= pageCount; page++) {
    const found = await listUsers(testApp.ctx, admin, { state: "suspended", page });
    seen.push(...found.users.map(({ id }) => id));
    pageCount = found.pageCount;
  }
  expect([seen.length, new Set(seen).size]).toEqual([60, 60]);
});

test("suspends several accounts for one reason and undoes it, but never oneself or another administrator", async () => {
  const { ctx } = testApp;
  const [one, two, colleague] = [await createTestUser(ctx), await createTestUser(ctx), await createTestAdmin(ctx)];
  const ids = [one.id, two.id, colleague.id, admin.id];
  const subjects = selectUsers(ctx, admin, { ids, all: false }, {});
  const run = { params: { reason: "spam" }, listPath: "/admin/users", subjects };
  const id = await startBulkRun(ctx, admin, suspendUsers, run);
  const t = ctx.translator("en");
  expect(await getBulkRun(ctx, admin, id, t)).toMatchObject({ done: 2, refused: 2 });
  const reasonOf = async (userId: string) => (await getUserForAdmin(ctx, admin, userId)).suspendedReason;
  expect([await reasonOf(one.id), await reasonOf(colleague.id), await reasonOf(admin.id)]).toEqual([
    "spam",
    null,
    null,
  ]);
  const undone = await undoBulkRun(ctx, admin, suspendUsers as BulkAction, id);
  expect(await getBulkRun(ctx, admin, undone, t)).toMatchObject({ done: 2, refused: 0 });
  expect(await reasonOf(one.id)).toBeNull();
  await ctx.db.delete(users).where(eq(users.id, colleague.id));
});

test("limits the count of matches, and filters by the day of joining", async () => {
  const { ctx } = testApp;
  expect(await listUsers(ctx, admin, { search: "crowd" })).toMatchObject({
    total: 5_000,
    isMore: true,
    pageCount: 100,
  });
  await ctx.db
    .update(users)
    .set({ createdAt: new Date("2020-02-02T12:00:00Z") })
    .where(eq(users.email, "crowd7@example.com"));
  const joined = await listUsers(ctx, admin, { from: "2020-02-02", to: "2020-02-02" });
  expect([joined.users.map(({ email }) => email), joined.total]).toEqual([["crowd7@example.com"], 1]);
});

const searches: [string, () => Promise<unknown>][] = [
  ["the first page", () => listUsers(testApp.ctx, admin, {})],
  ["a later page", () => listUsers(testApp.ctx, admin, { page: 90 })],
  ["a name", () => listUsers(testApp.ctx, admin, { search: "الزهراء" })],
  ["the list of administrators", () => listUsers(testApp.ctx, admin, { role: "admin" })],
  ["the list of suspended accounts", () => listUsers(testApp.ctx, admin, { state: "suspended" })],
  ["the list of unverified accounts", () => listUsers(testApp.ctx, admin, { state: "unverified" })],
  ["the log", () => listChanges(testApp.ctx, admin, {})],
  ["the log of an action", () => listChanges(testApp.ctx, admin, { action: "tag.create" })],
  ["the log of an object", () => listChanges(testApp.ctx, admin, { subject: "ORD-59999" })],
  ["the log of a person", () => listChanges(testApp.ctx, admin, { who: "الزهراء" })],
];

test.each(searches)("%s is found by an index, without a scan of the whole table", async (_, work) => {
  const plans = await explainStatements(testApp.ctx, work);
  expect(plans.length).toBeGreaterThan(0);
  for (const plan of plans) expect(plan).not.toMatch(/Seq Scan on (users|audit_log)/);
});
