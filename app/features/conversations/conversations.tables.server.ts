import { sql } from "drizzle-orm";
import { index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { users } from "#app/features/users/users.tables.server.ts";
import { timestamptz } from "#app/platform/db/column-types.server.ts";
import { authors, conversationStates } from "./conversations.rules.ts";

/** A conversation between an owner and a finder without an account. Neither side sees the other's address or number. */
export const conversations = pgTable(
  "conversations",
  {
    id: uuid().primaryKey(),
    /** Null when the owner's side has no account and reads through an e-mailed link. */
    ownerId: uuid().references(() => users.id, { onDelete: "cascade" }),
    /** Path on this site where the owner reads and replies. */
    link: text().notNull(),
    /** Name of the pet when the conversation was created. */
    about: text().notNull(),
    finderName: text(),
    /** How the finder wants to be contacted; for this owner only. */
    finderContact: text(),
    /** Number (E.164) from which the finder writes on WhatsApp. Never shown to anyone. */
    finderWhatsapp: text(),
    finderLanguage: text({ enum: ["en", "ar"] }).notNull(),
    createdAt: timestamptz().notNull().defaultNow(),
    ownerSeenAt: timestamptz(),
    /** When the owner pressed "I'm on it". */
    onTheWayAt: timestamptz(),
    /**
     * When the owner's latest message was not sent on, by WhatsApp or e-mail, because of a daily limit; null once a later
     * one is sent on or the finder has answered on their page.
     */
    notSentOnAt: timestamptz(),
    /** Whether the finder may still write. */
    state: text({ enum: conversationStates }).notNull().default("open"),
    stateAt: timestamptz(),
    /** When an administrator reviewed the reported conversation. */
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
