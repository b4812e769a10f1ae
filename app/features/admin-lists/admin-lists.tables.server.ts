import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { users } from "#app/features/users/users.tables.server.ts";
import { timestamptz } from "#app/platform/db/timestamptz.server.ts";
import type { AppErrorData } from "#app/platform/http/app-error.server.ts";
import { bulkItemStates } from "./bulk/bulk.rules.ts";

/** One action of an administrator over many rows of a list. */
export const bulkRuns = pgTable(
  "bulk_runs",
  {
    id: uuid().primaryKey(),
    /** The bulk action's kind. */
    kind: text().notNull(),
    adminId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** What the action was told, the same for every item. */
    params: jsonb().$type<unknown>().notNull(),
    /** Path and search of the list it was started on. */
    listPath: text().notNull(),
    /** The run whose items this one puts back. */
    undoes: uuid().references((): AnyPgColumn => bulkRuns.id, { onDelete: "cascade" }),
    total: integer().notNull(),
    startedAt: timestamptz().notNull(),
    finishedAt: timestamptz(),
  },
  (table) => [
    unique("bulk_runs_undone_once").on(table.undoes),
    index("bulk_runs_of_admin").on(table.adminId),
    index("bulk_runs_at_work").on(table.adminId, table.startedAt).where(sql`${table.finishedAt} is null`),
  ],
);

/** One row that a bulk action is about, and what became of it. */
export const bulkRunItems = pgTable(
  "bulk_run_items",
  {
    runId: uuid()
      .notNull()
      .references(() => bulkRuns.id, { onDelete: "cascade" }),
    position: integer().notNull(),
    subjectId: uuid().notNull(),
    /** What people call it: an order's number, a tag's code. */
    name: text().notNull(),
    state: text({ enum: bulkItemStates }).notNull().default("waiting"),
    /** Why it was refused. */
    refusal: jsonb().$type<AppErrorData>(),
    /** What its undo needs; null for an action that cannot be undone. */
    before: jsonb().$type<unknown>(),
  },
  (table) => [
    primaryKey({ columns: [table.runId, table.position] }),
    uniqueIndex("bulk_run_items_once").on(table.runId, table.subjectId),
    index("bulk_run_items_waiting").on(table.runId, table.position).where(sql`${table.state} = 'waiting'`),
  ],
);

/** A filter of a list that an administrator kept under a name. */
export const savedFilters = pgTable(
  "saved_filters",
  {
    id: uuid().primaryKey(),
    adminId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** The list's path. */
    listPath: text().notNull(),
    name: text().notNull(),
    /** The list's address behind the question mark. */
    query: text().notNull(),
  },
  (table) => [unique("saved_filters_name").on(table.adminId, table.listPath, table.name)],
);

/** What administrators keep about somebody for each other; one text, which grows a version with each change. */
export const userNotes = pgTable("user_notes", {
  userId: uuid()
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  text: text().notNull(),
  version: integer().notNull().default(1),
  updatedAt: timestamptz().notNull(),
  updatedBy: uuid().references(() => users.id, { onDelete: "set null" }),
});
