import { and, asc, count, desc, eq, gt, isNotNull, isNull, lt, notInArray, type SQL, sql } from "drizzle-orm";
import { type RouterContextProvider, redirect } from "react-router";
import { requireAdmin } from "#app/features/users/require-admin.server.ts";
import { type Actor, isAdmin } from "#app/features/users/users.rules.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { AppError, getFormMessage, notFound } from "#app/platform/app-error.server.ts";
import { getViolatedConstraint, isLockFailure, withTransaction } from "#app/platform/db/connection/database.server.ts";
import { createId } from "#app/platform/db/uuid.server.ts";
import { dayMs } from "#app/platform/durations.rules.ts";
import { appContext, requestInfoContext } from "#app/platform/http/request-info.server.ts";
import type { Translate } from "#app/platform/i18n/words.ts";
import { runSecondaryStep } from "#app/platform/secondary-step.server.ts";
import {
  type BulkItemState,
  bulkRunItems,
  bulkRuns,
  maxAtOnce,
  maxInRun,
  maxShownRefusals,
} from "../admin-lists.tables.server.ts";

/** An action that administrators apply to many rows of a list. */
export interface BulkAction<Params = unknown> {
  /** Stored with every run; must not be renamed. */
  kind: string;
  /**
   * Applies the action to one row, in a transaction of that row; throwing an AppError rejects the row and rolls it
   * back. Returns the state that `undo` needs, or null when there is nothing to undo.
   */
  apply(tx: AppContext, admin: Actor, subjectId: string, params: Params): Promise<unknown>;
  /**
   * Applies the action to many rows in a few statements, for actions that write the same to each. Returns for each row
   * the state that `undo` needs, or the AppError that `apply` would have thrown; omits rows that no longer exist.
   */
  applyMany?(
    tx: AppContext,
    admin: Actor,
    subjectIds: readonly string[],
    params: Params,
  ): Promise<Map<string, { before: unknown } | AppError>>;
  /** Restores one row; absent when the action cannot be undone. */
  undo?(tx: AppContext, admin: Actor, subjectId: string, before: unknown): Promise<void>;
}

/** Query for the rows of a run: selects id and name, in this order, sorted like the list. */
type Subjects = SQL;

/** Name of the queue for the job that processes a run. */
export const bulkJobName = "admin.run-bulk";

/** Seconds after which the queue takes over a run that the request did not finish. */
const queueDelay = 30;

interface NewRun {
  kind: string;
  params: unknown;
  listPath: string;
  undoes?: string;
}

/**
 * Starts a bulk action and returns the run's id. Up to 50 rows are processed before it returns; larger runs are
 * processed by a job. Throws `bulk.chooseSome` without any row and `bulk.tooMany` above 20,000.
 */
export async function startBulkRun<Params>(
  ctx: AppContext,
  admin: Actor,
  action: BulkAction<Params>,
  run: { params: Params; listPath: string; subjects: Subjects },
): Promise<string> {
  requireAdmin(admin);
  return beginRun(ctx, admin, action as BulkAction, { kind: action.kind, ...run }, run.subjects);
}

/**
 * Undoes a run for the rows that were not changed since, and returns the id of the new run. Throws `bulk.undoneAlready`
 * the second time, and 404 for a run of another administrator.
 */
export async function undoBulkRun(ctx: AppContext, admin: Actor, action: BulkAction, runId: string): Promise<string> {
  requireAdmin(admin);
  const run = await findRun(ctx, admin, runId);
  if (!action.undo || run.undoes) throw new AppError("bulk.cannotUndo", 409);
  if (!run.finishedAt) throw new AppError("bulk.stillRunning", 409);
  const done = ctx.db
    .select({ id: bulkRunItems.subjectId, name: bulkRunItems.name })
    .from(bulkRunItems)
    .where(and(eq(bulkRunItems.runId, run.id), eq(bulkRunItems.state, "done"), isNotNull(bulkRunItems.before)))
    .orderBy(bulkRunItems.position)
    .getSQL();
  const undoing = { kind: run.kind, params: {}, listPath: run.listPath, undoes: run.id };
  return beginRun(ctx, admin, action, undoing, done).catch((error) => {
    throw getViolatedConstraint(error) === "bulk_runs_undone_once" ? new AppError("bulk.undoneAlready", 409) : error;
  });
}

/**
 * Runs an action on one row outside a list and records it as a finished run, so that it can be undone in the same way.
 * Errors are thrown. Returns the run's id; undoing it leads to `path`.
 */
export async function recordSingleRun(
  ctx: AppContext,
  admin: Actor,
  action: BulkAction,
  {
    path,
    subject,
    work,
  }: { path: string; subject: { id: string; name: string }; work: (tx: AppContext) => Promise<unknown> },
): Promise<string> {
  requireAdmin(admin);
  const id = createId();
  await withTransaction(ctx, async (tx) => {
    const before = (await work(tx)) ?? null;
    const now = tx.clock.now();
    const run = { id, kind: action.kind, adminId: admin.id, params: {}, listPath: path, total: 1 };
    await tx.db.insert(bulkRuns).values({ ...run, startedAt: now, finishedAt: now });
    const item = { runId: id, position: 1, subjectId: subject.id, name: subject.name };
    await tx.db.insert(bulkRunItems).values({ ...item, state: "done", before });
  });
  return id;
}

async function beginRun(ctx: AppContext, admin: Actor, action: BulkAction, run: NewRun, subjects: Subjects) {
  const id = createId();
  const total = await withTransaction(ctx, async (tx) => {
    await tx.db.insert(bulkRuns).values({
      id,
      kind: run.kind,
      adminId: admin.id,
      params: run.params,
      listPath: run.listPath,
      undoes: run.undoes ?? null,
      total: 0,
      startedAt: tx.clock.now(),
    });
    const { rowCount } = await tx.db.execute(
      sql`insert into ${bulkRunItems} (run_id, position, subject_id, name)
        select ${id}::uuid, row_number() over (), found.id, found.name
        from (select * from (${subjects}) as wanted limit ${maxInRun + 1}) as found(id, name)`,
    );
    const items = rowCount ?? 0;
    if (items === 0) throw new AppError("bulk.chooseSome", 400);
    if (items > maxInRun) throw new AppError("bulk.tooMany", 400, { params: { most: maxInRun } });
    await tx.db.update(bulkRuns).set({ total: items }).where(eq(bulkRuns.id, id));
    // Also queued for a short run, since this process may be killed before it has finished.
    const isShort = items <= maxAtOnce;
    const startAfter = tx.clock.in(isShort ? queueDelay * 1000 : 0);
    await tx.jobs.send(tx.db, bulkJobName, { runId: id }, { startAfter });
    return items;
  });
  // The run is stored: what fails now is tried again by its job.
  if (total <= maxAtOnce)
    await runSecondaryStep(ctx.log, "bulk run at once", () => runBulkRun(ctx, action, id), undefined);
  return id;
}

/** Rows processed in one transaction: one by one, and by `applyMany`. */
const batchSize = 25;
const applyManySize = 250;

/**
 * Processes the waiting rows of a run. Each is applied in its own savepoint and its outcome stored in the same
 * transaction, so that an interrupted run resumes without repeating a row. Several processes may work on one run.
 */
export async function runBulkRun(ctx: AppContext, action: BulkAction, runId: string): Promise<void> {
  const [run] = await ctx.db.select().from(bulkRuns).where(eq(bulkRuns.id, runId));
  if (!run || run.finishedAt) return;
  try {
    const usesApplyMany = action.applyMany && !run.undoes;
    while (
      usesApplyMany ? await processWithApplyMany(ctx, action, run) : await processBatch(ctx, action, run, batchSize)
    );
  } catch (error) {
    // A row failed with an unexpected error. The others are processed one by one, before the job tries it again.
    ctx.log.warn({ err: error, runId }, "bulk run batch failed, retrying row by row");
    const failed: number[] = [];
    while (await processBatch(ctx, action, run, 1, failed));
    if (failed.length > 0) throw error;
  }
  await ctx.db
    .update(bulkRuns)
    .set({ finishedAt: ctx.clock.now() })
    .where(
      and(
        eq(bulkRuns.id, runId),
        sql`not exists (select 1 from ${bulkRunItems} where run_id = ${runId} and state = 'waiting')`,
      ),
    );
}

type Run = typeof bulkRuns.$inferSelect;

function lockWaiting({ db }: AppContext, run: Run, size: number, skipped: number[] = []) {
  return db
    .select({ position: bulkRunItems.position, subjectId: bulkRunItems.subjectId })
    .from(bulkRunItems)
    .where(
      and(
        eq(bulkRunItems.runId, run.id),
        eq(bulkRunItems.state, "waiting"),
        notInArray(bulkRunItems.position, skipped),
      ),
    )
    .orderBy(asc(bulkRunItems.position))
    .limit(size)
    .for("update", { skipLocked: true });
}

/** Processes the next rows by `applyMany`; returns whether there may be more. */
async function processWithApplyMany(ctx: AppContext, action: BulkAction, run: Run): Promise<boolean> {
  return withTransaction(ctx, async (tx) => {
    const items = await lockWaiting(tx, run, applyManySize);
    if (items.length === 0) return false;
    const admin = await findActingAdmin(tx, run);
    const ids = items.map(({ subjectId }) => subjectId);
    const results = admin ? await action.applyMany!(tx, admin, ids, run.params) : new Map<string, AppError>();
    const outcomes = items.map(({ position, subjectId }) => {
      const result = results.get(subjectId) ?? (admin ? notFound() : roleLostError());
      return result instanceof AppError
        ? { position, state: "refused", refusal: { code: result.code, params: result.params }, before: null }
        : { position, state: "done", refusal: null, before: result.before ?? null };
    });
    await tx.db.execute(
      sql`update ${bulkRunItems} as item set state = outcome.state, before = outcome.before, refusal = outcome.refusal
        from jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb)
          as outcome(position int, state text, before jsonb, refusal jsonb)
        where item.run_id = ${run.id} and item.position = outcome.position`,
    );
    return items.length === applyManySize;
  });
}

/** Read for each batch or row, so that an administrator who loses the role during a run makes no further changes. */
async function findActingAdmin({ db }: AppContext, run: Run) {
  const [admin] = await db.select().from(users).where(eq(users.id, run.adminId));
  return admin && isAdmin(admin) && !admin.suspendedAt ? admin : null;
}

const roleLostError = () => new AppError("accounts.adminRequired", 403);

/**
 * Processes the next rows one by one; returns whether there may be more. With `failed`, a row with an unexpected error
 * is added to it, left waiting and skipped from then on.
 */
async function processBatch(
  ctx: AppContext,
  action: BulkAction,
  run: Run,
  size: number,
  failed?: number[],
): Promise<boolean> {
  return withTransaction(ctx, async (tx) => {
    const items = await lockWaiting(tx, run, size, failed);
    for (const { position, subjectId } of items) {
      const outcome = await withTransaction(tx, (inner) => processItem(inner, action, run, subjectId)).catch(
        (error) => {
          if (error instanceof AppError)
            return { state: "refused" as const, refusal: { code: error.code, params: error.params } };
          if (!failed || isLockFailure(error)) throw error;
          ctx.log.error({ err: error, runId: run.id, position }, "row of a bulk run failed");
          failed.push(position);
          return null;
        },
      );
      if (!outcome) continue;
      await tx.db
        .update(bulkRunItems)
        .set(outcome)
        .where(and(eq(bulkRunItems.runId, run.id), eq(bulkRunItems.position, position)));
    }
    return items.length === size;
  });
}

async function processItem(tx: AppContext, action: BulkAction, run: Run, subjectId: string) {
  const admin = await findActingAdmin(tx, run);
  if (!admin) throw roleLostError();
  if (run.undoes) {
    await action.undo?.(tx, admin, subjectId, await readBefore(tx, run.undoes, subjectId));
    return { state: "done" as const, before: null };
  }
  return { state: "done" as const, before: (await action.apply(tx, admin, subjectId, run.params)) ?? null };
}

async function readBefore({ db }: AppContext, runId: string, subjectId: string): Promise<unknown> {
  const [item] = await db
    .select({ before: bulkRunItems.before })
    .from(bulkRunItems)
    .where(and(eq(bulkRunItems.runId, runId), eq(bulkRunItems.subjectId, subjectId)));
  return item?.before ?? null;
}

async function findRun({ db }: AppContext, admin: Actor, runId: string): Promise<Run> {
  const [run] = await db
    .select()
    .from(bulkRuns)
    .where(and(eq(bulkRuns.id, runId), eq(bulkRuns.adminId, admin.id)));
  if (!run) throw notFound();
  return run;
}

/**
 * Returns a run for its administrator: its progress, and the first 100 rejected rows with their reasons, translated by
 * `t`.
 */
export async function getBulkRun(ctx: AppContext, admin: Actor, runId: string, t: Translate) {
  requireAdmin(admin);
  const run = await findRun(ctx, admin, runId);
  const states = await ctx.db
    .select({ state: bulkRunItems.state, items: count(), withBefore: count(bulkRunItems.before) })
    .from(bulkRunItems)
    .where(eq(bulkRunItems.runId, run.id))
    .groupBy(bulkRunItems.state);
  const refused = await ctx.db
    .select({ id: bulkRunItems.subjectId, name: bulkRunItems.name, refusal: bulkRunItems.refusal })
    .from(bulkRunItems)
    .where(and(eq(bulkRunItems.runId, run.id), eq(bulkRunItems.state, "refused")))
    .orderBy(bulkRunItems.position)
    .limit(maxShownRefusals);
  const [undoing] = await ctx.db.select({ id: bulkRuns.id }).from(bulkRuns).where(eq(bulkRuns.undoes, run.id));
  const itemsIn = (state: BulkItemState) => states.find((one) => one.state === state)?.items ?? 0;
  return {
    id: run.id,
    kind: run.kind,
    listPath: run.listPath,
    isUndo: run.undoes !== null,
    isFinished: run.finishedAt !== null,
    /** The administrator lost the role during the run; the remaining rows are unchanged. */
    isStopped: refused.some(({ refusal }) => refusal?.code === roleLostError().code),
    total: run.total,
    done: itemsIn("done"),
    refused: itemsIn("refused"),
    refusals: refused.map(({ id, name, refusal }) => ({
      id,
      name,
      reason: refusal ? t(getFormMessage(refusal), refusal.params) : "",
    })),
    canUndo:
      run.finishedAt !== null &&
      run.undoes === null &&
      !undoing &&
      states.some(({ state, withBefore }) => state === "done" && withBefore > 0),
  };
}

export type BulkRunView = Awaited<ReturnType<typeof getBulkRun>>;

/** Returns the id of the administrator's latest long run on this list that is not finished. */
async function findUnfinishedRun({ db }: AppContext, admin: Actor, path: string): Promise<string | null> {
  const [run] = await db
    .select({ id: bulkRuns.id })
    .from(bulkRuns)
    .where(
      and(
        eq(bulkRuns.adminId, admin.id),
        isNull(bulkRuns.finishedAt),
        gt(bulkRuns.total, maxAtOnce),
        sql`split_part(${bulkRuns.listPath}, '?', 1) = ${path}`,
      ),
    )
    .orderBy(desc(bulkRuns.startedAt))
    .limit(1);
  return run?.id ?? null;
}

interface Loading {
  request: Request;
  context: Readonly<RouterContextProvider>;
}

/**
 * Returns the run that the query parameter `run` names, for the card above the page; null unless it is the actor's own.
 */
export async function readBulkRun({ request, context }: Loading, admin: Actor) {
  const runId = new URL(request.url).searchParams.get("run");
  if (!runId) return null;
  const { t } = context.get(requestInfoContext);
  return getBulkRun(context.get(appContext), admin, runId, t).catch((error) => {
    if (error instanceof AppError) return null;
    throw error;
  });
}

/** Like `readBulkRun`, for a list: redirects to the progress of an unfinished long run on this list. */
export async function readListRun(loading: Loading, admin: Actor) {
  const url = new URL(loading.request.url);
  if (url.searchParams.has("run")) return readBulkRun(loading, admin);
  const unfinishedRun = await findUnfinishedRun(loading.context.get(appContext), admin, url.pathname);
  if (unfinishedRun) throw redirectToBulkRun(getListPath(loading.request), unfinishedRun);
  return null;
}

/** Returns the URL of the list on which a form was submitted, without the run shown above it. */
export function getListPath({ url: address }: { url: string | URL }): string {
  const url = new URL(address);
  for (const name of ["run", "index"]) url.searchParams.delete(name);
  return url.pathname + url.search;
}

/** Redirects to the list with the run's result above it. */
export function redirectToBulkRun(listPath: string, runId: string): Response {
  const url = new URL(listPath, "http://list");
  url.searchParams.set("run", runId);
  return redirect(url.pathname + url.search, 303);
}

/** How long an ended run is kept, in milliseconds. */
const runLifetime = 90 * dayMs;

/** Deletes runs that ended 90 days ago, with their rows. */
export async function purgeOldBulkRuns({ db, clock }: AppContext): Promise<void> {
  await db.delete(bulkRuns).where(lt(bulkRuns.finishedAt, clock.ago(runLifetime)));
}
