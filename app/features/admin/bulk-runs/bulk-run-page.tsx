import { getBulkRun, redirectToBulkRun, undoBulkRun } from "#app/features/admin-lists/bulk/bulk-runs.server.ts";
import { adminOnly, requireUser } from "#app/features/auth/guards.server.ts";
import { AppError } from "#app/platform/app-error.server.ts";
import { requestInfoContext } from "#app/platform/http/request-info.server.ts";
import { redirectWithToast } from "#app/platform/http/toast.server.ts";
import type { Route } from "./+types/bulk-run-page";
import { findBulkAction } from "./bulk-actions.server.ts";

export const middleware = [adminOnly];

/** Redirects to the list on which a run was started, with its result above. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const { ctx, actor } = await requireUser(request, context);
  const run = await getBulkRun(ctx, actor, params.runId, context.get(requestInfoContext).t);
  return redirectToBulkRun(run.listPath, run.id);
}

/** Undoes the run. */
export async function action({ request, context, params }: Route.ActionArgs) {
  const { ctx, actor } = await requireUser(request, context);
  const { listPath } = await getBulkRun(ctx, actor, params.runId, context.get(requestInfoContext).t);
  try {
    const undone = await undoBulkRun(ctx, actor, await findBulkAction(ctx, params.runId), params.runId);
    return redirectToBulkRun(listPath, undone);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return redirectWithToast(listPath, {
      type: "error",
      code: error.code,
      ...(error.params && { params: error.params }),
    });
  }
}
