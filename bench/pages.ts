import http from "node:http";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { query } from "#tests/databases.ts";
import { signIn } from "#tests/resilience/people.ts";
import { type Child, startChild } from "./child-process.ts";
import { type Figure, median } from "./figures.ts";
import { freePort } from "./free-port.ts";
import { visitorHeaders } from "./visitors.ts";

const rounds = 4;
const warmUpRounds = 2;
const pagesPerRound = 80;
const atOnce = 4;
const maxStatements = 8;
const secret = "a-secret-of-the-benchmark-and-nothing-else";
const owner = "owner@aleef.test";
const admin = "admin@aleef.test";

interface MeasuredPage {
  what: string;
  path: string;
  /** E-mail address of the demo account that opens the page; null for a visitor without cookies. */
  as: string | null;
  /** Maximum CPU time of the web process in milliseconds: half of what the page cost in November 2026. */
  maxMs: number;
}

/** The pages that people stay on. */
const listPages = (petId: string): MeasuredPage[] => [
  { what: "/ for a visitor without cookies", path: "/", as: null, maxMs: 5 },
  { what: "/ for a signed-in person", path: "/", as: owner, maxMs: 5 },
  { what: "/store for a visitor without cookies", path: "/store", as: null, maxMs: 5 },
  { what: "/store for a signed-in person", path: "/store", as: owner, maxMs: 6.2 },
  { what: "/community-reports for a visitor without cookies", path: "/community-reports", as: null, maxMs: 6 },
  { what: "/community-reports for a signed-in person", path: "/community-reports", as: owner, maxMs: 6 },
  { what: "/dashboard", path: "/dashboard", as: owner, maxMs: 10.5 },
  { what: "/dashboard/inbox", path: "/dashboard/inbox", as: owner, maxMs: 11 },
  { what: "/dashboard/pets/:petId", path: `/dashboard/pets/${petId}`, as: owner, maxMs: 10 },
  { what: "/admin/users", path: "/admin/users", as: admin, maxMs: 6 },
  { what: "/admin/orders", path: "/admin/orders", as: admin, maxMs: 6 },
];

const agent = new http.Agent({ keepAlive: true, maxSockets: atOnce });

/** Opens a page over a kept connection. Returns the compressed size of the body in bytes. */
async function open(url: string, headers: Record<string, string>): Promise<number> {
  const response = await new Promise<http.IncomingMessage>((resolve, reject) => {
    http.get(url, { headers, agent }, resolve).on("error", reject);
  });
  const body = await buffer(response);
  if (response.statusCode !== 200) throw new Error(`${url} was answered with ${response.statusCode}.`);
  return body.length;
}

/** A running build and the cookies of its accounts. */
interface Server {
  child: Child;
  url: string;
  cookies: Map<string | null, string>;
  /** Whether its statements can be counted: not those of a checkout with modules of its own. */
  countsStatements: boolean;
}

async function startServer(root: string, databaseUrl: string, dataDir: string): Promise<Server> {
  const port = await freePort();
  const env = { NETWORK_LIMITS: "1000" };
  const child = await startChild("app-server.ts", { root, databaseUrl, dataDir, port, secret, env });
  const url = `http://127.0.0.1:${port}`;
  const cookies = new Map<string | null, string>();
  for (const account of [owner, admin]) cookies.set(account, await signIn(url, account));
  const server = { child, url, cookies, countsStatements: true };
  // Needs statements in every version.
  const countsStatements = (await countStatements(server, { path: "/dashboard", as: owner })) > 0;
  return { ...server, countsStatements };
}

const headersOf = ({ cookies }: Server, { as }: Pick<MeasuredPage, "as">, visitor: number) => {
  const cookie = cookies.get(as);
  return { ...visitorHeaders(visitor), ...(cookie && { cookie }) };
};

/** Returns the CPU time of the process for each page of a round, in milliseconds. */
async function measureRound(server: Server, page: MeasuredPage): Promise<number> {
  let left = pagesPerRound;
  const before = await server.child.ask<NodeJS.CpuUsage>("cpu");
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (left-- > 0) await open(server.url + page.path, headersOf(server, page, left));
    }),
  );
  const after = await server.child.ask<NodeJS.CpuUsage>("cpu");
  return (after.user + after.system - before.user - before.system) / 1000 / pagesPerRound;
}

/** Measures each page in all servers, in turns. Returns the median of the rounds in milliseconds, per server. */
async function measureInTurns(servers: Server[], page: MeasuredPage): Promise<number[]> {
  const measured = servers.map((): number[] => []);
  for (let round = 0; round < warmUpRounds + rounds; round++)
    for (const at of round % 2 ? [...servers.keys()].reverse() : servers.keys()) {
      const ms = await measureRound(servers[at]!, page);
      if (round >= warmUpRounds) measured[at]!.push(ms);
    }
  return measured.map(median);
}

/**
 * Measures what the pages that people stay on cost the web process, compression included, and their statements, with
 * demo data. With `EARLIER`, the folder of a checkout with a build, that build is measured in turns with this one.
 */
export async function measurePages(databaseUrl: string, dataDir: string): Promise<Figure[]> {
  const { rows } = await query(
    databaseUrl,
    `select p.id from pets p join users u on u.id = p.owner_id where u.email = '${owner}' and p.name = 'Rocky'`,
  );
  const own = path.join(import.meta.dirname, "..");
  const { EARLIER: earlier, PAGES: only } = process.env;
  const servers: Server[] = [];
  try {
    for (const root of earlier ? [own, earlier] : [own]) servers.push(await startServer(root, databaseUrl, dataDir));
    const figures: Figure[] = [];
    for (const page of listPages(rows[0].id).filter(({ what }) => !only || what.includes(only))) {
      const [ms = 0, before] = await measureInTurns(servers, page);
      const maxMs = before ? before / 2 : page.maxMs;
      figures.push({
        what: `${page.what}: CPU of the web process`,
        measured: `${ms.toFixed(2)} ms`,
        beside: before ? `≤ half of ${before.toFixed(2)} ms of the earlier build` : `≤ ${maxMs} ms`,
        isMet: ms <= maxMs,
      });
      const [now = 0, then] = await Promise.all(servers.map((server) => countStatements(server, page)));
      const earlierCount = servers[1]?.countsStatements ? then : "not measured";
      figures.push({
        what: "… statements",
        measured: String(now),
        beside: `≤ ${maxStatements}${earlier ? ` (earlier: ${earlierCount})` : ""}`,
        isMet: now <= maxStatements,
      });
    }
    return figures;
  } finally {
    agent.destroy();
    await Promise.all(servers.map(({ child }) => child.stop()));
  }
}

async function countStatements(server: Server, page: Pick<MeasuredPage, "path" | "as">): Promise<number> {
  const asked = { path: page.path, headers: headersOf(server, page, 1) };
  const { statements } = await server.child.ask<{ statements: { text: string }[] }>("statements", asked);
  return statements.length;
}
