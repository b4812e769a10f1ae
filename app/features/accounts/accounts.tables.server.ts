import { type SQL, sql } from "drizzle-orm";
import { boolean, index, integer, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { roles } from "./accounts.rules.ts";

const moment = () => timestamp({ withTimezone: true, mode: "date" });

export const users = pgTable(
  "users",
  {
    id: uuid().primaryKey(),
    email: text().notNull().unique(),
    emailVerified: boolean().notNull().default(false),
    /** "First Last": what Better Auth calls the name. */
    name: text().notNull(),
    firstName: text().notNull(),
    lastName: text().notNull().default(""),
    image: text(),
    phone: text(),
    address: text(),
    city: text(),
    state: text(),
    zipCode: text(),
    country: text(),
    role: text({ enum: roles }).notNull().default("user"),
    language: text({ enum: ["en", "ar"] })
      .notNull()
      .default("en"),
    timeZone: text().notNull().default("Africa/Cairo"),
    suspendedAt: moment(),
    /** Why, in the words of the administrator; other administrators read it, the person does not. */
    suspendedReason: text(),
    /** Since when signing in asks for a code beside the password; null when the password alone is enough. */
    twoStepsSince: moment(),
    /** While the address waits to be confirmed: the hash of what only the browser that signed up holds. */
    signUpProof: text(),
    /** Made by the demo data: its password is published, so no session of it is taken where the demo is off. */
    isDemo: boolean().notNull().default(false),
    /** Grows with each change by an administrator, so that another who decided on an older state is told. */
    version: integer().notNull().default(1),
    createdAt: moment().notNull().defaultNow(),
    updatedAt: moment().notNull().defaultNow(),
    search: text().generatedAlwaysAs(
      (): SQL => sql`ar_norm(${users.name} || ' ' || ${users.email} || ' ' || coalesce(${users.phone}, ''))`,
    ),
  },
  (table) => [
    index("users_by_words").using("gin", table.search.op("gin_trgm_ops")),
    index("users_by_creation").on(table.createdAt),
    index("users_admins").on(table.id).where(sql`${table.role} = 'admin'`),
    index("users_suspended").on(table.id).where(sql`${table.suspendedAt} is not null`),
    index("users_unverified").on(table.id).where(sql`not ${table.emailVerified}`),
  ],
);

export const sessions = pgTable(
  "sessions",
  {
    id: uuid().primaryKey(),
    token: text().notNull().unique(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    expiresAt: moment().notNull(),
    ipAddress: text(),
    userAgent: text(),
    createdAt: moment().notNull().defaultNow(),
    updatedAt: moment().notNull().defaultNow(),
  },
  (table) => [index("sessions_by_user").on(table.userId)],
);

/** How somebody signs in. Today the only provider is `credential`, whose password is a scrypt hash. */
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
    accessTokenExpiresAt: moment(),
    refreshTokenExpiresAt: moment(),
    scope: text(),
    createdAt: moment().notNull().defaultNow(),
    updatedAt: moment().notNull().defaultNow(),
  },
  (table) => [index("sign_in_methods_by_user").on(table.userId)],
);

/** Tokens that were mailed: to verify an address, to set a new password. */
export const verifications = pgTable(
  "verifications",
  {
    id: uuid().primaryKey(),
    identifier: text().notNull(),
    value: text().notNull(),
    expiresAt: moment().notNull(),
    createdAt: moment().notNull().defaultNow(),
    updatedAt: moment().notNull().defaultNow(),
  },
  (table) => [index("verifications_by_identifier").on(table.identifier)],
);

/**
 * Changes of a sign-in address, asked for and done. A done one is kept for a week, because until then whoever reads the
 * old mailbox may take the change back.
 */
export const emailChanges = pgTable(
  "email_changes",
  {
    id: uuid().primaryKey(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    oldEmail: text().notNull(),
    newEmail: text().notNull(),
    createdAt: moment().notNull().defaultNow(),
    confirmedAt: moment(),
  },
  (table) => [index("email_changes_by_user").on(table.userId)],
);
