import { sql } from "drizzle-orm";
import { index, integer, jsonb, pgTable, smallint, text, unique, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { users } from "#app/features/users/users.tables.server.ts";
import { timestamptz } from "#app/platform/db/timestamptz.server.ts";
import { carriers } from "#app/platform/phone/carrier.server.ts";
import { codePurposes } from "./codes/codes.rules.ts";
import { consents, type PhoneTemplate, phoneStates } from "./phone.rules.ts";

/** What is known of a number: whether it agreed to messages, and whether they arrive. */
export const phoneNumbers = pgTable("phone_numbers", {
  /** E.164. */
  number: text().primaryKey(),
  /** Names the number in links to its own page. */
  id: uuid().notNull().unique(),
  consent: text({ enum: consents }).notNull().default("unasked"),
  consentAt: timestamptz(),
  language: text({ enum: ["en", "ar"] }).notNull(),
  /** Until then WhatsApp takes free text: 24 hours from the last message of this number. */
  windowUntil: timestamptz(),
  /** When a message last arrived there, and when one last did not. */
  reachedAt: timestamptz(),
  failedAt: timestamptz(),
});

/** Every message to a phone number, with what became of it. */
export const phoneMessages = pgTable(
  "phone_messages",
  {
    id: uuid().primaryKey(),
    /** What it is about (`notification:ID`, `step:ID` …): by each carrier it is sent once. */
    subject: text().notNull(),
    carrier: text({ enum: carriers }).notNull(),
    /** E.164. */
    number: text().notNull(),
    /** On whose behalf, or to whom; it goes with their account. */
    userId: uuid().references(() => users.id, { onDelete: "cascade" }),
    language: text({ enum: ["en", "ar"] }).notNull(),
    template: text().$type<PhoneTemplate>().notNull(),
    params: jsonb().$type<string[]>().notNull(),
    state: text({ enum: phoneStates }).notNull().default("waiting"),
    /** A short code of why it waits or failed, never a number. */
    reason: text(),
    attempts: integer().notNull().default(0),
    /** When the message was handed to a carrier that gave no answer. */
    triedAt: timestamptz(),
    providerId: text(),
    createdAt: timestamptz().notNull(),
    updatedAt: timestamptz().notNull(),
  },
  (table) => [
    unique("phone_messages_once").on(table.subject, table.carrier),
    uniqueIndex("phone_messages_of_provider").on(table.carrier, table.providerId),
    index("phone_messages_by_user").on(table.userId),
    index("phone_messages_by_number").on(table.number),
    index("phone_messages_by_time").on(table.createdAt),
  ],
);

/** What people wrote to the platform's number, each once, for 30 days. */
export const phoneInbound = pgTable(
  "phone_inbound",
  {
    providerId: text().primaryKey(),
    carrier: text({ enum: carriers }).notNull(),
    number: text().notNull(),
    /** Whose number it was, if it was proven to be somebody's. */
    userId: uuid().references(() => users.id, { onDelete: "cascade" }),
    body: text().notNull(),
    /** The carrier's id of the message that it answers. */
    repliesTo: text(),
    at: timestamptz().notNull(),
    receivedAt: timestamptz().notNull(),
    handledAt: timestamptz(),
  },
  (table) => [index("phone_inbound_by_user").on(table.userId), index("phone_inbound_by_time").on(table.receivedAt)],
);

/** Codes that prove a number, as hashes, for ten minutes. */
export const phoneCodes = pgTable(
  "phone_codes",
  {
    id: uuid().primaryKey(),
    number: text().notNull(),
    purpose: text({ enum: codePurposes }).notNull(),
    userId: uuid().references(() => users.id, { onDelete: "cascade" }),
    hash: text().notNull(),
    wrong: smallint().notNull().default(0),
    expiresAt: timestamptz().notNull(),
  },
  (table) => [
    // The newest replaces the one before.
    uniqueIndex("phone_codes_newest").on(
      table.number,
      table.purpose,
      sql`coalesce(${table.userId}, '00000000-0000-0000-0000-000000000000')`,
    ),
    index("phone_codes_by_user").on(table.userId),
    index("phone_codes_by_end").on(table.expiresAt),
  ],
);
