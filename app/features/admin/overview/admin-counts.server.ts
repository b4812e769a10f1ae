import { conversationsToReview } from "#app/features/conversations/reported-conversations.server.ts";
import { countPendingRequests, pendingRequests } from "#app/features/plans/review/list-requests.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { countAtOnce, findWaiting } from "#app/platform/db/counts.server.ts";
import { countOpenReports, reportsWithComplaints } from "../lost-found/admin-reports.server.ts";
import { countPendingOrders, selectOrdersThatWait } from "../orders/admin-orders.server.ts";
import { petsWithSameChip } from "../pets/admin-pets.server.ts";
import { countLowStock, lowStock } from "../products/admin-products.server.ts";

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

/** Counts everything that waits for an administrator, by list, and finds since when. */
export async function countWaiting(ctx: AppContext) {
  return findWaiting(ctx, {
    ...selectOrdersThatWait(ctx),
    complaints: reportsWithComplaints,
    conversations: conversationsToReview,
    upgrades: pendingRequests,
    products: lowStock,
    chips: petsWithSameChip,
  });
}
