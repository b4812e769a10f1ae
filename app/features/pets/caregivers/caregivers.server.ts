import { and, asc, eq, gte, inArray, isNotNull, isNull, lt, notExists, or, sql } from "drizzle-orm";
import * as z from "zod";
import { notifications } from "#app/features/notifications/notifications.tables.server.ts";
import { lockAccount, lockAccountByEmail } from "#app/features/users/lock-user.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { AppError, notFound } from "#app/platform/app-error.server.ts";
import { withTransaction } from "#app/platform/db/connection/database.server.ts";
import { createId } from "#app/platform/db/uuid.server.ts";
import { dayMs } from "#app/platform/durations.rules.ts";
import { emailLine } from "#app/platform/http/forms/fields.server.ts";
import { type CaregiverState, canAnswer, canSeePet, caregiverLevels, maxCaregivers } from "../caregivers.rules.ts";
import { getCaregiverState, getMoment } from "../pet-access.server.ts";
import { dayField } from "../pets.forms.server.ts";
import { getPet } from "../pets.server.ts";
import { livePet, petCaregivers, pets } from "../pets.tables.server.ts";
import { isInvitationEmailed } from "./invitation-emails.server.ts";
import { getInvitationPath, lockCaregiver, notifyCaregiverChange } from "./lock-caregiver.server.ts";
import { caregiverEmailQueue } from "./notify-caregivers.server.ts";

const care = {
  level: z.enum(caregiverLevels, { error: "caregivers.chooseLevel" }),
  /** Empty: until it is ended. */
  untilDay: dayField.optional().transform((day) => day ?? null),
};

export const inviteForm = z.object({ email: emailLine, ...care });
export const changeCaregiverForm = z.object({ caregiverId: z.string().max(36), ...care });
export const endCaregivingForm = z.object({ caregiverId: z.string().max(36) });

type InviteForm = z.output<typeof inviteForm>;
export type CaregiverForm = Pick<InviteForm, "level" | "untilDay">;

const inviteLimit = { name: "caregiver-invitations", points: 20, span: 24 * 3600 };
const keptDays = 30;

const isInForce = (state: CaregiverState) => state === "waiting" || state === "caring";

/**
 * Invites an e-mail address, with or without an account, to care for one's own pet; available on every plan. Grants
 * nothing before it is accepted, within 14 days. The response does not reveal whether the address has an account.
 * Rejects the owner's own address (`caregivers.yourself`), an address already invited or caring (`caregivers.already`),
 * a last day in the past (`caregivers.dayPassed`), more than ten caregivers of one pet (`caregivers.tooMany`) and more
 * than twenty invitations a day; 404 for somebody else's pet. Returns the invitation's id and whether it is e-mailed:
 * an address gets at most ten such e-mails a day, and beyond them the owner passes on the link.
 */
export async function inviteCaregiver(
  ctx: AppContext,
  actor: Actor,
  petId: string,
  { email, ...form }: InviteForm,
): Promise<{ id: string; isEmailed: boolean }> {
  const pet = await getPet(ctx, actor, petId);
  if (canAnswer(actor, { email })) throw new AppError("caregivers.yourself", 409, { field: "email" });
  rejectPastDay(ctx, actor, form);
  await ctx.limits.take(inviteLimit, actor.id);
  const isEmailed = await isInvitationEmailed(ctx, email);
  return withTransaction(ctx, async (tx) => {
    await lockAccount(tx, actor);
    const account = await lockAccountByEmail(tx, email);
    const own = and(eq(pets.id, pet.id), eq(pets.ownerId, actor.id), livePet);
    const [locked] = await tx.db.select({ id: pets.id }).from(pets).where(own).for("no key update");
    if (!locked) throw notFound();
    await requireFreeSlot(tx, actor, pet.id, email);
    const now = tx.clock.now();
    const id = createId();
    const invitation = { id, petId: pet.id, ownerId: actor.id, email, ...form, invitedAt: now, isEmailed };
    const [care] = await tx.db.insert(petCaregivers).values(invitation).returning();
    if (account?.isVerified) {
      if (account.suspendedAt) return { id, isEmailed };
      const invited = { care: care!, pet };
      await notifyCaregiverChange(tx, invited, account.id, "invited", actor.firstName, { isInboxOnly: !isEmailed });
    } else if (isEmailed) await tx.jobs.send(tx.db, caregiverEmailQueue, { caregiverId: id });
    return { id, isEmailed };
  });
}

function rejectPastDay(ctx: AppContext, owner: Actor, { untilDay }: CaregiverForm): void {
  if (untilDay && untilDay < getMoment(ctx, owner).today)
    throw new AppError("caregivers.dayPassed", 400, { field: "untilDay" });
}

/**
 * Ends lapsed invitations and expired care, so that their addresses can be invited again, and rejects with 409 when the
 * address is taken or the pet has the maximum number of caregivers.
 */
async function requireFreeSlot(tx: AppContext, owner: Actor, petId: string, email: string): Promise<void> {
  const open = and(eq(petCaregivers.petId, petId), isNull(petCaregivers.endedAt));
  const rows = await tx.db.select().from(petCaregivers).where(open).orderBy(petCaregivers.id).for("update");
  const inForce = rows.filter((row) => isInForce(getCaregiverState(tx, row, owner)));
  if (inForce.some((row) => row.email === email)) throw new AppError("caregivers.already", 409, { field: "email" });
  if (inForce.length >= maxCaregivers) throw new AppError("caregivers.tooMany", 409);
  const past = rows.filter((row) => !inForce.includes(row)).map(({ id }) => id);
  if (past.length > 0)
    await tx.db.update(petCaregivers).set({ endedAt: tx.clock.now() }).where(inArray(petCaregivers.id, past));
}

/**
 * Lists the caregivers and invitations of one's own pet that were not ended, the oldest first, including lapsed
 * invitations and care whose last day has passed.
 */
export async function listCaregivers(ctx: AppContext, actor: Actor, petId: string) {
  const pet = await getPet(ctx, actor, petId);
  return listCaregiversOf(ctx, actor, pet.id);
}

/** Like `listCaregivers`, for a pet that the caller has already checked to be the actor's. */
export async function listCaregiversOf(ctx: AppContext, actor: Actor, petId: string) {
  const rows = await ctx.db
    .select({ care: petCaregivers, name: users.firstName })
    .from(petCaregivers)
    .leftJoin(users, eq(users.id, petCaregivers.caregiverId))
    .where(and(eq(petCaregivers.petId, petId), isNull(petCaregivers.endedAt)))
    .orderBy(asc(petCaregivers.id));
  return rows.map(({ care, name }) => ({
    id: care.id,
    email: care.email,
    name,
    level: care.level,
    untilDay: care.untilDay,
    invitedAt: care.invitedAt,
    isEmailed: care.isEmailed,
    link: ctx.settings.publicUrl + getInvitationPath(care.id),
    changedAt: care.changedAt,
    state: getCaregiverState(ctx, care, actor),
  }));
}

export type Caregiver = Awaited<ReturnType<typeof listCaregivers>>[number];

/**
 * Deletes what former caregivers were notified of about a pet, with places and names: of one owner's pet, or, for care
 * that ended with its last day, of all. Notifications that care began or ended stay.
 */
async function deleteNotificationsOfEndedCare(
  { db, clock }: Pick<AppContext, "db" | "clock">,
  pet: { id: string; ownerId: string } | null = null,
): Promise<void> {
  // The last day is over a day later at the latest, in any time zone.
  const lastDay = clock.ago(dayMs).toISOString().slice(0, 10);
  const caring = db
    .select({ one: sql`1` })
    .from(petCaregivers)
    .where(
      and(
        eq(petCaregivers.caregiverId, notifications.userId),
        eq(petCaregivers.ownerId, notifications.petOwnerId),
        or(isNull(notifications.petId), eq(petCaregivers.petId, notifications.petId)),
        isNotNull(petCaregivers.acceptedAt),
        isNull(petCaregivers.endedAt),
        or(isNull(petCaregivers.untilDay), gte(petCaregivers.untilDay, lastDay)),
      ),
    );
  const ofPet = pet
    ? and(eq(notifications.petOwnerId, pet.ownerId), or(isNull(notifications.petId), eq(notifications.petId, pet.id)))
    : undefined;
  await db.delete(notifications).where(and(isNotNull(notifications.petOwnerId), ofPet, notExists(caring)));
}

/** Removes the places from what a caregiver was notified of, when they may no longer read the pet's record. */
async function deletePlacesInNotifications(
  { db }: Pick<AppContext, "db">,
  { caregiverId, petId, ownerId }: { caregiverId: string; petId: string; ownerId: string },
): Promise<void> {
  await db
    .update(notifications)
    .set({ params: sql`${notifications.params} - 'place'` })
    .where(
      and(
        eq(notifications.userId, caregiverId),
        eq(notifications.petOwnerId, ownerId),
        or(isNull(notifications.petId), eq(notifications.petId, petId)),
      ),
    );
}

/**
 * Changes the level or last day of a caregiver or an invitation of one's own pet and notifies the caregiver. Rejects
 * with 409 (`caregivers.over`) when it is no longer in force and with 400 for a last day in the past; 404 for somebody
 * else's pet.
 */
export async function updateCaregiver(
  ctx: AppContext,
  actor: Actor,
  petId: string,
  caregiverId: string,
  { level, untilDay }: CaregiverForm,
): Promise<void> {
  const pet = await getPet(ctx, actor, petId);
  rejectPastDay(ctx, actor, { level, untilDay });
  await withTransaction(ctx, async (tx) => {
    const locked = await lockCaregiver(tx, caregiverId, actor);
    const { care, state } = locked;
    if (care.petId !== pet.id || care.ownerId !== actor.id) throw notFound();
    if (!isInForce(state)) throw new AppError("caregivers.over", 409);
    if (care.level === level && care.untilDay === untilDay) return;
    await tx.db.update(petCaregivers).set({ level, untilDay }).where(eq(petCaregivers.id, care.id));
    if (!care.caregiverId) return;
    if (!canSeePet(level)) await deletePlacesInNotifications(tx, { ...care, caregiverId: care.caregiverId });
    await notifyCaregiverChange(tx, locked, care.caregiverId, "changed", actor.firstName);
  });
}

/**
 * Withdraws an invitation or ends somebody's care immediately and notifies the caregiver. Does nothing if it has
 * already ended.
 */
export async function endCaregiving(ctx: AppContext, actor: Actor, petId: string, caregiverId: string): Promise<void> {
  const pet = await getPet(ctx, actor, petId);
  await withTransaction(ctx, async (tx) => {
    const locked = await lockCaregiver(tx, caregiverId, actor);
    const { care, state } = locked;
    if (care.petId !== pet.id || care.ownerId !== actor.id) throw notFound();
    if (care.endedAt) return;
    await tx.db.update(petCaregivers).set({ endedAt: tx.clock.now() }).where(eq(petCaregivers.id, care.id));
    await deleteNotificationsOfEndedCare(tx, { id: care.petId, ownerId: care.ownerId });
    if (care.caregiverId && state === "caring")
      await notifyCaregiverChange(tx, locked, care.caregiverId, "ended", actor.firstName);
  });
}

/**
 * Ends the actor's own care and notifies the owner. Does nothing if it has already ended; 404 for a user who never
 * cared for the pet.
 */
export async function endOwnCaregiving(ctx: AppContext, actor: Actor, petId: string): Promise<void> {
  const ownRows = await ctx.db
    .select({ id: petCaregivers.id, endedAt: petCaregivers.endedAt })
    .from(petCaregivers)
    .where(and(eq(petCaregivers.petId, petId), eq(petCaregivers.caregiverId, actor.id)));
  if (ownRows.length === 0) throw notFound();
  const open = ownRows.find(({ endedAt }) => !endedAt);
  if (!open) return;
  await withTransaction(ctx, async (tx) => {
    const locked = await lockCaregiver(tx, open.id, actor);
    const { care, owner, state } = locked;
    if (care.endedAt) return;
    await tx.db.update(petCaregivers).set({ endedAt: tx.clock.now() }).where(eq(petCaregivers.id, care.id));
    await deleteNotificationsOfEndedCare(tx, { id: care.petId, ownerId: care.ownerId });
    if (state === "caring") await notifyCaregiverChange(tx, locked, owner.id, "left", actor.firstName);
  });
}

/**
 * Ends all care of a pet that moves to another owner and notifies the caregivers. Runs in the transaction that moves
 * the pet.
 */
export async function endAllCaregiving(
  tx: AppContext,
  pet: { id: string; name: string; ownerName: string },
): Promise<void> {
  const ended = await tx.db
    .update(petCaregivers)
    .set({ endedAt: tx.clock.now() })
    .where(and(eq(petCaregivers.petId, pet.id), isNull(petCaregivers.endedAt)))
    .returning();
  for (const ownerId of new Set(ended.map((care) => care.ownerId)))
    await deleteNotificationsOfEndedCare(tx, { id: pet.id, ownerId });
  for (const care of ended)
    if (care.caregiverId) await notifyCaregiverChange(tx, { care, pet }, care.caregiverId, "newOwner", pet.ownerName);
}

/**
 * Deletes what former caregivers were notified of, and caregiver rows whose care ended, whose last day passed, or whose
 * invitation was never answered, more than 30 days ago.
 */
export async function purgeEndedCaregivers(ctx: AppContext): Promise<void> {
  const { db, clock } = ctx;
  await deleteNotificationsOfEndedCare(ctx);
  const before = clock.ago(keptDays * dayMs);
  const unanswered = and(isNull(petCaregivers.acceptedAt), lt(petCaregivers.invitedAt, before));
  const passed = lt(petCaregivers.untilDay, before.toISOString().slice(0, 10));
  await db.delete(petCaregivers).where(or(lt(petCaregivers.endedAt, before), unanswered, passed));
}
