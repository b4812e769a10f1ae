import { once } from "node:events";
import http from "node:http";
import { buffer } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { query } from "#tests/databases.ts";
import type { OutboxEmail } from "#tests/mail-sink.ts";
import { createRandom } from "#tests/pet-pictures.ts";
import { type Figure, median, percentile } from "./figures.ts";
import { makeTargets } from "./tags-and-pets.ts";
import { visitorHeaders } from "./visitors.ts";

/** Numbers that a clinic's reader sends to a minute, and the seconds within which 95 % of their owners are told. */
const perMinute = 50;
const maxSeconds = 5;
/** Numbers of our pets that are guessed, and as many of nobody's. */
const guessed = 50_000;
/** Two-sided; by chance alone one run in a hundred falls below it. */
const minP = 0.01;

const prefix = "985112";
const numberOf = (index: number) => prefix + String(index).padStart(9, "0");

/**
 * Measures how soon an owner's e-mail arrives after somebody typed the chip's number, and whether answers to guessed
 * numbers tell which are registered: their status, headers, bodies and times, in random order, one at a time.
 */
export async function measureChips(url: string, databaseUrl: string, emails: OutboxEmail[]): Promise<Figure[]> {
  const targets = await makeTargets(databaseUrl, perMinute + guessed);
  // Even numbers are our pets', odd ones nobody's.
  await query(
    databaseUrl,
    `update pets p set microchip = '${prefix}' || lpad((2 * n)::text, 9, '0')
       from unnest(array[${targets.map(({ petId }) => `'${petId}'`).join(",")}]::uuid[]) with ordinality as t (id, n)
      where p.id = t.id`,
  );
  await query(databaseUrl, "vacuum analyze pets");
  return [await measureDelivery(url, targets, emails), ...(await measureGuesses(url))];
}

/** One connection, as a guesser would use; each number from a network of its own, so that none is limited. */
const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });

async function get(url: string, visitor: number, isPlain = false) {
  const headers = {
    ...visitorHeaders(visitor),
    "x-forwarded-for": `10.${(visitor >> 8) & 255}.${visitor & 255}.7`,
    ...(isPlain && { "accept-language": "en", "user-agent": visitorHeaders(1)["user-agent"]!, "accept-encoding": "" }),
  };
  const began = performance.now();
  const [response] = (await once(http.get(url, { headers, agent }), "response")) as [http.IncomingMessage];
  const body = await buffer(response);
  return { status: response.statusCode ?? 0, headers: response.headers, body, began, ms: performance.now() - began };
}

async function measureDelivery(url: string, targets: { ownerId: string }[], emails: OutboxEmail[]): Promise<Figure> {
  await get(`${url}/chip/${numberOf(1)}`, 65_000);
  const asked: { to: string; at: number }[] = [];
  for (let index = 0; index < perMinute; index++) {
    const { began } = await get(`${url}/t?code=${numberOf(2 * (index + 1))}`, 64_000 + index);
    const { status } = await get(`${url}/chip/${numberOf(2 * (index + 1))}`, 64_000 + index);
    if (status !== 200) throw new Error(`The page of a chip answered ${status}.`);
    asked.push({ to: `${targets[index]!.ownerId}@aleef.test`, at: began });
    await pause(60_000 / perMinute);
  }
  await pause(maxSeconds * 1000);
  const seconds = asked.map(({ to, at }) => {
    const email = emails.find((one) => one.to.includes(to));
    return email ? (email.at - at) / 1000 : Number.POSITIVE_INFINITY;
  });
  const p95 = percentile(seconds, 0.95);
  return {
    what: `A chip's number typed into the box, ${perMinute} a minute: until the owner's e-mail has arrived, p95`,
    measured: `${p95.toFixed(1)} s (median ${median(seconds).toFixed(1)} s, slowest ${Math.max(...seconds).toFixed(1)} s)`,
    beside: `≤ ${maxSeconds} s`,
    isMet: p95 <= maxSeconds,
  };
}

/** What is different in any two answers: the number, the visit's id, the nonce and the time. */
const withoutIds = (text: string, number: string) =>
  text
    .replaceAll(number, "N")
    .replaceAll(number.replace(/(.{3})(?=.)/g, "$1 "), "N")
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "ID")
    .replace(/nonce(="|-)[\w+/=-]+/g, "nonce");

async function measureGuesses(url: string): Promise<Figure[]> {
  const random = createRandom(47);
  const from = 2 * (perMinute + 1);
  const order = Array.from({ length: 2 * guessed }, (_, index) => ({ index, place: random() }))
    .sort((one, other) => one.place - other.place)
    .map(({ index }) => index);
  const times: Record<"known" | "unknown", number[]> = { known: [], unknown: [] };
  const next: typeof times = { known: [], unknown: [] };
  const answers: Record<"known" | "unknown", Set<string>> = { known: new Set(), unknown: new Set() };
  let before: keyof typeof times | null = null;
  for (const [visitor, index] of order.entries()) {
    const number = numberOf(from + index);
    const kind = index % 2 === 0 ? "known" : "unknown";
    const { status, headers, body, ms } = await get(`${url}/chip/${number}`, visitor, true);
    const shown = Object.entries(headers)
      .filter(([name]) => name !== "date")
      .map(([name, value]) => withoutIds(`${name}: ${name === "x-request-id" ? "" : value}`, number));
    answers[kind].add([status, ...shown, withoutIds(body.toString(), number)].join("\n"));
    times[kind].push(ms);
    if (before) next[before].push(ms);
    before = kind;
  }
  const isSame = answers.known.size === 1 && [...answers.known].join() === [...answers.unknown].join();
  const compare = (what: string, { known, unknown }: typeof times): Figure => {
    const { p, share } = compareRanks(known, unknown);
    return {
      what,
      measured: `p = ${p.toFixed(2)}; a known one takes longer in ${(share * 100).toFixed(1)} % of pairs`,
      beside: `p ≥ ${minP} (medians ${median(known).toFixed(2)} and ${median(unknown).toFixed(2)} ms)`,
      isMet: p >= minP,
    };
  };
  return [
    {
      what: `Different answers to ${guessed} numbers of our pets and ${guessed} others, but for number and ids`,
      measured: `${new Set([...answers.known, ...answers.unknown]).size}`,
      beside: "1",
      isMet: isSame,
    },
    compare("… time of the answer, known against unknown (Mann–Whitney, two-sided)", times),
    compare("… time of the answer after it, on the same connection", next),
  ];
}

/** Compares two samples by their ranks (Mann–Whitney, normal approximation, two-sided); `share` is 0.5 if they are alike. */
function compareRanks(some: number[], others: number[]): { p: number; share: number } {
  const all = [...some.map((value) => ({ value, own: true })), ...others.map((value) => ({ value, own: false }))].sort(
    (one, other) => one.value - other.value,
  );
  let ranks = 0;
  for (const [index, { own }] of all.entries()) if (own) ranks += index + 1;
  const pairs = some.length * others.length;
  const above = ranks - (some.length * (some.length + 1)) / 2;
  const z = (above - pairs / 2) / Math.sqrt((pairs * (all.length + 1)) / 12);
  return { p: Math.min(1, 2 * normalTail(Math.abs(z))), share: above / pairs };
}

/** Share of the standard normal distribution above `z` (Abramowitz and Stegun 26.2.17). */
function normalTail(z: number): number {
  const t = 1 / (1 + 0.2316419 * z);
  const sum = [1.330274429, -1.821255978, 1.781477937, -0.356563782, 0.31938153].reduce((all, one) => all * t + one, 0);
  return (Math.exp(-(z * z) / 2) / Math.sqrt(2 * Math.PI)) * sum * t;
}
