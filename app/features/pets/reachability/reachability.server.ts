import { and, asc, eq, exists, isNull, lt, or, sql } from "drizzle-orm";
import { href } from "react-router";
import * as z from "zod";
import { sessions } from "#app/features/auth/auth.tables.server.ts";
import { getLastingValues, isLasting } from "#app/features/auth/sessions/end-sessions.server.ts";
import { pushSubscriptions } from "#app/features/notifications/notifications.tables.server.ts";
import { phoneNumbers } from "#app/features/phone/phone.tables.server.ts";
import { sendPhoneMessage } from "#app/features/phone/phone-messages.server.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { gone, notFound } from "#app/platform/app-error.server.ts";
import { withTransaction } from "#app/platform/db/connection/database.server.ts";
import { createPreparedQuery } from "#app/platform/db/prepare.server.ts";
import { dayMs } from "#app/platform/durations.rules.ts";
import { readSignedId, signId } from "#app/platform/http/signed-id.server.ts";
import { defineJob } from "#app/platform/jobs/jobs.server.ts";
import { getNetwork } from "#app/platform/limits/client-address.server.ts";
import { renderEmail } from "#app/platform/mail/email.server.ts";
import { EmailError } from "#app/platform/mail/mailer.server.ts";
import { livePet, petContacts, pets, reachabilityChecks } from "../pets.tables.server.ts";

const purpose = "reach";
const emailQueue = "pets.send-reachability-email";
const confirmLimit = { name: "reach-confirm", points: 30, span: 600, isPerNetwork: true };
const batchSize = 200;

/** Whether the number works, according to delivery receipts. */
const phoneWorks = sql<boolean>`coalesce(${phoneNumbers.consent} = 'agreed' and (${phoneNumbers.failedAt} is null or ${phoneNumbers.reachedAt} > ${phoneNumbers.failedAt}), false)`;

const lastingSession = isLasting({ now: sql.placeholder("now"), weekAgo: sql.placeholder("weekAgo") });

/** How an owner in `users`, left-joined with `reachabilityChecks`, can be reached. Parameters are those of `getLastingValues`. */
export const reachColumns = {
  hasEmail: sql<boolean>`(${users.email} is not null and ${users.emailFailedAt} is null)`,
  hasPhone: sql<boolean>`coalesce((select ${phoneWorks} from ${phoneNumbers} where ${phoneNumbers.number} = ${users.verifiedPhone}), false)`,
  hasDevice: sql<boolean>`exists (select 1 from ${pushSubscriptions} join ${sessions} on ${sessions.id} = ${pushSubscriptions.sessionId} and ${lastingSession} where ${pushSubscriptions.userId} = ${users.id})`,
  askedAt: reachabilityChecks.askedAt,
  confirmedAt: reachabilityChecks.confirmedAt,
};

const selectReachability = createPreparedQuery((db) => {
  const contacts = sql<number>`(select count(distinct ${petContacts.phone}) from ${petContacts} join ${pets} on ${pets.id} = ${petContacts.petId} where ${pets.ownerId} = ${users.id} and ${pets.removedAt} is null)`;
  return db
    .select({ ...reachColumns, email: users.email, phone: users.verifiedPhone, contacts: contacts.mapWith(Number) })
    .from(users)
    .leftJoin(reachabilityChecks, eq(reachabilityChecks.userId, users.id))
    .where(eq(users.id, sql.placeholder("ownerId")));
});

async function findReachability(ctx: AppContext, ownerId: string) {
  const [row] = await selectReachability(ctx.db).execute({ ownerId, ...getLastingValues(ctx) });
  return row;
}

/** `unconfirmed`: asked two weeks ago without a response. `unreachable`: no working way to reach the owner is known. */
type ReachabilityState = "ok" | "unconfirmed" | "unreachable";
/** How often owners are asked to confirm that they can be reached: twice a year. Milliseconds. */
const askEvery = 182 * dayMs;
/** How long to wait for a response. Milliseconds. */
const answerWithin = 14 * dayMs;

interface WorkingChannels {
  /** The address accepts e-mails, as far as known. */
  hasEmail: boolean;
  /** The verified number agreed to messages, and the last one was delivered. */
  hasPhone: boolean;
  /** A browser is subscribed to push notifications. */
  hasDevice: boolean;
  askedAt: Date | null;
  confirmedAt: Date | null;
}

/** Returns whether an owner can be reached when their pet is found. */
export function getReachabilityState(
  { hasEmail, hasPhone, hasDevice, askedAt, confirmedAt }: WorkingChannels,
  now: Date,
): ReachabilityState {
  if (!hasEmail && !hasPhone && !hasDevice) return "unreachable";
  const isAnswered = !askedAt || (confirmedAt && confirmedAt >= askedAt);
  return isAnswered || now.getTime() - askedAt.getTime() < answerWithin ? "ok" : "unconfirmed";
}

/** Masks an address or number so that only its owner recognises it; a domain may say where somebody works. */
export function maskContact(contact: string): string {
  const [name = "", host = ""] = contact.split("@");
  const domain = `${host.slice(0, 1)}•••${host.slice(host.lastIndexOf("."))}`;
  return host ? `${name.slice(0, 1)}•••@${domain}` : `•••• ${contact.slice(-2)}`;
}

export interface Reachability {
  state: ReachabilityState;
  /** Signed; confirms without signing in. */
  key: string;
}

/** Returns whether the owner can be reached when their pet is found, and the key to confirm it. */
export async function getReachability(ctx: AppContext, owner: { id: string }): Promise<Reachability> {
  const row = await findReachability(ctx, owner.id);
  if (!row) throw notFound();
  return toReachability(ctx, owner.id, row);
}

/** Returns what `reachColumns` say about an owner. */
export function toReachability(ctx: AppContext, ownerId: string, channels: WorkingChannels): Reachability {
  return { state: getReachabilityState(channels, ctx.clock.now()), key: signId(ctx, purpose, ownerId) };
}

/** How long a mailed link works for anybody who has it; the owner, logged in, can use it later. Milliseconds. */
const linkLifetime = 60 * dayMs;

type Visitor = { id: string } | null;

async function getOwner(ctx: AppContext, key: string, visitor: Visitor) {
  const id = readSignedId(ctx, purpose, key);
  const row = id ? await findReachability(ctx, id) : undefined;
  if (!id) throw notFound();
  if (!row) throw gone("account");
  const isOld = row.askedAt !== null && ctx.clock.now().getTime() - row.askedAt.getTime() > linkLifetime;
  if (isOld && visitor?.id !== id) throw gone("oldLink");
  return { ...row, id };
}

/**
 * Returns what is to be confirmed, masked so that readers of a forwarded e-mail learn no address. 404 for an invalid
 * key, 410 once the account was deleted, or 60 days after the owner was asked for anybody but them.
 */
export async function getReachabilityCheck(ctx: AppContext, key: string, visitor: Visitor = null) {
  const row = await getOwner(ctx, key, visitor);
  return {
    ownerId: row.id,
    email: row.email ? { shown: maskContact(row.email), works: row.hasEmail } : null,
    phone: row.phone ? { shown: maskContact(row.phone), works: row.hasPhone } : null,
    contacts: row.contacts,
    isConfirmed: row.confirmedAt !== null && ctx.clock.now().getTime() - row.confirmedAt.getTime() < askEvery,
  };
}

/** Records that address, phone number and contacts are still correct. Throws like `getReachabilityCheck`. */
export async function confirmReachability(
  ctx: AppContext,
  key: string,
  address: string,
  visitor: Visitor = null,
): Promise<void> {
  await ctx.limits.take(confirmLimit, getNetwork(address));
  const { id } = await getOwner(ctx, key, visitor);
  const confirmedAt = ctx.clock.now();
  await ctx.db
    .insert(reachabilityChecks)
    .values({ userId: id, confirmedAt })
    .onConflictDoUpdate({ target: reachabilityChecks.userId, set: { confirmedAt } });
}

/**
 * Asks each pet owner twice a year, and again when an e-mail or a message could not be delivered, whether they can
 * still be reached: by e-mail and, with consent, by phone.
 */
async function askOwners(ctx: AppContext): Promise<void> {
  for (let asked = batchSize; asked === batchSize; ) asked = await withTransaction(ctx, askBatch);
}

async function askBatch(tx: AppContext): Promise<number> {
  const now = tx.clock.now();
  const before = new Date(now.getTime() - askEvery);
  const since = sql`coalesce(greatest(${reachabilityChecks.askedAt}, ${reachabilityChecks.confirmedAt}), ${users.createdAt})`;
  const failed = sql`greatest(${users.emailFailedAt}, case when not ${phoneWorks} then ${phoneNumbers.failedAt} end)`;
  const hasPet = tx.db
    .select({ one: sql`1` })
    .from(pets)
    .where(and(eq(pets.ownerId, users.id), livePet));
  const due = await tx.db
    .select({ user: users, works: phoneWorks })
    .from(users)
    .leftJoin(reachabilityChecks, eq(reachabilityChecks.userId, users.id))
    .leftJoin(phoneNumbers, eq(phoneNumbers.number, users.verifiedPhone))
    .where(
      and(
        or(eq(users.emailVerified, true), isNull(users.email)),
        isNull(users.suspendedAt),
        exists(hasPet),
        or(lt(since, before), sql`${failed} > ${since}`),
      ),
    )
    .orderBy(asc(users.id))
    .limit(batchSize)
    .for("no key update", { of: users, skipLocked: true });
  if (due.length === 0) return 0;
  await tx.db
    .insert(reachabilityChecks)
    .values(due.map(({ user }) => ({ userId: user.id, askedAt: now })))
    .onConflictDoUpdate({ target: reachabilityChecks.userId, set: { askedAt: now } });
  await tx.jobs.sendMany(
    tx.db,
    emailQueue,
    due.filter(({ user }) => user.email && !user.emailFailedAt).map(({ user }) => ({ data: { userId: user.id } })),
  );
  for (const { user } of due.filter(({ works }) => works))
    await sendPhoneMessage(tx, {
      subject: `reachable:${user.id}:${now.toISOString().slice(0, 10)}`,
      to: user.verifiedPhone as string,
      userId: user.id,
      language: user.language,
      template: "reachable",
      params: [user.firstName || user.name, getReachabilityUrl(tx, user.id)],
    });
  return due.length;
}

function getReachabilityUrl(ctx: AppContext, userId: string): string {
  return `${ctx.settings.publicUrl}${href("/still-reachable/:key", { key: signId(ctx, purpose, userId) })}`;
}

export const reachabilityJob = defineJob<AppContext, object>(
  "pets.check-reachability",
  { cron: "20 8 * * *", retryLimit: 3 },
  askOwners,
);

export const reachabilityEmailJob = defineJob<AppContext, { userId: string }>(
  emailQueue,
  { data: z.object({ userId: z.uuid() }), retryLimit: 12, retryDelay: 2, retryDelayMax: 3600 },
  async (ctx, { userId }) => {
    const [user] = await ctx.db.select().from(users).where(eq(users.id, userId));
    if (!user?.email) return;
    const t = ctx.translator(user.language);
    const email = renderEmail({
      to: user.email,
      language: user.language,
      subject: t("reachability.email.subject"),
      paragraphs: [t("reachability.email.text")],
      action: { label: t("reachability.email.action"), url: getReachabilityUrl(ctx, userId) },
      footer: t("notifications.emailFooter"),
    });
    await ctx.mail.send(email).catch(async (error: unknown) => {
      if (!(error instanceof EmailError && error.isRefused)) throw error;
      await ctx.db.update(users).set({ emailFailedAt: ctx.clock.now() }).where(eq(users.id, userId));
    });
  },
);

/**
 * Counts live pets, and those whose owner was confirmed reachable within six months: at all, by a phone that receives
 * messages, and by an address that accepts e-mails. Entering a code confirms its number. For administrators.
 */
export async function countReachablePets({ db, clock }: AppContext) {
  const after = sql`${clock.ago(askEvery).toISOString()}::timestamptz`;
  const byPhone = sql`(${phoneWorks} and greatest(${reachabilityChecks.confirmedAt}, ${users.phoneProvenAt}) > ${after})`;
  const byEmail = sql`(${users.emailFailedAt} is null and ${users.emailVerified} and ${reachabilityChecks.confirmedAt} > ${after})`;
  const [row] = await db
    .select({
      pets: sql`count(*)`.mapWith(Number),
      confirmed: sql`count(*) filter (where ${byPhone} or ${byEmail})`.mapWith(Number),
      phone: sql`count(*) filter (where ${byPhone})`.mapWith(Number),
      email: sql`count(*) filter (where ${byEmail})`.mapWith(Number),
    })
    .from(pets)
    .innerJoin(users, eq(users.id, pets.ownerId))
    .leftJoin(reachabilityChecks, eq(reachabilityChecks.userId, users.id))
    .leftJoin(phoneNumbers, eq(phoneNumbers.number, users.verifiedPhone))
    .where(livePet);
  return row ?? { pets: 0, confirmed: 0, phone: 0, email: 0 };
}
