import { getTableColumns, type SQL, sql } from "drizzle-orm";
import { toSnakeCase } from "drizzle-orm/casing";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";

/** A lone half of a pair, which PostgreSQL refuses, becomes U+FFFD, as when the driver writes it. */
const wellFormed = (_: string, value: unknown) => (typeof value === "string" ? value.toWellFormed() : value);

/**
 * Returns the query that gives `insert(table).select(…)` these rows, as one parameter: the statement is as short for two
 * hundred rows as for one, where `values(…)` builds a placeholder for each value. What is left out becomes the column's
 * default where that is a plain value, else null.
 */
export function buildJsonRows<Table extends PgTable>(table: Table, rows: readonly Table["$inferInsert"][]): SQL {
  const { columns, names } = columnsOf(table);
  const named = rows.map((row: Record<string, unknown>) =>
    Object.fromEntries(
      columns.map(([key, name, column]) => [name, row[key] === undefined ? column.default : row[key]]),
    ),
  );
  return sql`select ${names} from json_populate_recordset(null::${table}, ${JSON.stringify(named, wellFormed)}::json) as ${table}`;
}

interface Columns {
  /** Key in the code, name in the database, and the column itself. */
  columns: [string, string, PgColumn][];
  /** All of them as a statement lists them. */
  names: SQL;
}

const known = new WeakMap<PgTable, Columns>();

function columnsOf(table: PgTable): Columns {
  let found = known.get(table);
  if (!found) {
    const columns = Object.entries(getTableColumns(table)).map(([key, column]): [string, string, PgColumn] => [
      key,
      toSnakeCase(key),
      column,
    ]);
    const names = columns.map(([, name]) => sql.identifier(name));
    found = { columns, names: sql.join(names, sql`, `) };
    known.set(table, found);
  }
  return found;
}
