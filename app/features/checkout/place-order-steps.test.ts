// A buyer whose order broke off halfway would find the cart emptied without an order, or two orders.
import { eq, sql } from "drizzle-orm";
import pg from "pg";
import { afterAll, expect, test } from "vitest";
import { archiveProduct } from "#app/features/admin/products/manage-products.server.ts";
import { readCart } from "#app/features/cart/cart.server.ts";
import { cartLines } from "#app/features/cart/cart.tables.server.ts";
import { products } from "#app/features/catalog/products.tables.server.ts";
import { storeOrders } from "#app/features/orders/orders.tables.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { AppError } from "#app/platform/app-error.server.ts";
import { createDb } from "#app/platform/db/connection/database.server.ts";
import { createTestAdmin, createTestProduct, createTestUser } from "#tests/make.ts";
import { fillCart, orderForm, stockOf } from "#tests/make-orders.ts";
import { createTestApp } from "#tests/test-app.ts";
import { placeOrder } from "./place-order.server.ts";

const pools: pg.Pool[] = [];

const testApp = await createTestApp();
const { ctx } = testApp;
const admin = await createTestAdmin(ctx);
/** The same database through another pool, on which waiting for a lock fails after 60 ms. */
const rival: AppContext = { ...ctx, db: createDb(poolWith({ options: "-c lock_timeout=60" })) };
afterAll(() => Promise.all(pools.map((pool) => pool.end())));

function poolWith(more: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({ connectionString: testApp.databaseUrl, max: 2, ...more });
  pools.push(pool);
  return pool;
}

type Hook = (statement: number) => Promise<void>;

/** Returns a context for one command whose statements are counted from 1, with hooks before and after each. */
function withHooks(hooks: { before?: Hook; after?: Hook }) {
  const pool = poolWith({});
  let count = 0;
  pool.on("connect", (client) => {
    const query = client.query.bind(client) as (...all: unknown[]) => Promise<unknown>;
    const hooked = async (...all: unknown[]) => {
      if (all[0] === "rollback") return query(...all);
      const statement = ++count;
      await hooks.before?.(statement);
      const answer = await query(...all);
      await hooks.after?.(statement);
      return answer;
    };
    Object.assign(client, { query: hooked });
  });
  return { ctx: { ...ctx, db: createDb(pool) } as AppContext, statements: () => count };
}

async function ordersOf(who: Actor) {
  return ctx.db.select().from(storeOrders).where(eq(storeOrders.userId, who.id));
}

/** Counts everything that an order writes besides itself: notifications, jobs, stock movements, lines and events. */
async function countSideEffects(): Promise<number> {
  const { rows } = await ctx.db.execute<{ all: number }>(
    sql`select ((select count(*) from notifications) + (select count(*) from jobs.job) + (select count(*) from stock_movements)
      + (select count(*) from store_order_lines) + (select count(*) from store_order_events))::int as "all"`,
  );
  return rows[0]!.all;
}

const loseConnection = () => Promise.reject(new Error("Connection terminated unexpectedly"));

test("a checkout that fails at any statement leaves nothing behind, and submitting it again creates one order", async () => {
  const who = await createTestUser(ctx);
  const product = await createTestProduct(ctx, { stock: 9 });
  await fillCart(ctx, who, product, 2);
  const form = orderForm();
  const before = await countSideEffects();
  let failing = 0;
  for (let number: string | undefined; !number; ) {
    failing++;
    const broken = withHooks({ before: (statement) => (statement === failing ? loseConnection() : Promise.resolve()) });
    number = await placeOrder(broken.ctx, who, form).catch(() => undefined);
    if (number) break;
    expect([await ordersOf(who), await stockOf(ctx, product), await countSideEffects()]).toEqual([[], 9, before]);
    expect((await readCart(ctx, who)).count).toBe(2);
  }
  expect(failing).toBeGreaterThan(10);
  expect(await ordersOf(who)).toHaveLength(1);
  expect([await stockOf(ctx, product), (await readCart(ctx, who)).count]).toEqual([7, 0]);
});

test("an order whose response was lost after the commit is returned when submitted again", async () => {
  const who = await createTestUser(ctx);
  const product = await createTestProduct(ctx, { stock: 9 });
  await fillCart(ctx, who, product, 2);
  const form = orderForm();
  let tries = 0;
  for (let at = 1; (await ordersOf(who)).length === 0; at++, tries++) {
    const broken = withHooks({ after: (statement) => (statement === at ? loseConnection() : Promise.resolve()) });
    await expect(placeOrder(broken.ctx, who, form)).rejects.toThrow();
  }
  expect(tries).toBeGreaterThan(10);
  const [written] = await ordersOf(who);
  expect(await placeOrder(ctx, who, form)).toBe(written?.number);
  expect([(await ordersOf(who)).length, await stockOf(ctx, product)]).toEqual([1, 7]);
});

const rivals: Record<string, (product: string, who: Actor) => Promise<unknown>> = {
  "buys the last pieces": async (product) => {
    const other = await createTestUser(rival);
    await fillCart(rival, other, product, 3);
    await placeOrder(rival, other, orderForm());
  },
  "changes the price": (product) =>
    rival.db
      .update(products)
      .set({ priceCents: sql`${products.priceCents} + 100` })
      .where(eq(products.id, product)),
  "takes it from the shop": (product) => archiveProduct(rival, admin, product, 1),
  "empties the buyer's cart": (_product, who) => rival.db.delete(cartLines).where(eq(cartLines.userId, who.id)),
};

test.each(Object.keys(rivals))(
  "when someone %s between two statements, the buyer pays the displayed price or the order is rejected",
  async (what) => {
    const outcomes = { placed: 0, refused: 0, acted: 0 };
    // Until the order has fewer statements than `at`.
    for (let at = 1, isReached = true; isReached; at++) {
      const who = await createTestUser(ctx);
      const product = await createTestProduct(ctx, { stock: 4, priceCents: 6000 });
      await fillCart(ctx, who, product, 2);
      const run = withHooks({
        before: async (statement) => {
          if (statement !== at) return;
          await rivals[what]?.(product, who).then(
            () => outcomes.acted++,
            (error) => expect(String(error.cause ?? error)).toMatch(/lock timeout/),
          );
        },
      });
      const form = orderForm({ seenTotal: 12_000 });
      const end = await placeOrder(run.ctx, who, form).catch((error) => error);
      isReached = run.statements() >= at;
      const [order] = await ordersOf(who);
      const { rows } = await ctx.db.execute<{ sold: number }>(
        sql`select coalesce(sum(quantity), 0)::int as sold from store_order_lines where product_id = ${product}`,
      );
      expect(await stockOf(ctx, product)).toBe(4 - rows[0]!.sold);
      if (end instanceof AppError) {
        expect([end.status, order]).toEqual([409, undefined]);
        outcomes.refused++;
      } else {
        expect(order).toMatchObject({ number: end, totalCents: 12_000 });
        outcomes.placed++;
      }
    }
    expect(Math.min(outcomes.placed, outcomes.refused, outcomes.acted)).toBeGreaterThan(0);
  },
);
