import { type SQL, sql } from "drizzle-orm";
import { index, jsonb, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { users } from "#app/features/users/users.tables.server.ts";
import { auditActions, type Facts, type SubjectKind } from "./audit-log.rules.ts";

/**
 * Who changed what as an administrator. Lines are only added: a trigger refuses to delete one, and lets one be changed
 * only so far that what leads to a person who left is emptied.
 */
export const auditLog = pgTable(
  "audit_log",
  {
    id: uuid().primaryKey(),
    at: timestamp({ withTimezone: true, mode: "date", precision: 3 }).notNull(),
    /** Null where it was done on the server's own command line, or by somebody who has left. */
    actorId: uuid().references(() => users.id, { onDelete: "set null" }),
    action: text({ enum: auditActions }).notNull(),
    subjectKind: text().$type<SubjectKind>().notNull(),
    subjectId: text(),
    /** What people call it: a code, a number, a name. */
    subjectName: text(),
    /** Whose it is: what the line says about them goes when they leave. */
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
