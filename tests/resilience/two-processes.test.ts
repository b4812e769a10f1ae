// An owner would miss alerts whenever the finder reached the other one of two processes.
import { describe, expect, onTestFinished, test } from "vitest";
import { query } from "#tests/databases.ts";
import { createDatabase, dropDatabase } from "#tests/test-database.ts";
import { type AppProcess, databaseUrlOf, postgresOf, startApp } from "./app-process.ts";
import { emptyDataDir } from "./data-dirs.ts";
import { openLiveStream } from "./live-stream.ts";
import { scan, signIn } from "./people.ts";
import { hasPooler, openPooler } from "./pooler.ts";

let databases = 0;

/** Creates an empty database on an external server for the running test. */
async function newDatabase(): Promise<string> {
  const name = `aleef_two_${process.pid}_${databases++}`;
  onTestFinished(() => dropDatabase(name));
  return createDatabase(name);
}

/**
 * Opens a tag's page at one process while the owner's page is open at the other. Returns the milliseconds from the
 * response to the event.
 */
async function delayAcross(scanned: AppProcess, watched: AppProcess): Promise<number> {
  const cookie = await signIn(watched.url);
  const stream = await openLiveStream(watched.url, cookie);
  const began = performance.now();
  expect((await scan(scanned.url)).status).toBe(200);
  const answered = performance.now();
  await expect.poll(() => stream.notifications.length, { timeout: 30_000, interval: 10 }).toBe(1);
  stream.close();
  expect(answered).toBeGreaterThan(began);
  return stream.notifications[0]!.at - answered;
}

/** Returns the content of a database, to check that it was migrated and filled once. */
async function readContent(url: string) {
  const { rows } = await query(
    url,
    `select (select count(*)::int from drizzle.__drizzle_migrations) - (select count(distinct hash)::int from drizzle.__drizzle_migrations) as repeated,
            (select array_agg(email order by email) from users) as accounts,
            (select array_agg(code order by code) from tags where code like 'DEMO-%') as tags,
            (select count(*)::int from pets) as pets,
            (select count(*)::int from scan_records) as scans`,
  );
  return rows[0];
}

/**
 * Returns how many password guesses are checked when sent to all processes concurrently: forty for one account from one
 * address, then eighty for another account from twenty networks.
 */
async function countCheckedGuesses(apps: AppProcess[]) {
  const guess = async (turn: number, email: string, address: string) => {
    const { url } = apps[turn % apps.length] as AppProcess;
    const answer = await fetch(`${url}/auth`, {
      method: "POST",
      redirect: "manual",
      headers: { "sec-fetch-site": "same-origin", "x-forwarded-for": address },
      body: new URLSearchParams({ intent: "signIn", email, password: `Wrong-walk-${turn}` }),
    });
    await answer.arrayBuffer();
    return answer.status;
  };
  const countChecked = async (count: number, email: string, addressOf: (turn: number) => string) => {
    const countCheckedGuesses = Array.from({ length: count }, (_, turn) => guess(turn, email, addressOf(turn)));
    return (await Promise.all(countCheckedGuesses)).filter((status) => status !== 429).length;
  };
  return {
    fromOnePlace: await countChecked(40, "admin@aleef.test", () => "192.0.2.1"),
    // A network's first three attempts pass the account's limit of 50; after that, none of the fourth ones does.
    fromEverywhere: await countChecked(60, "finder@aleef.test", (turn) => `10.7.${turn % 20}.1`),
    fromEverywhereAgain: await countChecked(20, "finder@aleef.test", (turn) => `10.7.${turn % 20}.1`),
  };
}

const expectedContent = {
  repeated: 0,
  accounts: ["admin@aleef.test", "finder@aleef.test", "owner@aleef.test"],
  tags: ["DEMO-FREE", "DEMO-LINKED", "DEMO-LUNA", "DEMO-OFF", "DEMO-OWNED"],
  pets: 2,
  scans: 3,
};

const kinds = ["the database of the data folder", "the database at DATABASE_URL"];
// Only if PgBouncer is installed, which is not part of the project.
if (hasPooler) kinds.push("a database behind a pooler in transaction mode");

describe.each(kinds)("two processes on %s", (which) => {
  const isOwn = which.includes("folder");

  async function settings(): Promise<Record<string, string>> {
    // The data folder comes last, so that its processes are ended before the pooler and the database.
    if (isOwn) return { DATA_DIR: await emptyDataDir(), TRUSTED_PROXIES: "127.0.0.1" };
    const direct = await newDatabase();
    const pooler = which.includes("pooler") ? await openPooler(direct) : null;
    if (pooler) onTestFinished(() => pooler.close());
    return {
      DATABASE_URL: pooler?.url ?? direct,
      ...(pooler && { DATABASE_DIRECT_URL: direct }),
      DATA_DIR: await emptyDataDir(),
      SECRET: "one-secret-for-both-of-the-processes",
      DEMO: "1",
    };
  }

  test("start together with an empty database: it is migrated and filled once, and events cross within 2 s", {
    timeout: 180_000,
  }, async () => {
    const given = await settings();
    const [one, two] = await Promise.all([startApp(given), startApp(given)]);
    const url = given.DATABASE_URL ?? (await databaseUrlOf(given.DATA_DIR as string));
    expect(await readContent(url)).toEqual(expectedContent);

    expect(await delayAcross(one, two)).toBeLessThan(2_000);
    expect(await delayAcross(two, one)).toBeLessThan(2_000);

    // Checked once, since limits are counted in the same way in each of these databases.
    if (isOwn)
      expect(await countCheckedGuesses([one, two])).toEqual({
        fromOnePlace: 10,
        fromEverywhere: 60,
        fromEverywhereAgain: 0,
      });

    expect(await one.stop()).toBe(0);
    expect((await scan(two.url)).status).toBe(200);
    expect(await two.stop()).toBe(0);
    if (isOwn) expect(postgresOf(given.DATA_DIR as string)).toBeNull();
  });
});
