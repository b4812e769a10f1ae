import { and, eq } from "drizzle-orm";
import { type Reunited, reunitedJob } from "#app/features/scans/handover/handover.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { AppError } from "#app/platform/http/app-error.server.ts";
import { jobKind } from "#app/platform/jobs/jobs.server.ts";
import { resolveReport } from "../report-states.server.ts";
import { lostFoundPosts as posts } from "../reports.tables.server.ts";

/** The pet is home by its tag: its owner's open report is over. One that was ended meanwhile stays as it is. */
async function closeReunited(ctx: AppContext, { ownerId, petId }: Reunited): Promise<void> {
  const open = await ctx.db
    .select({ id: posts.id })
    .from(posts)
    .where(
      and(eq(posts.reporterId, ownerId), eq(posts.petId, petId), eq(posts.kind, "lost"), eq(posts.status, "open")),
    );
  for (const { id } of open)
    await resolveReport(ctx, { id: ownerId }, id, { resolution: "tag" }).catch((error) => {
      if (!(error instanceof AppError)) throw error;
    });
}

export const reunionJobs = [jobKind<AppContext, Reunited>(reunitedJob, {}, closeReunited)];
