import { type SQL, sql } from "drizzle-orm";
import { boolean, index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { timestamptz } from "#app/platform/db/timestamptz.server.ts";
import { roles } from "./users.rules.ts";

export const users = pgTable(
  "users",
  {
    id: uuid().primaryKey(),
    /** Null for an account that signs in by its number and never named an address. */
    email: text().unique(),
    /** When the mail server last refused the address for good; null once an e-mail was taken again. */
    emailFailedAt: timestamptz(),
    emailVerified: boolean().notNull().default(false),
    /** "First Last": what Better Auth calls the name. */
    name: text().notNull(),
    firstName: text().notNull(),
    lastName: text().notNull().default(""),
    image: text(),
    phone: text(),
    /** The same number once a code proved that it is theirs; a trigger empties it when `phone` becomes another one. */
    verifiedPhone: text().unique(),
    /** When a code or their own word last showed that it still is theirs. */
    phoneProvenAt: timestamptz(),
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
    suspendedAt: timestamptz(),
    /** Why, in the words of the administrator; other administrators read it, the person does not. */
    suspendedReason: text(),
    /** Since when signing in asks for a code beside the password; null when the password alone is enough. */
    twoFactorSince: timestamptz(),
    /** While the address waits to be confirmed: the hash of what only the browser that signed up holds. */
    signUpProof: text(),
    /** Made by the demo data: its password is published, so no session of it is taken where the demo is off. */
    isDemo: boolean().notNull().default(false),
    /** Grows with each change by an administrator, so that another who decided on an older state is told. */
    version: integer().notNull().default(1),
    createdAt: timestamptz().notNull().defaultNow(),
    updatedAt: timestamptz().notNull().defaultNow(),
    search: text().generatedAlwaysAs(
      (): SQL =>
        sql`ar_norm(${users.name} || ' ' || coalesce(${users.email}, '') || ' ' || coalesce(${users.phone}, ''))`,
    ),
  },
  (table) => [
    index("users_by_words").using("gin", table.search.op("gin_trgm_ops")),
    index("users_by_name").on(table.name, table.id),
    index("users_by_creation").on(table.createdAt),
    index("users_admins").on(table.id).where(sql`${table.role} = 'admin'`),
    index("users_suspended").on(table.id).where(sql`${table.suspendedAt} is not null`),
    index("users_unverified").on(table.id).where(sql`${table.email} is not null and not ${table.emailVerified}`),
  ],
);
