import { and, asc, between, eq, gt, inArray, isNull, or, sql } from "drizzle-orm";
import { listNotificationsOfTopic } from "#app/features/notifications/notifications.server.ts";
import { getPreferences } from "#app/features/notifications/preferences.server.ts";
import { livePet, petContacts, pets } from "#app/features/pets/pets.tables.server.ts";
import { phoneContactConsents, phoneNumbers } from "#app/features/phone/phone.tables.server.ts";
import { sendPhoneMessage } from "#app/features/phone/phone-messages.server.ts";
import { stateOf } from "#app/features/tags/tags.rules.ts";
import { getOwnTag } from "#app/features/tags/tags.server.ts";
import { tags } from "#app/features/tags/tags.tables.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { AppError } from "#app/platform/app-error.server.ts";
import { withTransaction } from "#app/platform/db/connection/database.server.ts";
import type { Language } from "#app/platform/i18n/language.ts";
import { nameInEmail } from "#app/platform/i18n/text/plain-text.ts";
import { type Evidence, evidenceClasses, notifiesOwner } from "../scans.rules.ts";
import { scanRecords, tagTests } from "../scans.tables.server.ts";
import { answersTest, channelResults, testSpan } from "./tag-test.rules.ts";

const startLimit = { name: "tag-tests", points: 20, span: 600 };

/**
 * Starts a test of one of the actor's tags: for ten minutes their own scan of it notifies them, marked as a test. Each
 * owner has at most one test; starting another replaces it. Throws 404 for someone else's tag, 409 (`tagTest.inactive`)
 * for a deactivated one, and 429 after 20 starts within ten minutes.
 */
export async function startTagTest(ctx: AppContext, actor: Actor, tagId: string): Promise<void> {
  const tag = await getOwnTag(ctx, actor, tagId);
  if (stateOf(tag) === "inactive") throw new AppError("tagTest.inactive", 409, { field: "tagId" });
  await ctx.limits.take(startLimit, actor.id);
  const startedAt = ctx.clock.now();
  const test = { tagId: tag.id, startedAt, endsAt: new Date(startedAt.getTime() + testSpan), scanId: null };
  await ctx.db
    .insert(tagTests)
    .values({ ownerId: actor.id, ...test })
    .onConflictDoUpdate({ target: tagTests.ownerId, set: test });
}

interface Scan {
  id: string;
  tagId: string | null;
  ownerId: string | null;
  evidence: Evidence;
}

/**
 * Returns those of the scans just recorded that complete a running test of their tag, at most one per test. Does not
 * query the database if all of them notify the owner anyway.
 */
export async function completeTagTests<Row extends Scan>(ctx: AppContext, scans: Row[]): Promise<Row[]> {
  const candidates = scans.filter(({ evidence }) => answersTest(evidence));
  const tagIds = [...new Set(candidates.flatMap(({ tagId }) => tagId ?? []))];
  if (tagIds.length === 0) return [];
  const isRunning = and(isNull(tagTests.scanId), gt(tagTests.endsAt, ctx.clock.now()));
  const running = await ctx.db
    .select({ ownerId: tagTests.ownerId, tagId: tagTests.tagId })
    .from(tagTests)
    .where(and(inArray(tagTests.tagId, tagIds), isRunning))
    .orderBy(tagTests.ownerId);
  const answered: Row[] = [];
  for (const { ownerId, tagId } of running) {
    const scan = candidates.find((one) => one.tagId === tagId && one.ownerId === ownerId);
    if (!scan) continue;
    const completed = await ctx.db
      .update(tagTests)
      .set({ scanId: scan.id })
      .where(and(eq(tagTests.ownerId, ownerId), eq(tagTests.tagId, tagId), isRunning))
      .returning({ ownerId: tagTests.ownerId });
    if (completed.length > 0) answered.push(scan);
  }
  return answered;
}

/** Returns the actor's test: waiting for its scan, or with the delivery status on each channel. */
export async function findTagTest(ctx: AppContext, actor: Actor) {
  const [test] = await ctx.db
    .select({ test: tagTests, code: tags.code })
    .from(tagTests)
    .innerJoin(tags, and(eq(tags.id, tagTests.tagId), eq(tags.ownerId, actor.id)))
    .where(eq(tagTests.ownerId, actor.id));
  if (!test) return null;
  const { tagId, startedAt, endsAt, scanId } = test.test;
  const scan = await firstScan(ctx, actor, test.test);
  const isOver = endsAt <= ctx.clock.now();
  return {
    tag: { id: tagId, code: test.code },
    startedAt,
    endsAt,
    state: scan ? ("scanned" as const) : isOver ? ("over" as const) : ("waiting" as const),
    scan: scan && { id: scan.id, at: scan.at, isStrangers: scan.id !== scanId },
    results: scan ? await resultsOf(ctx, actor, scan) : [],
  };
}

/**
 * Returns the earliest scan of the test. A phone that is not signed in counts as a finder's, whose scan notifies the
 * owner by itself.
 */
async function firstScan(ctx: AppContext, actor: Actor, test: typeof tagTests.$inferSelect) {
  const { tagId, startedAt, endsAt, scanId } = test;
  const isByOthers = and(
    eq(scanRecords.tagId, tagId),
    between(scanRecords.at, startedAt, endsAt),
    inArray(scanRecords.evidence, evidenceClasses.filter(notifiesOwner)),
  );
  const [scan] = await ctx.db
    .select({ id: scanRecords.id, at: scanRecords.at })
    .from(scanRecords)
    .where(
      and(
        eq(scanRecords.ownerId, actor.id),
        between(scanRecords.at, startedAt, endsAt),
        scanId ? or(eq(scanRecords.id, scanId), isByOthers) : isByOthers,
      ),
    )
    .orderBy(asc(scanRecords.at), asc(scanRecords.id))
    .limit(1);
  return scan ?? null;
}

async function resultsOf(ctx: AppContext, actor: Actor, scan: { id: string; at: Date }) {
  const [notifications, { choices }] = await Promise.all([
    listNotificationsOfTopic(ctx, scan.id),
    getPreferences(ctx, actor),
  ]);
  const notification = notifications.find(({ kind, userId }) => kind === "scan" && userId === actor.id);
  return channelResults(scan.at, notification?.deliveries ?? [], choices.scan);
}

const perOwner = { name: "contact-test", points: 1, span: 86_400 };

/**
 * Sends a message marked as a test to those emergency contacts of a tag's pet who agreed to messages on behalf of the
 * actor, and returns their number. Throws 409 (`tagTest.noContacts`) if none did, and 429 after one test a day.
 */
export async function sendContactTest(ctx: AppContext, actor: Actor, tagId: string): Promise<number> {
  const tag = await getOwnTag(ctx, actor, tagId);
  const contacts = await ctx.db
    .select({
      name: petContacts.name,
      petName: pets.name,
      to: petContacts.phone,
      language: sql<Language>`coalesce(${phoneNumbers.language}, ${users.language})`,
    })
    .from(petContacts)
    .innerJoin(pets, and(eq(pets.id, petContacts.petId), livePet))
    .innerJoin(
      phoneContactConsents,
      and(
        eq(phoneContactConsents.number, petContacts.phone),
        eq(phoneContactConsents.ownerId, actor.id),
        eq(phoneContactConsents.state, "agreed"),
      ),
    )
    .leftJoin(phoneNumbers, eq(phoneNumbers.number, petContacts.phone))
    .innerJoin(users, eq(users.id, pets.ownerId))
    .where(and(eq(petContacts.petId, tag.petId ?? tag.id), eq(pets.ownerId, actor.id)))
    .orderBy(asc(petContacts.position));
  if (contacts.length === 0) throw new AppError("tagTest.noContacts", 409);
  await ctx.limits.take(perOwner, actor.id);
  const day = ctx.clock.now().toISOString().slice(0, 10);
  await withTransaction(ctx, async (tx) => {
    for (const { name, petName, to, language } of contacts)
      await sendPhoneMessage(tx, {
        subject: `test:${actor.id}:${day}:${to}`,
        to,
        userId: actor.id,
        language,
        template: "test",
        params: [nameInEmail(name), nameInEmail(petName), tx.settings.publicUrl],
      });
  });
  return contacts.length;
}
