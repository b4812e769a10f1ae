import { rm } from "node:fs/promises";
import { freePort } from "../../bench/free-port.ts";
import { type FakeCarriers, startFakeCarriers } from "../../dev/fake-carriers.ts";
import { type MailSink, openMailSink } from "../mail-sink.ts";
import { databaseUrlOf, signalPostgres, startApp } from "../resilience/app-process.ts";
import { copyDataDir } from "../resilience/filled-data-dir.ts";
import { dataDirVariable } from "./data-dir.setup.ts";

export interface DemoApp {
  url: string;
  mails: MailSink;
  /** Carriers that received the messages to phones. Each message is reported as delivered. */
  carriers: FakeCarriers;
  databaseUrl: string;
  /** Suspends or resumes the database server's processes. */
  setDatabasePaused(isPaused: boolean): void;
  /** Returns the errors that the server has logged since the last call. */
  takeErrors(): string[];
  stop(): Promise<void>;
}

/**
 * Clients on this machine may set their own address, since the sign-up limit allows fewer accounts per network than the
 * tests create.
 */
const proxies = "127.0.0.1/32,::1/128";

const isError = (line: string) => line.startsWith("{") && JSON.parse(line).level >= 50;

/**
 * Starts the built app as in production: in a process of its own with an embedded PostgreSQL, demo data and a mail
 * server. `more` are further settings; with `PUBLIC_URL`, `url` is the app's own address.
 */
export async function startDemoApp(more: Record<string, string> = {}): Promise<DemoApp> {
  const [port, mails, folder] = await Promise.all([
    freePort(),
    openMailSink(),
    copyDataDir(process.env[dataDirVariable] ?? ""),
  ]);
  const url = `http://localhost:${port}`;
  const carriers = await startFakeCarriers({ appUrl: () => url, receipts: true });
  const app = await startApp({
    ...carriers.env,
    PORT: String(port),
    DATA_DIR: folder,
    SMTP_URL: mails.url,
    DEMO: "1",
    TRUSTED_PROXIES: proxies,
    // Public pages are sent in their cacheable form, whose scripts are allowed by hash.
    CDN_SECONDS: "30",
    ...more,
  });
  // Stops the server when the test run is aborted.
  const kill = () => void process.kill(app.pid);
  process.once("exit", kill);
  let reported = 0;
  let end: number | string | undefined;
  void app.ended.then((code) => {
    end = code;
  });
  return {
    // The app uses this URL in e-mails and QR codes when PUBLIC_URL is not set.
    url,
    mails,
    carriers,
    databaseUrl: await databaseUrlOf(folder),
    setDatabasePaused: (isPaused) => signalPostgres(folder, isPaused ? "SIGSTOP" : "SIGCONT"),
    takeErrors() {
      // The last line may be incomplete.
      if (end !== undefined) return [`The app has ended (${end}). Its last output:\n${app.output().slice(-4_000)}`];
      const errors = app.output().split("\n").slice(0, -1).filter(isError);
      const fresh = errors.slice(reported);
      reported = errors.length;
      return fresh;
    },
    async stop() {
      process.off("exit", kill);
      await app.stop();
      await Promise.all([mails.close(), carriers.close()]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
