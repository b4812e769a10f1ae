import { afterAll, beforeAll, expect, test } from "vitest";
import { query } from "../databases.ts";
import { copyDatabase } from "../test-database.ts";

/** Tables that grow with usage, with the column by which a Citus cluster would distribute them. */
const distributed: Record<string, string> = {
  scan_records: "owner_id",
  notifications: "user_id",
  notification_deliveries: "user_id",
  messages: "owner_id",
  reminders: "owner_id",
  reminder_completions: "owner_id",
};

/** Reference tables, which every node would hold completely, because rows of the other tables refer to them. */
const reference = ["users", "pets", "tags", "conversations", "tag_batches"];

/** Local tables, which stay on one node, grouped by the reason. */
const local: Record<string, string[]> = {
  "few rows for each person, unique over all people (address, number, token)": [
    "calendar_links email_changes notification_preferences passkeys pending_sign_ins phone_codes phone_numbers",
    "push_subscriptions reach_checks saved_filters sessions sign_in_methods two_factor user_notes verifications",
  ],
  "about one pet or tag, read with it": [
    "escalation_settings escalation_steps escalations handovers live_location_points live_location_shares pet_caregivers",
    "pet_contacts pet_health_events pet_lost pet_medical pet_share_visits phone_contact_consents pet_shares pet_transfers pet_vets tag_canaries tag_tests",
  ],
  "searched by everybody": [
    "lost_found_posts poster_visits report_bans report_conversations report_flags report_matches report_posters",
  ],
  "numbers, stock and money in one transaction": [
    "cart_lines cart_merges courier_events plan_periods plan_settings product_pictures product_reviews products stock_alerts",
    "stock_movements store_order_events store_order_lines store_orders store_returns subscription_requests",
  ],
  "kept for a while only": [
    "email_budgets late_submissions phone_inbound phone_messages rate_limits undelivered_messages",
    "waiting_courier_events",
  ],
  "of the people who run it": ["audit_log bulk_run_items bulk_runs key_values"],
};

/**
 * Everything that has to change before the tables above can be distributed. The list is complete, so that additions are
 * noticed.
 */
const toChange = [
  "live_location_shares → scan_records leads to a distributed table",
  "tag_tests → scan_records leads to a distributed table",
  "messages has no owner_id",
  "notification_deliveries has no user_id",
  "notification_deliveries → notifications leaves out the key",
  "reminder_completions → reminders leaves out the key",
  "reminder_completions: reminder_completions_reminder_id_day_pk leaves out owner_id",
  "reminders: reminders_pkey leaves out owner_id",
  "notifications: notifications_pkey leaves out user_id",
  "scan_records: scan_records_pkey leaves out owner_id",
];

let database: Awaited<ReturnType<typeof copyDatabase>>;
beforeAll(async () => {
  database = await copyDatabase();
});
afterAll(() => database.drop());

const named = Object.values(local).flatMap((lines) => lines.flatMap((line) => line.split(" ")));

test("every table is either distributed, a reference table or local", async () => {
  const { rows } = await query(
    database.url,
    `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`,
  );
  const all = [...Object.keys(distributed), ...reference, ...named];
  expect(new Set(all).size).toBe(all.length);
  expect(rows.map(({ relname }) => relname).toSorted()).toEqual(all.toSorted());
});

/**
 * Rules of Citus:
 * - A primary key, unique index or exclusion constraint contains the distribution column.
 * - A foreign key refers to a reference table, or to a distributed table with the distribution columns of both.
 * - Reference and local tables refer to no distributed table, and reference tables to no local one.
 * - A distributed table has no triggers.
 */
test("the list of what Citus would reject in the distributed tables is complete", async () => {
  const { rows: columns } = await query(
    database.url,
    "select table_name, column_name, is_nullable from information_schema.columns where table_schema = 'public'",
  );
  const { rows: keys } = await query(
    database.url,
    `select i.indrelid::regclass::text as "table", i.indexrelid::regclass::text as name,
       array(select attname::text from pg_attribute where attrelid = i.indrelid and attnum = any(i.indkey)) as columns
     from pg_index i where (i.indisunique or i.indisexclusion) and i.indrelid::regclass::text = any($1)`,
    [Object.keys(distributed)],
  );
  const { rows: references } = await query(
    database.url,
    `select conrelid::regclass::text as "from", confrelid::regclass::text as "to",
       array(select attname::text from unnest(conkey) with ordinality k(n, at) join pg_attribute on attrelid = conrelid and attnum = n order by at) as own,
       array(select attname::text from unnest(confkey) with ordinality k(n, at) join pg_attribute on attrelid = confrelid and attnum = n order by at) as theirs
     from pg_constraint where contype = 'f' and conparentid = 0`,
  );
  const { rows: triggers } = await query(
    database.url,
    "select tgrelid::regclass::text as name, tgname from pg_trigger where not tgisinternal",
  );
  const problems: string[] = [];
  const isThere = (table: string) =>
    columns.some((one) => one.table_name === table && one.column_name === distributed[table]);
  for (const table of Object.keys(distributed)) {
    if (!isThere(table)) problems.push(`${table} has no ${distributed[table]}`);
    else
      for (const key of keys)
        if (key.table === table && !key.columns.includes(distributed[table]))
          problems.push(`${table}: ${key.name} leaves out ${distributed[table]}`);
    for (const { name, tgname } of triggers) if (name === table) problems.push(`${table} has the trigger ${tgname}`);
  }
  for (const { from, to, own, theirs } of references) {
    const [here, there] = [distributed[from], distributed[to]];
    const isTogether = here && there && own.some((name: string, at: number) => name === here && theirs[at] === there);
    if (there && !here) problems.push(`${from} → ${to} leads to a distributed table`);
    else if (there && !isTogether) problems.push(`${from} → ${to} leaves out the key`);
    else if (here && !there && !reference.includes(to)) problems.push(`${from} → ${to} leads to a local table`);
    else if (reference.includes(from) && !reference.includes(to))
      problems.push(`${from} → ${to} leads to a local table`);
  }
  expect(problems.toSorted()).toEqual(toChange.toSorted());
});
