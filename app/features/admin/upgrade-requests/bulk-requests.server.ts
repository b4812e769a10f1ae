import type { BulkAction } from "#app/features/admin-lists/bulk/bulk-runs.server.ts";
import type { RejectForm } from "#app/features/plans/plans.forms.server.ts";
import { approveRequest, rejectRequest } from "#app/features/plans/review/decide-requests.server.ts";
import { getRequest, hasWarnings } from "#app/features/plans/review/list-requests.server.ts";
import { AppError } from "#app/platform/app-error.server.ts";

/**
 * Approves requests. Rejects a doubtful one, which needs an individual decision, and whatever a single approval
 * rejects. Cannot be undone, since the owners are notified; a single decision can be corrected with a reason.
 */
export const approveRequests: BulkAction<object> = {
  kind: "upgrades.approve",
  async apply(tx, admin, requestId) {
    const request = await getRequest(tx, admin, requestId);
    if (request.status === "pending" && (await hasWarnings(tx, request)))
      throw new AppError("upgradeReview.bulk.doubtful", 409);
    await approveRequest(tx, admin, requestId);
    return null;
  },
};

/** Rejects requests for one reason, which their owners are shown. */
export const rejectRequests: BulkAction<Pick<RejectForm, "reason">> = {
  kind: "upgrades.reject",
  async apply(tx, admin, requestId, { reason }) {
    await rejectRequest(tx, admin, { requestId, reason, note: null });
    return null;
  },
};

export const requestBulkActions = [approveRequests, rejectRequests] as const;
