import { eq } from "drizzle-orm";
import * as z from "zod";
import { bulkRuns } from "#app/features/admin-lists/admin-lists.tables.server.ts";
import {
  type BulkAction,
  bulkJobName,
  purgeOldBulkRuns,
  runBulkRun,
} from "#app/features/admin-lists/bulk/bulk-runs.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { notFound } from "#app/platform/app-error.server.ts";
import { defineJob } from "#app/platform/jobs/jobs.server.ts";
import { reportBulkActions } from "../lost-found/bulk-reports.server.ts";
import { orderBulkActions } from "../orders/bulk-orders.server.ts";
import { petBulkActions } from "../pets/admin-pets.server.ts";
import { productBulkActions } from "../products/manage-products.server.ts";
import { tagBulkActions } from "../tags/bulk-tags.server.ts";
import { requestBulkActions } from "../upgrade-requests/bulk-requests.server.ts";
import { userBulkActions } from "../users/manage-users.server.ts";

const bulkActions = [
  ...orderBulkActions,
  ...petBulkActions,
  ...productBulkActions,
  ...reportBulkActions,
  ...requestBulkActions,
  ...tagBulkActions,
  ...userBulkActions,
] as readonly BulkAction[];

/** Returns the action that a run performs. Throws 404 for a run that does not exist. */
export async function findBulkAction({ db }: AppContext, runId: string): Promise<BulkAction> {
  const [run] = await db.select({ kind: bulkRuns.kind }).from(bulkRuns).where(eq(bulkRuns.id, runId));
  const action = bulkActions.find(({ kind }) => kind === run?.kind);
  if (!action) throw notFound();
  return action;
}

/** Processes long runs, and short ones whose process was killed. */
export const bulkRunJob = defineJob<AppContext, { runId: string }>(
  bulkJobName,
  { data: z.object({ runId: z.uuid() }), expireInSeconds: 3600 },
  async (ctx, { runId }) => {
    await runBulkRun(ctx, await findBulkAction(ctx, runId), runId);
  },
);

/** Deletes runs 90 days after they ended: nobody undoes them any more, and they name whom they were about. */
export const oldBulkRunsJob = defineJob<AppContext, object>(
  "admin.purge-bulk-runs",
  { cron: "25 3 * * *", retryLimit: 2 },
  purgeOldBulkRuns,
);
