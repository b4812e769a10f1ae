import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, text } from "drizzle-orm/pg-core";
import { users } from "#app/features/users/users.tables.server.ts";
import { belongsTo, bytea, timestamptz, uuid } from "#app/platform/db/column-types.server.ts";
import { finderLanguages } from "#app/platform/i18n/finder-languages.ts";
import { attachmentKinds, authors, conversationStates } from "./conversations.rules.ts";

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
    finderLanguage: text({ enum: finderLanguages }).notNull(),
    createdAt: timestamptz().notNull().defaultNow(),
    ownerSeenAt: timestamptz(),
    /** When the owner pressed "I'm on it". */
    onTheWayAt: timestamptz(),
    /**
     * When the owner's latest message was not relayed, by WhatsApp or e-mail, because of a daily limit; null once a later
     * one is relayed or the finder has answered on their page.
     */
    notRelayedAt: timestamptz(),
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
    conversationId: belongsTo(() => conversations.id),
    author: text({ enum: authors }).notNull(),
    /** Empty for a photo or a voice message without words. */
    body: text().notNull(),
    createdAt: timestamptz().notNull().defaultNow(),
  },
  (table) => [index("messages_by_conversation").on(table.conversationId, table.createdAt)],
);

/** The owner's message that asks for a fresh photo. */
export const photoRequests = pgTable("photo_requests", {
  messageId: belongsTo(() => messages.id).primaryKey(),
  /** Two words in the finder's language, to be written on paper and photographed beside the animal. */
  words: text().notNull(),
});

/** The photo or voice message of a message. */
export const messageAttachments = pgTable(
  "message_attachments",
  {
    messageId: belongsTo(() => messages.id).primaryKey(),
    /** Folder of its files. */
    fileId: uuid().notNull().unique(),
    kind: text({ enum: attachmentKinds }).notNull(),
    /** Extension of its files. */
    format: text({ enum: ["webp", "webm", "m4a"] })
      .notNull()
      .default("webp"),
    /** Pixels of a photo. */
    width: integer(),
    height: integer(),
    /** Length of a voice message. */
    milliseconds: integer(),
    /** Hashes of a photo by which its copies are recognised; null until they were computed. */
    hashes: bytea(),
    /** When the owner added their own photo that this one resembles; for the owner only. */
    ownPhotoAt: timestamptz(),
    /** Picture of another conversation or report that this one resembles: an attachment's file or a report's photo. */
    copyOf: uuid(),
    createdAt: timestamptz().notNull().defaultNow(),
  },
  ({ kind, format, width, height, milliseconds }) => [
    check(
      "message_attachments_measured",
      sql`case ${kind}
        when 'photo' then coalesce(${width} > 0 and ${height} > 0, false) and ${milliseconds} is null
          and ${format} = 'webp'
        when 'voice' then coalesce(${milliseconds} between 1 and 60000, false)
          and ${width} is null and ${height} is null
          and ${format} in ('webm', 'm4a')
        else false end`,
    ),
  ],
);
