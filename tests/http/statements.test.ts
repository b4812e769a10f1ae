// Everybody would wait longer for each page as the site gets more pets, scans and orders.
import pg from "pg";
import { afterAll, expect, test } from "vitest";
import { productPictures } from "#app/features/catalog/products.tables.server.ts";
import { photoRequests } from "#app/features/conversations/conversations.tables.server.ts";
import { reportPhotos } from "#app/features/lost-found/reports.tables.server.ts";
import { notificationPreferences } from "#app/features/notifications/notifications.tables.server.ts";
import { storeOrderLines, storeReturns } from "#app/features/orders/orders.tables.server.ts";
import { petHealthEvents, petPhotos, reachabilityChecks } from "#app/features/pets/pets.tables.server.ts";
import {
  phoneCodes,
  phoneContactConsents,
  phoneInbound,
  phoneMessages,
  phoneNumbers,
} from "#app/features/phone/phone.tables.server.ts";
import { createId } from "#app/platform/db/uuid.server.ts";
import { query } from "#tests/databases.ts";
import { addStrangers, copyRowsThirtyfold } from "./copied-rows.ts";
import { createTestData, emails, type Owned } from "./permission-data.ts";
import type { Rule } from "./permission-rules.ts";
import { table } from "./permission-table.ts";
import { type RecordedStatements, recordStatements } from "./recorded-statements.ts";
import { openSite } from "./site.ts";
import { type PlanNode, wholeReads } from "./statement-plans.ts";
import type { Visitor } from "./visitor.ts";

const maxStatements = 10;
/** Statements allowed for routes that need more than `maxStatements`. */
const allowed: Record<string, number> = {
  // Ten, and the two that begin and end its transaction: it finds the tag, records the scan and notifies the family
  // before it responds.
  "features/scans/finder-page/finder-route": 12,
  "features/dashboard/pets-page": 12,
  "features/scans/details/scan-page": 11,
  report: 11,
  // Ten, and the clinics of the place where the animal was found.
  "report-of-guest": 11,
  // Nine about the report and its reporter, and those for the session, the badges and the position in the queue.
  "features/admin/lost-found/admin-report-page": 13,
  "features/admin/upgrade-requests/upgrade-requests-page": 11,
  // The user and everything of theirs, queried in parallel, and those for the session, the badges and the saved
  // filters.
  "features/admin/users/admin-user-page": 14,
  // Counts for each part of the system, queried in parallel.
  "features/admin/system/system-page": 13,
};

/** Tables that stay small regardless of the number of users. */
const small = [
  "products",
  "clinics",
  "plan_settings",
  "site_settings",
  "tag_batches",
  "__drizzle_migrations",
  "key_values",
  "queue",
];
/** Tables without rows in the test data, with what would create one. Plans for empty tables are not meaningful. */
const emptyTables: Record<string, string> = {
  ...Object.fromEntries(
    [
      "reminder_completions",
      "tag_tests",
      "poster_visits",
      "pet_share_visits",
      "submission_keys",
      "undelivered_messages",
      "live_location_points",
      "live_location_shares",
    ].map((name) => [name, "a thing done a moment ago, which is forgotten"]),
  ),
  ...Object.fromEntries(
    ["handovers", "escalation_choices", "escalation_steps", "escalations"].map((name) => [name, "a finder who waits"]),
  ),
  ...Object.fromEntries(
    ["email_changes", "verifications", "pending_sign_ins"].map((name) => [name, "an e-mail on its way"]),
  ),
  ...Object.fromEntries(["cart_lines", "cart_merges"].map((name) => [name, "a cart, one for each person"])),
  ...Object.fromEntries(
    ["report_bans", "report_complaints", "report_matches"].map((name) => [name, "a complaint, or two reports alike"]),
  ),
  ...Object.fromEntries(
    ["bulk_runs", "bulk_run_items", "saved_filters", "courier_events"].map((name) => [
      name,
      "an administrator at work on a list",
    ]),
  ),
  waiting_courier_events: "a parcel whose number is not stored yet",
  passkeys: "a device that signs in",
  user_notes: "an administrator's word about somebody",
  push_subscriptions: "a device, for which the finder's page writes one job more",
  pet_transfers: "a pet that changes its owner",
  product_reviews: "an order that has arrived",
  scan_records_rest: "a scan of no month",
};
/** Partitions of future months have no scans either. */
const isPartOfScans = (name: string) => /^scan_records_\d{4}_\d\d$/.test(name);
const empty = new Set<string>();

/** Adds data that the permission tests do not need. */
async function createMoreTestData(
  { db }: typeof site.ctx,
  { ownerId, petId, productId, messageId, reportId }: Owned,
): Promise<void> {
  const [now, photoId] = [new Date(), createId()];
  const [line] = await db.select().from(storeOrderLines).limit(1);
  await db.insert(photoRequests).values({ messageId, words: "river lamp" });
  await db.insert(reportPhotos).values({ photoId, reportId, hashes: Buffer.alloc(32), createdAt: now });
  await db.insert(petPhotos).values({ petId, photoId, hashes: Buffer.alloc(32), createdAt: now });
  await db.insert(notificationPreferences).values({ userId: ownerId });
  await db
    .insert(petHealthEvents)
    .values({ id: createId(), petId, kind: "checkup", day: "2026-01-05", createdAt: now });
  const number = "+201001234567";
  await db.insert(phoneNumbers).values({ number, id: createId(), language: "en" });
  await db.insert(reachabilityChecks).values({ userId: ownerId, confirmedAt: now });
  await db
    .insert(phoneCodes)
    .values({ id: createId(), number, purpose: "verify", userId: ownerId, hash: "", expiresAt: new Date(0) });
  await db.insert(phoneContactConsents).values({
    ...{ id: createId(), ownerId, number, state: "asked" as const },
    askedAt: now,
  });
  await db.insert(phoneInbound).values({
    ...{ providerId: "wamid.1", carrier: "whatsapp", number, userId: ownerId, body: "yes", at: now, receivedAt: now },
  });
  await db.insert(phoneMessages).values({
    ...{ id: createId(), subject: "step:1", carrier: "sms", number, userId: ownerId, language: "en", template: "help" },
    ...{ params: [], createdAt: now, updatedAt: now },
  });
  await db.insert(productPictures).values({ id: createId(), productId, position: 0, photoId });
  await db.insert(storeReturns).values({
    id: createId(),
    orderId: line!.orderId,
    lineId: line!.id,
    quantity: 1,
    reason: "wrongSize",
    requestedAt: now,
    updatedAt: now,
  });
}

/**
 * Returns whether a statement counts or aggregates a whole table for administrators, which may read an index completely
 * but never the table.
 */
const isSum = (text: string) =>
  /^select (\(select (count|json_build_object\('count')|count\(|max\(|"status", count)/.test(text);

/** Indexes of items waiting for an administrator, which may be read completely because they stay small. */
const queues = ["posts_with_complaints", "subscription_requests_one_pending", "conversations_reported"];

const site = await openSite();
const during = recordStatements(site.served.pool);
const routes = Object.entries(table).filter(([, rule]) => !rule.isStream && !rule.endsSession);
const pages = routes.map(([id]) => id);
/** Statements of each page, with little and with much data. */
const few: Record<string, RecordedStatements[]> = {};
const many: Record<string, RecordedStatements[]> = {};

function visitorOf({ access }: Rule): Visitor | undefined {
  if (access === "everyone") return undefined;
  return access === "admins" ? people.admin : people.owner;
}

async function requestAll(into: Record<string, RecordedStatements[]>): Promise<void> {
  for (const [id, rule] of routes) {
    const request = async () => {
      const answer = await site.get(rule.path(owned), { as: visitorOf(rule) });
      await answer.text();
      expect(answer.status, id).toBeLessThan(500);
    };
    // Fills the in-memory caches first.
    await request();
    into[id] = await during(request);
  }
}

const owned = await createTestData(site.ctx);
await createMoreTestData(site.ctx, owned);
const people = { owner: await site.signInAs(emails.owner), admin: await site.signInAs(emails.admin) };
await requestAll(few);
await copyRowsThirtyfold(site.databaseUrl);
await requestAll(many);
await addStrangers(site.databaseUrl);
await addFinishedJobs(site.databaseUrl);
const database = new pg.Client({ connectionString: site.databaseUrl });
await database.connect();
const { rows } = await database.query(
  "select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and reltuples = 0",
);
for (const { name } of rows) empty.add(name);
afterAll(() => database.end());

/** Adds completed jobs, which the queue keeps for a week besides the few waiting ones. */
async function addFinishedJobs(url: string): Promise<void> {
  await query(
    url,
    `insert into jobs.job (name, state, completed_on)
       select name, 'completed', now() from jobs.queue, generate_series(1, 200) where name not like '\\_\\_%';
     analyze jobs.job`,
  );
}

test.each(pages)("%s sends few statements, and no more of them with thirty times the data", (id) => {
  const texts = many[id]!.map(({ text }) => text);
  expect(texts.length, texts.join("\n")).toBe(few[id]!.length);
  expect(texts.length, texts.join("\n")).toBeLessThanOrEqual(allowed[id] ?? maxStatements);
});

test("every table has rows or a documented reason why not", () => {
  const forgotten = [...empty].filter((name) => !small.includes(name) && !isPartOfScans(name) && !emptyTables[name]);
  expect(forgotten, "give the test data a row of it in createMoreTestData").toEqual([]);
});

test("the plans are made for tables with more than 300 rows", async () => {
  for (const name of [
    "pets",
    "tags",
    "scan_records",
    "notifications",
    "messages",
    "store_orders",
    "lost_found_posts",
    "users",
  ]) {
    const { rows } = await database.query(`select count(*)::int as rows from ${name}`);
    expect(rows[0].rows, name).toBeGreaterThan(300);
  }
});

test.each(pages)("%s uses an index for every table that may have millions of rows", async (id) => {
  // Makes rows expensive, so that the planner minimizes the rows read even in small tables.
  await database.query("set enable_seqscan = off; set cpu_tuple_cost = 10; set cpu_index_tuple_cost = 10");
  const unchecked = new Set([...small, ...empty]);
  const isOfAdmins = table[id]!.access === "admins";
  const problems: string[] = [];
  for (const { text, values } of many[id]!) {
    if (!/^\s*(select|with|insert|update|delete)/i.test(text)) continue;
    const { rows } = await database.query(`explain (format json) ${text.replace(/;\s*$/, "")}`, values);
    const [{ Plan }] = rows[0]["QUERY PLAN"] as [{ Plan: PlanNode }];
    const isFair = (read: string) =>
      queues.some((name) => read.includes(` index ${name} `)) || (isSum(text) && read.includes(" index "));
    const found = wholeReads(Plan, unchecked).filter((read) => !(isOfAdmins && isFair(read)));
    problems.push(...found.map((read) => `${read}\n    ${text}`));
  }
  expect(problems.join("\n")).toBe("");
});
