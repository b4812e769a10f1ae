import { and, eq, sql } from "drizzle-orm";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { transaction } from "#app/platform/db/connection/database.server.ts";
import { type Holder, lockReport } from "../reports.server.ts";
import { lostFoundPosts as posts } from "../reports.tables.server.ts";
import type { PlanStep } from "./search-plan.rules.ts";

/** Notes that a step of the search plan is done, or not after all; said again it changes nothing. 404 for others' reports. */
export async function updatePlanStep(
  ctx: AppContext,
  holder: Holder,
  reportId: string,
  { step, isDone }: { step: PlanStep; isDone: boolean },
): Promise<void> {
  await transaction(ctx, async (tx) => {
    const report = await lockReport(tx, holder, reportId);
    const without = sql`array_remove(${posts.planDone}, ${step}::text)`;
    await tx.db
      .update(posts)
      .set({ planDone: isDone ? sql`array_append(${without}, ${step}::text)` : without })
      .where(and(eq(posts.id, report.id), eq(posts.kind, "lost")));
  });
}
