import { index, integer, pgTable, primaryKey, text, unique, uuid } from "drizzle-orm/pg-core";
import { timestamptz } from "#app/platform/db/timestamptz.server.ts";
import { lostFoundPosts } from "./reports.tables.server.ts";

/** A series of printed posters of a report, told apart by the code in their QR, so that its owner sees which walls are read. */
export const reportPosters = pgTable(
  "report_posters",
  {
    id: uuid().primaryKey(),
    reportId: uuid()
      .notNull()
      .references(() => lostFoundPosts.id, { onDelete: "cascade" }),
    /** What the short address ends with. */
    code: text().notNull().unique(),
    /** The owner's own note of where they hang. */
    place: text(),
    /** Made with the form that this was sent by, so that sending it twice makes one. */
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

/** Who opened a poster today, as a code that only tells a second look from a second person; forgotten after a day. */
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
