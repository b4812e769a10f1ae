import { globSync } from "node:fs";
import path from "node:path";
import { eq, is, sql } from "drizzle-orm";
import { getTableConfig, type PgColumn, PgTable } from "drizzle-orm/pg-core";
import { afterAll, expect, test } from "vitest";
import { purgeUser } from "#app/features/admin/users/manage-users.server.ts";
import { updateContactSharing } from "#app/features/lost-found/contact/report-conversations.server.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import { createId } from "#app/platform/db/uuid.server.ts";
import { createTestData, emails } from "#tests/http/permission-data.ts";
import { createTestAdmin } from "#tests/make.ts";
import { createTestApp } from "#tests/test-app.ts";
import { impersonalTables } from "./personal-data.server.ts";

const testApp = await createTestApp();
afterAll(() => testApp.close());

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
  "tag_page_changes.code_key": "tag whose page changed, for a week",
  "tags.code": "the tag itself, which can be claimed again",
  "tags.code_key": "the tag itself, which can be claimed again",
  "tags.uid": "the tag's chip",
  "tags.claim_hash": "needed to claim the tag again",
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
const personal = [...configs.keys()].filter((table) => !(table in impersonalTables));
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
      if (about.has(one) || one.table in impersonalTables) continue;
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
    personal.includes(one.table) && kinds[one.type] && choicesOf(one).length === 0 && !targetOf(one);
  const untouched: string[] = [];
  let words = 0;
  for (const column of columns.filter(isFreeText)) {
    let isWritten = false;
    for (const found of scene.about.filter(({ table }) => table === column.table)) {
      const now = JSON.stringify(found.row[column.column] ?? "");
      // Values that identify the person are how their rows are found; they are searched for unchanged.
      const leads = /[0-9a-f]{8}-[0-9a-f-]{27}/.test(now) || now.includes(owner.email);
      if (leads || (await writeWord(column, found, `${mark} ${++words}`))) isWritten = true;
    }
    const word = kinds[column.type] === "json" ? { said: mark } : `${mark} ${++words}`;
    // Some rows are immutable once written.
    if (!isWritten && !(await addRow(column.table, scene, { [column.column]: word }))) untouched.push(nameOf(column));
  }
  expect(untouched, "these columns could not be written: add a row for them to createTestData()").toEqual([]);
  expect(words).toBeGreaterThan(150);

  const { version } = (await testApp.ctx.db.select().from(users).where(eq(users.id, owner.id)))[0]!;
  await purgeUser(testApp.ctx, await createTestAdmin(testApp.ctx), { userId: owner.id, version }, owner.email);
  await testApp.runJobs();
  // The final e-mail's completed job is deleted by the queue within minutes.
  await testApp.ctx.db.execute(
    sql`delete from jobs.job where name = 'auth.accountDeletedEmail' and state = 'completed'`,
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
