import { boolean, index, pgTable, primaryKey, smallint, uuid } from "drizzle-orm/pg-core";
import { jsonb } from "#app/platform/db/jsonb.server.ts";
import { timestamptz } from "#app/platform/db/timestamptz.server.ts";
import type { Reason } from "./matching/matching-reason.rules.ts";
import { lostFoundPosts } from "./reports.tables.server.ts";

const report = () =>
  uuid()
    .notNull()
    .references(() => lostFoundPosts.id, { onDelete: "cascade" });

/**
 * Two reports that may be about the same animal. Rows are kept when the score drops, since they store the users'
 * decisions.
 */
export const reportMatches = pgTable(
  "report_matches",
  {
    lostId: report(),
    /** Report of a found or sighted pet. */
    foundId: report(),
    score: smallint().notNull(),
    decided: boolean().notNull(),
    reasons: jsonb().$type<Reason[]>().notNull(),
    scoredAt: timestamptz().notNull(),
    /** When the reporter of each side said that these are different animals. */
    dismissedByLostAt: timestamptz(),
    dismissedByFoundAt: timestamptz(),
    notifiedAt: timestamptz(),
    /** Whether both sides were already notified that the microchips match. */
    notifiedDecided: boolean().notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.lostId, table.foundId] }),
    index("report_matches_of_found").on(table.foundId),
  ],
);

export type StoredMatch = typeof reportMatches.$inferSelect;
