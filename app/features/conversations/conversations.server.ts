import { and, asc, eq, isNull } from "drizzle-orm";
import { sendNotifications } from "#app/features/notifications/notifications.server.ts";
import { notifyListeners } from "#app/features/users/live-events.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { transaction } from "#app/platform/db/connection/database.server.ts";
import { newId } from "#app/platform/db/uuid.server.ts";
import { AppError, notFound } from "#app/platform/http/app-error.server.ts";
import { readSignedId, signId } from "#app/platform/http/signed-id.server.ts";
import type { Language } from "#app/platform/i18n/language.ts";
import { type ConversationState, takesMessages } from "./conversations.rules.ts";
import { conversations, messages } from "./conversations.tables.server.ts";
import { notifyFinder } from "./notify-finder.server.ts";

/** The finder's only way in: the conversation's id, signed. */
export function createConversationKey(ctx: AppContext, conversationId: string): string {
  return signId(ctx, "talk", conversationId);
}

/** Whether a key is one of ours; asked without the database. */
export function isConversationKey(ctx: AppContext, key: string): boolean {
  return readSignedId(ctx, "talk", key) !== null;
}

export type Conversation = typeof conversations.$inferSelect;

export interface NewConversation {
  /** Null: the owner's side has no account. */
  ownerId: string | null;
  about: string;
  link: string;
  finderName: string | null;
  finderContact: string | null;
  finderLanguage: Language;
  /** When it began, if not now. */
  createdAt?: Date;
}

/** Opens a conversation for a finder; `keyOf` its id is the finder's link. */
export async function createConversation(ctx: AppContext, form: NewConversation): Promise<string> {
  const id = newId();
  await ctx.db.insert(conversations).values({ createdAt: ctx.clock.now(), ...form, id });
  return id;
}

/** The conversation behind a finder's link; 404 for a wrong key. */
export async function getConversationByKey(ctx: AppContext, key: string): Promise<Conversation> {
  const id = readSignedId(ctx, "talk", key);
  const [found] = id ? await ctx.db.select().from(conversations).where(eq(conversations.id, id)) : [];
  if (!found) throw notFound();
  return found;
}

/** A conversation of the actor's own; 404 for anybody else's. */
export async function getOwnConversation(ctx: AppContext, actor: Actor, id: string): Promise<Conversation> {
  const [found] = await ctx.db
    .select()
    .from(conversations)
    .where(and(eq(conversations.id, id), eq(conversations.ownerId, actor.id)));
  if (!found) throw notFound();
  return found;
}

export async function listMessages(ctx: AppContext, conversationId: string) {
  return ctx.db
    .select({ id: messages.id, author: messages.author, body: messages.body, createdAt: messages.createdAt })
    .from(messages)
    .where(eq(messages.conversationId, conversationId))
    .orderBy(asc(messages.id))
    .limit(500);
}

/** The finder writes, now or at `at`: kept together with the owner's notification, which is held back when too many were sent. */
export async function sendFinderMessage(
  ctx: AppContext,
  conversation: Conversation,
  body: string,
  { at, isHeld }: { at?: Date | undefined; isHeld?: boolean } = {},
): Promise<void> {
  await transaction(ctx, async (tx) => {
    await addMessage(tx, conversation.id, "finder", body, at);
    if (!conversation.ownerId) return;
    await sendNotifications(tx, [
      {
        userId: conversation.ownerId,
        kind: "message",
        params: { petName: conversation.about, finderName: conversation.finderName ?? "", text: body },
        link: conversation.link,
        topic: conversation.id,
        ...(isHeld && { isHeld }),
      },
    ]);
  });
}

/** Keeps how a finder wants to be reached, unless that is known already. */
export async function addFinderContact({ db }: AppContext, conversationId: string, contact: string): Promise<void> {
  await db
    .update(conversations)
    .set({ finderContact: contact })
    .where(and(eq(conversations.id, conversationId), isNull(conversations.finderContact)));
}

/**
 * The owner mutes, closes, reports or opens their conversation again. Written under the lock that every message takes, so that
 * nothing is delivered after it. 404 for anybody else's.
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

/** The owner writes, and so has seen the conversation; the finder's page shows it by itself. */
export async function sendOwnerMessage(
  ctx: AppContext,
  actor: Actor,
  conversationId: string,
  body: string,
): Promise<void> {
  const conversation = await getOwnConversation(ctx, actor, conversationId);
  await transaction(ctx, async (tx) => {
    const id = await addMessage(tx, conversation.id, "owner", body);
    await notifyFinder(tx, { id, conversationId, kind: "message" });
    await markConversationSeen(tx, actor, conversation.id);
    await notifyListeners(tx, [{ user: actor.id }]);
  });
}

/** Adds a message and returns its id. Refuses (403) the finder's side while the owner's has closed the conversation. */
export async function addMessage(
  ctx: AppContext,
  conversationId: string,
  author: "owner" | "finder",
  body: string,
  at = ctx.clock.now(),
): Promise<string> {
  if (author === "finder") {
    const [conversation] = await ctx.db
      .select({ state: conversations.state })
      .from(conversations)
      .where(eq(conversations.id, conversationId))
      .for("no key update");
    if (conversation && !takesMessages(conversation.state)) throw new AppError("conversations.closedForYou", 403);
  }
  const id = newId();
  await ctx.db.insert(messages).values({ id, conversationId, author, body, createdAt: at });
  return id;
}

/** Keeps the first moment at which the owner saw the conversation: the finder is told. */
export async function markConversationSeen(ctx: AppContext, actor: Actor, conversationId: string): Promise<void> {
  await ctx.db
    .update(conversations)
    .set({ ownerSeenAt: ctx.clock.now() })
    .where(
      and(eq(conversations.id, conversationId), eq(conversations.ownerId, actor.id), isNull(conversations.ownerSeenAt)),
    );
}

/** "I'm on it": the finder sees that somebody is on the way, never who. Pressing twice changes nothing. */
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
