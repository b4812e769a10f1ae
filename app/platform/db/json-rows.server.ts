import { getTableColumns, is, type Placeholder, SQL, sql } from "drizzle-orm";
import { toSnakeCase } from "drizzle-orm/casing";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Db } from "./connection/database.server.ts";
import { prepareOnce, unnamed } from "./prepare.server.ts";

/** A lone half of a pair, which PostgreSQL refuses, becomes U+FFFD, as when the driver writes it. */
const wellFormed = (_: string, value: unknown) => (typeof value === "string" ? value.toWellFormed() : value);

/**
 * Returns the query that gives `insert(table).select(…)` these rows, as one parameter: the statement is as short for two
 * hundred rows as for one, where `values(…)` builds a placeholder for each value. What is left out becomes the column's
 * default where that is a plain value, else null. A placeholder stands for what `toJsonRows` makes of the rows.
 */
export function buildJsonRows<Table extends PgTable>(
  table: Table,
  rows: readonly Table["$inferInsert"][] | Placeholder,
): SQL {
  const given = isList(rows) ? toJsonRows(table, rows) : rows;
  return sql`select ${columnsOf(table).names} from json_populate_recordset(null::${table}, ${given}::json) as ${table}`;
}

const isList = <Row>(rows: readonly Row[] | Placeholder): rows is readonly Row[] => Array.isArray(rows);

/** The rows as JSON, by the columns' names in the database. */
export function toJsonRows<Table extends PgTable>(table: Table, rows: readonly Table["$inferInsert"][]): string {
  const { columns } = columnsOf(table);
  const named = rows.map((row: Record<string, unknown>) =>
    Object.fromEntries(
      columns.map(([key, name, column]) => [name, row[key] === undefined ? defaultOf(column) : row[key]]),
    ),
  );
  return JSON.stringify(named, wellFormed);
}

/** A default such as `now()` is the database's to compute: it must be given. */
function defaultOf(column: PgColumn): unknown {
  if (is(column.default, SQL)) throw new TypeError(`${column.name} must be given: its default is no plain value`);
  return column.default;
}

const insertsOf = new WeakMap<PgTable, ReturnType<typeof prepareInsert>>();

const prepareInsert = (table: PgTable) =>
  prepareOnce((db) =>
    db
      .insert(table)
      .select(buildJsonRows(table, sql.placeholder("rows")))
      .prepare(unnamed),
  );

/** Inserts rows by a statement whose text is built once for each connection; defaults as for `buildJsonRows`. */
export async function insertRows<Table extends PgTable>(
  db: Db,
  table: Table,
  rows: readonly Table["$inferInsert"][],
): Promise<void> {
  if (rows.length === 0) return;
  let prepared = insertsOf.get(table);
  if (!prepared) {
    prepared = prepareInsert(table);
    insertsOf.set(table, prepared);
  }
  await prepared(db).execute({ rows: toJsonRows(table, rows) });
}

interface Columns {
  /** Key in the code, name in the database, and the column itself. */
  columns: [string, string, PgColumn][];
  /** All of them, without those that the database computes, as a statement lists them. */
  names: SQL;
}

const known = new WeakMap<PgTable, Columns>();

function columnsOf(table: PgTable): Columns {
  let found = known.get(table);
  if (!found) {
    const columns = Object.entries(getTableColumns(table))
      .filter(([, column]) => column.generated === undefined)
      .map(([key, column]): [string, string, PgColumn] => [key, toSnakeCase(key), column]);
    const names = columns.map(([, name]) => sql.identifier(name));
    found = { columns, names: sql.join(names, sql`, `) };
    known.set(table, found);
  }
  return found;
}
