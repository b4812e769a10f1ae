import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { freePort } from "../../bench/free-port.ts";
import { type MailSink, openMailSink } from "./mail-sink.ts";

export interface AppProcess {
  url: string;
  mails: MailSink;
  /** Errors that the server logged since this was last asked. */
  takeFaults(): string[];
  stop(): Promise<void>;
}

const root = path.resolve(import.meta.dirname, "../..");

/** The built app as people run it: a process of its own with its own PostgreSQL, the demo world, and a mail server. */
export async function startApp(): Promise<AppProcess> {
  const [port, mails, folder] = await Promise.all([
    freePort(),
    openMailSink(),
    mkdtemp(path.join(os.tmpdir(), "aleef-journey-")),
  ]);
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", "server.ts"], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PORT: String(port),
      DATA_DIR: folder,
      SMTP_URL: mails.url,
      DEMO: "1",
      LOG_LEVEL: "warn",
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const kill = () => void child.kill();
  process.once("exit", kill);
  const ended = once(child, "exit");
  const said: string[] = [];
  const faults: string[] = [];
  const ready = Promise.withResolvers<void>();
  child.stderr.on("data", (piece) => said.push(String(piece)));
  createInterface({ input: child.stdout }).on("line", (line) => {
    said.push(line);
    if (line.includes("Aleef is ready")) ready.resolve();
    if (line.startsWith("{") && JSON.parse(line).level >= 50) faults.push(line);
  });
  child.on("exit", (code) => ready.reject(new Error(`The server ended with ${code}:\n${said.join("\n")}`)));
  await ready.promise;

  return {
    url: `http://localhost:${port}`,
    mails,
    takeFaults: () => faults.splice(0),
    async stop() {
      process.off("exit", kill);
      kill();
      await ended;
      await mails.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
