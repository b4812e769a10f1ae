import { query } from "#tests/databases.ts";

interface Column {
  table: string;
  name: string;
  type: string;
  isKey: boolean;
  isUnique: boolean;
  /** A unique index consists of this column alone. */
  isUniqueColumn: boolean;
  /** The table that the column references. */
  references: string | null;
}

const columnsOf = `
  select c.relname as table, a.attname as name, a.atttypid::regtype::text as type,
    exists (select 1 from pg_index i where i.indrelid = c.oid and i.indisprimary and a.attnum = any(i.indkey)) as "isKey",
    exists (select 1 from pg_index i where i.indrelid = c.oid and i.indisunique and a.attnum = any(i.indkey)) as "isUnique",
    exists (select 1 from pg_index i where i.indrelid = c.oid and i.indisunique and i.indkey::text = a.attnum::text) as "isUniqueColumn",
    (select k.confrelid::regclass::text from pg_constraint k
      where k.conrelid = c.oid and k.contype = 'f' and k.conparentid = 0 and k.conkey = array[a.attnum] limit 1) as "references"
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and a.attidentity = ''
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    and c.relname not in ('rate_limits', 'key_values')
  order by c.relname, a.attnum`;

/** SQL for the id of copy `n` of the row with the id in this column. */
const copiedId = (column: string) => `(left("${column}"::text, 32) || lpad(to_hex(n), 4, '0'))::uuid`;

/** Returns the SQL for a column's value in copy `n`. */
type Write = (column: Column) => string;

const writeWith =
  (follows: (references: string) => boolean): Write =>
  ({ name, type, isKey, isUnique, isUniqueColumn, references }) => {
    if (type === "uuid" && (references ? follows(references) : isKey || isUnique)) return copiedId(name);
    return isUniqueColumn && type === "text" && !isKey ? `"${name}" || 'K' || n` : `"${name}"`;
  };

/** Inserts `count` copies, numbered from `first`, of every row that existed before the data grew. */
async function copyAll(url: string, passes: { write: Write; first: number; count: number }[]): Promise<void> {
  const columns = (await query(url, columnsOf)).rows as Column[];
  const tables = Map.groupBy(columns, ({ table }) => table);
  const kept = [...tables.keys()].map(
    (table) => `create table if not exists as_it_was."${table}" as select * from "${table}"`,
  );
  const copies = passes.flatMap(({ write, first, count }) =>
    [...tables].map(([table, ofTable]) => {
      const names = ofTable.map(({ name }) => `"${name}"`).join(", ");
      return `insert into "${table}" (${names}) select ${ofTable.map(write).join(", ")}
        from as_it_was."${table}" cross join generate_series(${first}, ${first + count - 1}) n on conflict do nothing`;
    }),
  );
  // Copies may be inserted before the rows that they reference.
  const all = ["set session_replication_role = replica", "create schema if not exists as_it_was", ...kept, ...copies];
  await query(url, all.join(";"));
  await query(url, "vacuum (analyze)");
}

/**
 * Inserts thirty copies of every row, and thirty more with all that belongs to it, for the same users: thirty tags of
 * the first pet, and thirty pets with a tag each. Rows that must be unique are not copied.
 */
export function copyRowsThirtyfold(url: string): Promise<void> {
  return copyAll(url, [
    { write: writeWith(() => false), first: 1, count: 30 },
    { write: writeWith((table) => table !== "users"), first: 31, count: 30 },
  ]);
}

/** Adds three hundred copies of the existing data that belong to other accounts. */
export function addStrangers(url: string): Promise<void> {
  return copyAll(url, [{ write: writeWith(() => true), first: 61, count: 300 }]);
}
