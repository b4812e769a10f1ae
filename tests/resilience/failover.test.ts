// A finder was thanked for a scan that the family never sees, because a database server died.
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { existsSync, openSync, readdirSync, readFileSync } from "node:fs";
import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { freePort } from "../../bench/free-port.ts";
import { type AppProcess, startApp } from "./app-process.ts";
import { emptyDataDir } from "./data-dirs.ts";
import { copyTaggedPet, scan } from "./people.ts";

const rounds = Number(process.env.KILLS ?? 2);
/** `PATRONI=1` uses the installed version; a path selects another one. */
const patroni = process.env.PATRONI?.startsWith("/") ? process.env.PATRONI : "/usr/bin/patroni";
const hasPatroni = [patroni, "/usr/bin/etcd", "/usr/sbin/haproxy", "/usr/lib/postgresql/15/bin"].every((file) =>
  existsSync(file),
);
const names = ["one", "two", "three"] as const;
type Name = (typeof names)[number];

let folder: string;
const isRun = hasPatroni && process.env.PATRONI !== undefined;
const dataDir = isRun ? await emptyDataDir() : "";
let app: AppProcess;
let url: string;
const nodes = new Map<Name, { port: number; api: number; config: string; patroni: ChildProcess | null }>();
const others: ChildProcess[] = [];

/** Runs a program as PostgreSQL's user. Its output is written to the test's folder. */
function asPostgres(program: string, parameters: string[], name: string): ChildProcess {
  const output = openSync(path.join(folder, `${name}.log`), "a");
  return spawn("runuser", ["-u", "postgres", "--", program, ...parameters], { stdio: ["ignore", output, output] });
}

function startNode(name: Name): void {
  const node = nodes.get(name)!;
  node.patroni = asPostgres(patroni, [node.config], name);
}

/** Writes `deploy/patroni/node.yaml` with the ports and folders of this test. */
async function writeNode(name: Name, etcd: number): Promise<void> {
  const [port, api] = [await freePort(), await freePort()];
  const shipped = await readFile(path.resolve("deploy/patroni/node.yaml"), "utf8");
  const config = path.join(folder, `${name}.yaml`);
  const fitted = shipped
    .replace("name: one", `name: ${name}`)
    .replaceAll("127.0.0.1:8101", `127.0.0.1:${api}`)
    .replaceAll("127.0.0.1:5501", `127.0.0.1:${port}`)
    .replace("127.0.0.1:2379", `127.0.0.1:${etcd}`)
    .replaceAll("/var/lib/aleef-patroni/one", `${folder}/${name}`)
    .replaceAll("/var/lib/aleef-patroni", folder);
  await writeFile(config, fitted);
  nodes.set(name, { port, api, config, patroni: null });
}

/** Starts HAProxy with `deploy/patroni/haproxy.cfg` and the ports of this test; returns its port. */
async function startProxy(): Promise<number> {
  const own = await freePort();
  let config = await readFile(path.resolve("deploy/patroni/haproxy.cfg"), "utf8");
  config = config.replace("bind 127.0.0.1:5432", `bind 127.0.0.1:${own}`);
  for (const [name, { port, api }] of nodes)
    config = config.replace(new RegExp(`server ${name} .*`), `server ${name} 127.0.0.1:${port} port ${api}`);
  const file = path.join(folder, "haproxy.cfg");
  await writeFile(file, config);
  others.push(asPostgres("/usr/sbin/haproxy", ["-f", file], "haproxy"));
  return own;
}

interface Member {
  name: Name;
  role: string;
  state: string;
}

/** Returns the members of the cluster as reported by the first one that responds. */
async function members(): Promise<Member[]> {
  for (const { api } of nodes.values()) {
    const found = await fetch(`http://127.0.0.1:${api}/cluster`, { signal: AbortSignal.timeout(2_000) })
      .then((answer) => answer.json() as Promise<{ members: Member[] }>)
      .catch(() => null);
    if (found) return found.members;
  }
  return [];
}

const leaderOf = (found: Member[]) => found.find(({ role }) => role === "leader")?.name;

/** Waits until three servers run and one of them is a synchronous standby. */
async function waitForFullCluster(): Promise<void> {
  const isComplete = async () => {
    const found = await members();
    const running = found.filter(({ state }) => state === "running" || state === "streaming");
    return running.length === 3 && leaderOf(found) !== undefined && found.some(({ role }) => role === "sync_standby");
  };
  await vi.waitFor(
    async () => {
      if (!(await isComplete())) throw new Error(JSON.stringify(await members()));
    },
    { timeout: 180_000, interval: 500 },
  );
}

/** Returns the process ids of a node's Patroni and PostgreSQL. */
function processesOf(name: Name): number[] {
  const place = `${folder}/${name}`;
  const list = readdirSync("/proc").filter((entry) => /^\d+$/.test(entry));
  const line = (pid: string) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
    } catch {
      return "";
    }
  };
  const main = list.filter((pid) => line(pid).includes(`${place}.yaml`) || line(pid).includes(`-D ${place}`));
  const children = list.filter((pid) => {
    try {
      return main.includes(readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ")[1] ?? "");
    } catch {
      return false;
    }
  });
  return [...main, ...children].map(Number);
}

function signal(name: Name, which: NodeJS.Signals): void {
  for (const pid of processesOf(name)) {
    try {
      process.kill(pid, which);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
    }
  }
}

async function runQuery<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
  const client = new pg.Client(url);
  client.on("error", () => undefined);
  await client.connect();
  try {
    return (await client.query<Row>(text, values)).rows;
  } finally {
    await client.end();
  }
}

describe.skipIf(!isRun)("three PostgreSQL servers under Patroni and etcd", () => {
  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), "aleef-patroni-"));
    await chmod(folder, 0o777);
    const [etcd, peer] = [await freePort(), await freePort()];
    const here = (port: number) => `http://127.0.0.1:${port}`;
    others.push(
      asPostgres(
        "/usr/bin/etcd",
        [
          ...["--data-dir", path.join(folder, "etcd"), "--listen-client-urls", here(etcd)],
          ...["--advertise-client-urls", here(etcd), "--listen-peer-urls", here(peer)],
          ...["--initial-advertise-peer-urls", here(peer), "--initial-cluster", `default=${here(peer)}`],
        ],
        "etcd",
      ),
    );
    for (const name of names) await writeNode(name, etcd);
    for (const name of names) startNode(name);
    await waitForFullCluster();
    const port = await startProxy();
    url = `postgres://postgres:change-me-superuser@127.0.0.1:${port}/postgres`;
    // Until its first checks are over, the proxy sends to every server.
    const isLeader = async () => expect(await runQuery("select 1 where not pg_is_in_recovery()")).toHaveLength(1);
    for (let inTurn = 0; inTurn < names.length; inTurn++)
      await vi.waitFor(isLeader, { timeout: 20_000, interval: 500 });
    await runQuery("create role aleef login password 'aleef'");
    await runQuery("create database aleef owner aleef encoding 'UTF8' locale 'C.UTF-8' template template0");
    url = `postgres://aleef:aleef@127.0.0.1:${port}/aleef`;
    const secret = "a-secret-that-is-long-enough-for-this-test";
    app = await startApp({ DATA_DIR: dataDir, DATABASE_URL: url, SECRET: secret, DEMO: "1" });
  }, 300_000);

  afterAll(async () => {
    for (const name of nodes.keys()) signal(name, "SIGKILL");
    for (const child of others) if (child.pid) execFileSync("pkill", ["-9", "-P", String(child.pid)]);
    await pause(500);
    await rm(folder, { recursive: true, force: true });
  }, 60_000);

  test("lose no acknowledged scan when the leader is killed or suspended under load", {
    timeout: 1_200_000,
  }, async () => {
    const codes = await copyTaggedPet(url, 400);
    const acknowledged: string[] = [];
    let isOver = false;
    let visitor = 0;
    const finder = async () => {
      while (!isOver) {
        const at = visitor++;
        const { status, id } = await scan(app.url, codes[at % codes.length], at);
        if (status === 200 && id) acknowledged.push(id);
        await pause(100);
      }
    };
    const finders = [finder(), finder(), finder()];
    const seconds: number[] = [];
    for (let round = 0; round < rounds; round++) {
      await pause(3_000);
      const leader = leaderOf(await members()) as Name;
      const isCut = round % 2 === 1;
      const began = performance.now();
      signal(leader, isCut ? "SIGSTOP" : "SIGKILL");
      await expect
        .poll(async () => leaderOf(await members()) !== leader, { timeout: 90_000, interval: 200 })
        .toBe(true);
      // A new scan is in the database, so the app writes to the new leader.
      await expect
        .poll(
          async () => {
            const { id } = await scan(app.url, codes[0], ++visitor);
            return id ? (await runQuery("select 1 from scan_records where id = $1", [id])).length : 0;
          },
          { timeout: 90_000, interval: 200 },
        )
        .toBe(1);
      seconds.push(Math.round((performance.now() - began) / 1000));
      if (isCut) signal(leader, "SIGCONT");
      else startNode(leader);
      await waitForFullCluster();
    }
    isOver = true;
    await Promise.all(finders);
    expect(acknowledged.length).toBeGreaterThan(50);
    const missing = () =>
      runQuery<{ id: string }>(
        "select id from unnest($1::uuid[]) as wanted(id) where not exists (select 1 from scan_records s where s.id = wanted.id)",
        [acknowledged],
      ).then(
        (rows) => rows.map(({ id }) => id),
        (error: Error) => [error.message],
      );
    await expect.poll(missing, { timeout: 60_000, interval: 500 }).toEqual([]);
    process.stdout.write(`${acknowledged.length} scans acknowledged, writes went on after ${seconds.join(", ")} s\n`);
  });
});
