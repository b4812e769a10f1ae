// Words that a person wrote would stay in some column after they deleted the account.
import { globSync } from "node:fs";
import path from "node:path";
import { arrayBuffer } from "node:stream/consumers";
import { eq, is, sql } from "drizzle-orm";
import { getTableConfig, type PgColumn, PgTable } from "drizzle-orm/pg-core";
import { unzipSync } from "fflate";
import { expect, test } from "vitest";
import { purgeUser } from "#app/features/admin/users/manage-users.server.ts";
import { bulkRuns, savedFilters } from "#app/features/admin-lists/admin-lists.tables.server.ts";
import { updateContactSharing } from "#app/features/lost-found/conversations/report-conversations.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import { createId } from "#app/platform/db/uuid.server.ts";
import { createTestData, emails } from "#tests/http/permission-data.ts";
import { createTestAdmin } from "#tests/make.ts";
import { createTestApp } from "#tests/test-app.ts";
import { exportAccountData } from "./data-export.server.ts";
import { tablesWithoutPersonalData } from "./personal-data.server.ts";

const testApp = await createTestApp();

const mark = "zqword";

/** Columns that keep some text after an account is deleted, and why. */
const keptColumns: Record<string, string> = {
  "courier_events.id": "the courier's id of an event",
  "notification_deliveries.reason": "short code of why another user was not notified",
  "audit_log.subject_kind": "kind of the changed object",
  "phone_numbers.number": "consent of a number; deleted with the account unless it stopped messages",
  "report_bans.email_code": "recognizes the same address, and nothing else",
  "report_bans.reason": "administrator's reason for a ban, while it lasts",
  "report_posters.code": "printed code, to say that its report was deleted",
  "store_order_lines.sku": "product",
  "store_order_lines.name_en": "product",
  "store_order_lines.name_ar": "product",
  "store_order_lines.attributes": "size and colour; the engraving is erased",
  "store_orders.number": "bookkeeping",
  "store_orders.country": "bookkeeping: where tax is due",
  "tags.code": "the tag itself, which can be claimed again",
  "tags.code_key": "the tag itself, which can be claimed again",
  "tags.uid": "the tag's chip",
  "tags.claim_hash": "needed to claim the tag again",
};

/** Columns whose text is left out of the copy of a person's data, and why. */
const leftOutOfCopy: Record<string, string> = {
  "conversations.finder_whatsapp": "number of a finder, hidden from the owner",
  "bulk_run_items.before": "work of an administrator on other people's rows",
  "bulk_run_items.name": "work of an administrator on other people's rows",
  "bulk_run_items.refusal": "work of an administrator on other people's rows",
  "bulk_runs.list_path": "work of an administrator on other people's rows",
  "bulk_runs.params": "work of an administrator on other people's rows",
  "courier_events.id": "the courier's id of an event",
  "email_budgets.scans": "networks and devices of finders, counted",
  "email_budgets.messages": "networks and devices of finders, counted",
  "lost_found_posts.fingerprint": "computed from the report",
  "lost_found_posts.words": "computed from the report",
  "notification_deliveries.reason": "of a notification to somebody else about the person's pet",
  "notifications.params": "of a notification to somebody else about the person's pet",
  "passkeys.credential_id": "credential",
  "passkeys.public_key": "credential",
  "passkeys.transports": "credential",
  "pending_sign_ins.email_code_hash": "credential",
  "pending_sign_ins.phone": "credential",
  "pending_sign_ins.token_hash": "credential",
  "pet_share_visits.network": "whoever opened a share link",
  "pet_share_visits.os": "whoever opened a share link",
  "phone_codes.browser_hash": "credential",
  "phone_codes.hash": "credential",
  "phone_codes.number": "credential",
  "phone_messages.provider_id": "the carrier's id of a message",
  "phone_messages.reason": "short code of why a message waits",
  "phone_messages.subject": "id of what a message is about",
  "poster_visits.visitor": "whoever scanned a poster, hashed for a day",
  "push_subscriptions.auth": "credential",
  "push_subscriptions.endpoint": "credential; the copy names the service",
  "push_subscriptions.p256dh": "credential",
  "report_bans.email": "the person's own address",
  "report_bans.email_code": "recognizes the same address",
  "report_conversations.writer_email": "address of a writer, hidden from the reporter",
  "report_complaints.by": "whoever complained about the person's report",
  "report_complaints.email": "whoever complained about the person's report",
  "report_complaints.note": "whoever complained about the person's report",
  "report_matches.reasons": "computed from two reports",
  "sessions.ip_address": "the copy names the network",
  "sessions.phone": "credential",
  "sessions.token": "credential",
  "sessions.user_agent": "the copy names browser and system",
  "sign_in_methods.access_token": "credential",
  "sign_in_methods.id_token": "credential",
  "sign_in_methods.password": "credential",
  "sign_in_methods.provider_id": "credential",
  "sign_in_methods.refresh_token": "credential",
  "sign_in_methods.scope": "credential",
  "store_orders.tracking_code": "set only once the account is deleted",
  "subscription_requests.proof_sha256": "computed from the picture",
  "subscription_requests.reference_key": "computed from the reference",
  "tags.claim_hash": "credential",
  "two_factor.recovery_hashes": "credential",
  "two_factor.encrypted_key": "credential",
  "users.verified_phone": "emptied when the number itself is written",
  "verifications.identifier": "credential",
};

/** Values by table that link a row to a person without a foreign key. */
const linkingValues = (owner: { id: string }): Record<string, Row> => ({ verifications: { value: owner.id } });

type Row = Record<string, unknown>;
interface Column {
  place: string;
  table: string;
  column: string;
  type: string;
  isRequired: boolean;
}
type Kind = "text" | "json" | "list";

const query = async <Found extends Row>(text: ReturnType<typeof sql>) =>
  (await testApp.ctx.db.execute<Found>(text)).rows;
const from = ({ place, table }: Pick<Column, "place" | "table">) =>
  sql`${sql.identifier(place)}.${sql.identifier(table)}`;
const nameOf = ({ table, column }: Pick<Column, "table" | "column">) => `${table}.${column}`;

/** Returns every column of every table, including the queue's; partitions are covered by their parent table. */
function allColumns(): Promise<Column[]> {
  return query<Column & Row>(
    sql`select c.table_schema as place, c.table_name as "table", c.column_name as "column", c.udt_name as type,
               c.is_nullable = 'NO' and c.column_default is null as "isRequired"
        from information_schema.columns c
        join pg_class t on t.oid = format('%I.%I', c.table_schema, c.table_name)::regclass
        where c.table_schema in ('public', 'jobs') and t.relkind in ('r', 'p') and not t.relispartition
          and c.is_generated = 'NEVER'
        order by c.table_schema, c.table_name, c.ordinal_position`,
  );
}

const kinds: Record<string, Kind> = { text: "text", varchar: "text", bpchar: "text", citext: "text" };
for (const [type, kind] of Object.entries({ ...kinds })) kinds[`_${type}`] = kind && "list";
for (const type of ["json", "jsonb"]) kinds[type] = "json";

const modules = await Promise.all(
  globSync("app/**/*.tables.server.ts").map((file) => import(/* @vite-ignore */ path.resolve(file))),
);
const tables = modules.flatMap((module) => Object.values(module).filter((one): one is PgTable => is(one, PgTable)));
const configs = new Map(tables.map((table) => [getTableConfig(table).name, getTableConfig(table)]));
const personal = [...configs.keys()].filter((table) => !(table in tablesWithoutPersonalData));
const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const columnOf = ({ table, column }: Pick<Column, "table" | "column">) =>
  configs.get(table)?.columns.find(({ name }) => snake(name) === column);

/** Returns the enum values of a column; empty for free text. */
function choicesOf(column: Column): readonly string[] {
  const drizzleColumn = columnOf(column) as (PgColumn & { baseColumn?: PgColumn }) | undefined;
  return drizzleColumn?.enumValues ?? drizzleColumn?.baseColumn?.enumValues ?? [];
}

/** Returns the table and column that a foreign key refers to. */
function targetOf(column: Column) {
  const drizzleColumn = columnOf(column);
  const key = configs
    .get(column.table)
    ?.foreignKeys.map((one) => one.reference())
    .find(({ columns }) => drizzleColumn && columns.includes(drizzleColumn));
  return key && { table: getTableConfig(key.foreignTable).name, column: snake(key.foreignColumns[0]!.name) };
}

interface Found {
  table: string;
  row: Row;
  tid: string;
  part: string;
}

async function rowsOf(columns: readonly Column[]): Promise<Found[]> {
  const names = [...new Set(columns.filter(({ place }) => place === "public").map(({ table }) => table))];
  const found: Found[] = [];
  for (const table of names)
    found.push(
      ...(await query<{ table: string; row: Row; tid: string; part: string }>(
        sql`select ${table} as "table", to_jsonb(t) as row, ctid::text as tid, tableoid::text as part from ${from({ place: "public", table })} t`,
      )),
    );
  return found;
}

/** Returns the rows linked to a person, directly or through other rows. */
function rowsAbout(all: readonly Found[], ids: Set<string>): Found[] {
  const about = new Set<Found>();
  for (let size = -1; size !== about.size; ) {
    size = about.size;
    for (const one of all) {
      if (about.has(one) || one.table in tablesWithoutPersonalData) continue;
      const text = JSON.stringify(one.row);
      if (![...ids].some((id) => text.includes(id))) continue;
      about.add(one);
      if (typeof one.row.id === "string" && one.row.id.length === 36) ids.add(one.row.id);
    }
  }
  return [...about];
}

interface Scene {
  columns: readonly Column[];
  about: readonly Found[];
  all: readonly Found[];
}

/**
 * Inserts a row for a person into a table: foreign keys refer to the person's rows, or to any row if they have none.
 * Returns false when the database rejects it.
 */
async function addRow(table: string, { columns, about, all }: Scene, given: Row = {}): Promise<boolean> {
  const values: [string, unknown][] = [];
  for (const column of columns.filter((one) => one.table === table)) {
    const target = targetOf(column);
    const row = target && [...about, ...all].find((one) => one.table === target.table)?.row;
    if (target) values.push([column.column, row?.[target.column] ?? null]);
    else if (column.isRequired || given[column.column])
      values.push([column.column, given[column.column] ?? anyOf(column)]);
  }
  const names = sql.join(
    values.map(([name]) => sql.identifier(name)),
    sql`, `,
  );
  const filled = sql.join(
    values.map(([, value]) => sql`${value}`),
    sql`, `,
  );
  const added = query(sql`insert into ${from({ place: "public", table })} (${names}) values (${filled})`);
  return added.then(
    () => true,
    () => false,
  );
}

function anyOf(column: Column): unknown {
  const { type } = column;
  const [choice = `${mark} ${nameOf(column)}`] = choicesOf(column);
  if (type === "uuid") return createId();
  if (/^timestamp/.test(type)) return testApp.ctx.clock.now().toISOString();
  if (type === "date") return "2026-11-21";
  if (/^(int|float|numeric)/.test(type)) return 1;
  if (type === "bool") return false;
  if (kinds[type] === "json") return "{}";
  return kinds[type] === "list" ? `{${choice}}` : choice;
}

/** Writes a unique word into a column of a row; returns false when the database rejects it. */
async function writeWord(column: Column, found: Found, word: string): Promise<boolean> {
  const name = sql.identifier(column.column);
  const value = {
    text: sql`${word}::text`,
    list: sql`array_append(${name}, ${word})`,
    json: sql`case when jsonb_typeof(${name}) = 'array' then ${name} || jsonb_build_array(${word}::text)
      when jsonb_typeof(${name}) = 'object' then ${name} || jsonb_build_object('said', ${word}::text)
      else jsonb_build_object('said', ${word}::text) end`,
  }[kinds[column.type] as Kind];
  const where = sql`ctid = ${found.tid}::tid and tableoid = ${found.part}::oid`;
  const moved = await query<{ tid: string }>(
    sql`update ${from(column)} set ${name} = ${value} where ${where} returning ctid::text as tid`,
  ).catch(() => []);
  if (!moved[0]) return false;
  found.tid = moved[0].tid;
  return true;
}

/** Tables whose subject is never a person. */
const otherSubjects = { email_budgets: "a pet or tag" };

/**
 * Adds rows that other people wrote about the person, as an administrator's bulk run does: their accounts are others',
 * the rows that they refer to without a foreign key are the person's, and each text has a word. Returns the tables.
 */
async function addRowsOfOthers(scene: Scene, ownerId: string, otherId: string): Promise<string[]> {
  const others = rowsAbout(scene.all, new Set([otherId]));
  const written: string[] = [];
  for (const table of personal) {
    const columns = scene.columns.filter((one) => one.table === table);
    const subjects = columns.filter(
      (one) => one.type === "uuid" && !targetOf(one) && one.column === "subject_id" && !(table in otherSubjects),
    );
    if (subjects.length === 0) continue;
    const given: Row = Object.fromEntries(subjects.map(({ column }) => [column, ownerId]));
    for (const column of columns) {
      if (!kinds[column.type] || choicesOf(column).length > 0 || targetOf(column)) continue;
      const word = `${mark} of others ${nameOf(column)}`;
      given[column.column] =
        kinds[column.type] === "json"
          ? JSON.stringify({ said: word })
          : kinds[column.type] === "list"
            ? `{${word}}`
            : word;
    }
    if (await addRow(table, { ...scene, about: others }, given)) written.push(table);
  }
  return written;
}

/** Returns the file with everything about a person that their copy contains. */
async function readCopy(actor: Actor): Promise<string> {
  const zip = await arrayBuffer(await exportAccountData(testApp.ctx, actor));
  const { "data.json": data } = unzipSync(new Uint8Array(zip));
  return Buffer.from(data ?? []).toString("utf8");
}

/** Creates a person with at least one row in every table that can have one. */
async function createPersonWithRowsEverywhere(columns: readonly Column[]) {
  const { reportId, conversationId } = await createTestData(testApp.ctx);
  const [owner] = await testApp.ctx.db.select().from(users).where(eq(users.email, emails.owner));
  if (!owner?.email) throw new Error("the owner is missing");
  await updateContactSharing(testApp.ctx, owner, reportId, conversationId, true);
  await testApp.runJobs();
  const readScene = async (): Promise<Scene> => {
    const all = await rowsOf(columns);
    return { columns, all, about: rowsAbout(all, new Set([owner.id, emails.owner])) };
  };
  const empty = new Set(personal);
  for (let before = -1; before !== empty.size; ) {
    before = empty.size;
    for (const table of personal) {
      const scene = await readScene();
      if (scene.about.some((one) => one.table === table) || (await addRow(table, scene, linkingValues(owner)[table])))
        empty.delete(table);
    }
  }
  return { owner: { ...owner, email: owner.email }, scene: await readScene() };
}

test("account deletion erases a user's text from every column", async () => {
  const columns = await allColumns();
  const { owner, scene } = await createPersonWithRowsEverywhere(columns);
  const isFreeText = (one: Column) =>
    nameOf(one) !== "pets.birthdate" && // A check in the database allows only a date.
    personal.includes(one.table) &&
    kinds[one.type] &&
    choicesOf(one).length === 0 &&
    !targetOf(one);
  const untouched: string[] = [];
  const wordsOf = new Map<string, string[]>();
  let words = 0;
  for (const column of columns.filter(isFreeText)) {
    let isWritten = false;
    for (const found of scene.about.filter(({ table }) => table === column.table)) {
      const now = JSON.stringify(found.row[column.column] ?? "");
      // Values that identify the person are how their rows are found; they are searched for unchanged.
      const leads = /[0-9a-f]{8}-[0-9a-f-]{27}/.test(now) || now.includes(owner.email);
      const word = `${mark} ${++words}.`;
      const isNew = !leads && (await writeWord(column, found, word));
      if (isNew) wordsOf.set(nameOf(column), [...(wordsOf.get(nameOf(column)) ?? []), word]);
      if (leads || isNew) isWritten = true;
    }
    const word = kinds[column.type] === "json" ? { said: mark } : `${mark} ${++words}.`;
    // Some rows are immutable once written.
    if (!isWritten && !(await addRow(column.table, scene, { [column.column]: word }))) untouched.push(nameOf(column));
  }
  expect(untouched, "these columns could not be written: add a row for them to createTestData()").toEqual([]);
  expect(words).toBeGreaterThan(150);

  const admin = await createTestAdmin(testApp.ctx);
  const filters = { adminId: admin.id, listPath: "/admin/users", name: "x" };
  await testApp.ctx.db
    .insert(savedFilters)
    .values({ ...filters, id: createId(), query: `?q=${encodeURIComponent(owner.email)}` });
  await testApp.ctx.db.insert(bulkRuns).values({
    id: createId(),
    kind: "user.suspend",
    adminId: admin.id,
    params: { reason: mark },
    listPath: `/admin/users?q=${owner.email}`,
    total: 1,
    startedAt: new Date(),
    finishedAt: new Date(),
  });
  const ofOthers = await addRowsOfOthers({ ...scene, all: await rowsOf(columns) }, owner.id, admin.id);
  expect(ofOthers).toContain("bulk_run_items");

  const copy = await readCopy(owner);
  const missing = [...wordsOf]
    .filter(([, written]) => !written.every((word) => copy.includes(word)))
    .map(([name]) => name);
  expect(
    missing.sort(),
    "export the column in the personal-data.server.ts of its feature, or add it to `leftOutOfCopy` with a reason; remove columns that are exported now",
  ).toEqual(Object.keys(leftOutOfCopy).sort());

  const { version } = (await testApp.ctx.db.select().from(users).where(eq(users.id, owner.id)))[0]!;
  await purgeUser(testApp.ctx, admin, { userId: owner.id, version }, owner.email);
  await testApp.runJobs();
  // The final e-mail's completed job is deleted by the queue within minutes.
  await testApp.ctx.db.execute(
    sql`delete from jobs.job where name = 'auth.send-deletion-email' and state = 'completed'`,
  );
  const remaining: string[] = [];
  for (const column of columns) {
    const text = sql`${sql.identifier(column.column)}::text`;
    const has = sql.join(
      [mark, owner.email, owner.id].map((one) => sql`position(${one} in ${text}) > 0`),
      sql` or `,
    );
    if ((await query(sql`select 1 from ${from(column)} where ${has} limit 1`)).length > 0)
      remaining.push(nameOf(column));
  }
  expect(
    remaining.sort(),
    "erase the column in the personal-data.server.ts of its feature, or add it to `keptColumns` with a reason; remove columns that are erased now",
  ).toEqual(Object.keys(keptColumns).sort());
});
