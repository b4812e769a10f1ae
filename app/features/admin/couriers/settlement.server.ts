import { desc, eq, inArray, or } from "drizzle-orm";
import { startBulkRun } from "#app/features/admin-lists/bulk/bulk-runs.server.ts";
import { parseOrderNumber } from "#app/features/orders/order-number.rules.ts";
import { storeOrders } from "#app/features/orders/orders.tables.server.ts";
import { requireAdmin } from "#app/features/users/require-admin.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { AppError } from "#app/platform/app-error.server.ts";
import { readCsvTable } from "#app/platform/http/csv/read-csv.server.ts";
import { readMoney } from "#app/platform/http/forms/fields.server.ts";
import { foldDigits } from "#app/platform/i18n/text/digits.rules.ts";
import { collectOrders } from "../orders/bulk-orders.server.ts";
import { maxSettlementLines, type SettlementOutcome, settlementHeads } from "./couriers.rules.ts";

export interface SettlementLine {
  /** Line number in the file, starting at 1. */
  line: number;
  /** Order number or tracking number as written in the file. */
  name: string;
  /** Amount that the courier reports as collected, in minor units; null when it cannot be parsed. */
  paidCents: number | null;
  orderId: string | null;
  orderNumber: string | null;
  /** Amount that was to be collected, in minor units. */
  dueCents: number | null;
  outcome: SettlementOutcome;
}

const maxNameLength = 60;
/** Number of orders read in one query. */
const batch = 1_000;

/**
 * Compares a courier's settlement file with the orders: finds each line's order by its number or tracking number, and
 * checks the amount. Changes nothing. Throws `couriers.columns` for a file without a column for the order or the
 * tracking number and one for the amount, and `couriers.tooMany` above 50,000 lines. Administrators only.
 */
export async function checkSettlement(ctx: AppContext, admin: Actor, text: string): Promise<SettlementLine[]> {
  requireAdmin(admin);
  const rows = readRows(text);
  const lines: SettlementLine[] = [];
  const seen = new Set<string>();
  for (let from = 0; from < rows.length; from += batch)
    for (const line of await matchOrders(ctx, rows.slice(from, from + batch))) {
      const isTwice = line.orderId !== null && seen.has(line.orderId);
      if (line.orderId) seen.add(line.orderId);
      lines.push(isTwice ? { ...line, outcome: "twice" } : line);
    }
  return lines;
}

/**
 * Records the cash of every line that matches its order, in a bulk run, and returns the run's id; lines with a
 * difference are skipped. Throws `couriers.nothing` when no line matches.
 */
export async function recordSettlement(ctx: AppContext, admin: Actor, text: string, listPath: string): Promise<string> {
  const lines = await checkSettlement(ctx, admin, text);
  const ids = lines.flatMap(({ outcome, orderId }) => (outcome === "match" && orderId ? [orderId] : []));
  if (ids.length === 0) throw new AppError("couriers.nothing", 400, { field: "file" });
  const subjects = ctx.db
    .select({ id: storeOrders.id, name: storeOrders.number })
    .from(storeOrders)
    .where(inArray(storeOrders.id, ids))
    .orderBy(storeOrders.id)
    .getSQL();
  return startBulkRun(ctx, admin, collectOrders, { params: {}, listPath, subjects });
}

interface Row {
  line: number;
  number: string | null;
  tracking: string;
  name: string;
  paidCents: number | null;
}

function readRows(text: string): Row[] {
  const columns = settlementHeads;
  const required = [["cash"], ["order", "tracking"]] as const;
  const all = readCsvTable(text, { field: "file", maxRows: maxSettlementLines, columns, required });
  if (!all) throw new AppError("couriers.columns", 400, { field: "file" });
  if (all.length > maxSettlementLines)
    throw new AppError("couriers.tooMany", 413, { field: "file", params: { most: maxSettlementLines } });
  const rows = all
    // Totals and remarks below the list refer to no parcel.
    .filter(({ order, tracking }) => order || tracking)
    .map(({ line, order, tracking, cash }) => ({
      line,
      number: parseOrderNumber(order) ?? parseOrderNumber(tracking),
      tracking,
      name: (order || tracking).slice(0, maxNameLength),
      paidCents: readMoney(cash, { isGrouped: true }),
    }));
  // The column that was found is empty; the numbers are in one that was not.
  if (rows.length === 0) throw new AppError("couriers.columns", 400, { field: "file" });
  return rows;
}

async function matchOrders({ db }: AppContext, rows: readonly Row[]): Promise<SettlementLine[]> {
  const numbers = rows.flatMap(({ number }) => number ?? []);
  const tracking = rows.flatMap((row) => (row.number || !row.tracking ? [] : [foldDigits(row.tracking)]));
  const orders = await db
    .select({
      id: storeOrders.id,
      number: storeOrders.number,
      trackingNumber: storeOrders.trackingNumber,
      status: storeOrders.status,
      payment: storeOrders.payment,
      totalCents: storeOrders.totalCents,
    })
    .from(storeOrders)
    .where(or(inArray(storeOrders.number, numbers), inArray(storeOrders.trackingNumber, tracking)))
    // Of orders with one tracking number the newest that was not cancelled is the last, which the line then refers to.
    .orderBy(desc(eq(storeOrders.status, "cancelled")), storeOrders.id);
  const byNumber = new Map(orders.map((order) => [order.number, order]));
  const byTracking = new Map(orders.map((order) => [order.trackingNumber, order]));
  return rows.map(({ line, name, number, tracking: parcel, paidCents }) => {
    const order = number ? byNumber.get(number) : byTracking.get(foldDigits(parcel));
    return {
      line,
      name,
      paidCents,
      orderId: order?.id ?? null,
      orderNumber: order?.number ?? null,
      dueCents: order?.totalCents ?? null,
      outcome: order ? compareLine(order, paidCents) : "unknown",
    };
  });
}

function compareLine(
  order: Pick<typeof storeOrders.$inferSelect, "status" | "payment" | "totalCents">,
  paidCents: number | null,
): SettlementOutcome {
  if (paidCents === null) return "unreadable";
  if (order.status === "cancelled") return paidCents === 0 ? "zero" : "cancelled";
  if (paidCents === 0 && order.totalCents > 0) return "zero";
  if (order.payment !== "unpaid") return paidCents === order.totalCents ? "again" : "amount";
  if (order.status !== "shipped" && order.status !== "delivered") return "notShipped";
  return paidCents === order.totalCents ? "match" : "amount";
}
