import net from "node:net";

/** A TCP proxy in front of PostgreSQL that tests can disrupt. */
export interface DatabaseProxy {
  /** URL of the database through the proxy. */
  url: string;
  /** With `true`, holds back all data and connection ends; with `false`, forwards what was held back. */
  setUnresponsive(isUnresponsive: boolean): void;
  /** Delays all data by this many milliseconds. */
  delay(ms: number): void;
  /** Makes the open connections unresponsive; new ones work. */
  freeze(): void;
  /** Closes every connection. */
  cut(): void;
  /** Closes every connection and stops accepting new ones. */
  block(): Promise<void>;
  /** Accepts connections again. */
  listen(): Promise<void>;
}

interface Pair {
  ends: [net.Socket, net.Socket];
  isFrozen: boolean;
}

/** Opens a proxy to the server in this URL. */
export async function openDatabaseProxy(to: string): Promise<DatabaseProxy> {
  const target = new URL(to);
  const pairs = new Set<Pair>();
  let isUnresponsive = false;
  let delay = 0;
  let heldBack: (() => void)[] = [];

  function pass(pair: Pair, step: () => void): void {
    if (pair.isFrozen) return;
    if (isUnresponsive) heldBack.push(() => pass(pair, step));
    else if (delay > 0) setTimeout(step, delay);
    else step();
  }

  const server = net.createServer((near) => {
    const far = net.connect(Number(target.port), target.hostname);
    const pair: Pair = { ends: [near, far], isFrozen: false };
    pairs.add(pair);
    for (const [from, other] of [
      [near, far],
      [far, near],
    ] as const) {
      from.on("error", () => undefined);
      from.on("data", (piece) => pass(pair, () => other.writable && other.write(piece)));
      from.on("close", () => pass(pair, () => other.destroy()));
    }
  });
  let port = 0;
  const listen = () =>
    new Promise<void>((done) => {
      server.listen(port, "127.0.0.1", done);
    });
  await listen();
  port = (server.address() as net.AddressInfo).port;

  function cut(): void {
    for (const { ends } of pairs) for (const end of ends) end.destroy();
    pairs.clear();
    heldBack = [];
  }

  return {
    url: Object.assign(new URL(to), { port: String(port), hostname: "127.0.0.1" }).href,
    listen,
    cut,
    setUnresponsive(unresponsive) {
      isUnresponsive = unresponsive;
      const waiting = heldBack;
      heldBack = [];
      for (const step of waiting) step();
    },
    delay(ms) {
      delay = ms;
    },
    freeze() {
      for (const pair of pairs) pair.isFrozen = true;
    },
    async block() {
      const closed = new Promise<void>((done) => {
        server.close(() => done());
      });
      cut();
      await closed;
    },
  };
}
