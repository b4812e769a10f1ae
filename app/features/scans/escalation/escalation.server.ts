import { and, asc, eq, exists, gt, isNotNull, isNull, lte, or, sql } from "drizzle-orm";
import type { ConversationState } from "#app/features/conversations/conversations.rules.ts";
import {
  getOwnConversation,
  markOnTheWay,
  sendOwnerMessage,
  updateConversationState,
} from "#app/features/conversations/conversations.server.ts";
import { conversations } from "#app/features/conversations/conversations.tables.server.ts";
import { listNotificationsOfTopic, sendNotifications } from "#app/features/notifications/notifications.server.ts";
import { notifyCaregivers } from "#app/features/pets/caregivers/notify-caregivers.server.ts";
import { petContacts } from "#app/features/pets/pets.tables.server.ts";
import { phoneNumbers } from "#app/features/phone/phone.tables.server.ts";
import { listPhoneDeliveries } from "#app/features/phone/phone-messages.server.ts";
import { asksContacts } from "#app/features/plans/plans.rules.ts";
import { getPlan } from "#app/features/plans/plans.server.ts";
import { notifyListeners } from "#app/features/users/live-events.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { transaction } from "#app/platform/db/connection/database.server.ts";
import { newId } from "#app/platform/db/uuid.server.ts";
import { AppError } from "#app/platform/http/app-error.server.ts";
import { defineJob } from "#app/platform/jobs/jobs.server.ts";
import { escalationChoices, escalationSteps, escalations, handovers } from "../scans.tables.server.ts";
import { defaultChoice, type EscalationChoice } from "./escalation.rules.ts";
import { getHelpPath, sendHelpEmail, sendHelpMessage } from "./escalation-email.server.ts";

const escalationQueue = "scans.climb";
const minute = 60_000;

export type Escalation = typeof escalations.$inferSelect;
export type EscalationStep = typeof escalationSteps.$inferSelect;

/** What the owner chose: whether contacts are told, and after how many minutes each. */
export async function getEscalationChoice({ db }: AppContext, owner: { id: string }): Promise<EscalationChoice> {
  const [row] = await db.select().from(escalationChoices).where(eq(escalationChoices.ownerId, owner.id));
  return row ? { isOn: row.isOn, minutes: row.minutes } : defaultChoice;
}

/** Keeps the choice for what begins from now on. Refuses (403) plans that do not ask contacts. */
export async function updateEscalationChoice(
  ctx: AppContext,
  actor: Pick<Actor, "id">,
  choice: EscalationChoice,
): Promise<void> {
  if (!asksContacts(await getPlan(ctx, actor))) throw new AppError("escalation.notOnPlan", 403);
  await ctx.db
    .insert(escalationChoices)
    .values({ ownerId: actor.id, ...choice })
    .onConflictDoUpdate({ target: escalationChoices.ownerId, set: choice });
}

/** A finder waits: from now on the minutes count, where the owner's plan and choice say so. Within the caller's transaction. */
export async function startEscalation(
  tx: AppContext,
  { conversationId, ownerId, petId }: { conversationId: string; ownerId: string; petId: string | null },
): Promise<void> {
  if (!petId || !asksContacts(await getPlan(tx, { id: ownerId }))) return;
  const { isOn, minutes } = await getEscalationChoice(tx, { id: ownerId });
  if (!isOn) return;
  const startedAt = tx.clock.now();
  const escalation = { conversationId, ownerId, petId, minutes, startedAt };
  if (!(await nextContact(tx, escalation, -1))) return;
  const nextAt = new Date(startedAt.getTime() + minutes * minute);
  // The pet's contacts are asked by one finder at a time.
  const started = await tx.db
    .insert(escalations)
    .values({ ...escalation, nextAt })
    .onConflictDoNothing()
    .returning({ id: escalations.conversationId });
  if (started.length > 0) await queueEscalation(tx, nextAt);
}

/** The next contact is told at the second; what a job was lost for is found within the minute. */
async function queueEscalation(tx: AppContext, at: Date): Promise<void> {
  await tx.jobs.send(tx.db, escalationQueue, {}, { startAfter: at, priority: 20 });
}

/** The next contact who can be written to, by e-mail or at a number that agreed to it; the owner's own are none. */
async function nextContact({ db }: AppContext, escalation: Pick<Escalation, "petId" | "ownerId">, after: number) {
  if (!escalation.petId) return null;
  const isOwnEmail = eq(sql`lower(${petContacts.email})`, sql`lower(${users.email})`);
  const agreed = exists(
    db
      .select({ one: sql`1` })
      .from(phoneNumbers)
      .where(and(eq(phoneNumbers.number, petContacts.phone), eq(phoneNumbers.consent, "agreed"))),
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
 * Somebody is on it: nobody further is told. Of several who say so at once the first is the one; says whether it was this
 * one. A conversation without an escalation has nothing to stop.
 */
export async function stopEscalation(
  tx: AppContext,
  conversationId: string,
  endedBy: "owner" | "contact",
): Promise<boolean> {
  const stopped = await tx.db
    .update(escalations)
    .set({ stoppedAt: tx.clock.now(), endedBy, nextAt: null })
    .where(and(eq(escalations.conversationId, conversationId), isNull(escalations.stoppedAt)))
    .returning({ id: escalations.conversationId });
  return stopped.length > 0;
}

/** The escalation is locked before the conversation, here as wherever both are, so that two who say it at once wait for each other. */
async function stopOwn(tx: AppContext, actor: Actor, conversationId: string): Promise<void> {
  await getOwnConversation(tx, actor, conversationId);
  await stopEscalation(tx, conversationId, "owner");
}

/** The owner says "I'm on it": the finder sees it, and nobody further is told. */
export async function takeOverEscalation(ctx: AppContext, actor: Actor, conversationId: string): Promise<void> {
  await transaction(ctx, async (tx) => {
    await stopOwn(tx, actor, conversationId);
    await markOnTheWay(tx, actor, conversationId);
  });
}

/** The owner answers the finder: so they have been reached, and nobody further is told. */
export async function sendReplyToFinder(
  ctx: AppContext,
  actor: Actor,
  conversationId: string,
  body: string,
): Promise<void> {
  await transaction(ctx, async (tx) => {
    await stopOwn(tx, actor, conversationId);
    await sendOwnerMessage(tx, actor, conversationId, body);
  });
}

/** The owner mutes, closes, reports or reopens a finder's conversation: they have seen it, and nobody further is told. */
export async function updateFinderConversation(
  ctx: AppContext,
  actor: Actor,
  conversationId: string,
  state: ConversationState,
): Promise<void> {
  await transaction(ctx, async (tx) => {
    await stopOwn(tx, actor, conversationId);
    await updateConversationState(tx, actor, conversationId, state);
  });
}

/**
 * Tells the next contact wherever a finder has waited for the owner's minutes, each step once; escalations that another
 * process is climbing are left to it. What is due is written in the table, so that a restart loses no step.
 */
export async function runEscalations(ctx: AppContext): Promise<void> {
  for (let found = 50; found === 50; ) found = await transaction(ctx, escalateBatch);
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
  for (const { escalation, conversation } of due) await escalate(tx, escalation, conversation);
  return due.length;
}

async function escalate(
  tx: AppContext,
  escalation: Escalation,
  conversation: typeof conversations.$inferSelect,
): Promise<void> {
  const { conversationId, ownerId, minutes, lastPosition } = escalation;
  const contact = await nextContact(tx, escalation, lastPosition);
  const now = tx.clock.now();
  const set = (values: Partial<Escalation>) =>
    tx.db.update(escalations).set(values).where(eq(escalations.conversationId, conversationId));
  if (!contact) {
    await set({ nextAt: null, endedBy: "nobodyLeft" });
    return;
  }
  const step = { id: newId(), conversationId, ...contact, emailState: null, tookAt: null, notifiedAt: now };
  const { position } = contact;
  await tx.db.insert(escalationSteps).values(step);
  const nextAt = new Date(now.getTime() + minutes * minute);
  await set({ lastPosition: position, nextAt });
  await queueEscalation(tx, nextAt);
  const notified = await notifyContact(tx, step, conversation);
  const news = {
    petId: escalation.petId,
    petName: conversation.about,
    link: conversation.link,
    topic: conversation.id,
  };
  await notifyCaregivers(tx, { ...news, kind: "asked", except: notified });
  await notifyListeners(tx, [{ user: ownerId }]);
}

/** The account that an emergency contact's address or number has, if that is verified and the account active. */
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

/**
 * Who has an account under this address or number is told as its owner is told of finders, and their id returned; everybody
 * else gets an e-mail and a message to their phone, whichever there is.
 */
async function notifyContact(
  tx: AppContext,
  step: EscalationStep,
  conversation: typeof conversations.$inferSelect,
): Promise<string | null> {
  const userId = await findContactAccount(tx, step);
  if (!userId) {
    if (step.email) await sendHelpEmail(tx, step.id);
    if (step.phone) await sendHelpMessage(tx, { ...step, phone: step.phone }, conversation);
    return null;
  }
  await sendNotifications(tx, [
    {
      userId,
      kind: "asked",
      params: { petName: conversation.about, finderName: conversation.finderName ?? "" },
      link: getHelpPath(tx, step.id),
      topic: step.id,
    },
  ]);
  return userId;
}

/** The escalation of a conversation with its steps, as its owner sees it; null without one. The caller has checked who asks. */
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
    steps: steps.map(({ id, name, notifiedAt, tookAt, emailState }, at) => ({
      id,
      name,
      notifiedAt,
      tookAt,
      emailState,
      carriers: byPhone.filter(({ subject }) => subject === `step:${id}`),
      /** A contact with an account: how each of their own channels fared. */
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
