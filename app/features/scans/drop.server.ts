import { violatedConstraint } from "#app/platform/db/database.server.ts";
import { networkOf } from "#app/platform/http/client-address.server.ts";
import { Refusal } from "#app/platform/http/refusal.server.ts";
import type { Language } from "#app/platform/i18n/language.ts";
import type { World } from "#app/platform/world.server.ts";
import { isFirst } from "./arrivals.server.ts";
import { type FinderForm, type Place, reportHaving, sendPlace, writeToFamily } from "./finder.server.ts";
import { findScan, receiveScans } from "./receive-scan.server.ts";
import type { Visit } from "./visitor.server.ts";

/** What finders do, as it is kept while the database is away. */
export type Sent =
  | { kind: "scan"; body: Visit }
  | { kind: "have"; body: { scan: string; form: FinderForm; code: string; language: Language } }
  | { kind: "location"; body: { scan: string; form: Place } }
  | { kind: "message"; body: { key: string; text: string } };

/** How what is kept is handed over soon, where a process does that by itself. */
const hurries = new WeakMap<object, () => void>();

/** Keeps what a finder sent on this machine's disk. Refuses (429, 503) what would be too much. */
export async function drop(world: World, sent: Sent & { id: string; address: string }): Promise<void> {
  const { id, kind, address, body } = sent;
  const outcome = await world.standby.dropBox.keep(
    { id, kind, network: networkOf(address), at: world.clock.now(), body: { ...body, address } },
    { isSpare: kind === "scan" },
  );
  if (outcome === "tooMany") throw new Refusal("form.tooMany", 429, { params: { count: 10, seconds: 600 } });
  if (outcome === "full") throw new Refusal("scans.finder.away.full", 503);
  hurries.get(world.pool)?.();
}

type Kept = Sent & { id: string; at: Date; body: { address: string } };

/** Carries out what was kept, as of the moment it was sent, and once however often it is tried. */
async function carryOut(world: World, { id, at, ...sent }: Kept): Promise<void> {
  const { address } = sent.body;
  const from = { address, arrival: { id, at } };
  switch (sent.kind) {
    case "scan":
      return receiveKept(world, { ...sent.body, scanId: id }, at);
    case "have":
      await reportHaving(world, sent.body.scan, sent.body.form, { ...from, language: sent.body.language });
      return;
    case "location":
      return sendPlace(world, sent.body.scan, sent.body.form, from);
    case "message":
      return writeToFamily(world, sent.body.key, sent.body.text, from);
  }
}

/** The page may have been given up while its own scan was on the way to be recorded: then that one counts. */
async function receiveKept(world: World, visit: Visit & { scanId: string }, at: Date): Promise<void> {
  if (await findScan(world, visit.scanId)) return;
  try {
    await receiveScans(world, [visit], at);
  } catch (error) {
    // Each month's part says so in its own name.
    if (!/^scan_records_.*pkey$/.test(violatedConstraint(error) ?? "")) throw error;
  }
}

/** After so many tries something is wrong with the thing itself, and it is left where it is for an operator. */
const mostTries = 50;

const working = new WeakSet<object>();

/**
 * Hands over what was kept, the oldest first. It stops when the database goes away again; what is refused (the tag has
 * no owner any more) is dropped, and what fails otherwise stays for the next time and holds nobody else up.
 */
export async function handOver(world: World): Promise<void> {
  if (working.has(world.pool)) return;
  working.add(world.pool);
  try {
    let place = 0;
    for (;;) {
      const [next] = world.standby.dropBox.waiting(place, 1);
      if (!next || world.standby.reach.awaySince()) return;
      place = next.place;
      if (next.tries < mostTries && !(await handOverOne(world, next as unknown as Kept))) return;
    }
  } finally {
    working.delete(world.pool);
  }
}

/** False when the database is away. */
async function handOverOne(world: World, kept: Kept): Promise<boolean> {
  const { reach, dropBox } = world.standby;
  try {
    await reach.ask(() => carryOut(world, kept));
    dropBox.done(kept.id);
  } catch (error) {
    if (reach.awaySince()) return false;
    if (error instanceof Refusal) {
      world.log.warn({ kind: kept.kind, why: error.code }, "what a finder sent could not be delivered any more");
      await isFirst(world, { id: kept.id });
      dropBox.done(kept.id);
    } else {
      world.log.error({ err: error, kind: kept.kind }, "what a finder sent could not be delivered this time");
      dropBox.triedInVain(kept.id);
    }
  }
  return true;
}

const rest = 30_000;
const moment = 1_000;

/** Hands over what lies there from an earlier life of this process, and from now on whatever is kept, as soon as it can be. */
export function keepHandingOver(world: World): () => void {
  const { reach } = world.standby;
  const now = () =>
    void handOver(world).catch((error) => world.log.error({ err: error }, "the box of kept things failed"));
  reach.onReturn(now);
  const timer = setInterval(now, rest).unref();
  let hurrying: NodeJS.Timeout | undefined;
  // The database may have been away for an instant, and back before this was kept.
  hurries.set(world.pool, () => {
    hurrying ??= setTimeout(() => {
      hurrying = undefined;
      now();
    }, moment).unref();
  });
  now();
  return () => {
    hurries.delete(world.pool);
    clearInterval(timer);
    clearTimeout(hurrying);
  };
}
