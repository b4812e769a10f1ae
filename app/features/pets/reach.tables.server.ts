import { pgTable, uuid } from "drizzle-orm/pg-core";
import { users } from "#app/features/users/users.tables.server.ts";
import { timestamptz } from "#app/platform/db/timestamptz.server.ts";

/** When an owner was asked whether number, address and contacts are still right, and when they last said so. */
export const reachChecks = pgTable("reach_checks", {
  userId: uuid()
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  askedAt: timestamptz(),
  confirmedAt: timestamptz(),
});
