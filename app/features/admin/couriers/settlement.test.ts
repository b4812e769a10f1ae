// The shop would record cash that the courier never paid, or miss cash that it did.
import { text } from "node:stream/consumers";
import { and, eq, inArray, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { type BulkAction, getBulkRun, runBulkRun } from "#app/features/admin-lists/bulk/bulk-runs.server.ts";
import { type Order, updateTracking } from "#app/features/orders/fulfilment/order-status.server.ts";
import { formatOrderNumber, numberAlphabet } from "#app/features/orders/order-number.rules.ts";
import type { OrderStatus } from "#app/features/orders/orders.rules.ts";
import { storeOrders } from "#app/features/orders/orders.tables.server.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import { createId } from "#app/platform/db/uuid.server.ts";
import { createTestAdmin, createTestProduct, createTestUser } from "#tests/make.ts";
import { createOrderInStatus, refused } from "#tests/make-orders.ts";
import { createTestApp } from "#tests/test-app.ts";
import { getOrderById } from "../orders/admin-orders.server.ts";
import { collectOrders } from "../orders/bulk-orders.server.ts";
import { exportForCourier } from "./courier-export.server.ts";
import { couriers, maxSettlementLines } from "./couriers.rules.ts";
import { checkSettlement, recordSettlement } from "./settlement.server.ts";

const testApp = await createTestApp();
const { ctx } = testApp;
const admin = await createTestAdmin(ctx);
const productId = await createTestProduct(ctx, {
  category: "collars",
  priceCents: 2000,
  stock: 1000,
  nameEn: "=HYPERLINK(1)",
});

const orderThatIs = async (status: OrderStatus) =>
  createOrderInStatus(ctx, { buyer: await createTestUser(ctx), admin }, status, productId);
const outcomesOf = async (text: string) =>
  (await checkSettlement(ctx, admin, text)).map(({ line, outcome }) => [line, outcome]);
const paymentOf = async (id: string) => {
  const { rows } = await ctx.db.execute(sql`select payment from store_orders where id = ${id}`);
  return rows[0]?.payment;
};

let copies = 0;

/** Creates copies of an order, each with its own number. */
async function createOrderCopies(order: Order, count: number) {
  const { search: _search, ...copy } = await getOrderById(ctx, admin, order.id);
  const made = Array.from({ length: count }, () => {
    const characterOf = (value: number) => numberAlphabet[value % numberAlphabet.length];
    copies++;
    const number = formatOrderNumber(31, `YY${[10, 5, 0].map((shift) => characterOf(copies >> shift)).join("")}`);
    return { ...copy, id: createId(), number, idempotencyKey: createId() };
  });
  await ctx.db.insert(storeOrders).values(made);
  return made;
}

const countPaid = (made: { id: string }[]) =>
  ctx.db.$count(
    storeOrders,
    and(
      eq(storeOrders.payment, "collected"),
      inArray(
        storeOrders.id,
        made.map(({ id }) => id),
      ),
    ),
  );

describe("settlement file of a courier", () => {
  test("finds the columns below a title line without separators", async () => {
    const shipped = await orderThatIs("shipped");
    const due = (shipped.totalCents / 100).toFixed(2).replace(".", ",");
    for (const title of ["كشف التحصيل", "Settlement, November 2026", "Paid, sent, closed"])
      expect(
        await outcomesOf([title, '"رقم الطلب";"المبلغ المحصل"', `${shipped.number};"${due}"`].join("\r\n")),
      ).toEqual([[3, "match"]]);
  });

  test("a tracking number that two orders have refers to the newest that was not cancelled", async () => {
    const [first, second, third] = [
      await orderThatIs("delivered"),
      await orderThatIs("shipped"),
      await orderThatIs("cancelled"),
    ];
    const ids = [first.id, second.id, third.id];
    await ctx.db.update(storeOrders).set({ trackingNumber: "TWICE-1" }).where(inArray(storeOrders.id, ids));
    const [line] = await checkSettlement(ctx, admin, "Tracking,Collected\nTWICE-1,1");
    expect(line?.orderNumber).toBe(second.number);
  });

  test("reports every difference, whatever the column headers are called", async () => {
    const [shipped, delivered, packed, paid] = await Promise.all([
      orderThatIs("shipped"),
      orderThatIs("delivered"),
      orderThatIs("processing"),
      orderThatIs("refunded"),
    ]);
    await updateTracking(ctx, admin, shipped.id, "77001");
    const due = (shipped.totalCents / 100).toFixed(2);
    const file = [
      "كشف التحصيل;;",
      "Tracking Number;Business Reference;COD",
      `77001;;${due}`,
      `٧٧٠٠١;;${due}`,
      `;${delivered.number.toLowerCase()};24,00`,
      `;${packed.number};${due}`,
      `;${paid.number};${due}`,
      ";AL-26-00000X;25.00",
      "88;;",
      `;${delivered.number};`,
      ";;9999",
    ].join("\r\n");
    expect(await outcomesOf(file)).toEqual([
      [3, "match"],
      [4, "twice"],
      [5, "amount"],
      [6, "notShipped"],
      [7, "again"],
      [8, "unknown"],
      [9, "unknown"],
      [10, "twice"],
    ]);
    expect(await paymentOf(shipped.id)).toBe("unpaid");
  });

  test.each([
    ["Ref", "COD - EGP"],
    ["رقم الأوردر", "المبلغ بالجنيه"],
    ["رقم البوليصة", "مبلغ التحصيل"],
    ["Airway Bill", "COD_Amount_EGP"],
    ["Shipment ID", "Cash Collected (EGP)"],
  ])("is read with the columns %s and %s", async (order, cash) => {
    expect(await outcomesOf(`${order},${cash}\r\nAL-26-00000X,25.00`)).toEqual([[2, "unknown"]]);
  });

  test("records the cash of matching lines once, and nothing else", async () => {
    const [one, other] = [await orderThatIs("delivered"), await orderThatIs("delivered")];
    const file = `refNo,codAmt\n${one.number},"${(one.totalCents / 100).toFixed(2)}"\n${other.number},1.00`;
    const runId = await recordSettlement(ctx, admin, file, "/admin/orders");
    expect(await getBulkRun(ctx, admin, runId, ((code: string) => code) as never)).toMatchObject({
      done: 1,
      refused: 0,
      canUndo: true,
    });
    expect([await paymentOf(one.id), await paymentOf(other.id)]).toEqual(["collected", "unpaid"]);
    await expect(recordSettlement(ctx, admin, file, "/admin/orders")).rejects.toEqual(refused("couriers.nothing", 400));
  });

  test("records 1,000 lines completely", async () => {
    const made = await createOrderCopies(await orderThatIs("delivered"), 1_000);
    const file = `refNo,codAmt\n${made.map(({ number, totalCents }) => `${number},${(totalCents / 100).toFixed(2)}`).join("\n")}`;
    const runId = await recordSettlement(ctx, admin, file, "/admin/orders");
    await runBulkRun(ctx, collectOrders as BulkAction, runId);
    const result = await getBulkRun(ctx, admin, runId, ((code: string) => code) as never);
    expect(result).toMatchObject({ isFinished: true, total: 1_000, done: 1_000, refused: 0 });
    expect(await countPaid(made)).toBe(1_000);
    const { rows } = await ctx.db.execute(
      sql`select count(*)::int as events, sum(e.cents)::int as cents from store_order_events e
        where e.kind = 'collected' and e.order_id = any (${sql.param(made.map(({ id }) => id))}::uuid[])`,
    );
    expect(rows[0]).toEqual({ events: 1_000, cents: made.reduce((all, { totalCents }) => all + totalCents, 0) });
  });

  test("recorded by two administrators concurrently collects each order once", async () => {
    const made = await createOrderCopies(await orderThatIs("delivered"), 45);
    const file = `refNo,codAmt\n${made.map(({ number, totalCents }) => `${number},${(totalCents / 100).toFixed(2)}`).join("\n")}`;
    const other = await createTestAdmin(ctx);
    const runs = await Promise.all([admin, other].map((one) => recordSettlement(ctx, one, file, "/admin/orders")));
    const results = await Promise.all(
      [admin, other].map((one, at) => getBulkRun(ctx, one, runs[at]!, ((code: string) => code) as never)),
    );
    expect(results.reduce((all, { done }) => all + done, 0)).toBe(45);
    expect(results.reduce((all, { refused: left }) => all + left, 0)).toBe(45);
    expect(results.flatMap(({ refusals }) => refusals.map(({ reason }) => reason))).toEqual(
      Array(45).fill("orders.cannotCollect"),
    );
    expect(await countPaid(made)).toBe(45);
  });

  test("records nothing when the administrator lost the role before the run is processed", async () => {
    const made = await createOrderCopies(await orderThatIs("delivered"), 1_001);
    const file = `refNo,codAmt\n${made.map(({ number, totalCents }) => `${number},${(totalCents / 100).toFixed(2)}`).join("\n")}`;
    const leaving = await createTestAdmin(ctx);
    await recordSettlement(ctx, leaving, file, "/admin/orders");
    await ctx.db.update(users).set({ role: "user" }).where(eq(users.id, leaving.id));
    await testApp.runJobs();
    expect(await countPaid(made)).toBe(0);
  });

  test("with 50,000 lines is checked completely, including duplicate lines and formulas, which are read as text", async () => {
    const [one, other] = [await orderThatIs("delivered"), await orderThatIs("delivered")];
    const paid = (order: Order) => `${order.number},${(order.totalCents / 100).toFixed(2)}`;
    const lines = Array.from({ length: maxSettlementLines - 5 }, (_, at) => `AL-26-00000X,${at}`);
    const odd = [paid(one), "=HYPERLINK(1),1", "'+cmd|' /C calc'!A0,1", paid(one), paid(other)];
    const all = await checkSettlement(ctx, admin, ["refNo,codAmt", ...lines, ...odd].join("\n"));
    expect(all).toHaveLength(maxSettlementLines);
    expect(all.slice(-5).map(({ outcome }) => outcome)).toEqual(["match", "unknown", "unknown", "twice", "match"]);
    expect(new Set(all.slice(0, -5).map(({ outcome }) => outcome))).toEqual(new Set(["unknown"]));
  });

  test("is rejected without the required columns, with too many lines, and for users who are not administrators", async () => {
    const long = `refNo,codAmt\n${"AL-26-00000X,1\n".repeat(maxSettlementLines + 1)}`;
    await expect(checkSettlement(ctx, admin, "name,amount\nMona,3")).rejects.toEqual(refused("couriers.columns", 400));
    await expect(checkSettlement(ctx, admin, "")).rejects.toEqual(refused("couriers.columns", 400));
    // The order's number is in a column of an unknown name, and the known one is empty.
    const unread = "Our number,Tracking number,COD\nAL-26-7K3M9Q,,3";
    await expect(checkSettlement(ctx, admin, unread)).rejects.toEqual(refused("couriers.columns", 400));
    await expect(checkSettlement(ctx, admin, long)).rejects.toEqual(refused("couriers.tooMany", 413));
    await expect(checkSettlement(ctx, await createTestUser(ctx), "")).rejects.toEqual(
      refused("accounts.adminRequired"),
    );
  });
});

test.each(couriers)(
  "the file for %s contains the orders being packed with their cash, and no formulas",
  async (courier) => {
    const order = await orderThatIs("processing");
    const sent = await orderThatIs("shipped");
    const csv = await text(exportForCourier(ctx, admin, courier));
    const line = csv.split("\r\n").find((one) => one.includes(order.number)) ?? "";
    expect(line).toContain((order.totalCents / 100).toFixed(2));
    expect(line.split(","), "as the courier dials it").toContain(order.phone);
    expect(csv).not.toContain(sent.number);
    expect(csv).not.toMatch(/(^|,|")=HYPERLINK/m);
  },
);
