import { and, asc, eq, exists, gt, isNotNull, isNull, lte, ne, notExists, or, type SQL, sql } from "drizzle-orm";
import { type MessageFiles, withAttachment } from "#app/features/conversations/attachments/attachments.server.ts";
import { createPhotoWords } from "#app/features/conversations/attachments/photo-requests.server.ts";
import { acceptsMessages, type ConversationState } from "#app/features/conversations/conversations.rules.ts";
import {
  getOwnConversation,
  markOnTheWay,
  sendOwnerMessage,
  updateConversationState,
} from "#app/features/conversations/conversations.server.ts";
import { conversations, messages } from "#app/features/conversations/conversations.tables.server.ts";
import { listNotificationsOfTopic, sendNotifications } from "#app/features/notifications/notifications.server.ts";
import { notifyCaregivers } from "#app/features/pets/caregivers/notify-caregivers.server.ts";
import { petContacts } from "#app/features/pets/pets.tables.server.ts";
import { phoneContactConsents, phoneNumbers } from "#app/features/phone/phone.tables.server.ts";
import { listPhoneDeliveries } from "#app/features/phone/phone-messages.server.ts";
import { hasEscalation } from "#app/features/plans/plans.rules.ts";
import { getPlan } from "#app/features/plans/plans.server.ts";
import { notifyListeners } from "#app/features/users/live-events.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { AppError } from "#app/platform/app-error.server.ts";
import { isLockFailure, withTransaction } from "#app/platform/db/connection/database.server.ts";
import { createId } from "#app/platform/db/uuid.server.ts";
import { dayMs, minuteMs } from "#app/platform/durations.rules.ts";
import { defineJob } from "#app/platform/jobs/jobs.server.ts";
import { getNetwork } from "#app/platform/limits/client-address.server.ts";
import { isWithinLimit } from "#app/platform/limits/limits.server.ts";
import { defaultChoice, type EscalationChoice } from "../escalation.rules.ts";
import { findScanOf } from "../find-scan.server.ts";
import { endSharingInConversation } from "../live-location/end-sharing.server.ts";
import { escalationChoices, escalationSteps, escalations, handovers, scanRecords } from "../scans.tables.server.ts";
import { describeDevice } from "../throttling/email-budget.server.ts";
import { getHelpPath, sendHelpEmail, sendHelpMessage } from "./escalation-email.server.ts";

const escalationQueue = "scans.escalate-conversations";

export type Escalation = typeof escalations.$inferSelect;
export type EscalationStep = typeof escalationSteps.$inferSelect;

/** Returns whether the owner's contacts are notified, and after how many minutes each. */
export async function getEscalationChoice({ db }: AppContext, owner: { id: string }): Promise<EscalationChoice> {
  const [row] = await db.select().from(escalationChoices).where(eq(escalationChoices.ownerId, owner.id));
  return row ? { isOn: row.isOn, minutes: row.minutes } : defaultChoice;
}

/**
 * Saves the owner's choice for future escalations. Throws 403 (`escalation.notOnPlan`) if the plan does not include
 * escalation.
 */
export async function updateEscalationChoice(
  ctx: AppContext,
  actor: Pick<Actor, "id">,
  choice: EscalationChoice,
): Promise<void> {
  if (!hasEscalation(await getPlan(ctx, actor))) throw new AppError("escalation.notOnPlan", 403);
  await ctx.db
    .insert(escalationChoices)
    .values({ ownerId: actor.id, ...choice })
    .onConflictDoUpdate({ target: escalationChoices.ownerId, set: choice });
}

/**
 * Number of finders of one pet for whom its contacts are asked at the same time, each from another network or with
 * another kind of device. More wait until one has been answered, so that a stranger who claims to have the pet cannot
 * keep the contacts from a true finder.
 */
const maxRunning = 5;

const senderOf = (scan: Parameters<typeof describeDevice>[0] & { ip: string | null }) =>
  `${getNetwork(scan.ip ?? "")} ${describeDevice(scan)}`;

/** Returns the network and device of the finder of a conversation; of WhatsApp, those of the page that they opened. */
async function findSender(ctx: AppContext, conversationId: string): Promise<string> {
  const scan = await findScanOf(ctx, { id: conversationId });
  return scan ? senderOf(scan) : "";
}

/** Returns the networks and devices of the finders for whom these escalations are. */
async function listSenders({ db }: AppContext, which: SQL | undefined): Promise<string[]> {
  const scans = await db
    .select({ ip: scanRecords.ip, os: scanRecords.os, browser: scanRecords.browser })
    .from(escalations)
    .innerJoin(scanRecords, eq(scanRecords.conversationId, escalations.conversationId))
    .where(which);
  return scans.map(senderOf);
}

/**
 * Starts the escalation for a waiting finder, if the owner's plan and choice allow it and a contact can be reached.
 * Beyond one of each network and device, and five of a pet, it starts when another ends. Runs in the caller's
 * transaction, after the scan has got its conversation.
 */
export async function startEscalation(
  tx: AppContext,
  { conversationId, ownerId, petId }: { conversationId: string; ownerId: string; petId: string | null },
): Promise<void> {
  if (!petId || !hasEscalation(await getPlan(tx, { id: ownerId }))) return;
  const { isOn, minutes } = await getEscalationChoice(tx, { id: ownerId });
  if (!isOn) return;
  const startedAt = tx.clock.now();
  const escalation = { conversationId, ownerId, petId, minutes, startedAt };
  if (!(await nextContact(tx, escalation, -1))) return;
  const nextAt = new Date(startedAt.getTime() + minutes * minuteMs);
  const isRunning = and(eq(escalations.petId, petId), isNull(escalations.stoppedAt), isNotNull(escalations.nextAt));
  const running = await listSenders(tx, isRunning);
  const sender = await findSender(tx, conversationId);
  if (running.length >= maxRunning || running.includes(sender)) return;
  const started = await tx.db
    .insert(escalations)
    .values({ ...escalation, nextAt })
    .onConflictDoNothing()
    .returning({ id: escalations.conversationId });
  if (started.length > 0) await queueEscalation(tx, nextAt);
}

/** Queues a job for the exact time. If the job is lost, the cron job catches up within a minute. */
async function queueEscalation(tx: AppContext, at: Date): Promise<void> {
  await tx.jobs.send(tx.db, escalationQueue, {}, { startAfter: at, priority: 20 });
}

/**
 * Returns the next contact with an e-mail address or a number that agreed to messages on behalf of this owner. The owner's own address and number do
 * not count.
 */
async function nextContact({ db }: AppContext, escalation: Pick<Escalation, "petId" | "ownerId">, after: number) {
  if (!escalation.petId) return null;
  const isOwnEmail = eq(sql`lower(${petContacts.email})`, sql`lower(${users.email})`);
  const agreed = exists(
    db
      .select({ one: sql`1` })
      .from(phoneContactConsents)
      .leftJoin(phoneNumbers, eq(phoneNumbers.number, phoneContactConsents.number))
      .where(
        and(
          eq(phoneContactConsents.number, petContacts.phone),
          eq(phoneContactConsents.ownerId, escalation.ownerId),
          eq(phoneContactConsents.state, "agreed"),
          sql`${phoneNumbers.consent} is distinct from 'stopped'`,
        ),
      ),
  );
  const email = sql<string | null>`case when ${isOwnEmail} then null else ${petContacts.email} end`;
  const phone = sql<
    string | null
  >`case when ${agreed} and ${petContacts.phone} is distinct from ${users.verifiedPhone} then ${petContacts.phone} end`;
  const [contact] = await db
    .select({ position: petContacts.position, name: petContacts.name, email, phone })
    .from(petContacts)
    .innerJoin(users, eq(users.id, escalation.ownerId))
    .where(
      and(
        eq(petContacts.petId, escalation.petId),
        gt(petContacts.position, after),
        or(isNotNull(email), isNotNull(phone)),
      ),
    )
    .orderBy(asc(petContacts.position))
    .limit(1);
  return contact ?? null;
}

/**
 * Stops the escalation, so that no further contact is notified. Returns whether this call stopped it: of several
 * concurrent calls only the first returns true; without an escalation it returns false.
 */
export async function endEscalation(
  tx: AppContext,
  conversationId: string,
  endedBy: "owner" | "contact",
): Promise<boolean> {
  const stopped = await tx.db
    .update(escalations)
    .set({ stoppedAt: tx.clock.now(), endedBy, nextAt: null })
    .where(and(eq(escalations.conversationId, conversationId), isNull(escalations.stoppedAt)))
    .returning({ petId: escalations.petId });
  for (const { petId } of stopped) await startNext(tx, petId);
  return stopped.length > 0;
}

/** Starts the escalation of the pet's longest waiting finder of the last day who has none, first of other senders. */
async function startNext(tx: AppContext, petId: string | null): Promise<void> {
  if (!petId) return;
  const answered = tx.db
    .select({ one: sql`1` })
    .from(messages)
    .where(and(eq(messages.conversationId, conversations.id), eq(messages.author, "owner")));
  const since = tx.clock.ago(dayMs);
  const all = await tx.db
    .select({
      conversationId: conversations.id,
      ownerId: scanRecords.ownerId,
      ...{ ip: scanRecords.ip, os: scanRecords.os, browser: scanRecords.browser },
    })
    .from(conversations)
    .innerJoin(scanRecords, eq(scanRecords.conversationId, conversations.id))
    .leftJoin(escalations, eq(escalations.conversationId, conversations.id))
    .leftJoin(handovers, eq(handovers.conversationId, conversations.id))
    .where(
      and(
        eq(scanRecords.petId, petId),
        eq(scanRecords.ownerId, conversations.ownerId),
        ne(scanRecords.medium, "inquiry"),
        eq(conversations.state, "open"),
        gt(conversations.createdAt, since),
        isNull(conversations.onTheWayAt),
        isNull(escalations.conversationId),
        isNull(handovers.reunitedAt),
        notExists(answered),
      ),
    )
    .orderBy(asc(conversations.createdAt))
    .limit(200);
  const served = await listSenders(tx, and(eq(escalations.petId, petId), gt(escalations.startedAt, since)));
  const waiting = all.find((scan) => !served.includes(senderOf(scan))) ?? all[0];
  if (!waiting?.ownerId) return;
  const { conversationId, ownerId } = waiting;
  await startEscalation(tx, { conversationId, ownerId, petId });
}

/**
 * Stops the escalation of the actor's own conversation. Lock order, here and everywhere: escalation before
 * conversation, so that concurrent calls wait instead of deadlocking.
 */
async function stopOwn(tx: AppContext, actor: Actor, conversationId: string): Promise<void> {
  await getOwnConversation(tx, actor, conversationId);
  await endEscalation(tx, conversationId, "owner");
}

/** Records the owner's "I'm on it", which the finder sees, and stops the escalation. */
export async function acceptEscalation(ctx: AppContext, actor: Actor, conversationId: string): Promise<void> {
  await withTransaction(ctx, async (tx) => {
    await stopOwn(tx, actor, conversationId);
    await markOnTheWay(tx, actor, conversationId);
  });
}

/** Limits the owner's messages in one conversation. */
const writes = { name: "owner-writes", points: 30, span: 600 };

/**
 * Sends the owner's reply to the finder and stops the escalation. Throws 404 for someone else's conversation, 429 after
 * 30 messages within ten minutes, and what `withAttachment` throws.
 */
export async function sendReplyToFinder(
  ctx: AppContext,
  actor: Actor,
  conversationId: string,
  body: string,
  { photoWords, ...files }: MessageFiles & { photoWords?: string } = {},
): Promise<void> {
  await ctx.limits.take(writes, conversationId);
  await getOwnConversation(ctx, actor, conversationId);
  await withAttachment(ctx, conversationId, actor, files, (attachment) =>
    withTransaction(ctx, async (tx) => {
      await stopOwn(tx, actor, conversationId);
      await sendOwnerMessage(tx, actor, conversationId, body, { attachment, photoWords });
    }),
  );
}

/** Asks the finder for a fresh photo with two words, as a message of the owner; see `sendReplyToFinder`. */
export async function askFinderForPhoto(ctx: AppContext, actor: Actor, conversationId: string): Promise<void> {
  await getOwnConversation(ctx, actor, conversationId);
  await sendReplyToFinder(ctx, actor, conversationId, "", { photoWords: await createPhotoWords(ctx, conversationId) });
}

/**
 * Mutes, closes, reports or reopens the owner's conversation with a finder and stops the escalation. Closing and
 * reporting also end the finder's live location, of which no more is accepted.
 */
export async function updateFinderConversation(
  ctx: AppContext,
  actor: Actor,
  conversationId: string,
  state: ConversationState,
): Promise<void> {
  await withTransaction(ctx, async (tx) => {
    await stopOwn(tx, actor, conversationId);
    await updateConversationState(tx, actor, conversationId, state);
    if (!acceptsMessages(state)) await endSharingInConversation(tx, conversationId);
  });
}

/**
 * Notifies the next contact of every due escalation, each step once. Skips escalations locked by another process. Due
 * times are stored in the table, so a restart loses no step.
 */
export async function runEscalations(ctx: AppContext): Promise<void> {
  for (let found = 50; found === 50; ) found = await withTransaction(ctx, escalateBatch);
}

async function escalateBatch(tx: AppContext): Promise<number> {
  const now = tx.clock.now();
  const due = await tx.db
    .select({ escalation: escalations, conversation: conversations })
    .from(escalations)
    .innerJoin(conversations, eq(conversations.id, escalations.conversationId))
    .where(and(isNull(escalations.stoppedAt), lte(escalations.nextAt, now)))
    .orderBy(asc(escalations.conversationId))
    .limit(50)
    .for("update", { of: escalations, skipLocked: true });
  let failed = 0;
  for (const { escalation, conversation } of due)
    await withTransaction(tx, (inner) => escalate(inner, escalation, conversation)).catch((error) => {
      // One that fails does not stop the others, and is tried again in the next run.
      if (isLockFailure(error)) throw error;
      tx.log.error({ err: error, conversationId: conversation.id }, "escalation step failed");
      failed++;
    });
  return failed === 0 ? due.length : 0;
}

/** Notifies the next contact; those who had as many requests as one person gets a day are left out without a wait. */
async function escalate(
  tx: AppContext,
  escalation: Escalation,
  conversation: typeof conversations.$inferSelect,
): Promise<void> {
  const { conversationId, ownerId, minutes } = escalation;
  const now = tx.clock.now();
  const set = (values: Partial<Escalation>) =>
    tx.db.update(escalations).set(values).where(eq(escalations.conversationId, conversationId));
  let lastPosition = escalation.lastPosition;
  for (;;) {
    const contact = await nextContact(tx, escalation, lastPosition);
    if (!contact) {
      await set({ lastPosition, nextAt: null, endedBy: "nobodyLeft" });
      await startNext(tx, escalation.petId);
      break;
    }
    lastPosition = contact.position;
    const step = {
      ...{ id: createId(), conversationId, ...contact },
      ...{ emailState: null, acceptedAt: null, notifiedAt: now, isLeftOut: false },
    };
    await tx.db.insert(escalationSteps).values(step);
    const notified = await notifyContact(tx, step, conversation);
    if (!notified) {
      await tx.db.update(escalationSteps).set({ isLeftOut: true }).where(eq(escalationSteps.id, step.id));
      continue;
    }
    const nextAt = new Date(now.getTime() + minutes * minuteMs);
    await set({ lastPosition, nextAt });
    await queueEscalation(tx, nextAt);
    const petNotification = {
      petId: escalation.petId,
      petName: conversation.about,
      link: conversation.link,
      topic: conversation.id,
    };
    await notifyCaregivers(tx, { ...petNotification, kind: "asked", except: notified.account });
    break;
  }
  await notifyListeners(tx, [{ user: ownerId }]);
}

/** Returns the id of the active account that has verified the contact's e-mail address or number. */
export async function findContactAccount(
  { db }: AppContext,
  { email, phone }: Pick<EscalationStep, "email" | "phone">,
): Promise<string | null> {
  const [account] = await db
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        or(
          email ? and(eq(users.email, email.toLowerCase()), eq(users.emailVerified, true)) : undefined,
          phone ? eq(users.verifiedPhone, phone) : undefined,
        ),
        isNull(users.suspendedAt),
      ),
    )
    .limit(1);
  return account?.id ?? null;
}

/** Limits requests for help to one address or number, since owners can enter anybody's. */
const toContact = { name: "help-to-contact", points: 20, span: 86_400 };

/**
 * Notifies a contact. A contact with an account gets a notification there, and the account's id is returned; anyone
 * else gets an e-mail and a phone message, as far as known. Returns null if each of these is beyond the day's limit.
 */
async function notifyContact(
  tx: AppContext,
  step: EscalationStep,
  conversation: typeof conversations.$inferSelect,
): Promise<{ account: string | null } | null> {
  const userId = await findContactAccount(tx, step);
  if (!userId) {
    const byEmail = step.email !== null && (await isWithinLimit(tx.limits, toContact, step.email.toLowerCase()));
    if (byEmail) await sendHelpEmail(tx, step.id);
    const byPhone = step.phone !== null && (await isWithinLimit(tx.limits, toContact, step.phone));
    if (byPhone && step.phone) await sendHelpMessage(tx, { ...step, phone: step.phone }, conversation);
    return byEmail || byPhone ? { account: null } : null;
  }
  await sendNotifications(tx, [
    {
      userId,
      kind: "asked",
      // Without the finder's name: the contact's page shows it, and only until the conversation is closed.
      params: { petName: conversation.about },
      link: getHelpPath(tx, step.id),
      topic: step.id,
    },
  ]);
  return { account: userId };
}

/**
 * Returns a conversation's escalation with its steps, as shown to the owner; null without one. The caller must have
 * checked access.
 */
export async function findEscalation(ctx: AppContext, conversationId: string) {
  const [escalation] = await ctx.db.select().from(escalations).where(eq(escalations.conversationId, conversationId));
  if (!escalation) return null;
  const steps = await listEscalationSteps(ctx, conversationId);
  const [home] = await ctx.db
    .select({ at: handovers.reunitedAt })
    .from(handovers)
    .where(eq(handovers.conversationId, conversationId));
  const byPhone = await listPhoneDeliveries(
    ctx,
    steps.map(({ id }) => `step:${id}`),
  );
  const ofAccounts = await Promise.all(steps.map(({ id }) => listNotificationsOfTopic(ctx, id)));
  const next = escalation.nextAt && !home?.at ? await nextContact(ctx, escalation, escalation.lastPosition) : null;
  return {
    steps: steps.map(({ id, name, notifiedAt, isLeftOut, acceptedAt, emailState }, at) => ({
      id,
      name,
      notifiedAt,
      isLeftOut,
      acceptedAt,
      emailState,
      carriers: byPhone.filter(({ subject }) => subject === `step:${id}`),
      /** Deliveries on the account's channels, for a contact with an account. */
      deliveries: (ofAccounts[at] ?? []).flatMap(({ deliveries }) => deliveries).filter(({ state }) => state !== "off"),
    })),
    next: next && { name: next.name, at: escalation.nextAt },
    stoppedAt: escalation.stoppedAt,
    endedBy: escalation.endedBy,
  };
}

export function listEscalationSteps({ db }: AppContext, conversationId: string): Promise<EscalationStep[]> {
  return db
    .select()
    .from(escalationSteps)
    .where(eq(escalationSteps.conversationId, conversationId))
    .orderBy(asc(escalationSteps.position));
}

export const escalationJob = defineJob<AppContext, object>(
  escalationQueue,
  { cron: "* * * * *", retryLimit: 0, isTimed: true },
  runEscalations,
);
