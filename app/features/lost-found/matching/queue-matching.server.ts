import { and, eq, isNull, lt, or } from "drizzle-orm";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { lostFoundPosts as posts } from "../reports.tables.server.ts";

export const matchQueue = "reports.match";

/** Minutes after which a job that never came back is not waited for. */
const lostJobMinutes = 10;

/**
 * Leaves a report with the queue to be compared, through the caller's transaction. While it waits there, further changes
 * add nothing: the job reads what holds when it runs.
 */
export async function queueMatching(ctx: AppContext, reportId: string): Promise<void> {
  const now = ctx.clock.now();
  const isAsked = or(
    isNull(posts.matchAskedAt),
    lt(posts.matchAskedAt, new Date(now.getTime() - lostJobMinutes * 60_000)),
  );
  const asked = await ctx.db
    .update(posts)
    .set({ matchAskedAt: now })
    .where(and(eq(posts.id, reportId), isAsked))
    .returning({ id: posts.id });
  if (asked.length > 0) await ctx.jobs.send(ctx.db, matchQueue, { reportId });
}
