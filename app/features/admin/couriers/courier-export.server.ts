import { and, asc, eq, gt } from "drizzle-orm";
import { formatState } from "#app/features/orders/order-address.server.ts";
import { listLinesOfOrders } from "#app/features/orders/orders.server.ts";
import { storeOrders } from "#app/features/orders/orders.tables.server.ts";
import { requireAdmin } from "#app/features/users/require-admin.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { type CsvCell, formatCsv } from "#app/platform/http/csv/csv.server.ts";
import { inBatches } from "#app/platform/http/list-pages.server.ts";
import { toMajorUnits } from "#app/platform/i18n/money.rules.ts";
import { readSiteSettings } from "#app/platform/site-settings.server.ts";
import { type Courier, type CourierOrder, courierColumns } from "./couriers.rules.ts";

const batch = 500;

/** Yields the orders being packed, the oldest first, as CSV for the courier's upload. Administrators only. */
export async function* exportForCourier(ctx: AppContext, admin: Actor, courier: Courier): AsyncGenerator<string> {
  requireAdmin(admin);
  const columns = courierColumns[courier];
  yield* formatCsv(
    "machine",
    columns.map(([name]) => name),
    rowsFor(ctx, columns),
  );
}

async function* rowsFor(ctx: AppContext, columns: (typeof courierColumns)[Courier]): AsyncGenerator<CsvCell[][]> {
  const t = ctx.translator("en");
  const batches = inBatches(batch, (after) =>
    ctx.db
      .select()
      .from(storeOrders)
      .where(and(eq(storeOrders.status, "processing"), after ? gt(storeOrders.id, after) : undefined))
      .orderBy(asc(storeOrders.id))
      .limit(batch),
  );
  for await (const orders of batches) {
    const lines = await listLinesOfOrders(
      ctx,
      orders.map(({ id }) => id),
    );
    yield orders.map((order) => {
      const own = lines.filter(({ orderId }) => orderId === order.id);
      const row: CourierOrder = {
        number: order.number,
        fullName: order.fullName ?? "",
        phone: order.phone ?? "",
        email: order.email ?? "",
        country: order.country,
        state: formatState(t, order) ?? "",
        city: order.city ?? "",
        address: order.address ?? "",
        landmark: order.landmark ?? "",
        zipCode: order.zipCode ?? "",
        pieces: own.reduce((sum, { quantity }) => sum + quantity, 0),
        items: own.map(({ quantity, nameEn }) => `${quantity} x ${nameEn}`).join("; "),
        cash: order.payment === "unpaid" ? toMajorUnits(order.totalCents) : toMajorUnits(0),
        currency: readSiteSettings(ctx).shop.currency,
        window: order.deliveryWindow ? t(`orders.confirm.windows.${order.deliveryWindow}`) : "",
      };
      return columns.map(([, value]) => value(row));
    });
  }
}
