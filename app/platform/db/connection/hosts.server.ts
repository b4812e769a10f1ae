import net from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import tls from "node:tls";
import pg from "pg";
import { parse } from "pg-connection-string";

interface Host {
  host: string;
  port: number;
}

const multiHostUrl = /^(postgres(?:ql)?:\/\/(?:[^@/]*@)?)([^@/?,]*,[^@/?]*)([/?].*)?$/;

/** For each list of servers, the index of the one currently used as primary. */
const chosenHosts = new Map<string, number>();

/**
 * Returns the servers of a URL such as `postgres://user:password@one:5432,two:5433/aleef`, parsed as by libpq; an empty
 * list for a single server.
 */
export function listHosts(url: string): Host[] {
  const [, , hosts = ""] = multiHostUrl.exec(url) ?? [];
  if (!hosts) return [];
  return hosts.split(",").map((text) => {
    const { hostname, port } = new URL(`tcp://${text}`);
    return { host: hostname.replace(/^\[|\]$/g, ""), port: Number(port || 5432) };
  });
}

/** URLs with the same servers share one entry, whatever their role. */
const keyOf = (url: string) => multiHostUrl.exec(url)?.[2] ?? "";

/** Switches to the next server, unless another caller has already switched away from this one. */
function chooseNextHost(url: string, at: number): void {
  const key = keyOf(url);
  const { length } = listHosts(url);
  if (length > 0 && (chosenHosts.get(key) ?? 0) === at) chosenHosts.set(key, (at + 1) % length);
}

/** Socket that connects to the currently chosen server; switches to the next one if it cannot connect. */
class ChosenSocket extends net.Socket {
  readonly #url: string;
  #at = 0;

  constructor(url: string) {
    super();
    this.#url = url;
  }

  // Ignores the host that the driver passes, which is the first of the list.
  override connect(): this {
    this.#at = chosenHosts.get(keyOf(this.#url)) ?? 0;
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

/** Records that the server behind this socket is not the primary. */
export function markNotPrimary(socket: net.Socket): void {
  if (socket instanceof ChosenSocket) socket.chooseNext();
}

/** Creates the socket for a connection to this URL. */
export function openSocket(url: string): net.Socket {
  return listHosts(url).length > 0 ? new ChosenSocket(url) : new net.Socket();
}

interface Connection {
  connectionString: string;
  stream?: () => net.Socket;
  ssl?: tls.ConnectionOptions;
}

/**
 * Returns the TLS options of a URL with several servers. The driver would compare every certificate with the first
 * server's name; this accepts a certificate for any of the listed names.
 */
function withTls(connectionString: string, hosts: Host[]): Pick<Connection, "connectionString" | "ssl"> {
  const { ssl } = parse(connectionString) as { ssl?: tls.ConnectionOptions | boolean };
  if (typeof ssl !== "object" || ssl.rejectUnauthorized === false) return { connectionString };
  const address = new URL(connectionString);
  for (const name of ["ssl", "sslmode", "sslrootcert", "sslcert", "sslkey"]) address.searchParams.delete(name);
  const checkServerIdentity: tls.ConnectionOptions["checkServerIdentity"] = (_first, certificate) => {
    const errors = hosts.map(({ host }) => tls.checkServerIdentity(host, certificate));
    return errors.includes(undefined) ? undefined : errors[0];
  };
  return { connectionString: address.href, ssl: { ...ssl, checkServerIdentity } };
}

/**
 * Returns the driver's options for connecting to the database of this URL, or to the primary if it lists several
 * servers.
 */
export function getConnectionOptions(url: string): Connection {
  const [, start = "", , rest = ""] = multiHostUrl.exec(url) ?? [];
  const [first] = listHosts(url);
  if (!first) return { connectionString: url };
  const host = net.isIPv6(first.host) ? `[${first.host}]` : first.host;
  // Handled here; the driver does not know this parameter.
  const end = rest.replace(/([?&])target_session_attrs=[^&]*&?/, "$1").replace(/[?&]$/, "");
  return { ...withTls(`${start}${host}:${first.port}${end}`, listHosts(url)), stream: () => openSocket(url) };
}

/**
 * Finds the primary among the servers of a URL within about `seconds`; returns immediately for a single server. Throws
 * if no server accepts writes.
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
      reasons.add(formatConnectionError(error));
      markNotPrimary(socket);
    } finally {
      client.end().catch(() => undefined);
    }
    if (round >= seconds) {
      const names = hosts.map(({ host, port }) => `${host}:${port}`).join(", ");
      const why = reasons.size > 0 ? ` (${[...reasons].join("; ")})` : "";
      throw new Error(`None of the servers of DATABASE_URL accepts writes: ${names}${why}.`);
    }
    if (round % hosts.length === hosts.length - 1) await pause(hosts.length * 1_000);
  }
}

const untrusted = [
  "SELF_SIGNED_CERT_IN_CHAIN",
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
  "UNABLE_TO_GET_ISSUER_CERT",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "CERT_SIGNATURE_FAILURE",
];

/**
 * Returns a readable reason why a connection failed, and for TLS errors which parameter to set. Never contains the URL,
 * which includes a password.
 */
export function formatConnectionError(error: unknown): string {
  const { code = "", message = "", path } = error as NodeJS.ErrnoException;
  if (path && code.startsWith("E")) return `the file ${path}, which its address names, cannot be read: ${code}`;
  if (code === "ERR_TLS_CERT_ALTNAME_INVALID")
    return "its certificate is for another host name: use a name that stands in it";
  if (untrusted.includes(code))
    return `its certificate is signed by nobody known here: sslrootcert=/path/to/ca.crt names the right CA (${code})`;
  if (code === "CERT_HAS_EXPIRED") return "its certificate has expired";
  if (/does not support SSL/.test(message)) return "it does not speak TLS: switch ssl on there, or sslmode=disable";
  if (code === "28000" && /no encryption|SSL off/.test(message))
    return "it takes encrypted connections only: sslmode=verify-full";
  return code || message;
}
