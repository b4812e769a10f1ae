import { index, integer, pgTable, primaryKey, text, unique, uuid } from "drizzle-orm/pg-core";
import { timestamptz } from "#app/platform/db/timestamptz.server.ts";
import { lostFoundPosts } from "./reports.tables.server.ts";

/**
 * A series of printed posters of a report, identified by the code in their QR code, so that its owner sees which ones
 * are scanned. Of a deleted report only the code stays (a trigger blanks the rest), to say that it was deleted.
 */
export const reportPosters = pgTable(
  "report_posters",
  {
    id: uuid().primaryKey(),
    reportId: uuid().references(() => lostFoundPosts.id, { onDelete: "set null" }),
    /** Last part of the short URL. */
    code: text().notNull().unique(),
    /** The owner's note about where they hang. */
    place: text(),
    /** Idempotency key of the form, so that submitting it twice creates one series. */
    idempotencyKey: uuid(),
    scans: integer().notNull().default(0),
    lastScanAt: timestamptz(),
    createdAt: timestamptz().notNull(),
  },
  (table) => [
    index("report_posters_of_report").on(table.reportId, table.id.desc().nullsFirst()),
    unique("report_posters_once").on(table.reportId, table.idempotencyKey),
  ],
);

/**
 * Visitors of a poster today, as a hash that only distinguishes repeated visits from new ones; deleted after 24 hours.
 */
export const posterVisits = pgTable(
  "poster_visits",
  {
    posterId: uuid()
      .notNull()
      .references(() => reportPosters.id, { onDelete: "cascade" }),
    visitor: text().notNull(),
    at: timestamptz().notNull(),
  },
  (table) => [primaryKey({ columns: [table.posterId, table.visitor] }), index("poster_visits_at").on(table.at)],
);
