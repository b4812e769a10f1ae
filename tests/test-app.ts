import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { sql } from "drizzle-orm";
import { type Logger, pino } from "pino";
import { afterAll, onTestFinished, TestRunner } from "vitest";
import { jobKinds, topics } from "#app/jobs.server.ts";
import { getTranslator } from "#app/locales/words.server.ts";
import { type AppContext, Clock, createAppContext, type OpenAppContext } from "#app/platform/app-context.server.ts";
import { getRoles } from "#app/platform/db/embedded/embedded-postgres.server.ts";
import type { Email, Mailer } from "#app/platform/mail/mailer.server.ts";
import type { Carrier, CarrierMessage, CarrierName } from "#app/platform/phone/carrier.server.ts";
import type { PhoneCarriers } from "#app/platform/phone/phone-carriers.server.ts";
import { readSettings } from "#app/platform/settings.server.ts";
import { type SomeSettings, storeSiteSettings } from "./site-settings.ts";
import { copyDatabase } from "./test-database.ts";

export interface TestApp {
  ctx: AppContext;
  /** Sent e-mails, oldest first. */
  emails: Email[];
  /** Messages sent to phones, oldest first. Both carriers accept everything and report nothing. */
  phoneMessages: (CarrierMessage & { carrier: CarrierName })[];
  /** Sets the context's clock. */
  setNow(when: Date | string): void;
  /**
   * Runs all waiting jobs, including those created by other jobs. Returns their number. Calls wait for each other,
   * because one that finds no job waiting would return while another still works.
   */
  runJobs(): Promise<number>;
  /** URL of the database as superuser. */
  databaseUrl: string;
}

export const testSecret = "test-secret-test-secret-test-secret-00";
const started = new Date("2026-11-21T12:00:00Z");

/** Runs the function once the running test, or the test file that is being loaded, has finished; last added, first run. */
export const afterwards = (close: () => Promise<void>) =>
  TestRunner.getCurrentTest() ? onTestFinished(close) : afterAll(close);

/**
 * Creates an app context for a test file or a test with a copied database, captured e-mails, temporary files and a
 * settable clock. It is closed after it.
 */
export async function createTestApp(
  options: {
    env?: Record<string, string>;
    /** Settings of the panel. */
    site?: SomeSettings;
    log?: Logger;
    mail?: Mailer;
    phone?: PhoneCarriers;
  } = {},
): Promise<TestApp> {
  const copy = await copyDatabase();
  const folder = await mkdtemp(path.join(os.tmpdir(), "aleef-test-"));
  const settings = readSettings(
    { PUBLIC_URL: "http://localhost:3000", DATA_DIR: folder, ...options.env },
    { root: process.cwd(), mode: "test" },
  );
  if (options.site) await storeSiteSettings(copy.url, options.site);
  let now = started;
  let jobsRun: Promise<number> = Promise.resolve(0);
  const emails: Email[] = [];
  const { url, ownerUrl } = getRoles(copy.url);
  const opened: OpenAppContext = await createAppContext(
    { ...settings, secret: testSecret },
    {
      databaseUrl: url,
      ownerUrl,
      log: options.log ?? pino({ level: "silent" }),
      jobKinds,
      topics,
      translator: getTranslator,
      quiet: true,
    },
  );
  const caught: Mailer = {
    kind: "outbox",
    async send(message) {
      emails.push(message);
    },
    findProblem: async () => null,
    close: () => undefined,
  };
  const phoneMessages: TestApp["phoneMessages"] = [];
  const carrierOf = (name: CarrierName): Carrier => ({
    name,
    kind: "provider",
    async send(message) {
      phoneMessages.push({ ...message, carrier: name });
      return { providerId: `${name}.${message.id}` };
    },
  });
  const phone = options.phone ?? { whatsapp: carrierOf("whatsapp"), sms: carrierOf("sms") };
  const ctx: AppContext = { ...opened, mail: options.mail ?? caught, phone, clock: new Clock(() => now) };
  afterwards(async () => {
    await opened.close();
    await copy.drop();
    await rm(folder, { recursive: true, force: true });
  });
  return {
    ctx,
    emails,
    phoneMessages,
    databaseUrl: copy.url,
    setNow: (when) => {
      now = new Date(when);
    },
    runJobs() {
      const run = jobsRun.then(() => runJobs(ctx));
      jobsRun = run.catch(() => 0);
      return run;
    },
  };
}

/** Returns the names of the queues with jobs that are due, because asking every queue would cost most of the time. */
async function listDueQueues(ctx: AppContext): Promise<Set<string>> {
  const { rows } = await ctx.db.execute<{ name: string }>(
    sql`select distinct name from jobs.job where state in ('created', 'retry') and start_after <= now()`,
  );
  return new Set(rows.map(({ name }) => name));
}

async function runJobs(ctx: AppContext): Promise<number> {
  let ran = 0;
  for (let found = true; found; ) {
    found = false;
    // Jobs in the future by the context's clock may be due by the database's real clock, so they are postponed while
    // jobs run.
    await ctx.db.execute(
      sql`update jobs.job set start_after = start_after + interval '100 years'
           where state = 'created' and start_after < created_on and start_after > ${ctx.clock.now().toISOString()}::timestamptz`,
    );
    let due = await listDueQueues(ctx);
    for (const kind of jobKinds) {
      if (!due.has(kind.name)) continue;
      const jobs = await ctx.jobs.boss.fetch<object>(kind.name, { batchSize: 50, includeMetadata: true });
      // A batch is unordered, whereas workers fetch one job at a time, the highest priority first.
      for (const job of jobs.toSorted((one, other) => other.priority - one.priority)) {
        found = true;
        ran++;
        try {
          await kind.work(ctx, job.data, { attempt: job.retryCount + 1, isLast: job.retryCount >= job.retryLimit });
          await ctx.jobs.boss.complete(kind.name, job.id);
        } catch (error) {
          await ctx.jobs.boss.fail(kind.name, job.id, { message: String(error) });
        }
      }
      due = await listDueQueues(ctx);
    }
  }
  await ctx.db.execute(
    sql`update jobs.job set start_after = start_after - interval '100 years' where start_after > now() + interval '90 years'`,
  );
  return ran;
}
