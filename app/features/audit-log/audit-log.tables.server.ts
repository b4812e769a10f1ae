import { type SQL, sql } from "drizzle-orm";
import { index, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import { users } from "#app/features/users/users.tables.server.ts";
import { jsonb, uuid } from "#app/platform/db/column-types.server.ts";
import { auditActions, type Facts, type SubjectKind } from "./audit-log.rules.ts";

/**
 * Changes made by administrators. Append-only: a trigger rejects deletes, and allows updates only to clear what
 * identifies an erased user.
 */
export const auditLog = pgTable(
  "audit_log",
  {
    id: uuid().primaryKey(),
    at: timestamp({ withTimezone: true, mode: "date", precision: 3 }).notNull(),
    /** Null for changes made on the server's command line, or by a user who has been erased. */
    actorId: uuid().references(() => users.id, { onDelete: "set null" }),
    action: text({ enum: auditActions }).notNull(),
    subjectKind: text().$type<SubjectKind>().notNull(),
    subjectId: text(),
    /** Human-readable name: a code, a number, a name. */
    subjectName: text(),
    /** The person concerned; details about them are cleared when their account is erased. */
    personId: uuid().references(() => users.id, { onDelete: "set null" }),
    before: jsonb().$type<Facts>(),
    after: jsonb().$type<Facts>(),
    search: text().generatedAlwaysAs((): SQL => sql`ar_norm(coalesce(${auditLog.subjectName}, ''))`),
  },
  (table) => [
    index("audit_log_newest").on(table.at.desc().nullsFirst(), table.id.desc().nullsFirst()),
    index("audit_log_by_actor").on(table.actorId, table.at.desc().nullsFirst(), table.id.desc().nullsFirst()),
    index("audit_log_by_person").on(table.personId, table.at.desc().nullsFirst(), table.id.desc().nullsFirst()),
    index("audit_log_by_action").on(table.action, table.at.desc().nullsFirst(), table.id.desc().nullsFirst()),
    index("audit_log_by_subject").on(table.subjectId, table.at.desc().nullsFirst(), table.id.desc().nullsFirst()),
    index("audit_log_by_words").using("gin", table.search.op("gin_trgm_ops")),
  ],
);
