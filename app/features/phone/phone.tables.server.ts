import { sql } from "drizzle-orm";
import { index, integer, pgTable, smallint, text, unique, uniqueIndex } from "drizzle-orm/pg-core";
import { users } from "#app/features/users/users.tables.server.ts";
import { belongsTo, jsonb, timestamptz, uuid } from "#app/platform/db/column-types.server.ts";
import { carriers } from "#app/platform/phone/carrier.server.ts";
import {
  codePurposes,
  consents,
  contactConsents,
  inboundMeanings,
  type PhoneTemplate,
  phoneStates,
} from "./phone.rules.ts";

/** Phone numbers with what their holder allows, and whether messages are delivered. */
export const phoneNumbers = pgTable("phone_numbers", {
  /** E.164. */
  number: text().primaryKey(),
  id: uuid().notNull().unique(),
  /** Whether the holder wants the alerts of their own account, or stopped every message. */
  consent: text({ enum: consents }).notNull().default("unasked"),
  consentAt: timestamptz(),
  language: text({ enum: ["en", "ar"] }).notNull(),
  /** End of WhatsApp's free-text window: 24 hours after the number's last message. */
  windowUntil: timestamptz(),
  /** When a message was last delivered, and when one last failed. */
  reachedAt: timestamptz(),
  failedAt: timestamptz(),
});

/** Consent of a number to messages on behalf of one owner, who named it as an emergency contact. */
export const phoneContactConsents = pgTable(
  "phone_contact_consents",
  {
    /** Identifies the consent in the contact's link. */
    id: uuid().primaryKey(),
    ownerId: belongsTo(() => users.id),
    /** E.164. */
    number: text().notNull(),
    state: text({ enum: contactConsents }).notNull(),
    askedAt: timestamptz().notNull(),
    answeredAt: timestamptz(),
  },
  (table) => [
    unique("phone_contact_consents_once").on(table.ownerId, table.number),
    index("phone_contact_consents_by_number").on(table.number),
  ],
);

/** Messages to phone numbers with their delivery state. */
export const phoneMessages = pgTable(
  "phone_messages",
  {
    id: uuid().primaryKey(),
    /** What it is about (`notification:ID`, `step:ID` …); sent once per carrier. */
    subject: text().notNull(),
    carrier: text({ enum: carriers }).notNull(),
    /** E.164. */
    number: text().notNull(),
    /** Recipient, or the user on whose behalf it is sent; deleted with their account. */
    userId: uuid().references(() => users.id, { onDelete: "cascade" }),
    language: text({ enum: ["en", "ar"] }).notNull(),
    template: text().$type<PhoneTemplate>().notNull(),
    params: jsonb().$type<string[]>().notNull(),
    state: text({ enum: phoneStates }).notNull().default("waiting"),
    /** Short code of why it is waiting or failed, never a number. */
    reason: text(),
    attempts: integer().notNull().default(0),
    /** When the message was passed to a carrier that did not respond. */
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
    // The messages of a day are counted before each new one.
    index("phone_messages_by_time").on(table.createdAt),
  ],
);

/** Messages received at the platform's number, each once, kept for 30 days. */
export const phoneInbound = pgTable(
  "phone_inbound",
  {
    providerId: text().primaryKey(),
    carrier: text({ enum: carriers }).notNull(),
    number: text().notNull(),
    /** User whose verified number it was, if any. */
    userId: uuid().references(() => users.id, { onDelete: "cascade" }),
    body: text().notNull(),
    /** A photo or voice message: what it is, and the carrier's id of its file. */
    mediaKind: text({ enum: ["photo", "voice"] }),
    mediaId: text(),
    /** The carrier's id of the message that it replies to. */
    repliesTo: text(),
    /** What it was read as; null for a message to a person. */
    meaning: text({ enum: inboundMeanings }),
    at: timestamptz().notNull(),
    receivedAt: timestamptz().notNull(),
    handledAt: timestamptz(),
  },
  (table) => [index("phone_inbound_by_user").on(table.userId)],
);

/** Hashed codes that verify a number, valid for ten minutes. */
export const phoneCodes = pgTable(
  "phone_codes",
  {
    id: uuid().primaryKey(),
    number: text().notNull(),
    purpose: text({ enum: codePurposes }).notNull(),
    userId: uuid().references(() => users.id, { onDelete: "cascade" }),
    /** Hash of the token of the browser that asked for it, which alone can use it; null for a signed-in user. */
    browserHash: text(),
    hash: text().notNull(),
    wrong: smallint().notNull().default(0),
    expiresAt: timestamptz().notNull(),
  },
  (table) => [
    // A new code replaces the previous one of the same user or browser, not that of a stranger.
    uniqueIndex("phone_codes_one_per_requester").on(
      table.number,
      table.purpose,
      sql`coalesce(${table.userId}::text, ${table.browserHash}, '')`,
    ),
    index("phone_codes_by_user").on(table.userId),
  ],
);
