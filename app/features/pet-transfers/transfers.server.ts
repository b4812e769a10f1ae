import { and, desc, eq, gt, inArray, lt, not, type SQL, sql } from "drizzle-orm";
import { href } from "react-router";
import * as z from "zod";
import { releaseReports } from "#app/features/lost-found/reports.server.ts";
import {
  markNotificationsRead,
  type NewNotification,
  sendNotifications,
} from "#app/features/notifications/notifications.server.ts";
import { isInvitationEmailed } from "#app/features/pets/caregivers/invitation-emails.server.ts";
import { movePet, requireNotLost } from "#app/features/pets/move-pet.server.ts";
import { getPet } from "#app/features/pets/pets.server.ts";
import { briefPetColumns, livePet, pets } from "#app/features/pets/pets.tables.server.ts";
import { moveReminders } from "#app/features/reminders/reminders.server.ts";
import { moveScans } from "#app/features/scans/move-scans.server.ts";
import { moveTags } from "#app/features/tags/tags.server.ts";
import { tags } from "#app/features/tags/tags.tables.server.ts";
import { lockAccount, lockAccountByEmail } from "#app/features/users/lock-user.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { AppError, notFound } from "#app/platform/app-error.server.ts";
import { withTransaction } from "#app/platform/db/connection/database.server.ts";
import { createId } from "#app/platform/db/uuid.server.ts";
import { dayMs } from "#app/platform/durations.rules.ts";
import { emailLine } from "#app/platform/http/forms/fields.server.ts";
import { nameInEmail } from "#app/platform/i18n/text/plain-text.ts";
import { defineJob } from "#app/platform/jobs/jobs.server.ts";
import { renderEmail } from "#app/platform/mail/email.server.ts";
import { isReceiver, offerDays, petTransfers } from "./transfers.tables.server.ts";

/** Receiver's address, and confirmation that the owner understands the consequences. */
export const offerForm = z.object({
  email: emailLine,
  isSure: z.literal("on", { error: "transfer.confirmFirst" }),
});
const offering = { name: "transfer-offers", points: 10, span: 24 * 3600 };

type Transfer = typeof petTransfers.$inferSelect;

const isOpen = (now: Date) => and(eq(petTransfers.state, "open"), gt(petTransfers.expiresAt, now));

const transferEmailQueue = "pet-transfers.send-email";

/**
 * Sends the offer to an address without an account: whose pet it is, and a sign-up link for this address that leads to
 * the offer.
 */
async function renderTransferEmail(ctx: AppContext, { transferId }: { transferId: string }): Promise<void> {
  const [row] = await ctx.db
    .select({ offer: petTransfers, petName: pets.name, owner: users })
    .from(petTransfers)
    .innerJoin(pets, eq(pets.id, petTransfers.petId))
    .innerJoin(users, eq(users.id, petTransfers.fromId))
    .where(eq(petTransfers.id, transferId));
  if (row?.offer.state !== "open") return;
  const { offer, owner } = row;
  const t = ctx.translator(owner.language);
  const values = { name: nameInEmail(row.petName), owner: nameInEmail(owner.firstName || owner.name) };
  const to = `${href("/auth")}?mode=sign-up&to=${encodeURIComponent(`/dashboard/transfers/${offer.id}`)}`;
  await ctx.mail.send(
    renderEmail({
      to: offer.toEmail,
      language: owner.language,
      subject: t("transferEmail.subject", values),
      paragraphs: [t("transferEmail.text", values), t("transferEmail.how")],
      action: { label: t("transferEmail.action"), url: `${ctx.settings.publicUrl}${to}` },
      footer: t("transferEmail.footer", values),
      key: offer.id,
    }),
  );
}

/** Days for which an ended offer is kept: it contains an address whose holder may never have had an account. */
const keptDays = 30;

/** Deletes offers that ended or expired more than 30 days ago. */
export async function purgeEndedOffers({ db, clock }: Pick<AppContext, "db" | "clock">): Promise<void> {
  const before = clock.ago(keptDays * dayMs);
  await db.delete(petTransfers).where(lt(sql`coalesce(${petTransfers.endedAt}, ${petTransfers.expiresAt})`, before));
}

export const transferJobs = [
  defineJob<AppContext, { transferId: string }>(
    transferEmailQueue,
    { data: z.object({ transferId: z.uuid() }), retryLimit: 8, retryDelay: 2, retryDelayMax: 900 },
    renderTransferEmail,
  ),
  defineJob<AppContext, object>(
    "pet-transfers.purge-transfers",
    { cron: "57 2 * * *", expireInSeconds: 600 },
    purgeEndedOffers,
  ),
];

/**
 * Offers a pet to an e-mail address, with or without an account, for seven days; replaces an earlier offer. Nothing is
 * transferred before the receiver accepts. The response does not depend on whether the address has an account. Rejects
 * an offer to oneself, of a lost pet, with `isFirst` one that would replace an open offer to another address, and more
 * than ten offers a day; 404 for someone else's pet. Returns whether the offer is e-mailed: an address gets at most ten
 * such e-mails a day, and beyond them the owner passes on the link.
 */
export async function createOffer(
  ctx: AppContext,
  actor: Actor,
  petId: string,
  toEmail: string,
  { isFirst = false } = {},
): Promise<{ isEmailed: boolean }> {
  const pet = await getPet(ctx, actor, petId);
  const email = toEmail.toLowerCase();
  if (isReceiver(actor, { toEmail: email })) throw new AppError("transfer.toYourself", 409, { field: "email" });
  await ctx.limits.take(offering, actor.id);
  const isEmailed = await isInvitationEmailed(ctx, email);
  return withTransaction(ctx, async (tx) => {
    // Serializes concurrent offers of the same pet and its acceptance.
    await lockAccount(tx, actor);
    await getPet(tx, actor, pet.id);
    const earlier = isFirst ? await findOffer(tx, pet.id) : null;
    if (earlier?.toEmail === email) return { isEmailed: earlier.isEmailed };
    if (earlier) {
      const params = { name: `\u2068${pet.name}\u2069`, email: `\u2066${earlier.toEmail}\u2069` };
      throw new AppError("transfer.alreadyOffered", 409, { params });
    }
    await requireNotLost(tx, pet.id);
    const receiver = await lockAccountByEmail(tx, email);
    const now = tx.clock.now();
    await cancelOffers(tx, pet.id);
    const id = createId();
    const expiresAt = new Date(now.getTime() + offerDays * dayMs);
    await tx.db
      .insert(petTransfers)
      .values({ id, petId: pet.id, fromId: actor.id, toEmail: email, isEmailed, createdAt: now, expiresAt });
    if (!receiver?.isVerified) {
      if (isEmailed) await tx.jobs.send(tx.db, transferEmailQueue, { transferId: id });
      return { isEmailed };
    }
    // The response is the same; a suspended account is not notified and cannot accept.
    if (receiver.suspendedAt) return { isEmailed };
    const offer = { id, petId: pet.id, petName: pet.name, who: actor.firstName };
    await notifyParty(tx, receiver.id, offer, "offered", { isInboxOnly: !isEmailed });
    return { isEmailed };
  });
}

const linkTo = (transferId: string) => href("/dashboard/transfers/:transferId", { transferId });

type TransferNews = "offered" | "accepted" | "declined";

async function notifyParty(
  tx: AppContext,
  userId: string,
  { id, petId, petName, who }: { id: string; petId: string; petName: string; who: string },
  transferNews: TransferNews,
  options: Pick<NewNotification, "isInboxOnly"> = {},
): Promise<void> {
  const links = {
    offered: linkTo(id),
    accepted: href("/dashboard/pets"),
    declined: href("/dashboard/pets/:petId", { petId }),
  };
  const link = links[transferNews];
  const params = { petName, finderName: who, transferNews };
  await sendNotifications(tx, [{ userId, kind: "transfer", params, link, topic: id, ...options }]);
}

/** Returns the pet's open offer, or null. The caller must have checked access to the pet. */
export async function findOffer({ db, clock, settings }: AppContext, petId: string) {
  const { id, toEmail, createdAt, expiresAt, isEmailed } = petTransfers;
  const [offer] = await db
    .select({ id, toEmail, createdAt, expiresAt, isEmailed })
    .from(petTransfers)
    .where(and(eq(petTransfers.petId, petId), isOpen(clock.now())))
    .orderBy(desc(petTransfers.id));
  return offer ? { ...offer, link: settings.publicUrl + linkTo(offer.id) } : null;
}

/** Maximum number of offers listed for one receiver. */
const maxListed = 10;

/** Lists the open offers made to the actor, the newest first, each with the pet's name and its owner's first name. */
export async function listOffersTo({ db, clock }: Pick<AppContext, "db" | "clock">, actor: Pick<Actor, "email">) {
  if (!actor.email) return [];
  return db
    .select({ id: petTransfers.id, petName: pets.name, ownerName: users.firstName, expiresAt: petTransfers.expiresAt })
    .from(petTransfers)
    .innerJoin(pets, and(eq(pets.id, petTransfers.petId), eq(pets.ownerId, petTransfers.fromId), livePet))
    .innerJoin(users, eq(users.id, petTransfers.fromId))
    .where(and(eq(petTransfers.toEmail, actor.email.toLowerCase()), isOpen(clock.now())))
    .orderBy(desc(petTransfers.id))
    .limit(maxListed);
}

/** Withdraws the owner's open offer of a pet. Does nothing once it has been accepted. */
export async function cancelOffer(ctx: AppContext, actor: Actor, petId: string): Promise<void> {
  const { id } = await getPet(ctx, actor, petId);
  await withTransaction(ctx, (tx) => cancelOffers(tx, id));
}

/** Cancels the open offers of a pet; the receiver's notifications no longer count as unread. */
async function cancelOffers(tx: AppContext, petId: string): Promise<void> {
  const cancelled = await tx.db
    .update(petTransfers)
    .set({ state: "cancelled", endedAt: tx.clock.now() })
    .where(and(eq(petTransfers.petId, petId), eq(petTransfers.state, "open")))
    .returning({ id: petTransfers.id, toEmail: petTransfers.toEmail });
  for (const { id, toEmail } of cancelled) {
    const [receiver] = await tx.db
      .select({ id: users.id })
      .from(users)
      .where(eq(sql`lower(${users.email})`, toEmail));
    if (receiver) await markNotificationsRead(tx, receiver, { link: linkTo(id) });
  }
}

/**
 * Returns an open offer made to the actor, with what would be transferred; 404 for anyone else (the owner included) and
 * once it has ended or expired.
 */
export async function getOfferTo(ctx: AppContext, actor: Pick<Actor, "email">, transferId: string) {
  const [row] = await ctx.db
    .select({
      offer: petTransfers,
      pet: briefPetColumns,
      ownerName: users.firstName,
      tagCount: sql<number>`(select count(*) from ${tags} where ${tags.petId} = ${pets.id})`.mapWith(Number),
    })
    .from(petTransfers)
    .innerJoin(pets, and(eq(pets.id, petTransfers.petId), eq(pets.ownerId, petTransfers.fromId), livePet))
    .innerJoin(users, eq(users.id, petTransfers.fromId))
    .where(and(eq(petTransfers.id, transferId), isOpen(ctx.clock.now())));
  if (!row || !isReceiver(actor, row.offer)) throw notFound("offer");
  const { offer, ...shown } = row;
  return { ...shown, expiresAt: offer.expiresAt };
}

/**
 * Returns an offer made to the actor that is over, with the id of its pet if it is theirs now; null for any other. Old
 * notifications and e-mails lead to it.
 */
export async function findEndedOffer(ctx: AppContext, actor: Pick<Actor, "id" | "email">, transferId: string) {
  const [offer] = await ctx.db
    .select({ toEmail: petTransfers.toEmail, petId: pets.id })
    .from(petTransfers)
    .leftJoin(pets, and(eq(pets.id, petTransfers.petId), eq(pets.ownerId, actor.id), livePet))
    .where(and(eq(petTransfers.id, transferId), not(isOpen(ctx.clock.now()) as SQL)));
  return offer && isReceiver(actor, offer) ? { petId: offer.petId } : null;
}

/**
 * Returns an offer that the actor has made: to whom, whether it is open, and the id of its pet if it is still theirs;
 * null for any other.
 */
export async function findOwnOffer(ctx: AppContext, actor: Pick<Actor, "id">, transferId: string) {
  const [offer] = await ctx.db
    .select({
      toEmail: petTransfers.toEmail,
      petId: pets.id,
      isOpen: sql<boolean>`${isOpen(ctx.clock.now())}`,
    })
    .from(petTransfers)
    .leftJoin(pets, and(eq(pets.id, petTransfers.petId), eq(pets.ownerId, actor.id), livePet))
    .where(and(eq(petTransfers.id, transferId), eq(petTransfers.fromId, actor.id)));
  return offer ? { ...offer, isOpen: offer.isOpen && offer.petId !== null } : null;
}

/**
 * Accepts an offer: transfers the pet with its record, reminders, tags and scans, and ends the old owner's access in
 * the same transaction. Returns the pet's id. Rejects with 409 when the offer is no longer open, the pet is lost, or
 * the receiver's plan has no room for it; with 403 when either account is suspended; with 404 for anyone but the
 * receiver.
 */
export async function acceptOffer(ctx: AppContext, actor: Actor, transferId: string): Promise<string> {
  return withTransaction(ctx, async (tx) => {
    const offer = await lockOffer(tx, actor, transferId);
    const move = { petId: offer.petId, fromId: offer.fromId, toId: actor.id };
    if (!(await movePet(tx, move))) throw new AppError("transfer.notOpen", 409);
    await moveReminders(tx, move);
    await moveScans(tx, move);
    await moveTags(tx, move);
    await releaseReports(tx, move);
    await endOffer(tx, offer, "accepted", actor);
    return offer.petId;
  });
}

/**
 * Declines an offer made to the actor and notifies the owner. Rejects with 409 when it is no longer open; 404 for
 * anyone else.
 */
export async function declineOffer(ctx: AppContext, actor: Actor, transferId: string): Promise<void> {
  await withTransaction(ctx, async (tx) => {
    await endOffer(tx, await lockOffer(tx, actor, transferId), "declined", actor);
  });
}

/**
 * Locks both accounts in order of id, then the offer, so that only the first of several concurrent decisions succeeds.
 */
async function lockOffer(tx: AppContext, actor: Actor, transferId: string): Promise<Transfer> {
  const [row] = await tx.db
    .select({ fromId: petTransfers.fromId })
    .from(petTransfers)
    .where(eq(petTransfers.id, transferId));
  if (!row) throw notFound();
  const people = await tx.db
    .select({ id: users.id, email: users.email, suspendedAt: users.suspendedAt })
    .from(users)
    .where(inArray(users.id, [row.fromId, actor.id]))
    .orderBy(users.id)
    .for("no key update");
  const [offer] = await tx.db.select().from(petTransfers).where(eq(petTransfers.id, transferId)).for("update");
  const receiver = people.find(({ id }) => id === actor.id);
  if (!offer || !receiver || !isReceiver(receiver, offer)) throw notFound();
  if (people.some(({ suspendedAt }) => suspendedAt)) throw new AppError("transfer.suspended", 403);
  if (offer.state !== "open" || offer.expiresAt <= tx.clock.now()) throw new AppError("transfer.notOpen", 409);
  return offer;
}

async function endOffer(tx: AppContext, offer: Transfer, state: "accepted" | "declined", actor: Actor): Promise<void> {
  await tx.db
    .update(petTransfers)
    .set({ state, toId: actor.id, endedAt: tx.clock.now() })
    .where(eq(petTransfers.id, offer.id));
  const [pet] = await tx.db.select({ name: pets.name }).from(pets).where(eq(pets.id, offer.petId));
  const { id, petId, fromId } = offer;
  await notifyParty(tx, fromId, { id, petId, petName: pet?.name ?? "", who: actor.firstName }, state);
  await markNotificationsRead(tx, actor, { link: linkTo(offer.id) });
}
