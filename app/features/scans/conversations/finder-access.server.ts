import { and, eq, gt, inArray, sql } from "drizzle-orm";
import { acceptsMessages, type ConversationState } from "#app/features/conversations/conversations.rules.ts";
import { conversations, messages } from "#app/features/conversations/conversations.tables.server.ts";
import { livePet, pets } from "#app/features/pets/pets.tables.server.ts";
import { tags } from "#app/features/tags/tags.tables.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { AppError } from "#app/platform/app-error.server.ts";
import { dayMs } from "#app/platform/durations.rules.ts";
import { findScanOf } from "../find-scan.server.ts";
import { isWithoutTag } from "../scans.rules.ts";
import { scanRecords } from "../scans.tables.server.ts";
import { type BudgetedScan, isOverBudget } from "../throttling/email-budget.server.ts";

type Conversation = Pick<typeof conversations.$inferSelect, "id" | "state" | "createdAt">;

const tagColumns = { status: tags.status, ownerId: tags.ownerId, claimedAt: tags.claimedAt };

/** A microchip or a page belongs to its pet as long as that has a profile, like a tag that is never off. */
const petAsTag = {
  status: sql<"active" | "inactive">`case when ${livePet} then 'active' else 'inactive' end`,
  ownerId: pets.ownerId,
  claimedAt: sql<null>`null`,
};

type Scanned = Pick<typeof scanRecords.$inferSelect, "tagId" | "petId" | "medium">;

/** Returns the tag of a scan, or the pet that was found without one; undefined if it was deleted. */
async function findScanned({ db }: AppContext, { tagId, petId, medium }: Scanned, isLocked = false) {
  if (isWithoutTag({ medium }) && petId) {
    const query = db.select(petAsTag).from(pets).where(eq(pets.id, petId));
    return (await (isLocked ? query.for("no key update") : query))[0];
  }
  if (!tagId) return undefined;
  const query = db.select(tagColumns).from(tags).where(eq(tags.id, tagId));
  return (await (isLocked ? query.for("no key update") : query))[0];
}

async function getLastMessageTime({ db }: Pick<AppContext, "db">, conversation: Conversation): Promise<Date> {
  const [row] = await db
    .select({ at: sql<Date | null>`max(${messages.createdAt})`.mapWith(messages.createdAt) })
    .from(messages)
    .where(eq(messages.conversationId, conversation.id));
  return row?.at ?? conversation.createdAt;
}

/** How long after a scan its page may still start a conversation, in milliseconds. */
const tokenSpan = dayMs;

/** How long a conversation stays open after its last message, in milliseconds. */
const conversationSpan = 30 * dayMs;

/**
 * Why a finder can no longer send anything: the tag was deactivated, deleted or changed owner; the scan is too old to
 * start a conversation; the last message is too old; the owner closed the conversation.
 */
type AccessEnd = "tagGone" | "pageOld" | "conversationOld" | "closed";

interface FinderAccess {
  scan: { at: Date; ownerId: string | null };
  /** Current state of the tag; null when it was deleted. */
  tag: { status: "active" | "inactive"; ownerId: string | null; claimedAt: Date | null } | null;
  /** Conversation that the scan started, if any, and the time of its last message. */
  conversation: { state: ConversationState; lastAt: Date } | null;
}

/** Returns why a finder can no longer write to the owner at the given time; null while they can. */
export function getAccessEnd({ scan, tag, conversation }: FinderAccess, at: Date): AccessEnd | null {
  if (tag?.status !== "active" || !scan.ownerId || tag.ownerId !== scan.ownerId) return "tagGone";
  if (tag.claimedAt && tag.claimedAt > scan.at) return "tagGone";
  if (conversation && !acceptsMessages(conversation.state)) return "closed";
  const [since, span] = conversation ? [conversation.lastAt, conversationSpan] : [scan.at, tokenSpan];
  if (at.getTime() - since.getTime() <= span) return null;
  return conversation ? "conversationOld" : "pageOld";
}

/** Returns why a finder's conversation no longer accepts messages, for display; null while it does. */
export async function findAccessEnd(ctx: AppContext, conversation: Conversation): Promise<AccessEnd | null> {
  const scan = await findScanOf(ctx, conversation);
  if (!scan) return "conversationOld";
  const lastAt = await getLastMessageTime(ctx, conversation);
  return getAccessEnd(
    {
      scan,
      tag: (await findScanned(ctx, scan)) ?? null,
      conversation: { state: conversation.state, lastAt },
    },
    ctx.clock.now(),
  );
}

/**
 * Locks the tag, the scan and its conversation before a finder's submission is stored, so that deactivating the tag or
 * closing the conversation happens entirely before or after it. Must run in the caller's transaction; `at` is when the
 * submission was sent.
 * Throws 410 or 403 (`finderPage.accessEnd.*`) when that access has ended. Returns the scan's conversation, and whether
 * the owner muted it: messages are then stored, but nobody is notified.
 */
export async function lockFinderAccess(
  tx: AppContext,
  { id, ...scanned }: Scanned & { id: string },
  at: Date,
): Promise<{ conversationId: string | null; isMuted: boolean }> {
  const tag = await findScanned(tx, scanned, true);
  const [scan] = await tx.db.select().from(scanRecords).where(eq(scanRecords.id, id)).for("no key update");
  if (!scan) throw new AppError("finderPage.accessEnd.conversationOld", 410);
  const conversationId = scan.conversationId;
  const [conversation] = conversationId
    ? await tx.db.select().from(conversations).where(eq(conversations.id, conversationId)).for("no key update")
    : [];
  const state = conversation && { state: conversation.state, lastAt: await getLastMessageTime(tx, conversation) };
  const end = getAccessEnd({ scan, tag: tag ?? null, conversation: state ?? null }, at);
  if (end) throw new AppError(`finderPage.accessEnd.${end}`, end === "closed" ? 403 : 410);
  return { conversationId, isMuted: conversation?.state === "muted" };
}

/**
 * How long messages from an IP address and device are held back after the owner muted, closed or reported a
 * conversation from them, in milliseconds.
 */
const inboxOnlySpan = dayMs;

/**
 * Returns whether the owner recently muted, closed or reported a conversation from this IP address and kind of device.
 * The address alone does not count: a mobile operator may give it to a whole town.
 */
export async function hasOwnerEnded(
  { db, clock }: AppContext,
  { ownerId, ip, os, browser }: BudgetedScan & { ownerId: string },
): Promise<boolean> {
  if (!ip) return false;
  const rows = await db
    .select({ id: conversations.id })
    .from(conversations)
    .innerJoin(scanRecords, eq(scanRecords.conversationId, conversations.id))
    .where(
      and(
        eq(conversations.ownerId, ownerId),
        inArray(conversations.state, ["muted", "closed", "reported"]),
        gt(conversations.stateAt, clock.ago(inboxOnlySpan)),
        eq(scanRecords.ip, ip),
        sql`${scanRecords.os} is not distinct from ${os ?? null}`,
        sql`${scanRecords.browser} is not distinct from ${browser ?? null}`,
      ),
    )
    .limit(1);
  return rows.length > 0;
}

/**
 * Returns whether a finder's messages go to the inbox only, without e-mail or push: the pet's notification budget is
 * used up, or the owner ended another conversation with the same sender.
 */
export async function isMessageInboxOnly(tx: AppContext, scan: BudgetedScan & { ownerId: string }): Promise<boolean> {
  if (await hasOwnerEnded(tx, scan)) return true;
  return isOverBudget(tx, "messages", scan);
}
