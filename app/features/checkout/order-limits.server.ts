import { type AnyColumn, and, eq, exists, inArray, not, or, type SQL, sql, sum } from "drizzle-orm";
import { products } from "#app/features/catalog/products.tables.server.ts";
import { storeOrderLines, storeOrders } from "#app/features/orders/orders.tables.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { AppError } from "#app/platform/app-error.server.ts";
import { createPreparedQuery } from "#app/platform/db/prepare.server.ts";
import { formatMoney, toCents } from "#app/platform/i18n/money.rules.ts";
import { readSiteSettings } from "#app/platform/site-settings.server.ts";

/** Parts of an order before it is written, priced by the server. */
export interface OrderDraft {
  lines: (typeof storeOrderLines.$inferInsert)[];
  subtotalCents: number;
  shippingCents: number;
}

/**
 * Pieces and value (minor units) of open unpaid orders: of a buyer, and, unless it is the buyer's own verified number,
 * of everybody's to a phone number.
 */
const openOrders = createPreparedQuery((db) => {
  const isOpen = and(
    eq(storeOrders.payment, "unpaid"),
    inArray(storeOrders.status, ["pending", "processing", "shipped"]),
  );
  const isBuyers = eq(storeOrders.userId, sql.placeholder("userId"));
  const isVerified = exists(
    db
      .select({ one: sql`1` })
      .from(users)
      .where(and(eq(users.id, sql.placeholder("userId")), eq(users.verifiedPhone, sql.placeholder("phone")))),
  );
  const isToPhone = and(eq(storeOrders.phone, sql.placeholder("phone")), not(isVerified));
  const piecesOfOrder = db
    .select({ pieces: sum(storeOrderLines.quantity) })
    .from(storeOrderLines)
    .where(eq(storeOrderLines.orderId, storeOrders.id));
  const total = (value: SQL | AnyColumn, whose: SQL | undefined) =>
    sql<number>`coalesce(sum(${value}) filter (where ${whose}), 0)`.mapWith(Number);
  const pieces = sql`(${piecesOfOrder})`;
  return db
    .select({
      buyers: { cents: total(storeOrders.totalCents, isBuyers), pieces: total(pieces, isBuyers) },
      toPhone: { cents: total(storeOrders.totalCents, isToPhone), pieces: total(pieces, isToPhone) },
    })
    .from(storeOrders)
    .where(and(isOpen, or(isBuyers, isToPhone)));
});

/**
 * How many accounts' worth of open orders may go to one phone number: enough for a family, so that one person does not
 * multiply the limit by opening accounts.
 */
const accountsPerPhone = 2;

/**
 * Rejects an order that would bring the open unpaid orders of the account, or to the phone number, above the number of
 * pieces or the value that this installation allows, because they hold stock that others could buy.
 */
export async function rejectTooManyOpenOrders(
  tx: AppContext,
  actor: Pick<Actor, "id">,
  phone: string,
  draft: OrderDraft,
): Promise<void> {
  const [open] = await openOrders(tx.db).execute({ userId: actor.id, phone });
  const none = { cents: 0, pieces: 0 };
  const { openPieces: pieces, openValue } = readSiteSettings(tx).orders;
  const cents = toCents(openValue);
  rejectBeyond(draft, open?.buyers ?? none, { pieces, cents });
  const ofPhone = { pieces: pieces * accountsPerPhone, cents: cents * accountsPerPhone };
  rejectBeyond(draft, open?.toPhone ?? none, ofPhone, { field: "phone" });
}

/** Pieces of a product that buyers without a confirmed number may hold together, however few there are. */
const alwaysAllowed = 20;

/**
 * Pieces left of a product that are enough for everybody else, however many are held. Counting the held ones takes
 * longer with each pending order, and every other buyer of the product waits for it.
 */
const plenty = 500;

/**
 * Pieces of these products in pending unpaid orders whose buyer has not confirmed the phone number; nothing if this
 * buyer has confirmed theirs. Reads the lines order by order: a
 * join of the two tables is planned badly while their statistics are old.
 */
const heldByUnconfirmed = createPreparedQuery((db) => {
  const isConfirmed = (userId: SQL | AnyColumn, phone: SQL | AnyColumn) =>
    exists(
      db
        .select({ one: sql`1` })
        .from(users)
        .where(and(eq(users.id, userId), eq(users.verifiedPhone, phone))),
    );
  const piecesInOrder = db
    .select({ pieces: sum(storeOrderLines.quantity) })
    .from(storeOrderLines)
    .where(and(eq(storeOrderLines.orderId, storeOrders.id), eq(storeOrderLines.productId, products.id)));
  const held = db
    .select({ held: sql`coalesce(sum(${piecesInOrder}), 0)` })
    .from(storeOrders)
    .where(
      and(
        eq(storeOrders.payment, "unpaid"),
        eq(storeOrders.status, "pending"),
        not(isConfirmed(storeOrders.userId, storeOrders.phone)),
      ),
    );
  return db
    .select({ id: products.id, held: sql<number>`${held}`.mapWith(Number) })
    .from(products)
    .where(
      and(
        sql`${products.id} = any(${sql.placeholder("productIds")}::uuid[])`,
        not(isConfirmed(sql`${sql.placeholder("userId")}`, sql`${sql.placeholder("phone")}`)),
      ),
    );
});

/**
 * Rejects an order by which buyers without a confirmed phone number would hold more than half of what there is of a
 * product, unless plenty is left: orders that nobody means to pay, under made-up numbers, would keep it from everybody
 * else. `deducted` has the pieces left of the order's products.
 */
export async function rejectHoarding(
  tx: AppContext,
  { id: userId }: Pick<Actor, "id">,
  phone: string,
  deducted: ReadonlyMap<string, { stock: number }>,
): Promise<void> {
  const scarce = [...deducted].filter(([, { stock }]) => stock < plenty).map(([id]) => id);
  if (scarce.length === 0) return;
  const held = await heldByUnconfirmed(tx.db).execute({ userId, phone, productIds: `{${scarce.join()}}` });
  if (held.some((one) => one.held > Math.max(alwaysAllowed, (one.held + deducted.get(one.id)!.stock) / 2)))
    throw new AppError("checkout.confirmNumber", 409, { field: "phone" });
}

function rejectBeyond(
  draft: OrderDraft,
  open: { cents: number; pieces: number },
  { pieces, cents }: { pieces: number; cents: number },
  { field }: { field?: "phone" } = {},
): void {
  const wanted = draft.lines.reduce((sum, { quantity = 1 }) => sum + quantity, 0);
  const hasTooMany = open.pieces + wanted > pieces;
  const isTooExpensive = open.cents + draft.subtotalCents + draft.shippingCents > cents;
  const most = `\u2066${formatMoney(cents)}\u2069`;
  if (field) {
    // Without what is left: it would tell how much others ordered.
    if (hasTooMany) throw new AppError("checkout.tooManyToPhone", 409, { field, params: { count: pieces } });
    if (isTooExpensive) throw new AppError("checkout.tooExpensiveToPhone", 409, { field, params: { most } });
    return;
  }
  const left = Math.max(0, pieces - open.pieces);
  if (hasTooMany) throw new AppError("checkout.tooManyOpen", 409, { params: { count: pieces, left } });
  if (isTooExpensive) throw new AppError("checkout.tooExpensiveOpen", 409, { params: { most } });
}
