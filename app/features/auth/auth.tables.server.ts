import { index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { users } from "#app/features/users/users.tables.server.ts";
import { timestamptz } from "#app/platform/db/timestamptz.server.ts";

export const sessions = pgTable(
  "sessions",
  {
    id: uuid().primaryKey(),
    token: text().notNull().unique(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    expiresAt: timestamptz().notNull(),
    /** The phone number whose code opened the session; the session ends when the account loses the number. */
    phone: text(),
    ipAddress: text(),
    userAgent: text(),
    createdAt: timestamptz().notNull().defaultNow(),
    updatedAt: timestamptz().notNull().defaultNow(),
  },
  (table) => [index("sessions_by_user").on(table.userId)],
);

/** Sign-in methods. The only provider is `credential`, whose password is a scrypt hash. */
export const signInMethods = pgTable(
  "sign_in_methods",
  {
    id: uuid().primaryKey(),
    accountId: text().notNull(),
    providerId: text().notNull(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    password: text(),
    accessToken: text(),
    refreshToken: text(),
    idToken: text(),
    accessTokenExpiresAt: timestamptz(),
    refreshTokenExpiresAt: timestamptz(),
    scope: text(),
    createdAt: timestamptz().notNull().defaultNow(),
    updatedAt: timestamptz().notNull().defaultNow(),
  },
  (table) => [index("sign_in_methods_by_user").on(table.userId)],
);

/** Mailed tokens: to verify an address, to set a new password. */
export const verifications = pgTable(
  "verifications",
  {
    id: uuid().primaryKey(),
    identifier: text().notNull(),
    value: text().notNull(),
    expiresAt: timestamptz().notNull(),
    createdAt: timestamptz().notNull().defaultNow(),
    updatedAt: timestamptz().notNull().defaultNow(),
  },
  (table) => [index("verifications_by_identifier").on(table.identifier)],
);

/**
 * Requested and confirmed changes of a sign-in address. A confirmed one is kept for a week, during which the holder of
 * the old mailbox can undo it.
 */
export const emailChanges = pgTable(
  "email_changes",
  {
    id: uuid().primaryKey(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** Null if the account had no address. */
    oldEmail: text(),
    newEmail: text().notNull(),
    createdAt: timestamptz().notNull().defaultNow(),
    confirmedAt: timestamptz(),
  },
  (table) => [index("email_changes_by_user").on(table.userId)],
);
