import { countConversationsToReview } from "#app/features/conversations/reported-conversations.server.ts";
import { countPendingRequests } from "#app/features/plans/review/list-requests.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { countAtOnce } from "#app/platform/db/counts.server.ts";
import { countOpenReports, countReportsWithComplaints } from "../lost-found/admin-reports.server.ts";
import { countOrdersThatWait, countPendingOrders } from "../orders/admin-orders.server.ts";
import { countLowStock } from "../products/admin-products.server.ts";

export interface AdminCounts {
  /** Pending orders, products low in stock, open reports and upgrade requests to review. */
  orders: number;
  products: number;
  reports: number;
  upgrades: number;
}

/** Returns the counts for the badges of the sidebar. */
export async function getAdminCounts(ctx: AppContext): Promise<AdminCounts> {
  return countAtOnce(ctx, {
    orders: countPendingOrders(ctx),
    products: countLowStock(ctx),
    reports: countOpenReports(ctx),
    upgrades: countPendingRequests(ctx),
  });
}

/** Counts everything that waits for an administrator, by list. */
export async function countWaiting(ctx: AppContext) {
  return countAtOnce(ctx, {
    ...countOrdersThatWait(ctx),
    complaints: countReportsWithComplaints(ctx),
    conversations: countConversationsToReview(ctx),
    upgrades: countPendingRequests(ctx),
    products: countLowStock(ctx),
  });
}
