import { codeKey } from "#app/features/tags/tag-code.rules.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { createBatcher } from "#app/platform/db/batch.server.ts";
import { getViolatedConstraint, transaction } from "#app/platform/db/connection/database.server.ts";
import type { SubmissionQueue } from "#app/platform/db/health/submission-queue.server.ts";
import { getIdTime } from "#app/platform/db/uuid.server.ts";
import { AppError } from "#app/platform/http/app-error.server.ts";
import { getNetwork } from "#app/platform/http/server/client-address.server.ts";
import type { Language } from "#app/platform/i18n/language.ts";
import { offlineRefusals } from "#app/platform/metrics/metrics.server.ts";
import {
  type FinderForm,
  type Place,
  readScanToken,
  sendMessageToFamily,
  sendPlace,
  startFinderConversation,
} from "../finder-page/finder.server.ts";
import type { Visit } from "../finder-page/request-signals.server.ts";
import { isFirstDelivery } from "../recording/idempotency-keys.server.ts";
import { listRecorded, receiveScans } from "../recording/receive-scan.server.ts";
import { recordUndelivered } from "../recording/undelivered.server.ts";

/**
 * What finders do, as it is kept while the database is away. A form carries the visit that it was sent from: the scan that it
 * belongs to may wait in the box of another process.
 */
export type Submission =
  | { kind: "scan"; body: Visit }
  | { kind: "have"; body: { scan: string; form: FinderForm; visit: Visit; language: Language } }
  | { kind: "location"; body: { scan: string; form: Place; visit: Visit } }
  | { kind: "message"; body: { key: string; text: string; contact?: string | undefined } };

/** How what is kept is handed over soon, where a process does that by itself. */
const sendSoon = new WeakMap<SubmissionQueue, () => void>();

/** Keeps what a finder sent on this machine's disk. Refuses (429, 503) what would be too much. */
export async function queueSubmission(
  ctx: AppContext,
  sent: Submission & { id: string; address: string },
): Promise<void> {
  const { id, kind, address, body } = sent;
  // Those who share an address with others are not refused for them.
  const subject = subjectOf(sent);
  const outcome = await ctx.fallback.submissionQueue.keep(
    {
      id,
      kind,
      network: `${getNetwork(address)} ${subject}`,
      at: ctx.clock.now(),
      body: { ...withoutUrl(body), address },
    },
    { isSpare: kind === "scan" },
  );
  if (outcome !== "kept") offlineRefusals.inc({ kind, why: outcome });
  if (outcome === "tooMany") throw new AppError("errors.tooMany", 429, { params: { count: 10, seconds: 600 } });
  if (outcome !== "kept") {
    if (outcome === "full") warnFull(ctx, kind);
    throw new AppError("finderPage.finder.outage.full", 503);
  }
  sendSoon.get(ctx.fallback.submissionQueue)?.();
}

const lastFullWarning = new WeakMap<SubmissionQueue, number>();

/** Tells the log once a minute that there is no room, for scans or for anything. */
function warnFull(ctx: AppContext, kind: Submission["kind"]): void {
  const { submissionQueue } = ctx.fallback;
  const now = ctx.clock.now().getTime();
  if (now - (lastFullWarning.get(submissionQueue) ?? 0) < 60_000) return;
  lastFullWarning.set(submissionQueue, now);
  ctx.log.error({ kind, kept: submissionQueue.count() }, "no room is left for what finders send during the outage");
}

/** The code or the conversation that it is about. */
function subjectOf({ kind, body }: Submission): string {
  return kind === "scan" ? body.code : kind === "message" ? body.key : body.visit.code;
}

/** What a chip wrote into the address of a page is kept nowhere. */
function withoutUrl<Body extends Submission["body"]>(body: Body): Body {
  if ("visit" in body) return { ...body, visit: { ...body.visit, url: undefined } };
  return body;
}

type QueuedSubmission = Submission & { id: string; at: Date; body: { address: string } };

/** Carries out what was kept, as of the moment it was sent, and once however often it is tried. */
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
 * Records the scan that a form was sent from, unless it is there: the page may have been opened at another process, which
 * still keeps it. Whichever comes second finds the same id.
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

type QueuedVisit = Visit & { scanId: string; at: Date };

const receivers = new WeakMap<SubmissionQueue, (visit: QueuedVisit) => Promise<void>>();

/**
 * Records a scan unless it is there; those of different tags share their statements. The page may have been given up while
 * its own scan was on the way to be recorded: then that one counts.
 */
async function receiveQueued(ctx: AppContext, visit: Visit & { scanId: string }, at: Date): Promise<void> {
  let receive = receivers.get(ctx.fallback.submissionQueue);
  if (!receive) {
    receive = createBatcher(async (visits: QueuedVisit[]) => {
      const known = await listRecorded(
        ctx,
        visits.map(({ scanId }) => scanId),
      );
      await receiveScans(
        ctx,
        visits.filter(({ scanId }) => !known.has(scanId)),
      );
      return visits.map(() => undefined);
    });
    receivers.set(ctx.fallback.submissionQueue, receive);
  }
  try {
    await receive({ ...visit, at });
  } catch (error) {
    // Each month's part says so in its own name.
    if (!/^scan_records_.*pkey$/.test(getViolatedConstraint(error) ?? "")) throw error;
  }
}

/** After this many failed tries a submission is set aside for administrators. */
const maxTries = 50;

const working = new WeakSet<SubmissionQueue>();

/** Submissions that are read together, and tags or conversations that are delivered at once. */
const stepSize = 1_000;
const atOnce = 16;

/**
 * Hands over what was kept: of each tag and conversation the oldest first, of many at once, messages after what else was kept
 * with them. It stops when the database goes away again; what is refused (the tag has no owner any more) is kept for
 * administrators to see, and what fails otherwise stays for the next time, holds nobody else up, and is shown to them as well
 * when it has failed too often.
 */
export async function sendSubmissions(ctx: AppContext): Promise<void> {
  const { submissionQueue } = ctx.fallback;
  if (working.has(submissionQueue)) return;
  working.add(submissionQueue);
  try {
    for (let place = 0; ; ) {
      const step = submissionQueue.waiting(place, stepSize) as unknown as Waiting[];
      if (step.length === 0) return;
      place = step.at(-1)!.place;
      const isMessage = ({ kind }: Waiting) => kind === "message";
      for (const part of [step.filter((one) => !isMessage(one)), step.filter(isMessage)])
        if (!(await sendLanes(ctx, part))) return;
    }
  } finally {
    working.delete(submissionQueue);
  }
}

type Waiting = QueuedSubmission & { place: number; tries: number };

/**
 * Hands over each subject's own in order, several subjects at once; scans that come first share their statements. False when the
 * database is away.
 */
async function sendLanes(ctx: AppContext, waiting: Waiting[]): Promise<boolean> {
  const lanes = [
    ...Map.groupBy(waiting, (one) =>
      one.kind === "message" ? subjectOf(one) : codeKey(String(subjectOf(one))),
    ).values(),
  ];
  let isThere = true;
  const handOver = async (one: Waiting) => {
    if (isThere && (ctx.fallback.dbHealth.downSince() || !(await sendOne(ctx, one)))) isThere = false;
  };
  const first = lanes.filter((lane) => lane[0]?.kind === "scan").flatMap((lane) => lane.shift() ?? []);
  await Promise.all(first.map(handOver));
  const rest = lanes.values();
  const work = async () => {
    // All workers take from the same iterator.
    for (const lane of rest) for (const one of lane) await handOver(one);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return isThere;
}

/** False when the database is away. */
async function sendOne(ctx: AppContext, kept: QueuedSubmission & { tries: number }): Promise<boolean> {
  const { dbHealth, submissionQueue } = ctx.fallback;
  try {
    await dbHealth.ask(() => deliver(ctx, kept));
    submissionQueue.done(kept.id);
  } catch (error) {
    if (dbHealth.downSince()) return false;
    if (error instanceof AppError) {
      ctx.log.warn({ kind: kept.kind, why: error.code }, "what a finder sent could not be delivered any more");
      return giveUp(ctx, kept, error.code);
    }
    ctx.log.error({ err: error, kind: kept.kind }, "what a finder sent could not be delivered this time");
    submissionQueue.triedInVain(kept.id);
    if (kept.tries + 1 >= maxTries) return giveUp(ctx, kept, "fault");
  }
  return true;
}

/** Leaves to administrators what cannot be delivered; it goes out of the box only once they can see it. */
async function giveUp(ctx: AppContext, kept: QueuedSubmission, reason: string): Promise<boolean> {
  const { dbHealth, submissionQueue } = ctx.fallback;
  const message = { id: kept.id, kind: kept.kind, sentAt: kept.at, reason, ...partsOf(kept) };
  try {
    await dbHealth.ask(() =>
      transaction(ctx, async (tx) => {
        await isFirstDelivery(tx, { id: kept.id });
        await recordUndelivered(tx, message);
      }),
    );
    submissionQueue.done(kept.id);
    return true;
  } catch (error) {
    if (dbHealth.downSince()) return false;
    ctx.log.error({ err: error, kind: kept.kind }, "what could not be delivered could not be kept for administrators");
    return true;
  }
}

function partsOf(kept: QueuedSubmission): { code: string | null; words: string } {
  if (kept.kind === "scan") return { code: String(kept.body.code), words: "" };
  if (kept.kind === "message") return { code: null, words: kept.body.text };
  const { name, contact, note, place, latitude, longitude } = { name: "", contact: "", note: "", ...kept.body.form };
  const point = latitude === undefined ? "" : `${latitude}, ${longitude}`;
  return { code: kept.body.visit?.code ?? null, words: [name, contact, note, place, point].filter(Boolean).join("\n") };
}

const rest = 30_000;
const moment = 1_000;

/** Hands over what lies there from an earlier life of this process, and from now on whatever is kept, as soon as it can be. */
export function startSubmissionDelivery(ctx: AppContext): () => void {
  const { dbHealth } = ctx.fallback;
  const now = () =>
    void sendSubmissions(ctx).catch((error) => ctx.log.error({ err: error }, "the box of kept things failed"));
  dbHealth.onReturn(now);
  const timer = setInterval(now, rest).unref();
  let hurrying: NodeJS.Timeout | undefined;
  // The database may have been away for an instant, and back before this was kept.
  sendSoon.set(ctx.fallback.submissionQueue, () => {
    hurrying ??= setTimeout(() => {
      hurrying = undefined;
      now();
    }, moment).unref();
  });
  now();
  return () => {
    sendSoon.delete(ctx.fallback.submissionQueue);
    clearInterval(timer);
    clearTimeout(hurrying);
  };
}
