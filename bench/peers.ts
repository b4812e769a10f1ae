import { type ChildProcess, execFile, fork } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { cp, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { pino } from "pino";
import { jobKinds, topics } from "#app/jobs.server.ts";
import { getTranslator } from "#app/locales/words.server.ts";
import { createAppContext } from "#app/platform/app-context.server.ts";
import { readSettings } from "#app/platform/settings.server.ts";
import { query } from "#tests/databases.ts";
import { password, signUpTestUser } from "#tests/make.ts";
import { type Buyer, openShop } from "#tests/resilience/shop.ts";
import { type Child, startChild } from "./child-process.ts";
import { cpuOf } from "./cpu.ts";
import type { BenchDatabase } from "./database.ts";
import { type Figure, median } from "./figures.ts";
import { freePort } from "./free-port.ts";
import type { LoadOrder, LoadResult } from "./load.ts";
import { makeTargets } from "./tags-and-pets.ts";

const rounds = 5;
/**
 * Rounds that warm a server up and do not count: the code of an order is compiled within some five thousand requests.
 */
const warmUpRounds = 8;
const scanners = 32;
const tagCount = 8192;
const scansPerRound = 4000;
const buyerCount = 16;
const ordersPerRound = 320;
const minTimesNext = 6;
const minTimesVendure = 10;
const minTimesStore = 2;
const storePages = 400;

const run = promisify(execFile);
const secret = "a-secret-of-the-benchmark-and-nothing-else";

/** Installs a peer into a temporary folder, once per version of its `package.json`. Returns the folder. */
async function install(name: string, build: string[] | null): Promise<string> {
  const source = path.join(import.meta.dirname, "peers", name);
  const folder = path.join(os.tmpdir(), "aleef-peers", name);
  const given = await readFile(path.join(source, "package.json"), "utf8");
  const installed = await readFile(path.join(folder, "package.json"), "utf8").catch(() => "");
  if (installed !== given) await rm(folder, { recursive: true, force: true });
  await cp(source, folder, { recursive: true });
  if (!existsSync(path.join(folder, "node_modules")))
    await run("npm", ["install", "--no-audit", "--no-fund", "--ignore-scripts"], { cwd: folder });
  if (build) await run(process.execPath, build, { cwd: folder, env: { ...process.env, NODE_ENV: "production" } });
  return folder;
}

/** A server under test: its address and the CPU time it has used so far in milliseconds. */
interface Server {
  name: string;
  url: string;
  cpu(): Promise<number>;
  stop(): Promise<void>;
}

async function startPeer(name: string, folder: string, file: string, args: string[], env: Record<string, string>) {
  const port = await freePort();
  const child: ChildProcess = fork(path.join(folder, file), [...args.map((one) => one.replace("PORT", String(port)))], {
    cwd: folder,
    env: { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1", PORT: String(port), ...env },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const url = `http://127.0.0.1:${port}`;
  while (!(await fetch(url).catch(() => null))) {
    if (child.exitCode !== null) throw new Error(`${name} ended with ${child.exitCode}`);
    await pause(200);
  }
  return {
    name,
    url,
    cpu: () => cpuOf(child.pid as number),
    async stop() {
      child.kill("SIGKILL");
      if (child.exitCode === null) await once(child, "exit");
    },
  } satisfies Server;
}

async function startAleef(databaseUrl: string, dataDir: string, more: Record<string, string> = {}): Promise<Server> {
  const port = await freePort();
  const env = { NETWORK_LIMITS: "1000", ...more };
  const child = await startChild("app-server.ts", { databaseUrl, dataDir, port, secret, env });
  return { name: "Aleef", url: `http://127.0.0.1:${port}`, cpu: () => cpuOf(child.pid), stop: () => child.stop() };
}

interface Round {
  perSecond: number;
  /** CPU milliseconds of the server per response or order. */
  cpu: number;
}

/** Measures both servers in alternating rounds, after the same number of warm-up rounds for each. */
async function alternately(
  servers: [Server, Server],
  work: (server: Server) => Promise<{ done: number; seconds: number }>,
) {
  const measured = new Map<Server, Round[]>(servers.map((server) => [server, []]));
  for (let round = 0; round < warmUpRounds + rounds; round++)
    for (const server of round % 2 ? servers.toReversed() : servers) {
      const before = await server.cpu();
      const { done, seconds } = await work(server);
      const cpu = ((await server.cpu()) - before) / done;
      if (round >= warmUpRounds) measured.get(server)!.push({ perSecond: done / seconds, cpu });
    }
  return servers.map((server) => measured.get(server)!) as [Round[], Round[]];
}

function compare(what: string, peer: string, least: number, [own, others]: [Round[], Round[]]): Figure[] {
  const of = (list: Round[], key: keyof Round) => median(list.map((round) => round[key]));
  const times = median(own.map((round, at) => others[at]!.cpu / round.cpu));
  return [
    {
      what: `${what}: per second, ${rounds} alternating rounds`,
      measured: of(own, "perSecond").toFixed(0),
      beside: `${of(others, "perSecond").toFixed(0)} by ${peer}`,
    },
    {
      what: "… CPU of the server for each",
      measured: `${of(own, "cpu").toFixed(2)} ms`,
      beside: `${of(others, "cpu").toFixed(2)} ms by ${peer}`,
    },
    {
      what: `… ratio of the peer's CPU time to ours, median of the rounds`,
      measured: `${times.toFixed(1)} ×`,
      beside: `≥ ${least} ×`,
      isMet: times >= least,
    },
  ];
}

const nextTables = `
  create table pets (code text primary key, owner uuid not null, name text not null, needs text, breed text, colour text,
    behaviour text, notes text, diet text);
  create table scans (id uuid primary key, code text not null references pets, at timestamptz not null, agent text);
  create table messages (id uuid primary key, scan uuid not null references scans, owner uuid not null);
  insert into pets select 'TAG' || n, gen_random_uuid(), 'Rocky', 'Needs his heart medicine twice a day.', 'Baladi mix',
    'Brown, white chest', 'Friendly with people and dogs. Afraid of fireworks.', 'Comes when you call him Roko.',
    'Please do not give him chicken.' from generate_series(1, ${tagCount}) n;
  create index on scans (code, at);
  create index on messages (owner);`;

/** Compares a tag's page, including the recorded scan, with a minimal Next.js page that does the same. */
async function compareScans(database: BenchDatabase): Promise<Figure[]> {
  const folder = await install("next-page", ["node_modules/next/dist/bin/next", "build"]);
  const [ownUrl, nextUrl] = [await database.create("peer_scans"), await database.createEmpty("peer_next")];
  const targets = await makeTargets(ownUrl, tagCount);
  await query(nextUrl, nextTables);
  const client: Child = await startChild("load.ts", {});
  const aleef = await startAleef(ownUrl, database.folder);
  const next = await startPeer("Next.js", folder, "node_modules/next/dist/bin/next", ["start", "-p", "PORT"], {
    DATABASE_URL: nextUrl,
  });
  try {
    const paths = new Map<Server, string[]>([
      [aleef, targets.map(({ code }) => `/tag/${code}`)],
      [next, Array.from({ length: tagCount }, (_, at) => `/tag/TAG${at + 1}`)],
    ]);
    const measured = await alternately([aleef, next], async (server) => {
      const order: LoadOrder = {
        url: server.url,
        paths: paths.get(server)!,
        connections: scanners,
        amount: scansPerRound,
      };
      const { good, bad, seconds } = await client.ask<LoadResult>("load", order);
      if (bad > 0) throw new Error(`${server.name}: ${bad} requests were not answered with 200.`);
      return { done: good, seconds };
    });
    return compare("Tag's page with a recorded scan", "a minimal page of Next.js", minTimesNext, measured);
  } finally {
    await Promise.all([aleef.stop(), next.stop(), client.stop()]);
  }
}

const productCount = 12;
const nextProducts = `
  create table products (id uuid primary key, name_en text not null, price_cents int not null, rating int not null,
    rating_count int not null, photo_id uuid not null);
  insert into products select gen_random_uuid(), 'Enamel tag, size ' || n, 1499, 4, 12, gen_random_uuid()
    from generate_series(1, ${productCount}) n;`;
const ownProducts = `
  with made as (
    insert into products (id, sku, name_en, name_ar, description_en, description_ar, category, price_cents, stock, is_new,
        rating_sum, rating_count)
    select gen_random_uuid(), 'TAG-' || n, 'Enamel tag, size ' || n, 'بطاقة، مقاس ' || n, '', '', 'tags', 1499, 100, true, 48, 12
    from generate_series(1, ${productCount}) n returning id)
  insert into product_pictures (id, product_id, position, photo_id, alt_en, alt_ar)
  select gen_random_uuid(), id, 0, gen_random_uuid(), 'An enamel tag', 'بطاقة' from made;`;

/** Returns the number of elements in the body of the store's page, without those that load scripts. */
async function countElements({ url }: Server): Promise<number> {
  const html = await (await fetch(`${url}/store`, { headers: { "accept-language": "en" } })).text();
  return html.slice(html.indexOf("<body")).match(/<(?!link|script)[a-z]/g)?.length ?? 0;
}

/**
 * Compares the store's page with 12 products with one of Next.js with the same elements and the same two statements:
 * rendered for each request, and as visitors without cookies get it.
 */
async function compareStores(database: BenchDatabase): Promise<Figure[]> {
  const folder = await install("next-page", ["node_modules/next/dist/bin/next", "build"]);
  const [ownUrl, nextUrl] = [await database.create("peer_store"), await database.createEmpty("peer_next_store")];
  await query(ownUrl, ownProducts);
  await query(nextUrl, nextProducts);
  const client: Child = await startChild("load.ts", {});
  const rendered = await startAleef(ownUrl, database.folder, { PUBLIC_PAGE_CACHE_SECONDS: "0" });
  const kept = await startAleef(ownUrl, database.folder);
  const next = await startPeer("Next.js", folder, "node_modules/next/dist/bin/next", ["start", "-p", "PORT"], {
    DATABASE_URL: nextUrl,
  });
  const load = async ({ name, url }: Server) => {
    const order: LoadOrder = { url, paths: ["/store", "/store"], connections: 2, amount: storePages };
    const { good, bad, seconds } = await client.ask<LoadResult>("load", order);
    if (bad > 0) throw new Error(`${name}: ${bad} requests were not answered with 200.`);
    return { done: good, seconds };
  };
  try {
    const [own, others] = [await countElements(rendered), await countElements(next)];
    const peer = "the same page of Next.js";
    return [
      { what: "Store's page: elements", measured: String(own), beside: `${others} by ${peer}`, isMet: others <= own },
      ...compare("… rendered for each request", peer, minTimesStore, await alternately([rendered, next], load)),
      ...compare("… for visitors without cookies", peer, minTimesStore, await alternately([kept, next], load)),
    ];
  } finally {
    await Promise.all([rendered.stop(), kept.stop(), next.stop(), client.stop()]);
  }
}

/** Places an order in our shop: adds the item to the cart, then checks out. */
async function orderAtAleef(url: string, product: string, { cookie, phone }: Buyer): Promise<void> {
  const send = (to: string, fields: Record<string, string>) =>
    fetch(url + to, {
      method: "POST",
      redirect: "manual",
      headers: { cookie, "sec-fetch-site": "same-origin", origin: url },
      body: new URLSearchParams(fields),
    });
  const added = await send("/cart", { intent: "add", product, quantity: "1" });
  const address = { fullName: "Mona Nassar", phone, country: "EG", governorate: "giza" };
  const more = { city: "Dokki", address: "12 Tahrir Street", shipping: "standard", key: randomUUID() };
  const ordered = await send("/checkout", { ...address, ...more });
  await Promise.all([added.arrayBuffer(), ordered.arrayBuffer()]);
  if (!/AL-\d\d-[0-9A-Z]{6}$/.test(ordered.headers.get("location") ?? ""))
    throw new Error(`Aleef rejected the order: ${added.status}, ${ordered.status}`);
}

/** All steps from the cart to the placed order in one request, which GraphQL allows. */
const checkout = `mutation ($customer: CreateCustomerInput!, $address: CreateAddressInput!, $shipping: [ID!]!, $payment: PaymentInput!) {
  a: setCustomerForOrder(input: $customer) { __typename }
  b: setOrderShippingAddress(input: $address) { __typename }
  c: setOrderShippingMethod(shippingMethodId: $shipping) { __typename }
  d: transitionOrderToState(state: "ArrangingPayment") { __typename }
  placed: addPaymentToOrder(input: $payment) { __typename ... on Order { code state } }
}`;

/** Places the same order in Vendure through its shop API. */
async function orderAtVendure(url: string): Promise<void> {
  const send = async (token: string | null, text: string, variables: object = {}) => {
    const answer = await fetch(`${url}/shop-api`, {
      method: "POST",
      headers: { "content-type": "application/json", ...(token ? { authorization: `Bearer ${token}` } : {}) },
      body: JSON.stringify({ query: text, variables }),
    });
    return { body: await answer.json(), token: answer.headers.get("vendure-auth-token") };
  };
  const add = "mutation { addItemToOrder(productVariantId: 1, quantity: 1) { __typename } }";
  const { token } = await send(null, add);
  const { body } = await send(token, checkout, {
    customer: { firstName: "Mona", lastName: "Nassar", emailAddress: `mona.${randomUUID()}@example.test` },
    address: { fullName: "Mona Nassar", streetLine1: "12 Tahrir Street", city: "Dokki", countryCode: "EG" },
    shipping: ["1"],
    payment: { method: "cash-on-delivery", metadata: {} },
  });
  if (body.data?.placed?.state !== "PaymentAuthorized")
    throw new Error(`Vendure rejected the order: ${JSON.stringify(body).slice(0, 400)}`);
}

/** Places orders with several concurrent buyers, each ordering sequentially. */
async function placeOrders(buyers: (() => Promise<void>)[]): Promise<{ done: number; seconds: number }> {
  let left = ordersPerRound;
  const began = performance.now();
  await Promise.all(
    buyers.map(async (buy) => {
      while (left-- > 0) await buy();
    }),
  );
  return { done: ordersPerRound, seconds: (performance.now() - began) / 1000 };
}

/** Compares placing an order over HTTP (two requests) with a Vendure shop. */
async function compareOrders(database: BenchDatabase): Promise<Figure[]> {
  const folder = await install("vendure-shop", null);
  const [ownUrl, vendureUrl] = [await database.create("peer_orders"), await database.createEmpty("peer_vendure")];
  const env = { ...process.env, NODE_ENV: "production", DATABASE_URL: vendureUrl, PORT: String(await freePort()) };
  await run(process.execPath, ["shop.js"], { cwd: folder, env: { ...env, POPULATE: "1" } });
  const emails = Array.from({ length: buyerCount }, (_, at) => `buyer${at}@example.test`);
  await signUp(database, ownUrl, emails);
  const aleef = await startAleef(ownUrl, database.folder);
  const vendure = await startPeer("Vendure", folder, "shop.js", [], { DATABASE_URL: vendureUrl });
  try {
    const buyers = await openShop(aleef.url, ownUrl, emails, password);
    const { rows } = await query(ownUrl, "select id from products");
    const measured = await alternately([aleef, vendure], (server) =>
      placeOrders(
        buyers.map((buyer) =>
          server === aleef ? () => orderAtAleef(aleef.url, rows[0].id, buyer) : () => orderAtVendure(vendure.url),
        ),
      ),
    );
    const placed = await query(ownUrl, "select count(*)::int as count from store_orders");
    const theirs = await query(
      vendureUrl,
      `select count(*)::int as count from "order" where state = 'PaymentAuthorized'`,
    );
    const counts = [placed.rows[0].count, theirs.rows[0].count];
    const all = (warmUpRounds + rounds) * ordersPerRound;
    return [
      ...compare("Order by HTTP, two requests", "Vendure", minTimesVendure, measured),
      {
        what: "… orders in the database afterwards, ours and Vendure's",
        measured: counts.join(" / "),
        beside: String(all),
        isMet: counts.every((count) => count === all),
      },
    ];
  } finally {
    await Promise.all([aleef.stop(), vendure.stop()]);
  }
}

async function signUp(database: BenchDatabase, databaseUrl: string, emails: string[]): Promise<void> {
  const settings = readSettings(
    { DATA_DIR: database.folder, NETWORK_LIMITS: "1000" },
    { root: process.cwd(), mode: "test" },
  );
  const log = pino({ level: "silent" });
  const ctx = await createAppContext(
    { ...settings, secret },
    { databaseUrl, log, jobKinds, topics, translator: getTranslator, quiet: true },
  );
  try {
    for (const email of emails) await signUpTestUser(ctx, email);
  } finally {
    await ctx.close();
  }
}

/**
 * Compares the most frequent operations with widely used frameworks, on the same machine and database server, in one
 * run: the store's page and a tag's page with Next.js, an order with Vendure. Both are installed from the registry into folders of their
 * own.
 */
export async function measurePeers(database: BenchDatabase): Promise<Figure[]> {
  return [...(await compareStores(database)), ...(await compareScans(database)), ...(await compareOrders(database))];
}
