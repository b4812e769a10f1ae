import { and, desc, eq, isNull, lt } from "drizzle-orm";
import { sendNotifications } from "#app/features/notifications/notifications.server.ts";
import { notifyListeners } from "#app/features/users/live-events.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { AppError, notFound } from "#app/platform/app-error.server.ts";
import { withTransaction } from "#app/platform/db/connection/database.server.ts";
import { createId, isId } from "#app/platform/db/uuid.server.ts";
import { readSignedId, signId } from "#app/platform/http/signed-id.server.ts";
import type { FinderLanguage } from "#app/platform/i18n/finder-languages.ts";
import {
  addAttachment,
  ownerAttachmentColumns,
  type StoredAttachment,
  toOwnerAttachment,
} from "./attachments/attachments.server.ts";
import { type Attachment, acceptsMessages, type ConversationState } from "./conversations.rules.ts";
import { conversations, messageAttachments, messages, photoRequests } from "./conversations.tables.server.ts";
import { type FinderUpdate, notifyFinder } from "./notify-finder.server.ts";
import { describeMessage, toStoredBody } from "./translate-quick-replies.server.ts";

/** Returns the signed conversation id, which is the finder's only way to open the conversation. */
export function createConversationKey(ctx: AppContext, conversationId: string): string {
  return signId(ctx, "talk", conversationId);
}

/** Returns whether a key has a valid signature. Does not use the database. */
export function isConversationKey(ctx: AppContext, key: string): boolean {
  return readSignedId(ctx, "talk", key) !== null;
}

export type Conversation = typeof conversations.$inferSelect;

export interface NewConversation {
  /** Null when the owner's side has no account. */
  ownerId: string | null;
  about: string;
  link: string;
  finderName: string | null;
  finderContact: string | null;
  finderLanguage: FinderLanguage;
  /** Defaults to now. */
  createdAt?: Date;
}

/** Creates a conversation for a finder and returns its id. `createConversationKey` makes the finder's link from it. */
export async function createConversation(ctx: AppContext, form: NewConversation): Promise<string> {
  const id = createId();
  await ctx.db.insert(conversations).values({ createdAt: ctx.clock.now(), ...form, id });
  return id;
}

/** Returns the conversation for a finder's key. Throws 404 if the key is not valid. */
export async function getConversationByKey(ctx: AppContext, key: string): Promise<Conversation> {
  const id = readSignedId(ctx, "talk", key);
  const [row] = id ? await ctx.db.select().from(conversations).where(eq(conversations.id, id)) : [];
  if (!row) throw notFound();
  return row;
}

/** Returns one of the actor's own conversations. Throws 404 for someone else's. */
export async function getOwnConversation(ctx: AppContext, actor: Actor, id: string): Promise<Conversation> {
  const [row] = await ctx.db
    .select()
    .from(conversations)
    .where(and(eq(conversations.id, id), eq(conversations.ownerId, actor.id)));
  if (!row) throw notFound();
  return row;
}

const shownMessages = 500;

/** Lists the latest 500 messages of a conversation, the oldest first. */
export async function listMessages(ctx: AppContext, conversationId: string) {
  return (await listMessagePage(ctx, conversationId)).messages;
}

/**
 * Lists the 500 messages before `before` (a message's id), or the latest without it, the oldest first, as the finder's
 * side sees them. `earlier` is the `before` of the page with earlier messages; null if there are none.
 */
export async function listMessagePage(ctx: AppContext, conversationId: string, before?: string | null) {
  const page = await listOwnerMessagePage(ctx, conversationId, before);
  const withoutCopy = ({ copy: _, ...attachment }: Attachment): Attachment => attachment;
  return {
    ...page,
    messages: page.messages.map((one) => ({ ...one, attachment: one.attachment && withoutCopy(one.attachment) })),
  };
}

/** Like `listMessagePage`, as the owner's side sees them. */
export async function listOwnerMessagePage({ db }: AppContext, conversationId: string, before?: string | null) {
  const rows = await db
    .select({
      id: messages.id,
      author: messages.author,
      body: messages.body,
      createdAt: messages.createdAt,
      attachment: ownerAttachmentColumns,
      photoWords: photoRequests.words,
    })
    .from(messages)
    .leftJoin(messageAttachments, eq(messageAttachments.messageId, messages.id))
    .leftJoin(photoRequests, eq(photoRequests.messageId, messages.id))
    .where(and(eq(messages.conversationId, conversationId), isId(before) ? lt(messages.id, before) : undefined))
    .orderBy(desc(messages.id))
    .limit(shownMessages + 1);
  const shown = rows.slice(0, shownMessages);
  return {
    messages: shown
      .map((one) => ({ ...one, attachment: one.attachment && toOwnerAttachment(one.attachment) }))
      .toReversed(),
    earlier: rows.length > shownMessages ? (shown.at(-1)?.id ?? null) : null,
  };
}

/**
 * Number of finder messages after an owner's answer that may be e-mailed regardless of any budget, since the two are in
 * conversation.
 */
const maxAfterAnswer = 6;

/** Returns whether the owner's side answered a short while ago. */
export async function hasRecentAnswer({ db }: Pick<AppContext, "db">, conversationId: string): Promise<boolean> {
  const last = await db
    .select({ author: messages.author })
    .from(messages)
    .where(eq(messages.conversationId, conversationId))
    .orderBy(desc(messages.id))
    .limit(maxAfterAnswer);
  return last.some(({ author }) => author === "owner");
}

/**
 * Stores a finder's message, dated `at` (default: now), and the owner's notification in one transaction. With `isInboxOnly`
 * the notification is held back, because too many were sent. `photoId` is the pet's photo for the e-mail.
 */
export async function sendFinderMessage(
  ctx: AppContext,
  conversation: Conversation,
  body: string,
  {
    isInboxOnly,
    photoId,
    kind = "message",
    ...more
  }: MessageOptions & { isInboxOnly?: boolean; photoId?: string | null | undefined; kind?: "message" | "inquiry" } = {},
): Promise<void> {
  await withTransaction(ctx, async (tx) => {
    await addMessage(tx, conversation.id, "finder", body, more);
    if (!conversation.ownerId) return;
    await sendNotifications(tx, [
      {
        userId: conversation.ownerId,
        kind,
        params: {
          petName: conversation.about,
          ...(photoId && { photoId }),
          finderName: conversation.finderName ?? "",
          text: await describeMessage(tx, conversation.ownerId, { body, ...more }),
        },
        link: conversation.link,
        topic: conversation.id,
        ...(isInboxOnly && { isInboxOnly }),
      },
    ]);
  });
}

/** Stores the language in which the finder now reads. */
export async function setFinderLanguage(
  { db }: AppContext,
  conversationId: string,
  finderLanguage: FinderLanguage,
): Promise<void> {
  await db.update(conversations).set({ finderLanguage }).where(eq(conversations.id, conversationId));
}

/** Stores how the finder wants to be contacted, unless a contact is already stored. */
export async function addFinderContact({ db }: AppContext, conversationId: string, contact: string): Promise<void> {
  await db
    .update(conversations)
    .set({ finderContact: contact })
    .where(and(eq(conversations.id, conversationId), isNull(conversations.finderContact)));
}

/**
 * Changes the state of the owner's own conversation. Takes the row lock that finder messages also take, so that no
 * message is accepted after the change. Throws 404 for someone else's conversation.
 */
export async function updateConversationState(
  ctx: AppContext,
  actor: Actor,
  conversationId: string,
  state: ConversationState,
): Promise<void> {
  const changed = await ctx.db
    .update(conversations)
    .set({ state, stateAt: ctx.clock.now() })
    .where(and(eq(conversations.id, conversationId), eq(conversations.ownerId, actor.id)))
    .returning({ id: conversations.id });
  if (changed.length === 0) throw notFound();
  await notifyListeners(ctx, [{ user: actor.id }]);
}

/**
 * Stores the owner's message, marks the conversation as seen and notifies the finder. The finder's open page updates
 * itself. Throws 409 (`conversations.reopenFirst`) while the conversation is closed or reported, since the finder would
 * not be told.
 */
export async function sendOwnerMessage(
  ctx: AppContext,
  actor: Actor,
  conversationId: string,
  body: string,
  { whatsappLanguage, ...more }: Pick<FinderUpdate, "whatsappLanguage"> & MessageOptions = {},
): Promise<void> {
  const conversation = await getOwnConversation(ctx, actor, conversationId);
  await withTransaction(ctx, async (tx) => {
    const id = await addMessage(tx, conversation.id, "owner", body, more);
    const { state } = await getOwnConversation(tx, actor, conversationId);
    if (!acceptsMessages(state)) throw new AppError("conversations.reopenFirst", 409);
    await notifyFinder(tx, { id, conversationId, kind: "message", ...(whatsappLanguage && { whatsappLanguage }) });
    await markConversationSeen(tx, actor, conversation.id);
    await notifyListeners(tx, [{ user: actor.id }]);
  });
}

export interface MessageOptions {
  /** Defaults to now. */
  at?: Date | undefined;
  /** The stored photo or voice message; the body may then be empty. */
  attachment?: StoredAttachment | null | undefined;
  /** Asks for a fresh photo with these words (`createPhotoWords`); the body may then be empty. */
  photoWords?: string | undefined;
}

/**
 * Adds a message and returns its id, in the caller's transaction. Rejects messages of finders, and of contacts who were
 * asked for help, with 403 (`conversations.closedForYou`) when the owner has closed or reported the conversation;
 * throws 404 when it was deleted. A contact's message is stored as the owner's.
 */
export async function addMessage(
  ctx: AppContext,
  conversationId: string,
  from: "owner" | "finder" | "helper",
  body: string,
  { at = ctx.clock.now(), attachment, photoWords }: MessageOptions = {},
): Promise<string> {
  const [conversation] = await ctx.db
    .select({
      state: conversations.state,
      finderWhatsapp: conversations.finderWhatsapp,
      notRelayedAt: conversations.notRelayedAt,
    })
    .from(conversations)
    .where(eq(conversations.id, conversationId))
    .for("no key update");
  if (!conversation) throw notFound();
  if (from !== "owner" && !acceptsMessages(conversation.state)) throw new AppError("conversations.closedForYou", 403);
  const id = createId();
  const author = from === "helper" ? "owner" : from;
  await ctx.db.insert(messages).values({ id, conversationId, author, body: toStoredBody(body), createdAt: at });
  if (attachment) await addAttachment(ctx, id, attachment);
  if (photoWords) await ctx.db.insert(photoRequests).values({ messageId: id, words: photoWords });
  // They have seen the owner's message that was not relayed: it is on the page on which they write, unlike WhatsApp.
  if (from === "finder" && conversation.notRelayedAt && !conversation.finderWhatsapp)
    await ctx.db.update(conversations).set({ notRelayedAt: null }).where(eq(conversations.id, conversationId));
  return id;
}

/** Records when the owner first saw the conversation; the finder is shown this time. */
export async function markConversationSeen(ctx: AppContext, actor: Actor, conversationId: string): Promise<void> {
  await ctx.db
    .update(conversations)
    .set({ ownerSeenAt: ctx.clock.now() })
    .where(
      and(eq(conversations.id, conversationId), eq(conversations.ownerId, actor.id), isNull(conversations.ownerSeenAt)),
    );
}

/** Records the owner's "I'm on it". The finder sees that somebody is on the way, but not who. Idempotent. */
export async function markOnTheWay(ctx: AppContext, actor: Actor, conversationId: string): Promise<void> {
  const conversation = await getOwnConversation(ctx, actor, conversationId);
  const now = ctx.clock.now();
  const [changed] = await ctx.db
    .update(conversations)
    .set({ onTheWayAt: now, ownerSeenAt: conversation.ownerSeenAt ?? now })
    .where(and(eq(conversations.id, conversation.id), isNull(conversations.onTheWayAt)))
    .returning({ id: conversations.id });
  if (changed) await notifyFinder(ctx, { id: `${conversationId}.coming`, conversationId, kind: "onTheWay" });
  await notifyListeners(ctx, [{ user: actor.id }]);
}
