import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import certificateForTests from "smtp-server/lib/tls-options.js";
import { freePort } from "../../bench/free-port.ts";

export type ProxyName = "nginx" | "HAProxy" | "Caddy";

export interface StartedProxy {
  /** URL of the site over TLS, whose certificate is self-signed; below, the address of plain HTTP. */
  site: string;
  plainSite: string;
  stop(): Promise<void>;
}

/** Program and Debian package of each proxy. */
const programs: Record<ProxyName, { names: string[]; version: string; package: string }> = {
  // Debian's path is not in a user's PATH.
  nginx: { names: ["/usr/sbin/nginx", "nginx"], version: "-v", package: "nginx-light" },
  HAProxy: { names: ["/usr/sbin/haproxy", "haproxy"], version: "-v", package: "haproxy" },
  Caddy: { names: ["/usr/bin/caddy", "caddy"], version: "version", package: "caddy" },
};

function find(name: ProxyName): string | null {
  const { names, version } = programs[name];
  return names.find((program) => spawnSync(program, [version]).status === 0) ?? null;
}

/**
 * Returns the path of a proxy's program. If it is missing, root on Debian installs it; otherwise null, except in CI,
 * where nothing may be left out.
 */
export function findProxy(name: ProxyName): string | null {
  const found = find(name);
  if (found) return found;
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const apt = (...args: string[]) => spawnSync("apt-get", args, { env, stdio: "ignore" });
  // Debian starts what it installs; only the program is wanted.
  if (process.getuid?.() === 0 && spawnSync("sh", ["-c", "test -e /etc/debian_version"]).status === 0) {
    apt("update");
    apt("install", "-y", "--no-install-recommends", programs[name].package);
  }
  const installed = find(name);
  if (!installed && process.env.CI)
    throw new Error(`${name} could not be installed (package ${programs[name].package})`);
  return installed;
}

interface Places {
  folder: string;
  port: number;
  plainPort: number;
  /** Ports of the app's processes. */
  ports: readonly number[];
}

const change = (text: string, from: string | RegExp, to: string) => {
  const changed = text.replaceAll(typeof from === "string" ? from : new RegExp(from, "g"), to);
  if (changed === text) throw new Error(`The file in deploy/ does not contain ${from}`);
  return changed;
};

/** Writes a proxy's file of `deploy/` with the addresses of a test in place of its own; nothing else is changed. */
const writers: Record<ProxyName, (shipped: string, places: Places) => Promise<{ file: string; args: string[] }>> = {
  async nginx(shipped, { folder, port, plainPort, ports }) {
    let own = change(shipped, "listen 443 ssl", `listen 127.0.0.1:${port} ssl`);
    own = change(own, "listen 80;", `listen 127.0.0.1:${plainPort};`);
    own = change(own, / {4}listen \[::\].*\n/, "");
    own = change(own, "server_name aleef.example;", "server_name 127.0.0.1;");
    own = change(own, "/etc/nginx/", `${folder}/`);
    own = change(own, "/var/cache/aleef", `${folder}/cache`);
    const asServers = (rest: string) => ports.map((one) => `    server 127.0.0.1:${one} ${rest};\n`).join("");
    own = change(own, /(?: {4}server 127\S+ max_fails=1.*\n)+/, asServers("max_fails=1 fail_timeout=2s"));
    own = change(own, /(?: {4}server 127\S+ max_fails=0.*\n)+/, asServers("max_fails=0 backup"));
    const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
      (one) => `${one}_temp_path ${folder}/${one};`,
    );
    const file = path.join(folder, "nginx.conf");
    await writeFile(
      file,
      `daemon off; pid ${folder}/pid; error_log ${folder}/error.log;\nevents {}\nhttp { access_log off; ${temporary.join(" ")}\n${own}\n}\n`,
    );
    return { file, args: ["-p", folder, "-c", file] };
  },
  async HAProxy(shipped, { folder, port, plainPort, ports }) {
    let own = change(shipped, "bind :::443 v4v6", `bind 127.0.0.1:${port}`);
    own = change(own, "bind :::80 v4v6", `bind 127.0.0.1:${plainPort}`);
    own = change(own, "/etc/haproxy/", `${folder}/`);
    const servers = ports.map((one, at) => `    server number${at} 127.0.0.1:${one}\n`).join("");
    own = change(own, /(?: {4}server .*\n)+/, servers);
    const file = path.join(folder, "haproxy.cfg");
    await writeFile(file, own);
    return { file, args: ["-db", "-f", file] };
  },
  async Caddy(shipped, { folder, port, plainPort, ports }) {
    let own = change(shipped, "127.0.0.1:3001 127.0.0.1:3002", ports.map((one) => `127.0.0.1:${one}`).join(" "));
    own = change(own, "aleef.example {", `https://127.0.0.1:${port} {\n\ttls ${folder}/aleef.crt ${folder}/aleef.key`);
    const file = path.join(folder, "Caddyfile");
    await writeFile(file, `{\n\tadmin off\n\thttp_port ${plainPort}\n\thttps_port ${port}\n}\n${own}`);
    return { file, args: ["run", "--config", file, "--adapter", "caddyfile"] };
  },
};

const files: Record<ProxyName, string> = { nginx: "nginx.conf", HAProxy: "haproxy.cfg", Caddy: "Caddyfile" };

/**
 * Starts a proxy with its file of `deploy/` in front of the app's processes on these ports. Its port is chosen unless
 * given, because the processes must know their public URL before.
 */
export async function startProxy(
  name: ProxyName,
  program: string,
  { ports, port }: { ports: readonly number[]; port?: number },
): Promise<StartedProxy> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "aleef-proxy-"));
  // nginx's workers run as another user when started by root.
  await chmod(folder, 0o755);
  const { key, cert } = certificateForTests();
  await writeFile(path.join(folder, "aleef.crt"), `${cert}`);
  await writeFile(path.join(folder, "aleef.key"), `${key}`);
  await writeFile(path.join(folder, "aleef.pem"), `${cert}\n${key}`);
  const places = { folder, port: port ?? (await freePort()), plainPort: await freePort(), ports };
  const shipped = await readFile(path.resolve("deploy", files[name]), "utf8");
  const { args } = await writers[name](shipped, places);
  const child: ChildProcess = spawn(program, args, {
    stdio: "ignore",
    env: { ...process.env, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
  });
  const ended = new Promise((done) => child.once("close", done));
  return {
    site: `https://127.0.0.1:${places.port}`,
    plainSite: `http://127.0.0.1:${places.plainPort}`,
    async stop() {
      child.kill();
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
