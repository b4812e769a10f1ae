import { index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { users } from "#app/features/users/users.tables.server.ts";
import { timestamptz } from "#app/platform/db/timestamptz.server.ts";

/** What the codes of a person's app are made from. They are asked for once `users.twoFactorSince` is set; before, it is being set up. */
export const twoFactor = pgTable("two_factor", {
  userId: uuid()
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  /** Sealed under the installation's secret. */
  sealedKey: text().notNull(),
  /** The step of time whose code was used last: neither it nor an older one works again. */
  lastStep: integer().notNull().default(0),
  /** Hashes of those that were not used yet. */
  recoveryHashes: text().array().notNull().default([]),
  createdAt: timestamptz().notNull(),
});

/** What a sign-in waits for: the code of an app, another proof beside a number, or the name of a new account. */
export const signInStages = ["secondFactor", "secondProof", "newAccount"] as const;
export type SignInStage = (typeof signInStages)[number];

/**
 * Right passwords and proven numbers to which something is still to come. A browser holds the token, this table only its
 * hash.
 */
export const pendingSignIns = pgTable(
  "pending_sign_ins",
  {
    tokenHash: text().primaryKey(),
    /** Null for a number that opens a new account. */
    userId: uuid().references(() => users.id, { onDelete: "cascade" }),
    stage: text({ enum: signInStages }).notNull().default("secondFactor"),
    /** The number that a code has just proven. */
    phone: text(),
    /** Hash of the code that was mailed to the account's address. */
    emailCodeHash: text(),
    tries: integer().notNull().default(0),
    createdAt: timestamptz().notNull(),
  },
  (table) => [index("pending_sign_ins_by_user").on(table.userId)],
);
