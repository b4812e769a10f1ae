import { getTableColumns, is, type Placeholder, SQL, sql } from "drizzle-orm";
import { toSnakeCase } from "drizzle-orm/casing";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { toStorableJson } from "./column-types.server.ts";
import type { Db } from "./connection/database.server.ts";
import { createPreparedQuery } from "./prepare.server.ts";

/**
 * Returns the query for `insert(table).select(…)` that inserts these rows, passed as one JSON parameter: the
 * statement's length does not depend on the number of rows, whereas `values(…)` builds a placeholder per value. Omitted
 * values become the column's default if that is a plain value, otherwise null. A placeholder stands for the result of
 * `toJsonRows`.
 */
export function buildJsonRows<Table extends PgTable>(
  table: Table,
  rows: readonly Table["$inferInsert"][] | Placeholder,
): SQL {
  const given = isList(rows) ? toJsonRows(table, rows) : rows;
  return sql`select ${columnsOf(table).names} from json_populate_recordset(null::${table}, ${given}::json) as ${table}`;
}

const isList = <Row>(rows: readonly Row[] | Placeholder): rows is readonly Row[] => Array.isArray(rows);

/** Returns the rows as JSON, keyed by database column names. */
export function toJsonRows<Table extends PgTable>(table: Table, rows: readonly Table["$inferInsert"][]): string {
  const { columns } = columnsOf(table);
  const named = rows.map((row: Record<string, unknown>) => {
    const values: Record<string, unknown> = {};
    for (const { key, name, getDefault } of columns) values[name] = row[key] === undefined ? getDefault() : row[key];
    return values;
  });
  return toStorableJson(named);
}

/** Returns a function that returns the column's default, or throws for SQL such as `now()`, whose value must be given. */
function createDefault({ default: value, name }: PgColumn): () => unknown {
  if (!is(value, SQL)) return () => value;
  return () => {
    throw new TypeError(`${name} must be given: its default is no plain value`);
  };
}

const insertInto = (table: PgTable) =>
  createPreparedQuery((db) => db.insert(table).select(buildJsonRows(table, sql.placeholder("rows"))));

const preparedInserts = new WeakMap<PgTable, ReturnType<typeof insertInto>>();

/** Inserts rows with a statement that is built once per connection; defaults as in `buildJsonRows`. */
export async function insertRows<Table extends PgTable>(
  db: Db,
  table: Table,
  rows: readonly Table["$inferInsert"][],
): Promise<void> {
  if (rows.length === 0) return;
  const insert = preparedInserts.get(table) ?? insertInto(table);
  preparedInserts.set(table, insert);
  await insert(db).execute({ rows: toJsonRows(table, rows) });
}

interface Columns {
  columns: {
    /** Name in the code. */
    key: string;
    /** Name in the database. */
    name: string;
    getDefault: () => unknown;
  }[];
  /** List of the column names, without generated columns. */
  names: SQL;
}

const columnsCache = new WeakMap<PgTable, Columns>();

function columnsOf(table: PgTable): Columns {
  let found = columnsCache.get(table);
  if (!found) {
    const columns = Object.entries(getTableColumns(table))
      .filter(([, column]) => column.generated === undefined)
      .map(([key, column]) => ({
        key,
        name: column.keyAsName ? toSnakeCase(key) : column.name,
        getDefault: createDefault(column),
      }));
    const names = columns.map(({ name }) => sql.identifier(name));
    found = { columns, names: sql.join(names, sql`, `) };
    columnsCache.set(table, found);
  }
  return found;
}
