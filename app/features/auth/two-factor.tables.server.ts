import { index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { users } from "#app/features/users/users.tables.server.ts";
import { timestamptz } from "#app/platform/db/timestamptz.server.ts";

/**
 * Authenticator key and recovery codes of a user. In use once `users.twoFactorSince` is set; before that, the setup is
 * in progress.
 */
export const twoFactor = pgTable("two_factor", {
  userId: uuid()
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  /** Encrypted with the installation's secret. */
  sealedKey: text().notNull(),
  /** Time step of the last accepted code; neither its code nor an older one is accepted again. */
  lastStep: integer().notNull().default(0),
  /** Hashes of the unused recovery codes. */
  recoveryHashes: text().array().notNull().default([]),
  createdAt: timestamptz().notNull(),
});

/**
 * What a pending sign-in still requires: an authenticator code, another proof besides a phone number, or the name of a
 * new account.
 */
export const signInStages = ["secondFactor", "secondProof", "newAccount"] as const;
export type SignInStage = (typeof signInStages)[number];

/**
 * Sign-ins with a correct password or a proven phone number that are not complete yet. The browser holds the token,
 * this table only its hash.
 */
export const pendingSignIns = pgTable(
  "pending_sign_ins",
  {
    tokenHash: text().primaryKey(),
    /** Null for a phone number that opens a new account. */
    userId: uuid().references(() => users.id, { onDelete: "cascade" }),
    stage: text({ enum: signInStages }).notNull().default("secondFactor"),
    /** The phone number that a code has just proven. */
    phone: text(),
    /** Hash of the code mailed to the account's address. */
    emailCodeHash: text(),
    tries: integer().notNull().default(0),
    createdAt: timestamptz().notNull(),
  },
  (table) => [index("pending_sign_ins_by_user").on(table.userId)],
);
