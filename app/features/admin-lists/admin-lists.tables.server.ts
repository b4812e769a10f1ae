import { sql } from "drizzle-orm";
import { type AnyPgColumn, index, integer, pgTable, primaryKey, text, unique, uniqueIndex } from "drizzle-orm/pg-core";
import { users } from "#app/features/users/users.tables.server.ts";
import type { AppErrorData } from "#app/platform/app-error.server.ts";
import { belongsTo, jsonb, timestamptz, uuid } from "#app/platform/db/column-types.server.ts";

/** Bulk actions started by administrators, one row per run. */
export const bulkRuns = pgTable(
  "bulk_runs",
  {
    id: uuid().primaryKey(),
    /** `kind` of the bulk action. */
    kind: text().notNull(),
    adminId: belongsTo(() => users.id),
    /** Parameters of the action, the same for every item. */
    params: jsonb().$type<unknown>().notNull(),
    /** Path and query string of the list on which it was started. */
    listPath: text().notNull(),
    /** The run that this one undoes. */
    undoes: uuid().references((): AnyPgColumn => bulkRuns.id, { onDelete: "cascade" }),
    total: integer().notNull(),
    startedAt: timestamptz().notNull(),
    finishedAt: timestamptz(),
  },
  (table) => [
    unique("bulk_runs_undone_once").on(table.undoes),
    index("bulk_runs_of_admin").on(table.adminId),
    index("bulk_runs_unfinished").on(table.adminId, table.startedAt).where(sql`${table.finishedAt} is null`),
  ],
);

const bulkItemStates = ["waiting", "done", "refused"] as const;
export type BulkItemState = (typeof bulkItemStates)[number];

/** Maximum number of rows processed within the request; larger runs are processed by a job. */
export const maxAtOnce = 50;

/** Maximum number of rows in one run. */
export const maxInRun = 20_000;

/** Maximum number of rejected rows that a page lists. */
export const maxShownRefusals = 100;

/** One row of a bulk run and its outcome. */
export const bulkRunItems = pgTable(
  "bulk_run_items",
  {
    runId: belongsTo(() => bulkRuns.id),
    position: integer().notNull(),
    subjectId: uuid().notNull(),
    /** Human-readable name: an order's number, a tag's code. */
    name: text().notNull(),
    state: text({ enum: bulkItemStates }).notNull().default("waiting"),
    /** Why the action was rejected for this row. */
    refusal: jsonb().$type<AppErrorData>(),
    /** State that undo needs; null when the action cannot be undone. */
    before: jsonb().$type<unknown>(),
  },
  (table) => [
    primaryKey({ columns: [table.runId, table.position] }),
    uniqueIndex("bulk_run_items_once").on(table.runId, table.subjectId),
    index("bulk_run_items_by_subject").on(table.subjectId),
    index("bulk_run_items_waiting").on(table.runId, table.position).where(sql`${table.state} = 'waiting'`),
  ],
);

/** Filters of lists that administrators saved under a name. */
export const savedFilters = pgTable(
  "saved_filters",
  {
    id: uuid().primaryKey(),
    adminId: belongsTo(() => users.id),
    listPath: text().notNull(),
    name: text().notNull(),
    /** Query string of the list. */
    query: text().notNull(),
  },
  (table) => [unique("saved_filters_name").on(table.adminId, table.listPath, table.name)],
);

/** Notes that administrators share about a user; one text per user, whose version is incremented by each change. */
export const userNotes = pgTable("user_notes", {
  userId: belongsTo(() => users.id).primaryKey(),
  text: text().notNull(),
  version: integer().notNull().default(1),
  updatedAt: timestamptz().notNull(),
  updatedBy: uuid().references(() => users.id, { onDelete: "set null" }),
});
