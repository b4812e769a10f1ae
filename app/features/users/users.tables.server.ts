import { type SQL, sql } from "drizzle-orm";
import { boolean, index, integer, pgTable, text } from "drizzle-orm/pg-core";
import { timestamptz, uuid } from "#app/platform/db/column-types.server.ts";
import { roles } from "./users.rules.ts";

export const users = pgTable(
  "users",
  {
    id: uuid().primaryKey(),
    /** Null for an account that signs in by phone number and has no e-mail address. */
    email: text().unique(),
    /** When the mail server last rejected the address permanently; null again once an e-mail is accepted. */
    emailFailedAt: timestamptz(),
    emailVerified: boolean().notNull().default(false),
    /** "First Last"; required by Better Auth under this name. */
    name: text().notNull(),
    firstName: text().notNull(),
    lastName: text().notNull().default(""),
    image: text(),
    phone: text(),
    /** Equal to `phone` once verified by a code; a trigger clears it when `phone` changes. */
    verifiedPhone: text().unique(),
    /** When the user last proved by a code, or confirmed, that the number is still theirs. */
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
    /** The administrator's reason; visible to administrators only. */
    suspendedReason: text(),
    /** When two-factor authentication was turned on; null when the password alone is enough. */
    twoFactorSince: timestamptz(),
    /** While the address is unconfirmed: hash of a secret that only the browser used for sign-up holds. */
    signUpProof: text(),
    /** Created by the demo data: its password is public, so its sessions are rejected where the demo is off. */
    isDemo: boolean().notNull().default(false),
    /** Incremented by each administrator's change, to detect decisions based on an outdated state. */
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
