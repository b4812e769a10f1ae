import { getTableColumns, type SQL, sql } from "drizzle-orm";
import { toSnakeCase } from "drizzle-orm/casing";
import type { PgTable } from "drizzle-orm/pg-core";

/** A lone half of a pair, which PostgreSQL refuses, becomes U+FFFD, as when the driver writes it. */
const wellFormed = (_: string, value: unknown) => (typeof value === "string" ? value.toWellFormed() : value);

/**
 * Returns the query that gives `insert(table).select(…)` these rows, as one parameter: the statement is as short for two
 * hundred rows as for one, where `values(…)` builds a placeholder for each value. What is left out becomes the column's
 * default where that is a plain value, else null.
 */
export function jsonRows<Table extends PgTable>(table: Table, rows: readonly Table["$inferInsert"][]): SQL {
  const columns = Object.entries(getTableColumns(table));
  const named = rows.map((row: Record<string, unknown>) =>
    Object.fromEntries(
      columns.map(([key, column]) => [toSnakeCase(key), row[key] === undefined ? column.default : row[key]]),
    ),
  );
  const selected = sql.join(
    columns.map(([, column]) => column),
    sql`, `,
  );
  return sql`select ${selected} from json_populate_recordset(null::${table}, ${JSON.stringify(named, wellFormed)}::json) as ${table}`;
}
