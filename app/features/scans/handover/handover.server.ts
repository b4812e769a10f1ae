import { and, asc, eq, isNull } from "drizzle-orm";
import { getConversationByKey } from "#app/features/conversations/conversations.server.ts";
import { sendNotifications } from "#app/features/notifications/notifications.server.ts";
import { notifyCaregivers } from "#app/features/pets/caregivers/notify-caregivers.server.ts";
import { markFound } from "#app/features/pets/list/pet-list.server.ts";
import { petLost } from "#app/features/pets/pets.tables.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { AppError, notFound } from "#app/platform/app-error.server.ts";
import { createMac, type Installation, isSignedWith } from "#app/platform/crypto/secrets.server.ts";
import { withTransaction } from "#app/platform/db/connection/database.server.ts";
import { dayMs } from "#app/platform/durations.rules.ts";
import { getNetwork } from "#app/platform/limits/client-address.server.ts";
import { endEscalation } from "../escalation/escalation.server.ts";
import { endSharingInConversation } from "../live-location/end-sharing.server.ts";
import { getScan } from "../scans.server.ts";
import { handovers, scanRecords } from "../scans.tables.server.ts";

/** Validity of a code in milliseconds. */
const codeLifetime = dayMs;

const limits = {
  /** Eight attempts an hour, for one million possible codes. */
  ofConversation: { name: "handover-codes", points: 8, span: 3600 },
  ofNetwork: { name: "handover-networks", points: 600, span: 3600, isPerNetwork: true },
};

/** Name of the job sent on a reunion, for features that have something to end then. */
export const reunitedJob = "lost-found.close-reports";
export interface Reunited {
  ownerId: string;
  petId: string;
}

type Handover = typeof handovers.$inferSelect;

/**
 * Derives the six-digit code from the conversation, the start time and the server's secret, so that it is never stored.
 */
function codeOf(
  ctx: Installation,
  { conversationId, startedAt }: Pick<Handover, "conversationId" | "startedAt">,
): string {
  const mac = createMac(ctx, `handover ${conversationId} ${startedAt.getTime()}`);
  return String(mac.readUIntBE(0, 6) % 1_000_000).padStart(6, "0");
}

const getCodeEnd = ({ startedAt }: Pick<Handover, "startedAt">) => new Date(startedAt.getTime() + codeLifetime);

/**
 * Creates the code that the owner tells the finder when they receive the pet. It is valid for 24 hours or until a newer
 * one is created. Throws 404 for someone else's scan and for scans without a conversation or pet, and 409
 * (`scanDetails.handover.already`) after the reunion.
 */
export async function startHandover(ctx: AppContext, actor: Actor, scanId: string): Promise<void> {
  const { conversation, petId, at } = await getScan(ctx, actor, scanId);
  if (!conversation || !petId) throw notFound();
  const [lost] = await ctx.db.select({ since: petLost.since }).from(petLost).where(eq(petLost.petId, petId));
  const startedAt = ctx.clock.now();
  const values = { ownerId: actor.id, petId, startedAt, lostSince: lost?.since ?? at };
  const [created] = await ctx.db
    .insert(handovers)
    .values({ conversationId: conversation.id, ...values })
    .onConflictDoUpdate({ target: handovers.conversationId, set: values, setWhere: isNull(handovers.reunitedAt) })
    .returning({ id: handovers.conversationId });
  if (!created) throw new AppError("scanDetails.handover.already", 409);
}

/**
 * Returns a conversation's handover as shown to the owner, with the code while it is valid. The caller must have
 * checked access.
 */
export async function findHandover(ctx: AppContext, conversationId: string) {
  const [found] = await ctx.db.select().from(handovers).where(eq(handovers.conversationId, conversationId));
  if (!found) return null;
  const { reunitedAt, lostSince } = found;
  const until = getCodeEnd(found);
  const isValid = !reunitedAt && ctx.clock.now() < until;
  const seconds = reunitedAt && Math.max(0, (reunitedAt.getTime() - lostSince.getTime()) / 1000);
  return { code: isValid ? codeOf(ctx, found) : null, until, reunitedAt, seconds };
}

/**
 * Completes the handover with the owner's code, entered by the finder: the pet is no longer lost, the owner is notified
 * and `reunitedJob` is sent, in one transaction and only once. The caller has already normalized the digits.
 * Throws 400 for a wrong or expired code, 429 after 8 attempts for a conversation or 600 from one network within an
 * hour, and 404 for an invalid key.
 */
export async function completeHandover(ctx: AppContext, key: string, typed: string, address: string): Promise<void> {
  const conversation = await getConversationByKey(ctx, key);
  await ctx.limits.take(limits.ofNetwork, getNetwork(address));
  await ctx.limits.take(limits.ofConversation, conversation.id);
  await withTransaction(ctx, async (tx) => {
    const [open] = await tx.db
      .select()
      .from(handovers)
      .where(eq(handovers.conversationId, conversation.id))
      .for("update");
    if (open?.reunitedAt) return;
    const now = tx.clock.now();
    const isCorrect = open && now < getCodeEnd(open) && isSignedWith(tx, typed, (one) => codeOf(one, open));
    if (!isCorrect) throw new AppError("scanDetails.handover.wrong", 400, { field: "code" });
    await tx.db.update(handovers).set({ reunitedAt: now }).where(eq(handovers.conversationId, conversation.id));
    const { ownerId, petId } = open;
    await endEscalation(tx, conversation.id, "owner");
    await endSharingInConversation(tx, conversation.id);
    if (petId) {
      await markFound(tx, { id: ownerId }, petId);
      await tx.jobs.send(tx.db, reunitedJob, { ownerId, petId } satisfies Reunited);
    }
    const [scan] = await tx.db
      .select({ id: scanRecords.id })
      .from(scanRecords)
      .where(and(eq(scanRecords.conversationId, conversation.id), eq(scanRecords.ownerId, ownerId)))
      .orderBy(asc(scanRecords.id))
      .limit(1);
    await sendNotifications(tx, [
      {
        userId: ownerId,
        kind: "reunited",
        params: { petName: conversation.about },
        link: conversation.link,
        topic: scan?.id ?? conversation.id,
      },
    ]);
    const petNotification = { petId, petName: conversation.about, link: conversation.link, topic: conversation.id };
    await notifyCaregivers(tx, { ...petNotification, kind: "reunited" });
  });
}
