import { pgTable, uuid } from "drizzle-orm/pg-core";
import { users } from "#app/features/users/users.tables.server.ts";
import { timestamptz } from "#app/platform/db/timestamptz.server.ts";

/** When each owner was last asked to confirm their phone number, address and contacts, and when they last did. */
export const reachChecks = pgTable("reach_checks", {
  userId: uuid()
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  askedAt: timestamptz(),
  confirmedAt: timestamptz(),
});
