import { and, eq, isNull, lt, or } from "drizzle-orm";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { minuteMs } from "#app/platform/durations.rules.ts";
import { lostFoundPosts as posts } from "../reports.tables.server.ts";

export const matchQueue = "lost-found.match-report";

/** Minutes after which a job that did not finish is no longer waited for. */
const lostJobMinutes = 10;

/**
 * Queues a report for matching, in the caller's transaction. Further changes while it is queued add no job, since the
 * job reads the current state.
 */
export async function queueMatching(ctx: AppContext, reportId: string): Promise<void> {
  const now = ctx.clock.now();
  const isNotQueued = or(
    isNull(posts.matchAskedAt),
    lt(posts.matchAskedAt, new Date(now.getTime() - lostJobMinutes * minuteMs)),
  );
  const queued = await ctx.db
    .update(posts)
    .set({ matchAskedAt: now })
    .where(and(eq(posts.id, reportId), isNotQueued))
    .returning({ id: posts.id });
  if (queued.length > 0) await ctx.jobs.send(ctx.db, matchQueue, { reportId });
}
