import { type SQL, sql } from "drizzle-orm";
import { index, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { users } from "#app/features/users/users.tables.server.ts";
import { timestamptz } from "#app/platform/db/timestamptz.server.ts";

/** Active and lifted bans from reporting. */
export const reportBans = pgTable(
  "report_bans",
  {
    id: uuid().primaryKey(),
    /** Null for guests and after the account was deleted. */
    userId: uuid().references(() => users.id, { onDelete: "set null" }),
    /**
     * E-mail address, or the phone number of an account without one. Cleared when the account is deleted; the code
     * remains and only allows recognizing the same address.
     */
    email: text(),
    emailCode: text().notNull(),
    reason: text().notNull(),
    createdAt: timestamptz().notNull(),
    liftedAt: timestamptz(),
    /** Search text for administrators: address and reason. */
    search: text().generatedAlwaysAs(
      (): SQL => sql`ar_norm(coalesce(${reportBans.email}, '') || ' ' || ${reportBans.reason})`,
    ),
  },
  (table) => {
    const isInForce = sql`${table.liftedAt} is null`;
    return [
      uniqueIndex("report_ban_of_address").on(table.emailCode).where(isInForce),
      index("report_bans_of_user").on(table.userId).where(isInForce),
      index("report_bans_by_words").using("gin", table.search.op("gin_trgm_ops")),
      index("report_bans_newest").on(table.id.desc().nullsFirst()).where(isInForce),
    ];
  },
);
