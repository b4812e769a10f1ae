import type { AppContext } from "#app/platform/app-context.server.ts";
import { AppError } from "#app/platform/app-error.server.ts";
import { getViolatedConstraint, withTransaction } from "#app/platform/db/connection/database.server.ts";
import { DatabaseUnavailableError } from "#app/platform/db/connection/outage-errors.server.ts";
import { getIdTime } from "#app/platform/db/uuid.server.ts";
import type { SubmissionQueue } from "#app/platform/fallback/submission-queue.server.ts";
import type { FinderLanguage } from "#app/platform/i18n/finder-languages.ts";
import { getNetwork } from "#app/platform/limits/client-address.server.ts";
import { offlineRefusals } from "#app/platform/metrics/metrics.server.ts";
import { isFirstDelivery } from "../recording/idempotency-keys.server.ts";
import { listRecorded, receiveScans } from "../recording/receive-scan.server.ts";
import type { Visit } from "../recording/request-signals.server.ts";
import { recordUndelivered } from "../recording/undelivered.server.ts";
import {
  type FinderForm,
  type Place,
  readScanToken,
  sendMessageToFamily,
  sendPlace,
  startFinderConversation,
} from "../submissions/finder-submissions.server.ts";

/**
 * A finder's submission as stored while the database is unavailable. A form includes its visit, since the scan may be
 * queued in another process.
 */
export type Submission =
  | { kind: "scan"; body: Visit }
  | { kind: "have"; body: { scan: string; form: FinderForm; visit: Visit; language: FinderLanguage } }
  | { kind: "location"; body: { scan: string; form: Place; visit: Visit } }
  | { kind: "message"; body: { key: string; text: string; contact?: string | undefined } };

/** Callbacks that trigger delivery soon, for queues of processes that deliver. */
const deliveryTriggers = new WeakMap<SubmissionQueue, () => void>();

/**
 * Stores a finder's submission on disk. Throws 429 above the rate limit and 503 (`finderPage.finder.outage.full`) if
 * the queue is full.
 */
export async function queueSubmission(
  ctx: AppContext,
  sent: Submission & { id: string; address: string },
): Promise<void> {
  const { id, kind, address, body } = sent;
  // Limited per subject, so that finders who share an IP address do not block each other.
  const subject = subjectOf(sent);
  const outcome = await ctx.fallback.submissionQueue.add(
    {
      id,
      kind,
      network: `${getNetwork(address)} ${subject}`,
      at: ctx.clock.now(),
      body: { ...withoutUrl(body), address },
    },
    { isLowPriority: kind === "scan" },
  );
  if (outcome !== "stored") offlineRefusals.inc({ kind, why: outcome });
  if (outcome === "tooMany") throw new AppError("errors.tooMany", 429, { params: { count: 10, seconds: 600 } });
  if (outcome !== "stored") {
    if (outcome === "full") warnFull(ctx, kind);
    throw new AppError("finderPage.finder.outage.full", 503);
  }
  deliveryTriggers.get(ctx.fallback.submissionQueue)?.();
}

const lastFullWarning = new WeakMap<SubmissionQueue, number>();

/** Logs at most once a minute that the queue is full. */
function warnFull(ctx: AppContext, kind: Submission["kind"]): void {
  const { submissionQueue } = ctx.fallback;
  const now = ctx.clock.now().getTime();
  if (now - (lastFullWarning.get(submissionQueue) ?? 0) < 60_000) return;
  lastFullWarning.set(submissionQueue, now);
  ctx.log.error({ kind, kept: submissionQueue.count() }, "submission queue is full, rejecting submissions");
}

/** Returns the tag code or conversation key that a submission is about. */
function subjectOf({ kind, body }: Submission): string {
  return kind === "scan" ? body.code : kind === "message" ? body.key : body.visit.code;
}

/** Removes the page's URL, which may contain the chip's signature. */
function withoutUrl<Body extends Submission["body"]>(body: Body): Body {
  if ("visit" in body) return { ...body, visit: { ...body.visit, url: undefined } };
  return body;
}

type QueuedSubmission = Submission & { id: string; at: Date; tries: number; body: { address: string } };

/** Processes a queued submission as of the time it was sent. Idempotent. */
async function deliver(ctx: AppContext, { id, at, ...sent }: QueuedSubmission): Promise<void> {
  const { address } = sent.body;
  const from = { address, idempotencyKey: { id, at } };
  switch (sent.kind) {
    case "scan":
      return receiveQueued(ctx, { ...sent.body, scanId: id }, at);
    case "have":
      await receiveScanOfForm(ctx, sent.body, at);
      await startFinderConversation(ctx, sent.body.scan, sent.body.form, { ...from, language: sent.body.language });
      return;
    case "location":
      await receiveScanOfForm(ctx, sent.body, at);
      return sendPlace(ctx, sent.body.scan, sent.body.form, from);
    case "message":
      return sendMessageToFamily(ctx, sent.body.key, { body: sent.body.text, contact: sent.body.contact }, from);
  }
}

/**
 * Records the scan that a form was sent from, unless already recorded: the page may have been served by another process
 * that still has the scan queued. Both use the same id.
 */
async function receiveScanOfForm(
  ctx: AppContext,
  { scan, visit }: { scan: string; visit: Visit },
  sentAt: Date,
): Promise<void> {
  const scanId = readScanToken(ctx, scan);
  const openedAt = getIdTime(scanId);
  await receiveQueued(ctx, { ...visit, scanId }, openedAt < sentAt ? openedAt : sentAt);
}

/**
 * Records a scan unless already recorded. The request may have been abandoned while its own scan was being recorded: then
 * that one counts.
 */
async function receiveQueued(ctx: AppContext, visit: Visit & { scanId: string }, at: Date): Promise<void> {
  if ((await listRecorded(ctx, [visit.scanId])).has(visit.scanId)) return;
  try {
    await receiveScans(ctx, [{ ...visit, at }]);
  } catch (error) {
    // Each monthly partition has its own constraint name.
    if (!/^scan_records_.*pkey$/.test(getViolatedConstraint(error) ?? "")) throw error;
  }
}

/** Number of failed attempts after which a submission is set aside for administrators. */
const maxTries = 50;

const delivering = new WeakSet<SubmissionQueue>();

const batchSize = 100;

/**
 * Delivers the queued submissions, oldest first. Stops when the database becomes unavailable again.
 * Rejected submissions (the tag no longer has an owner) are stored for administrators. Other failures stay queued
 * without blocking the rest, and are stored for administrators as well after too many attempts.
 */
export async function sendSubmissions(ctx: AppContext): Promise<void> {
  const { submissionQueue } = ctx.fallback;
  if (delivering.has(submissionQueue)) return;
  delivering.add(submissionQueue);
  try {
    for (let place = 0; ; ) {
      const batch = submissionQueue.waiting(place, batchSize) as unknown as (QueuedSubmission & { place: number })[];
      if (batch.length === 0) return;
      for (const one of batch) {
        if (!(await sendOne(ctx, one))) return;
        place = one.place;
      }
    }
  } finally {
    delivering.delete(submissionQueue);
  }
}

/** Returns false if the database is unavailable. */
async function sendOne(ctx: AppContext, submission: QueuedSubmission): Promise<boolean> {
  const { dbHealth, submissionQueue } = ctx.fallback;
  try {
    await dbHealth.run(() => deliver(ctx, submission));
    submissionQueue.done(submission.id);
  } catch (error) {
    if (error instanceof DatabaseUnavailableError) return false;
    if (error instanceof AppError) {
      ctx.log.warn({ kind: submission.kind, why: error.code }, "submission was rejected and set aside");
      return moveToUndelivered(ctx, submission, error.code);
    }
    ctx.log.error({ err: error, kind: submission.kind }, "submission could not be delivered, will be retried");
    submissionQueue.recordFailure(submission.id);
    if (submission.tries + 1 >= maxTries) return moveToUndelivered(ctx, submission, "fault");
  }
  return true;
}

/** Stores an undeliverable submission for administrators, and only then removes it from the queue. */
async function moveToUndelivered(ctx: AppContext, submission: QueuedSubmission, reason: string): Promise<boolean> {
  const { dbHealth, submissionQueue } = ctx.fallback;
  const message = {
    id: submission.id,
    kind: submission.kind,
    sentAt: submission.at,
    reason,
    ...describeSubmission(submission),
  };
  try {
    await dbHealth.run(() =>
      withTransaction(ctx, async (tx) => {
        await isFirstDelivery(tx, { id: submission.id });
        await recordUndelivered(tx, message);
      }),
    );
    submissionQueue.done(submission.id);
    return true;
  } catch (error) {
    if (error instanceof DatabaseUnavailableError) return false;
    ctx.log.error({ err: error, kind: submission.kind }, "undelivered submission could not be stored");
    return true;
  }
}

function describeSubmission(kept: QueuedSubmission): { code: string | null; text: string } {
  if (kept.kind === "scan") return { code: String(kept.body.code), text: "" };
  if (kept.kind === "message") return { code: null, text: kept.body.text };
  const { name, contact, note, place, latitude, longitude } = { name: "", contact: "", note: "", ...kept.body.form };
  const point = latitude === undefined ? "" : `${latitude}, ${longitude}`;
  return { code: kept.body.visit?.code ?? null, text: [name, contact, note, place, point].filter(Boolean).join("\n") };
}

const deliveryInterval = 30_000;
const deliveryDelay = 1_000;

/**
 * Delivers what an earlier run of this process left in the queue, and from now on new submissions as soon as possible.
 * Returns a function that stops it.
 */
export function startSubmissionDelivery(ctx: AppContext): () => void {
  const { dbHealth } = ctx.fallback;
  const now = () =>
    void sendSubmissions(ctx).catch((error) => ctx.log.error({ err: error }, "delivery of queued submissions failed"));
  dbHealth.onReturn(now);
  const timer = setInterval(now, deliveryInterval).unref();
  let pending: NodeJS.Timeout | undefined;
  // The database may have been unavailable only briefly, and back before this was queued.
  deliveryTriggers.set(ctx.fallback.submissionQueue, () => {
    pending ??= setTimeout(() => {
      pending = undefined;
      now();
    }, deliveryDelay).unref();
  });
  now();
  return () => {
    deliveryTriggers.delete(ctx.fallback.submissionQueue);
    clearInterval(timer);
    clearTimeout(pending);
  };
}
