import { boolean, index, jsonb, pgTable, primaryKey, smallint, uuid } from "drizzle-orm/pg-core";
import { timestamptz } from "#app/platform/db/timestamptz.server.ts";
import type { Reason } from "./matching/matching-reason.rules.ts";
import { lostFoundPosts } from "./reports.tables.server.ts";

const report = () =>
  uuid()
    .notNull()
    .references(() => lostFoundPosts.id, { onDelete: "cascade" });

/** Two reports that may be of one animal. A pair is kept when it no longer seems so: what was decided about it holds. */
export const reportMatches = pgTable(
  "report_matches",
  {
    lostId: report(),
    /** Of a found or a sighted pet. */
    foundId: report(),
    score: smallint().notNull(),
    decided: boolean().notNull(),
    reasons: jsonb().$type<Reason[]>().notNull(),
    scoredAt: timestamptz().notNull(),
    /** Since when whoever reported the one, or the other, says that they are two animals. */
    dismissedByLostAt: timestamptz(),
    dismissedByFoundAt: timestamptz(),
    notifiedAt: timestamptz(),
    /** The microchip had decided when both sides were told. */
    notifiedDecided: boolean().notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.lostId, table.foundId] }),
    index("report_matches_of_found").on(table.foundId),
  ],
);

export type StoredMatch = typeof reportMatches.$inferSelect;
