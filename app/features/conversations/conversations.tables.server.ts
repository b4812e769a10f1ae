import { sql } from "drizzle-orm";
import { index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { users } from "#app/features/users/users.tables.server.ts";
import { timestamptz } from "#app/platform/db/timestamptz.server.ts";
import { authors, conversationStates } from "./conversations.rules.ts";

/** A conversation between an owner and somebody without an account; neither sees an address or number of the other. */
export const conversations = pgTable(
  "conversations",
  {
    id: uuid().primaryKey(),
    /** Null: the owner's side has no account either and reads by a mailed link. */
    ownerId: uuid().references(() => users.id, { onDelete: "cascade" }),
    /** Where the owner reads and answers: a path of this site. */
    link: text().notNull(),
    /** What it is about, as it was called then: the pet's name. */
    about: text().notNull(),
    finderName: text(),
    /** How the finder wants to be reached: written by the finder for this owner alone. */
    finderContact: text(),
    /** The number (E.164) from which the finder writes by WhatsApp; shown to nobody. */
    finderWhatsapp: text(),
    finderLanguage: text({ enum: ["en", "ar"] }).notNull(),
    createdAt: timestamptz().notNull().defaultNow(),
    ownerSeenAt: timestamptz(),
    /** The owner pressed "I'm on it". */
    onTheWayAt: timestamptz(),
    /** What the owner's side lets the other do. */
    state: text({ enum: conversationStates }).notNull().default("open"),
    stateAt: timestamptz(),
    /** When an administrator had read a reported one. */
    reviewedAt: timestamptz(),
  },
  (table) => [
    index("conversations_by_owner").on(table.ownerId, table.createdAt.desc()),
    index("conversations_by_whatsapp").on(table.finderWhatsapp).where(sql`finder_whatsapp is not null`),
    index("conversations_to_review").on(table.stateAt).where(sql`state = 'reported' and reviewed_at is null`),
    index("conversations_reported").on(table.stateAt.desc().nullsFirst()).where(sql`state = 'reported'`),
  ],
);

export const messages = pgTable(
  "messages",
  {
    id: uuid().primaryKey(),
    conversationId: uuid()
      .notNull()
      .references(() => conversations.id, { onDelete: "cascade" }),
    author: text({ enum: authors }).notNull(),
    body: text().notNull(),
    createdAt: timestamptz().notNull().defaultNow(),
  },
  (table) => [index("messages_by_conversation").on(table.conversationId, table.createdAt)],
);
