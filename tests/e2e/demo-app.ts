import { rm } from "node:fs/promises";
import { freePort } from "../../bench/free-port.ts";
import { type FakeCarriers, startFakeCarriers } from "../../dev/fake-carriers.ts";
import { type MailSink, openMailSink } from "../mail-sink.ts";
import { databaseUrlOf, signalPostgres, startApp } from "../resilience/app-process.ts";
import { copyDataDir } from "../resilience/filled-data-dir.ts";
import { filled } from "./data-dir.setup.ts";

export interface DemoApp {
  url: string;
  mails: MailSink;
  /** What went to phones; each message is reported as delivered. */
  carriers: FakeCarriers;
  databaseUrl: string;
  /** Makes the database fall silent, and speak again. */
  setDatabaseSilent(isSilent: boolean): void;
  /** Errors that the server logged since this was last asked. */
  takeErrors(): string[];
  stop(): Promise<void>;
}

/** Whoever calls from this machine may say where they come from: so many people sign up from no single network. */
const proxies = "127.0.0.1/32,::1/128";

const isError = (line: string) => line.startsWith("{") && JSON.parse(line).level >= 50;

/** The built app as people run it: a process of its own with its own PostgreSQL, the demo data, and a mail server. */
export async function startDemoApp(): Promise<DemoApp> {
  const [port, mails, folder] = await Promise.all([freePort(), openMailSink(), copyDataDir(process.env[filled] ?? "")]);
  const url = `http://localhost:${port}`;
  const carriers = await startFakeCarriers({ appUrl: () => url, receipts: true });
  const app = await startApp({
    ...carriers.env,
    PORT: String(port),
    DATA_DIR: folder,
    SMTP_URL: mails.url,
    DEMO: "1",
    TRUSTED_PROXIES: proxies,
    // Public pages are sent as caches may keep them, whose scripts browsers judge in another way.
    CDN_SECONDS: "30",
  });
  // A browser test that is broken off must not leave a server behind.
  const end = () => void process.kill(app.pid);
  process.once("exit", end);
  let told = 0;
  return {
    // The name that the app gives itself in e-mails and QR codes when nobody sets PUBLIC_URL.
    url,
    mails,
    carriers,
    databaseUrl: await databaseUrlOf(folder),
    setDatabaseSilent: (isSilent) => signalPostgres(folder, isSilent ? "SIGSTOP" : "SIGCONT"),
    takeErrors() {
      // The last line may still be on its way.
      const errors = app.said().split("\n").slice(0, -1).filter(isError);
      const fresh = errors.slice(told);
      told = errors.length;
      return fresh;
    },
    async stop() {
      process.off("exit", end);
      await app.stop();
      await Promise.all([mails.close(), carriers.close()]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
