import { and, eq } from "drizzle-orm";
import { type Reunited, reunitedJob } from "#app/features/scans/handover.server.ts";
import { Refusal } from "#app/platform/http/refusal.server.ts";
import { jobKind } from "#app/platform/jobs/jobs.server.ts";
import type { World } from "#app/platform/world.server.ts";
import { resolveReport } from "./report-states.server.ts";
import { lostFoundPosts as posts } from "./reports.tables.server.ts";

/** The pet is home by its tag: its owner's open report is over. One that was ended meanwhile stays as it is. */
async function closeReunited(world: World, { ownerId, petId }: Reunited): Promise<void> {
  const open = await world.db
    .select({ id: posts.id })
    .from(posts)
    .where(
      and(eq(posts.reporterId, ownerId), eq(posts.petId, petId), eq(posts.kind, "lost"), eq(posts.status, "open")),
    );
  for (const { id } of open)
    await resolveReport(world, { id: ownerId }, id, { resolution: "tag" }).catch((error) => {
      if (!(error instanceof Refusal)) throw error;
    });
}

export const reunionJobs = [jobKind<World, Reunited>(reunitedJob, {}, closeReunited)];
