import { and, asc, eq, gt, isNotNull, isNull, lte, ne, sql } from "drizzle-orm";
import type { Actor } from "#app/features/accounts/accounts.rules.ts";
import { users } from "#app/features/accounts/accounts.tables.server.ts";
import type { ConversationState } from "#app/features/conversations/conversations.rules.ts";
import {
  changeConversationState,
  getOwnConversation,
  sayOnTheWay,
  writeAsOwner,
} from "#app/features/conversations/conversations.server.ts";
import { conversations } from "#app/features/conversations/conversations.tables.server.ts";
import { sendAlerts, wake } from "#app/features/notifications/notifications.server.ts";
import { tellCarers } from "#app/features/pets/caregivers/notify-caregivers.server.ts";
import { petContacts } from "#app/features/pets/pets.tables.server.ts";
import { planOf } from "#app/features/plans/plans.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { transaction } from "#app/platform/db/database.server.ts";
import { newId } from "#app/platform/db/uuid.server.ts";
import { AppError } from "#app/platform/http/app-error.server.ts";
import { jobKind } from "#app/platform/jobs/jobs.server.ts";
import { asksContacts, type LadderChoice, usualChoice } from "./ladder.rules.ts";
import { helpLetterQueue, helpPath } from "./ladder-letter.server.ts";
import { handovers, ladderChoices, ladderSteps, ladders } from "./scans.tables.server.ts";

const minute = 60_000;

export type Ladder = typeof ladders.$inferSelect;
export type LadderStep = typeof ladderSteps.$inferSelect;

/** What the owner chose: whether contacts are told, and after how many minutes each. */
export async function getLadderChoice({ db }: AppContext, owner: { id: string }): Promise<LadderChoice> {
  const [row] = await db.select().from(ladderChoices).where(eq(ladderChoices.ownerId, owner.id));
  return row ? { isOn: row.isOn, minutes: row.minutes } : usualChoice;
}

/** Keeps the choice for what begins from now on. Refuses (403) plans that do not ask contacts. */
export async function changeLadderChoice(
  ctx: AppContext,
  actor: Pick<Actor, "id">,
  choice: LadderChoice,
): Promise<void> {
  if (!asksContacts(await planOf(ctx, actor))) throw new AppError("escalation.notOnPlan", 403);
  await ctx.db
    .insert(ladderChoices)
    .values({ ownerId: actor.id, ...choice })
    .onConflictDoUpdate({ target: ladderChoices.ownerId, set: choice });
}

/** A finder waits: from now on the minutes count, where the owner's plan and choice say so. Within the caller's transaction. */
export async function startLadder(
  tx: AppContext,
  { conversationId, ownerId, petId }: { conversationId: string; ownerId: string; petId: string | null },
): Promise<void> {
  if (!petId || !asksContacts(await planOf(tx, { id: ownerId }))) return;
  const { isOn, minutes } = await getLadderChoice(tx, { id: ownerId });
  if (!isOn) return;
  const startedAt = tx.clock.now();
  const ladder = { conversationId, ownerId, petId, minutes, startedAt };
  if (!(await nextContact(tx, ladder, -1))) return;
  const nextAt = new Date(startedAt.getTime() + minutes * minute);
  // The pet's contacts are asked by one finder at a time.
  await tx.db
    .insert(ladders)
    .values({ ...ladder, nextAt })
    .onConflictDoNothing();
}

/** The next contact who can be written to; the owner's own address is none. */
async function nextContact({ db }: AppContext, ladder: Pick<Ladder, "petId" | "ownerId">, after: number) {
  if (!ladder.petId) return null;
  const [contact] = await db
    .select({ position: petContacts.position, name: petContacts.name, email: petContacts.email })
    .from(petContacts)
    .innerJoin(users, eq(users.id, ladder.ownerId))
    .where(
      and(
        eq(petContacts.petId, ladder.petId),
        gt(petContacts.position, after),
        isNotNull(petContacts.email),
        ne(sql`lower(${petContacts.email})`, sql`lower(${users.email})`),
      ),
    )
    .orderBy(asc(petContacts.position))
    .limit(1);
  return contact?.email ? { ...contact, email: contact.email } : null;
}

/**
 * Somebody is on it: nobody further is told. Of several who say so at once the first is the one; says whether it was this
 * one. A talk without a ladder has nothing to stop.
 */
export async function stopLadder(
  tx: AppContext,
  conversationId: string,
  endedBy: "owner" | "contact",
): Promise<boolean> {
  const stopped = await tx.db
    .update(ladders)
    .set({ stoppedAt: tx.clock.now(), endedBy, nextAt: null })
    .where(and(eq(ladders.conversationId, conversationId), isNull(ladders.stoppedAt)))
    .returning({ id: ladders.conversationId });
  return stopped.length > 0;
}

/** The ladder is locked before the talk, here as wherever both are, so that two who say it at once wait for each other. */
async function stopOwn(tx: AppContext, actor: Actor, talkId: string): Promise<void> {
  await getOwnConversation(tx, actor, talkId);
  await stopLadder(tx, talkId, "owner");
}

/** The owner says "I'm on it": the finder sees it, and nobody further is told. */
export async function takeOver(ctx: AppContext, actor: Actor, talkId: string): Promise<void> {
  await transaction(ctx, async (tx) => {
    await stopOwn(tx, actor, talkId);
    await sayOnTheWay(tx, actor, talkId);
  });
}

/** The owner answers the finder: so they have been reached, and nobody further is told. */
export async function answerFinder(ctx: AppContext, actor: Actor, talkId: string, body: string): Promise<void> {
  await transaction(ctx, async (tx) => {
    await stopOwn(tx, actor, talkId);
    await writeAsOwner(tx, actor, talkId, body);
  });
}

/** The owner mutes, closes, reports or reopens a finder's conversation: they have seen it, and nobody further is told. */
export async function changeFinderConversation(
  ctx: AppContext,
  actor: Actor,
  talkId: string,
  state: ConversationState,
): Promise<void> {
  await transaction(ctx, async (tx) => {
    await stopOwn(tx, actor, talkId);
    await changeConversationState(tx, actor, talkId, state);
  });
}

/**
 * Tells the next contact wherever a finder has waited for the owner's minutes, each rung once; ladders that another
 * process is climbing are left to it. What is due is written in the table, so that a restart loses no step.
 */
export async function climbLadders(ctx: AppContext): Promise<void> {
  for (let found = 50; found === 50; ) found = await transaction(ctx, climbBatch);
}

async function climbBatch(tx: AppContext): Promise<number> {
  const now = tx.clock.now();
  const due = await tx.db
    .select({ ladder: ladders, talk: conversations })
    .from(ladders)
    .innerJoin(conversations, eq(conversations.id, ladders.conversationId))
    .where(and(isNull(ladders.stoppedAt), lte(ladders.nextAt, now)))
    .orderBy(asc(ladders.conversationId))
    .limit(50)
    .for("update", { of: ladders, skipLocked: true });
  for (const { ladder, talk } of due) await climb(tx, ladder, talk);
  return due.length;
}

async function climb(tx: AppContext, ladder: Ladder, talk: typeof conversations.$inferSelect): Promise<void> {
  const { conversationId, ownerId, minutes, lastPosition } = ladder;
  const contact = await nextContact(tx, ladder, lastPosition);
  const now = tx.clock.now();
  const set = (values: Partial<Ladder>) =>
    tx.db.update(ladders).set(values).where(eq(ladders.conversationId, conversationId));
  if (!contact) {
    await set({ nextAt: null, endedBy: "nobodyLeft" });
    return;
  }
  const { position, name, email } = contact;
  const step = { id: newId(), conversationId, position, name, email, toldAt: now };
  await tx.db.insert(ladderSteps).values(step);
  await set({ lastPosition: position, nextAt: new Date(now.getTime() + minutes * minute) });
  const told = await tellContact(tx, step, talk);
  const news = { petId: ladder.petId, petName: talk.about, link: talk.link, topic: talk.id };
  await tellCarers(tx, { ...news, kind: "asked", except: told });
  await wake(tx, [{ user: ownerId }]);
}

/** The account that an emergency contact's address has, if it is verified and active. */
export async function accountOf({ db }: AppContext, email: string): Promise<string | null> {
  const [account] = await db
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        eq(sql`lower(${users.email})`, email.toLowerCase()),
        eq(users.emailVerified, true),
        isNull(users.suspendedAt),
      ),
    );
  return account?.id ?? null;
}

/**
 * Who has an account under this address is told as its owner is told of finders, and their id returned; everybody else
 * gets a letter.
 */
async function tellContact(
  tx: AppContext,
  step: Pick<LadderStep, "id" | "email">,
  talk: typeof conversations.$inferSelect,
): Promise<string | null> {
  const userId = await accountOf(tx, step.email);
  if (!userId) {
    await tx.jobs.send(tx.db, helpLetterQueue, { stepId: step.id });
    return null;
  }
  await sendAlerts(tx, [
    {
      userId,
      kind: "asked",
      params: { petName: talk.about, finderName: talk.finderName ?? "" },
      link: helpPath(tx, step.id),
      topic: step.id,
    },
  ]);
  return userId;
}

/** The ladder of a talk with its steps, as its owner sees it; null without one. The caller has checked who asks. */
export async function findLadder(ctx: AppContext, conversationId: string) {
  const [ladder] = await ctx.db.select().from(ladders).where(eq(ladders.conversationId, conversationId));
  if (!ladder) return null;
  const steps = await stepsOfLadder(ctx, conversationId);
  const [home] = await ctx.db
    .select({ at: handovers.reunitedAt })
    .from(handovers)
    .where(eq(handovers.conversationId, conversationId));
  const next = ladder.nextAt && !home?.at ? await nextContact(ctx, ladder, ladder.lastPosition) : null;
  return {
    steps: steps.map(({ id, name, toldAt, tookAt }) => ({ id, name, toldAt, tookAt })),
    next: next && { name: next.name, at: ladder.nextAt },
    stoppedAt: ladder.stoppedAt,
    endedBy: ladder.endedBy,
  };
}

export function stepsOfLadder({ db }: AppContext, conversationId: string): Promise<LadderStep[]> {
  return db
    .select()
    .from(ladderSteps)
    .where(eq(ladderSteps.conversationId, conversationId))
    .orderBy(asc(ladderSteps.position));
}

export const climbJob = jobKind<AppContext, object>("scans.climb", { cron: "* * * * *", retryLimit: 0 }, climbLadders);
