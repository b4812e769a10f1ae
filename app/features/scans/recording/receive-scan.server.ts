import { and, eq, gt, inArray, sql } from "drizzle-orm";
import { href } from "react-router";
import type { SharedKind } from "#app/features/notifications/notifications.rules.ts";
import { type NewNotification, sendNotifications } from "#app/features/notifications/notifications.server.ts";
import {
  buildCaregiverNotifications,
  type PetNotification,
} from "#app/features/pets/caregivers/notify-caregivers.server.ts";
import type { PublicPet } from "#app/features/pets/pets.rules.ts";
import { listPublicPets } from "#app/features/pets/profile/public-pet.server.ts";
import { pushesScans } from "#app/features/plans/plans.rules.ts";
import { listPlansOf } from "#app/features/plans/plans.server.ts";
import { type ChipClaim, consumeTap, readChip } from "#app/features/tags/nfc/authentic-tap.server.ts";
import { recordReplacements } from "#app/features/tags/replacements.server.ts";
import { codeKey } from "#app/features/tags/tag-code.rules.ts";
import { stateOf } from "#app/features/tags/tags.rules.ts";
import { findTags, type Tag } from "#app/features/tags/tags.server.ts";
import { notifyListeners } from "#app/features/users/live-events.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { createContextBatcher } from "#app/platform/db/batch.server.ts";
import { isReferenceViolation, withTransaction } from "#app/platform/db/connection/database.server.ts";
import { buildJsonRows, insertRows, toJsonRows } from "#app/platform/db/json-rows.server.ts";
import { createPreparedQuery } from "#app/platform/db/prepare.server.ts";
import { createId } from "#app/platform/db/uuid.server.ts";
import { canTap, type Grading, gradeTap, gradeVisit } from "../evidence.rules.ts";
import {
  type Evidence,
  evidenceClasses,
  hasNotifiedOwner,
  notifiesOwner,
  provesTag,
  visitSpan,
} from "../scans.rules.ts";
import { scanRecords } from "../scans.tables.server.ts";
import { completeTagTests } from "../tag-test/tag-test.server.ts";
import {
  type BudgetedScan,
  buildBudgets,
  countEvents,
  listBudgetGroups,
  suppressOverBudget,
} from "../throttling/email-budget.server.ts";
import type { Visit } from "./request-signals.server.ts";

/** State of a scanned code, which decides what its page shows. */
export type TagLookup =
  | { state: "unknown"; tag: Tag | null }
  /** The code is not in its canonical spelling: redirect first; nothing was recorded. */
  | { state: "elsewhere"; tag: Tag }
  | { state: "available"; tag: Tag }
  | Recorded;

interface Recorded {
  state: "unlinked" | "linked";
  tag: Tag;
  pet: PublicPet | null;
  scanId: string;
  visit: string;
  evidence: Evidence;
}

type Scan = Pick<typeof scanRecords.$inferSelect, "id" | "ownerId" | "evidence" | "medium">;

/** Name and photo for a notification. */
type KnownPet = Pick<PublicPet, "name" | "photoId">;

/**
 * Builds the owner's notification of a scan. Notifications about one scan share its id as topic and link to its page.
 */
export function buildScanNotification(scan: Scan, pet: KnownPet | null | undefined): NewNotification {
  return {
    userId: scan.ownerId as string,
    kind: "scan",
    params: {
      ...(pet && { petName: pet.name, ...(pet.photoId && { photoId: pet.photoId }) }),
      ...(scan.evidence === "verified-tap" && { isTap: true }),
      ...(scan.medium === "chip" && { isChip: true }),
    },
    link: href("/dashboard/scan-details/:scanId", { scanId: scan.id }),
    topic: scan.id,
  };
}

/** Builds the same notification for the pet's caregivers. */
export function buildPetNotification(
  scan: Pick<Scan, "id"> & { petId: string | null },
  petName: string | undefined,
  kind: SharedKind = "scan",
): PetNotification {
  return {
    petId: scan.petId,
    kind,
    petName,
    link: href("/dashboard/scan-details/:scanId", { scanId: scan.id }),
    topic: scan.id,
  };
}

/** Names the tag of a notification without a pet, and tells when the tag was replaced by another. */
function describeTag(notification: NewNotification, tag: Tag | null): NewNotification {
  if (!tag) return notification;
  const { code, replacedAt } = tag;
  const { params } = notification;
  return {
    ...notification,
    params: { ...params, ...(!params.petName && { tagCode: code }), ...(replacedAt && { isReplaced: true }) },
  };
}

/** Builds the notification of the owner's own test scan. */
function testNotification(scan: Scan, pet: KnownPet | undefined): NewNotification {
  const notification = buildScanNotification(scan, pet);
  return { ...notification, params: { ...notification.params, isTest: true } };
}

/** Maximum number of attempts to record a batch while accounts are being deleted. */
const maxTries = 4;

/**
 * Looks up a code. For an owned, active tag it also records the scan and queues the owner's notification, in one
 * transaction, before the finder is asked anything. Concurrent visits are batched, at busy times those of 100 ms: ten in
 * a batch cost a third less than two batches of five. Each returns only after its scan was committed.
 * The owner's own scan notifies them only while they test that tag. Many scans of one pet within 15 minutes are not
 * notified individually (`email-budget.rules.ts`). Unknown and deactivated codes both return `unknown` and are not
 * recorded.
 */
export const receiveScan = createContextBatcher(receiveScans, { spacing: 100, enough: 12 });

/** Records a batch of visits, each dated `at` or now; see `receiveScan`. */
export async function receiveScans(ctx: AppContext, visits: (Visit & { at?: Date })[]): Promise<TagLookup[]> {
  for (let attempt = 1; ; attempt++)
    try {
      return await tryReceiveScans(ctx, visits);
    } catch (error) {
      // An owner, caregiver or pet was deleted since it was read: the visits are looked up again.
      if (!isReferenceViolation(error) || attempt === maxTries) throw error;
    }
}

/** Inserts scans and counts them in one statement, since every finder's page waits for it. */
const insertAndCount = createPreparedQuery((db) => {
  const inserted = db.$with("inserted").as(
    db
      .insert(scanRecords)
      .select(buildJsonRows(scanRecords, sql.placeholder("scans")))
      .returning({ id: scanRecords.id }),
  );
  return countEvents(db.with(inserted), "scans");
});

/**
 * Inserts scans of the same time and returns the ids of those without individual notifications, because their pet's
 * notification budget is used up.
 */
async function createScans(
  tx: AppContext,
  rows: (typeof scanRecords.$inferInsert & BudgetedScan)[],
): Promise<Set<string>> {
  const groups = listBudgetGroups(rows);
  if (groups.length === 0) {
    await insertRows(tx.db, scanRecords, rows);
    return new Set();
  }
  const scans = toJsonRows(scanRecords, rows);
  const counted = await insertAndCount(tx.db).execute({ scans, ...buildBudgets("scans", groups, rows[0]!.at) });
  return suppressOverBudget(tx, groups, counted);
}

async function tryReceiveScans(ctx: AppContext, visits: (Visit & { at?: Date })[]): Promise<TagLookup[]> {
  const now = ctx.clock.now();
  const tags = await findTags(ctx, [...new Set(visits.map((visit) => codeKey(visit.code)))]);
  const petIds = [...tags.values()].filter((tag) => stateOf(tag) === "linked").map((tag) => tag.petId as string);
  const pets = await listPublicPets(ctx, [...new Set(petIds)]);
  const lastSeenByVisit = await recentVisits(ctx, visits, now);

  const drafts = visits.map((visit): Exclude<TagLookup, Recorded> | Draft => {
    const tag = tags.get(codeKey(visit.code));
    const state = tag ? stateOf(tag) : "inactive";
    if (!tag || state === "inactive") return { state: "unknown", tag: tag ?? null };
    if (visit.code !== tag.code && visit.signals.method !== "POST") return { state: "elsewhere", tag };
    if (state === "available") return { state, tag };
    const pet = tag.petId ? (pets.get(tag.petId) ?? null) : null;
    const at = visit.at ?? now;
    const lastSeenAt = visit.earlier === null ? undefined : lastSeenByVisit.get(`${visit.earlier} ${tag.id}`);
    const isSameVisit = lastSeenAt !== undefined && at.getTime() - lastSeenAt.getTime() < visitSpan;
    const graded = gradeVisit({ ...visit.signals, isOwner: visit.userId === tag.ownerId, isSameVisit });
    const row = buildScanRow(visit, tag, graded, at, isSameVisit ? (visit.earlier as string) : visit.fresh);
    if (hasNotifiedOwner(graded.evidence)) lastSeenByVisit.set(`${row.visit} ${tag.id}`, at);
    const chip = visit.url && canTap(graded) ? readChip(ctx, tag, visit.url) : null;
    return { state, tag, pet, row, chip, earlier: visit.earlier, userId: visit.userId };
  });
  const recorded = drafts.filter((draft) => "row" in draft);
  if (recorded.length > 0)
    await withTransaction(ctx, async (tx) => {
      const replacing = recorded.filter(({ row, tag }) => tag.replacesId !== null && provesTag(row.evidence));
      if (replacing.length > 0)
        await recordReplacements(
          tx,
          replacing.map(({ tag }) => tag.id),
        );
      await gradeTaps(tx, recorded);
      await insertScans(tx, recorded);
    });
  return drafts.map((draft) => {
    if (!("row" in draft)) return draft;
    const { state, tag, pet, row } = draft;
    return { state, tag, pet, scanId: row.id, visit: row.visit, evidence: row.evidence };
  });
}

/** A graded scan, and whom it is about. */
interface GradedScan {
  row: typeof scanRecords.$inferInsert & Scan & BudgetedScan;
  /** Null for the number of a microchip. */
  tag: Tag | null;
  pet: PublicPet | null;
  /** Id of the signed-in user who scanned, if any. */
  userId: string | null;
}

/**
 * Inserts scans of the same time, and notifies owners and caregivers of those by people, as far as the pet's budget
 * allows. Runs in the caller's transaction.
 */
export async function insertScans(tx: AppContext, recorded: readonly GradedScan[]): Promise<void> {
  const rows = recorded.map(({ row }) => row);
  const overBudget = await createScans(tx, rows);
  const completedTests = await completeTagTests(tx, rows);
  const toNotify = recorded.filter(({ row }) => notifiesOwner(row.evidence) && !overBudget.has(row.id));
  const notifications = toNotify.map(({ row, pet, tag }) => describeTag(buildScanNotification(row, pet), tag));
  const shared = await buildCaregiverNotifications(
    tx,
    toNotify.map(({ row, pet, userId }) => ({ ...buildPetNotification(row, pet?.name), except: userId })),
  );
  const tests = completedTests.map((row) =>
    testNotification(row, recorded.find(({ pet }) => pet && pet.id === row.petId)?.pet ?? undefined),
  );
  await sendNotifications(tx, await addPlanPush(tx, [...notifications, ...shared, ...tests]));
  const silentOwners = recorded.flatMap(({ row }) => (overBudget.has(row.id) && row.ownerId) || []);
  if (silentOwners.length > 0)
    await notifyListeners(
      tx,
      [...new Set(silentOwners)].map((user) => ({ user })),
    );
}

/** A scan about to be recorded. */
interface Draft {
  state: Recorded["state"];
  tag: Tag;
  pet: PublicPet | null;
  row: ReturnType<typeof buildScanRow>;
  chip: ChipClaim | null;
  earlier: string | null;
  /** Id of the signed-in user who scanned, if any. */
  userId: string | null;
}

/**
 * Consumes the taps and updates the grades of their scans, in a fixed order of tags and counters to avoid deadlocks.
 */
async function gradeTaps(tx: AppContext, drafts: Draft[]): Promise<void> {
  const tapped = drafts.flatMap(({ row, chip, ...rest }) => (chip ? [{ row, chip, ...rest }] : []));
  const counterOf = ({ chip }: { chip: ChipClaim }) => (typeof chip === "object" ? chip.counter : 0);
  tapped.sort((a, b) => a.tag.id.localeCompare(b.tag.id) || counterOf(a) - counterOf(b));
  for (const { row, tag, chip, earlier } of tapped) {
    const verdict = typeof chip === "object" ? await checkCounter(tx, tag.id, chip.counter, earlier) : chip;
    if (verdict === "realTap") row.tapCounter = counterOf({ chip });
    if (verdict === "sameTap" && earlier) row.visit = earlier;
    Object.assign(row, gradeTap(row, verdict));
  }
}

async function checkCounter(tx: AppContext, tagId: string, counter: number, earlier: string | null) {
  if (await consumeTap(tx, tagId, counter)) return "realTap";
  const [same] = earlier
    ? await tx.db
        .select({ id: scanRecords.id })
        .from(scanRecords)
        .where(and(eq(scanRecords.visit, earlier), eq(scanRecords.tagId, tagId), eq(scanRecords.tapCounter, counter)))
        .limit(1)
    : [];
  return same ? "sameTap" : "oldTap";
}

/**
 * Adds push to notifications of owners whose plan includes it (Comfort and above). Inbox and e-mail are in every plan.
 */
export async function addPlanPush(ctx: AppContext, newNotifications: NewNotification[]): Promise<NewNotification[]> {
  const planOf = await listPlansOf(ctx, [...new Set(newNotifications.map(({ userId }) => userId))]);
  return newNotifications.map((one) => ({ ...one, isPushed: pushesScans(planOf(one.userId)) }));
}

/**
 * Returns when the owner was last notified of each of these visits, by visit and tag, within the last half hour.
 * Previews and programs with the same cookie do not count, so that they cannot suppress a person's scan.
 */
async function recentVisits(ctx: AppContext, visits: { earlier: string | null; at?: Date }[], now: Date) {
  const returning = visits.filter(({ earlier }) => earlier !== null);
  if (returning.length === 0) return new Map<string, Date>();
  const oldest = Math.min(...returning.map(({ at = now }) => at.getTime()));
  const rows = await ctx.db
    .select({ visit: scanRecords.visit, tagId: scanRecords.tagId, at: scanRecords.at })
    .from(scanRecords)
    .where(
      and(
        inArray(
          scanRecords.visit,
          returning.flatMap(({ earlier }) => earlier ?? []),
        ),
        inArray(scanRecords.evidence, evidenceClasses.filter(hasNotifiedOwner)),
        gt(scanRecords.at, new Date(oldest - visitSpan)),
      ),
    )
    .orderBy(scanRecords.at);
  return new Map(rows.map((row) => [`${row.visit} ${row.tagId}`, row.at]));
}

/** Returns the record of a visit. `tag` has no id for a pet that was found without its tag. */
export function buildScanRow(
  visit: Visit,
  tag: Pick<Tag, "ownerId" | "petId"> & { id: string | null },
  graded: Grading,
  at: Date,
  visitId: string,
) {
  return {
    id: visit.scanId ?? createId(),
    tagId: tag.id,
    ownerId: tag.ownerId,
    petId: tag.petId,
    at,
    evidence: graded.evidence,
    reasons: graded.reasons,
    visit: visitId,
    medium: visit.medium,
    language: visit.language,
    browser:
      [visit.device.browser, Math.trunc(visit.device.browserVersion) || ""].join(" ").trim().slice(0, 60) || null,
    os: visit.device.os || null,
    device: visit.device.device,
    ip: visit.address,
    tapCounter: null as number | null,
  } satisfies typeof scanRecords.$inferInsert;
}

/**
 * Returns which of these scans are recorded. Locks their rows, which only the primary can, with a synchronous commit: a
 * server that lost its role may show scans that no other server has.
 */
export async function listRecorded({ db }: AppContext, scanIds: string[]): Promise<Set<string>> {
  const rows = await db
    .select({ id: scanRecords.id })
    .from(scanRecords)
    .where(inArray(scanRecords.id, scanIds))
    .for("key share");
  return new Set(rows.map(({ id }) => id));
}
