import { query } from "#tests/databases.ts";
import { type Child, startChild } from "./child-process.ts";
import type { BenchDatabase } from "./database.ts";
import { type Figure, median } from "./figures.ts";
import { freePort } from "./free-port.ts";
import type { LoadOrder, LoadResult } from "./load.ts";
import { request } from "./request.ts";
import type { Statement } from "./statements.ts";
import { makeTargets } from "./tags-and-pets.ts";
import { visitorHeaders } from "./visitors.ts";

const rounds = 6;
const connections = 32;
/** Enough tags that rate limits hold back no e-mail. */
const tagCount = 8192;
const roundSeconds = 3;
const minRatio = 0.6;

interface Round {
  perSecond: number;
  /** CPU milliseconds of the server per request. */
  cpu: number;
  p99: number;
}

interface Server {
  name: "app" | "bare";
  child: Child;
  url: string;
  amount: number;
  good: number;
  rounds: Round[];
}

/**
 * Compares the whole app with a bare Hono handler that executes the statements of a scan on the same database with the
 * same pool, in alternating rounds. The handler groups concurrent statements as the app does. Neither sends e-mails;
 * both record each scan before they respond.
 */
export async function measureScans(database: BenchDatabase): Promise<Figure[]> {
  const databaseUrl = await database.create("scans");
  const targets = await makeTargets(databaseUrl, tagCount);
  const paths = targets.map((target) => `/tag/${target.code}`);
  const [appPort, barePort] = [await freePort(), await freePort()];
  const secret = "a-secret-of-the-benchmark-and-nothing-else";
  const children: Child[] = [];
  const start = async (file: string, options: object) => {
    const child = await startChild(file, options);
    children.push(child);
    return child;
  };
  try {
    const app = await start("app-server.ts", { databaseUrl, dataDir: database.folder, port: appPort, secret });
    const bare = await start("bare-server.ts", { databaseUrl, port: barePort });
    const client = await start("load.ts", {});
    const [target] = targets;
    const one = { path: paths[0], headers: visitorHeaders(1) };
    await app.ask("statements", one);
    const { statements } = await app.ask<{ statements: Statement[] }>("statements", one);
    const page = await request(`http://127.0.0.1:${appPort}${paths[0]}`, visitorHeaders(1));
    await bare.ask("learn", { statements, target, targets, length: page.body.length });

    const servers: [Server, Server] = [
      { name: "app", child: app, url: `http://127.0.0.1:${appPort}`, amount: 0, good: 3, rounds: [] },
      { name: "bare", child: bare, url: `http://127.0.0.1:${barePort}`, amount: 0, good: 0, rounds: [] },
    ];
    const run = async (server: Server, amount: number): Promise<Round> => {
      const order: LoadOrder = { url: server.url, paths, connections, amount };
      const before = await server.child.ask<NodeJS.CpuUsage>("cpu");
      const result = await client.ask<LoadResult>("load", order);
      const after = await server.child.ask<NodeJS.CpuUsage>("cpu");
      if (result.bad > 0) throw new Error(`${server.name}: ${result.bad} requests were not answered with 200.`);
      server.good += result.good;
      const cpu = (after.user + after.system - before.user - before.system) / 1000 / result.good;
      return { perSecond: result.good / result.seconds, cpu, p99: result.p99 };
    };
    // Warms up and finds out how many requests fill a round.
    for (const server of servers) {
      await run(server, 1500);
      server.amount = Math.round((await run(server, 1500)).perSecond * roundSeconds);
    }
    for (let round = 0; round < rounds; round++)
      for (const server of round % 2 ? servers.toReversed() : servers)
        server.rounds.push(await run(server, server.amount));
    return figuresOf(servers, statements.length, await countScans(databaseUrl));
  } finally {
    for (const child of children) await child.stop();
  }
}

async function countScans(databaseUrl: string): Promise<{ scans: number; notifications: number; jobs: number }> {
  const { rows } = await query(
    databaseUrl,
    `select (select count(*) from scan_records where evidence = 'human')::int as scans,
            (select count(*) from notifications)::int as notifications,
            (select count(*) from jobs.job where name = 'notifications.send-email')::int as jobs`,
  );
  return rows[0];
}

function figuresOf([app, bare]: [Server, Server], statements: number, counted: Awaited<ReturnType<typeof countScans>>) {
  const of = (server: Server, what: keyof Round) => median(server.rounds.map((round) => round[what]));
  const ratio = median(app.rounds.map((round, at) => round.perSecond / bare.rounds[at]!.perSecond));
  const good = app.good + bare.good;
  const recorded = [counted.scans, counted.notifications, counted.jobs];
  return [
    {
      what: `Finder page with a recorded scan: requests per second (${connections} connections, ${rounds} alternating rounds)`,
      measured: of(app, "perSecond").toFixed(0),
      beside: `${of(bare, "perSecond").toFixed(0)} by the bare handler (${statements} statements a group)`,
    },
    {
      what: "… as a share of the bare handler's, median of the rounds",
      measured: `${(ratio * 100).toFixed(0)} %`,
      beside: `≥ ${minRatio * 100} %`,
      isMet: ratio >= minRatio,
    },
    {
      what: "… CPU of the server per request",
      measured: `${of(app, "cpu").toFixed(2)} ms`,
      beside: `${of(bare, "cpu").toFixed(2)} ms by the bare handler`,
    },
    {
      what: "… response time, p99",
      measured: `${of(app, "p99").toFixed(0)} ms`,
      beside: `${of(bare, "p99").toFixed(0)} ms by the bare handler`,
    },
    {
      what: "… scans, notifications and e-mail jobs in the database afterwards",
      measured: recorded.join(" / "),
      beside: `${good} answers with 200`,
      isMet: recorded.every((count) => count === good),
    },
  ] satisfies Figure[];
}
