import net from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import tls from "node:tls";
import pg from "pg";
import { parse } from "pg-connection-string";
import { explainConnectionError } from "./connection-errors.ts";

interface Host {
  host: string;
  port: number;
}

const several = /^(postgres(?:ql)?:\/\/(?:[^@/]*@)?)([^@/?,]*,[^@/?]*)([/?].*)?$/;

/** Of each list of servers the one that was the primary last. */
const chosen = new Map<string, number>();

/** Returns the servers of a URL such as `postgres://user:password@one:5432,two:5433/aleef`, as libpq reads it; none for one server. */
export function listHosts(url: string): Host[] {
  const [, , hosts = ""] = several.exec(url) ?? [];
  if (!hosts) return [];
  return hosts.split(",").map((text) => {
    const { hostname, port } = new URL(`tcp://${text}`);
    return { host: hostname.replace(/^\[|\]$/g, ""), port: Number(port || 5432) };
  });
}

/** Servers that several URLs share, whatever the role, are one list. */
const keyOf = (url: string) => several.exec(url)?.[2] ?? "";

/** Takes the next server from now on, unless somebody else has turned away from this one already. */
function chooseNextHost(url: string, at: number): void {
  const key = keyOf(url);
  const { length } = listHosts(url);
  if (length > 0 && (chosen.get(key) ?? 0) === at) chosen.set(key, (at + 1) % length);
}

/** A socket that connects to the chosen server, whichever it is by then; one that cannot be reached is chosen no more. */
class ChosenSocket extends net.Socket {
  readonly #url: string;
  #at = 0;

  constructor(url: string) {
    super();
    this.#url = url;
  }

  // The driver names the first server of the list.
  override connect(): this {
    this.#at = chosen.get(keyOf(this.#url)) ?? 0;
    let isOpen = false;
    this.once("connect", () => {
      isOpen = true;
    });
    for (const event of ["error", "close"])
      this.once(event, () => {
        if (!isOpen) this.chooseNext();
      });
    const { host, port } = listHosts(this.#url)[this.#at]!;
    return super.connect(port, host);
  }

  chooseNext(): void {
    chooseNextHost(this.#url, this.#at);
  }
}

/** Says that what this socket leads to is not the primary. */
export function markNotPrimary(socket: net.Socket): void {
  if (socket instanceof ChosenSocket) socket.chooseNext();
}

/** Opens the socket for a connection to this URL. */
export function openSocket(url: string): net.Socket {
  return listHosts(url).length > 0 ? new ChosenSocket(url) : new net.Socket();
}

interface Connection {
  connectionString: string;
  stream?: () => net.Socket;
  ssl?: tls.ConnectionOptions;
}

/**
 * The TLS of a URL with several servers: the driver would compare every certificate with the first server's name, so
 * the one of any of them will do.
 */
function withTls(connectionString: string, hosts: Host[]): Pick<Connection, "connectionString" | "ssl"> {
  const { ssl } = parse(connectionString) as { ssl?: tls.ConnectionOptions | boolean };
  if (typeof ssl !== "object" || ssl.rejectUnauthorized === false) return { connectionString };
  const address = new URL(connectionString);
  for (const name of ["ssl", "sslmode", "sslrootcert", "sslcert", "sslkey"]) address.searchParams.delete(name);
  const checkServerIdentity: tls.ConnectionOptions["checkServerIdentity"] = (_first, certificate) => {
    const faults = hosts.map(({ host }) => tls.checkServerIdentity(host, certificate));
    return faults.includes(undefined) ? undefined : faults[0];
  };
  return { connectionString: address.href, ssl: { ...ssl, checkServerIdentity } };
}

/** What the driver needs to connect to the database of this URL, or to the primary among its servers. */
export function getConnectionOptions(url: string): Connection {
  const [, start = "", , rest = ""] = several.exec(url) ?? [];
  const [first] = listHosts(url);
  if (!first) return { connectionString: url };
  const host = net.isIPv6(first.host) ? `[${first.host}]` : first.host;
  // Ours to know; the driver would not understand it.
  const end = rest.replace(/([?&])target_session_attrs=[^&]*&?/, "$1").replace(/[?&]$/, "");
  return { ...withTls(`${start}${host}:${first.port}${end}`, listHosts(url)), stream: () => openSocket(url) };
}

/**
 * Finds the primary among the servers of a URL, in at most `seconds`; returns at once where there is one server. Throws when
 * none of them takes writes.
 */
export async function findPrimary(url: string, seconds = 60): Promise<void> {
  const hosts = listHosts(url);
  const reasons = new Set<string>();
  for (let round = 0; hosts.length > 0; round++) {
    const socket = openSocket(url);
    const client = new pg.Client({
      ...getConnectionOptions(url),
      stream: () => socket,
      connectionTimeoutMillis: 3_000,
    });
    client.on("error", () => undefined);
    try {
      await client.connect();
      const { rows } = await client.query("select pg_is_in_recovery() as standby");
      if (!rows[0].standby) return;
      markNotPrimary(socket);
    } catch (error) {
      reasons.add(explainConnectionError(error));
      markNotPrimary(socket);
    } finally {
      client.end().catch(() => undefined);
    }
    if (round >= seconds) {
      const names = hosts.map(({ host, port }) => `${host}:${port}`).join(", ");
      const why = reasons.size > 0 ? ` (${[...reasons].join("; ")})` : "";
      throw new Error(`None of the servers of DATABASE_URL takes writes: ${names}${why}.`);
    }
    if (round % hosts.length === hosts.length - 1) await pause(hosts.length * 1_000);
  }
}
