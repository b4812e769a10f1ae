import net from "node:net";
import { pino } from "pino";
import { afterAll, beforeAll, expect, inject, test, vi } from "vitest";
import { openDatabase } from "./database.server.ts";
import { Away, openReach, type Reach } from "./reach.server.ts";

/** The way to the database, which can be blocked or made silent. */
async function openWay(to: URL) {
  const pairs = new Set<[net.Socket, net.Socket]>();
  let isSilent = false;
  const server = net.createServer((near) => {
    const far = net.connect(Number(to.port), to.hostname);
    pairs.add([near, far]);
    for (const socket of [near, far]) socket.on("error", () => undefined);
    near.on("close", () => far.destroy());
    far.on("close", () => near.destroy());
    near.on("data", (piece) => isSilent || far.write(piece));
    far.on("data", (piece) => near.write(piece));
  });
  let port = 0;
  const listen = () =>
    new Promise<void>((done) => {
      server.listen(port, "127.0.0.1", done);
    });
  await listen();
  port = (server.address() as net.AddressInfo).port;
  const cut = () => {
    for (const [near, far] of pairs) {
      near.destroy();
      far.destroy();
    }
    pairs.clear();
  };
  return {
    url: Object.assign(new URL(to), { port: String(port), hostname: "127.0.0.1" }).href,
    listen,
    silence: (silent: boolean) => {
      isSilent = silent;
    },
    cut,
    block: () => {
      const closed = new Promise((done) => server.close(done));
      cut();
      return closed;
    },
  };
}

let way: Awaited<ReturnType<typeof openWay>>;
let reach: Reach;
let pool: ReturnType<typeof openDatabase>["pool"];
const one = () => reach.ask(() => pool.query("select 1 as one"));

beforeAll(async () => {
  way = await openWay(new URL(inject("databaseUrl")));
  pool = openDatabase(way.url).pool;
  pool.on("error", () => undefined);
  reach = openReach(way.url, pino({ level: "silent" }));
});

afterAll(async () => {
  reach.close();
  way.cut();
  await way.block();
  await pool.end();
});

test("a database that refuses is away at once, nobody waits while it is, and it is noticed when it is back", async () => {
  const onReturn = vi.fn();
  reach.onReturn(onReturn);
  expect((await one()).rows).toEqual([{ one: 1 }]);
  await way.block();
  await expect(one()).rejects.toBeInstanceOf(Away);
  expect(reach.awaySince()).toBeInstanceOf(Date);
  const work = vi.fn(() => Promise.resolve());
  await expect(reach.ask(work)).rejects.toBeInstanceOf(Away);
  expect(work).not.toHaveBeenCalled();
  await way.listen();
  await vi.waitFor(() => expect(reach.awaySince()).toBeNull(), { timeout: 5_000 });
  expect(onReturn).toHaveBeenCalledTimes(1);
  expect((await one()).rows).toEqual([{ one: 1 }]);
});

test("a database that falls silent is away after two seconds; what was asked then may still come to its end", async () => {
  await one();
  way.silence(true);
  const began = performance.now();
  await expect(one()).rejects.toBeInstanceOf(Away);
  expect(performance.now() - began).toBeLessThan(4_000);
  way.silence(false);
  // What was sent into the silence is lost here, so these connections are of no use any more.
  way.cut();
  await vi.waitFor(() => expect(reach.awaySince()).toBeNull(), { timeout: 10_000 });
});

test("one that takes nothing is away, and is not asked without end while it answers and fails again", async () => {
  const full = () => reach.ask(() => Promise.reject(Object.assign(new Error("no space left"), { code: "53100" })));
  await expect(full()).rejects.toBeInstanceOf(Away);
  await vi.waitFor(() => expect(reach.awaySince()).toBeNull(), { timeout: 10_000 });
  const began = performance.now();
  await expect(full()).rejects.toBeInstanceOf(Away);
  await vi.waitFor(() => expect(reach.awaySince()).toBeNull(), { timeout: 10_000 });
  expect(performance.now() - began).toBeGreaterThan(1_500);
});

test("a database that says no is there", async () => {
  await expect(reach.ask(() => pool.query("select 1/0"))).rejects.toMatchObject({ code: "22012" });
  await expect(reach.ask(() => Promise.reject(new Error("of another kind")))).rejects.toThrow("of another kind");
  expect(reach.awaySince()).toBeNull();
});
