import { pino } from "pino";
import { createProduct } from "#app/features/admin/products/manage-products.server.ts";
import { cartLines } from "#app/features/cart/cart.tables.server.ts";
import { placeOrder } from "#app/features/checkout/place-order.server.ts";
import { formatOrderNumber } from "#app/features/orders/order-number.rules.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import { jobKinds, topics } from "#app/jobs.server.ts";
import { getTranslator } from "#app/locales/words.server.ts";
import { type AppContext, createAppContext } from "#app/platform/app-context.server.ts";
import { createId } from "#app/platform/db/uuid.server.ts";
import { readSettings } from "#app/platform/settings.server.ts";
import { query } from "#tests/databases.ts";
import type { BenchDatabase } from "./database.ts";
import { type Figure, median } from "./figures.ts";
import { recordStatements, replayOf } from "./statements.ts";

const rounds = 5;
const concurrency = 16;
const ordersPerRound = 200;
const manyProducts = 64;
const minRatio = 0.5;
const minLastRound = 0.5;
const hotRounds = 20;
const hotBuyers = 200;
const hotStock = 5;

const form = {
  fullName: "Mona Nassar",
  country: "EG",
  state: "giza",
  city: "Dokki",
  address: "12 Tahrir Street",
  landmark: null,
  zipCode: null,
  shipping: "standard" as const,
};

interface Buyer {
  actor: Actor;
  phone: string;
  lineId: string;
  productId: string;
}

let made = 0;

async function makeBuyers(ctx: AppContext, count: number, productIds: string[]): Promise<Buyer[]> {
  const now = new Date();
  const person = { emailVerified: true, name: "Mona Nassar", firstName: "Mona", lastName: "Nassar" };
  const buyers = Array.from({ length: count }, (_, at): Buyer => {
    const email = `buyer${++made}@aleef.test`;
    const { firstName, lastName } = person;
    const more = { role: "user", language: "en", timeZone: "Africa/Cairo", twoFactorSince: null } as const;
    const productId = productIds[at % productIds.length]!;
    const phone = `+2010${String(made).padStart(8, "0")}`;
    return { actor: { id: createId(), email, firstName, lastName, ...more }, phone, lineId: createId(), productId };
  });
  await ctx.db.insert(users).values(buyers.map(({ actor }) => ({ ...person, id: actor.id, email: actor.email })));
  await ctx.db.insert(cartLines).values(
    buyers.map(({ actor, lineId, productId }) => ({
      id: lineId,
      userId: actor.id,
      productId,
      attributes: {},
      attributesKey: "[]",
      quantity: 1,
      seenCents: 1499,
      addedAt: now,
    })),
  );
  return buyers;
}

async function makeProducts(ctx: AppContext, count: number, stock: number): Promise<string[]> {
  const admin = { id: createId(), email: "admin@aleef.test", firstName: "Amina", lastName: "Farouk" };
  const actor: Actor = { ...admin, role: "admin", language: "en", timeZone: "Africa/Cairo", twoFactorSince: null };
  const [known] = await ctx.db.select({ id: users.id }).from(users).limit(1);
  if (!known) await ctx.db.insert(users).values({ ...admin, emailVerified: true, name: "Amina Farouk", role: "admin" });
  const ids: string[] = [];
  for (let at = 0; at < count; at++)
    ids.push(
      await createProduct(ctx, known ? { ...actor, id: known.id } : actor, {
        sku: `B-${++made}`,
        nameEn: "Classic tag",
        nameAr: "البطاقة الكلاسيكية",
        descriptionEn: "Steel.",
        descriptionAr: "ستيل.",
        category: "tags",
        priceCents: 1499,
        stock,
      }),
    );
  return ids;
}

/** Runs `work` for each item, `concurrency` items concurrently. Returns the rate per second. */
async function rate<Item>(items: Item[], work: (item: Item) => Promise<unknown>): Promise<number> {
  const waiting = [...items];
  const began = performance.now();
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      for (let item = waiting.pop(); item; item = waiting.pop()) await work(item);
    }),
  );
  return (items.length * 1000) / (performance.now() - began);
}

const order = (ctx: AppContext, { actor, phone }: Buyer) => placeOrder(ctx, actor, { ...form, phone, key: createId() });

async function measureKind(ctx: AppContext, what: string, productIds: string[]): Promise<Figure[]> {
  const [first] = await makeBuyers(ctx, 1, productIds);
  const { result: number, statements } = await recordStatements(() => order(ctx, first!));
  const identifiersOf = ({ actor, phone, lineId, productId }: Buyer, itsNumber: string) => [
    ...[actor.id, phone, lineId, productId],
    itsNumber,
  ];
  const replay = replayOf(statements, identifiersOf(first!, number));
  const bare = async (buyer: Buyer) => {
    // Uses numbers of another year: the app retries a duplicate number, but the bare transaction would fail.
    const counted = String(++made).padStart(5, "0");
    const client = await ctx.pool.connect();
    try {
      for (const { text, values } of replay(identifiersOf(buyer, formatOrderNumber(2025, counted))))
        await client.query({ text, values, rowMode: "array" });
    } finally {
      client.release();
    }
  };
  const app: number[] = [];
  const peer: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    const buyers = await makeBuyers(ctx, 2 * ordersPerRound, productIds);
    const own = () => rate(buyers.slice(0, ordersPerRound), (buyer) => order(ctx, buyer));
    const others = () => rate(buyers.slice(ordersPerRound), bare);
    const [mine, theirs] = round % 2 ? [await own(), await others()] : (await swap(others, own)).toReversed();
    // The first round is a warm-up for both.
    if (round > 0) {
      app.push(mine!);
      peer.push(theirs!);
    }
  }
  const ratio = median(app.map((one, at) => one / peer[at]!));
  const lastRound = app.at(-1)! / app[0]!;
  return [
    {
      what: `Orders per second ${what} (${concurrency} concurrently, ${rounds} alternating rounds)`,
      measured: median(app).toFixed(0),
      beside: `${median(peer).toFixed(0)} by the bare transaction (${statements.length} statements)`,
    },
    {
      what: "… as a share of the bare transaction's",
      measured: `${(ratio * 100).toFixed(0)} %`,
      beside: `≥ ${minRatio * 100} %`,
      isMet: ratio >= minRatio,
    },
    {
      what: `… in the last round, when ${2 * rounds * ordersPerRound} orders waited, as a share of the first`,
      measured: `${(lastRound * 100).toFixed(0)} %`,
      beside: `≥ ${minLastRound * 100} %`,
      isMet: lastRound >= minLastRound,
    },
  ];
}

async function swap<A, B>(one: () => Promise<A>, other: () => Promise<B>): Promise<[A, B]> {
  const first = await one();
  return [first, await other()];
}

/** Measures many buyers competing for a small stock. */
async function measureRush(ctx: AppContext, databaseUrl: string): Promise<Figure> {
  const sold: number[] = [];
  const left: number[] = [];
  for (let round = 0; round < hotRounds; round++) {
    const productIds = await makeProducts(ctx, 1, hotStock);
    const buyers = await makeBuyers(ctx, hotBuyers, productIds);
    const results = await Promise.allSettled(buyers.map((buyer) => order(ctx, buyer)));
    sold.push(results.filter(({ status }) => status === "fulfilled").length);
    const { rows } = await query(databaseUrl, `select stock from products where id = '${productIds[0]}'`);
    left.push(rows[0].stock);
  }
  const isExact = sold.every((count) => count === hotStock) && left.every((stock) => stock === 0);
  return {
    what: `${hotBuyers} concurrent checkouts with a stock of ${hotStock}, ${hotRounds} rounds: sold`,
    measured: `${Math.min(...sold)}–${Math.max(...sold)} per round`,
    beside: `exactly ${hotStock}, none left`,
    isMet: isExact,
  };
}

/** Compares placing orders with a bare transaction of the same statements on the same database. */
export async function measureOrders(database: BenchDatabase): Promise<Figure[]> {
  const databaseUrl = await database.create("orders");
  const settings = readSettings({ DATA_DIR: database.folder }, { root: process.cwd(), mode: "test" });
  const secret = "a-secret-of-the-benchmark-and-nothing-else";
  const log = pino({ level: "silent" });
  const ctx = await createAppContext(
    { ...settings, secret },
    { databaseUrl, log, jobKinds, topics, translator: getTranslator, quiet: true },
  );
  try {
    const hot = await measureKind(ctx, "of one product", await makeProducts(ctx, 1, 90_000));
    const many = await measureKind(ctx, `of ${manyProducts} products`, await makeProducts(ctx, manyProducts, 90_000));
    return [...hot, ...many, await measureRush(ctx, databaseUrl)];
  } finally {
    await ctx.close();
  }
}
