import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { DatabaseRoles } from "../connection/database.server.ts";
import { addressOf, answers } from "./answer.server.ts";
import { type Binaries, findBinaries } from "./binaries.server.ts";
import {
  type Claim,
  claimUse,
  dropClaim,
  isInUse,
  openClaims,
  refuseUseElsewhere,
  underLock,
} from "./claims.server.ts";
import { prepareCluster, toPutBack } from "./cluster.server.ts";
import { choosePlace, openShelf, type Place } from "./place.server.ts";
import { askToStop, choosePort, dropStalePidFile, findPostmaster, type Launched, launch } from "./process.server.ts";
import { divideRoles } from "./roles.server.ts";

/** Temporary failures: the port was taken meanwhile, or a killed server has not ended yet. */
const passing =
  /could not bind|could not create any TCP|pre-existing shared memory|postmaster.pid" (already exists|is empty)/;

type Translate = (line: string) => void;

/** The running server; its URLs contain the passwords. */
export interface OwnPostgres extends DatabaseRoles {
  /** PostgreSQL's data folder. */
  folder: string;
  /** A sentence to print when the data is in an unexpected place. */
  note: string | null;
  /** Releases the server, and stops it when no other process of the app uses it. */
  stop(): Promise<void>;
}

/**
 * Starts the PostgreSQL of `dataDir`, or joins the one that runs, whether another process started it or a killed one
 * left it. Throws with advice where it cannot run, or where continuing could hide or damage data.
 */
export async function startOwnPostgres(options: { dataDir: string; say: Translate }): Promise<OwnPostgres> {
  const { dataDir, say } = options;
  const place = await choosePlace(dataDir);
  const binaries = await findBinaries(place.user, openShelf);
  const claims = openClaims(place.home, place.user);
  return underLock(claims, say, async () => {
    await refuseUseElsewhere(claims, say);
    try {
      const { password } = await prepareCluster(place, binaries, say);
      const urls = await divideRoles(await runServer(place, binaries, password, say));
      const claim = claimUse(claims);
      let stopping: Promise<void> | null = null;
      const stop = () => {
        stopping ??= leave(place, claims, claim, say);
        return stopping;
      };
      return { ...urls, folder: place.folder, note: place.note, stop };
    } catch (error) {
      await stopUnlessUsed(place, claims);
      throw error;
    }
  });
}

/** Returns the superuser's URL once the server in `place` answers; starts it if necessary. */
async function runServer(place: Place, binaries: Binaries, password: string, say: Translate): Promise<string> {
  const began = Date.now();
  for (;;) {
    if (findPostmaster(place.folder)) {
      say("Joining the PostgreSQL that already runs for this folder.");
      const url = await untilAnswering(place, null, password, say);
      if (url) return url;
    }
    dropStalePidFile(place.folder);
    const child = launch(place, binaries.postgres, await choosePort(place.folder));
    const url = await untilAnswering(place, child, password, say);
    if (url) return url;
    const words = child.lastWords();
    if (!passing.test(words) || Date.now() - began > 15_000) {
      throw new Error(
        `PostgreSQL did not start in ${place.folder}. It says:\n${words}\nIf its data is damaged, move the folder away: ${toPutBack}.`,
      );
    }
    await sleep(150);
  }
}

/**
 * Returns the URL, or null when the server ended before it answered. `child` is null for a server that was already
 * running.
 */
async function untilAnswering(place: Place, child: Launched | null, password: string, say: Translate) {
  const began = Date.now();
  let told = false;
  for (;;) {
    const found = findPostmaster(place.folder);
    if (!found && (!child || child.ended)) return null;
    const url = found?.state === "ready" ? addressOf(found.port, password) : null;
    if (url && (await answers(url, place.folder))) return url;
    const waited = Date.now() - began;
    if (waited > 5_000 && !told) {
      told = true;
      say(
        `Waiting for PostgreSQL (${found?.state ?? "starting"}); after an interrupted run it first repairs its data.`,
      );
      // A smart shutdown waits for clients for ever.
      if (found?.state === "stopping") askToStop(found.pid);
    }
    if (waited > (url ? 60_000 : 600_000)) {
      const words = child ? `It says:\n${child.lastWords()}` : `See ${join(place.home, "postgres.log")}.`;
      throw new Error(`PostgreSQL (process ${found?.pid}) runs in ${place.folder} and does not answer. ${words}`);
    }
    await sleep(15);
  }
}

async function leave(place: Place, claims: string, claim: Claim, say: Translate): Promise<void> {
  // PostgreSQL stops by itself when its folder was deleted.
  if (!existsSync(claims)) return;
  await underLock(claims, say, async () => {
    dropClaim(claim);
    await stopUnlessUsed(place, claims);
  });
}

/** Call it under the lock, so that no process joins a server that is about to stop. */
async function stopUnlessUsed(place: Place, claims: string): Promise<void> {
  const running = findPostmaster(place.folder);
  if (!running || isInUse(claims)) return;
  askToStop(running.pid);
  const began = Date.now();
  while (findPostmaster(place.folder)?.pid === running.pid) {
    if (Date.now() - began > 60_000) throw new Error(`PostgreSQL (process ${running.pid}) does not stop.`);
    await sleep(10);
  }
}
