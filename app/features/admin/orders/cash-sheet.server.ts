import { and, eq, gte, isNotNull, lt } from "drizzle-orm";
import { storeOrderEvents, storeOrders } from "#app/features/orders/orders.tables.server.ts";
import { requireAdmin } from "#app/features/users/require-admin.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { type CsvCell, formatCsv } from "#app/platform/http/csv/csv.server.ts";
import { isCalendarDay } from "#app/platform/i18n/dates/calendar-days.rules.ts";
import { dayStart } from "#app/platform/i18n/dates/time-zones.rules.ts";
import { dayIn } from "#app/platform/i18n/dates/wall-clock.rules.ts";
import { toMajorUnits } from "#app/platform/i18n/money.rules.ts";
import { readSiteSettings } from "#app/platform/site-settings.server.ts";

/**
 * Returns the cash movements of one calendar day as CSV: what was collected, what was refunded, and the total in the
 * last line, in the store's currency. `requestedDay` is `YYYY-MM-DD` in the administrator's time zone, today if
 * invalid; the day may have 23, 24 or 25 hours.
 */
export function exportCashSheet(
  ctx: AppContext,
  admin: Actor,
  requestedDay: string | null,
): { day: string; csv: AsyncGenerator<string> } {
  requireAdmin(admin);
  const isUsable = requestedDay && isCalendarDay(requestedDay) && dayStart(requestedDay, admin.timeZone);
  const day = isUsable ? requestedDay : dayIn(ctx.clock.now(), admin.timeZone);
  const columns = [
    "order_number",
    "at",
    "what",
    "customer",
    `amount_${readSiteSettings(ctx).shop.currency.toLowerCase()}`,
  ];
  return { day, csv: formatCsv("person", columns, listMovements(ctx, admin, day)) };
}

async function* listMovements(ctx: AppContext, admin: Actor, day: string): AsyncGenerator<CsvCell[][]> {
  const movements = await ctx.db
    .select({
      number: storeOrders.number,
      at: storeOrderEvents.at,
      kind: storeOrderEvents.kind,
      cents: storeOrderEvents.cents,
      fullName: storeOrders.fullName,
    })
    .from(storeOrderEvents)
    .innerJoin(storeOrders, eq(storeOrders.id, storeOrderEvents.orderId))
    .where(
      and(
        isNotNull(storeOrderEvents.cents),
        gte(storeOrderEvents.at, dayStart(day, admin.timeZone)!),
        lt(storeOrderEvents.at, dayStart(day, admin.timeZone, 1)!),
      ),
    )
    .orderBy(storeOrderEvents.id);
  const amount = (cents: number) => ({ decimal: toMajorUnits(cents) });
  yield movements.map(({ number, at, kind, fullName, cents }) => [
    number,
    at.toISOString(),
    kind,
    fullName,
    amount(cents ?? 0),
  ]);
  yield [["", "", "total", "", amount(movements.reduce((all, { cents }) => all + (cents ?? 0), 0))]];
}
