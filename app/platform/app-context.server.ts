import type pg from "pg";
import type { Logger } from "pino";
import { type Db, openDatabase } from "./db/connection/database.server.ts";
import { createDbHealth, type DbHealth } from "./db/connection/db-health.server.ts";
import { createListener, type Listener } from "./db/connection/listen.server.ts";
import { createPageCache, type PageCache } from "./fallback/page-cache.server.ts";
import { createSubmissionQueue, type SubmissionQueue } from "./fallback/submission-queue.server.ts";
import { createFiles, type Files } from "./files/files.server.ts";
import type { FinderLanguage } from "./i18n/finder-languages.ts";
import type { Translate } from "./i18n/words.ts";
import { type AnyJobKind, createJobs, type Jobs } from "./jobs/jobs.server.ts";
import { createLimits, type Limits } from "./limits/limits.server.ts";
import { createMailer, type Mailer } from "./mail/mailer.server.ts";
import { databaseTransitions, databaseUp } from "./metrics/metrics.server.ts";
import { createPhoneCarriers, type PhoneCarriers } from "./phone/phone-carriers.server.ts";
import type { Settings } from "./settings.server.ts";
import { createSiteSettingsCache, type SiteSettingsCache, siteSettingsTopic } from "./site-settings.server.ts";

export class Clock {
  readonly now: () => Date;

  constructor(now: () => Date = () => new Date()) {
    this.now = now;
  }

  /** Returns the time this many milliseconds ago. */
  ago(ms: number): Date {
    return this.in(-ms);
  }

  /** Returns the time in this many milliseconds. */
  in(ms: number): Date {
    return new Date(this.now().getTime() + ms);
  }
}

/**
 * Dependencies of commands and queries, created once at startup and passed as an argument. The only module-level state
 * is the shop's currency and shipping prices (`setShopTerms`), which every formatted price needs.
 */
export interface AppContext {
  settings: Settings & { secret: string };
  /** Settings of the panel; see `readSiteSettings`. */
  siteSettings: SiteSettingsCache;
  db: Db;
  /** The connection pool, for work outside the caller's transaction. */
  pool: pg.Pool;
  /** Connections and limits reserved for finders (see `withFinderPool`) and health checks. */
  reserved: { db: Db; pool: pg.Pool; limits: Limits };
  /** Database URL that bypasses any pooler, for long-lived connections: LISTEN, advisory locks, backups. */
  directUrl: string;
  /** Same, with the role that owns the tables; see `withOwnerRole`. */
  ownerUrl: string;
  jobs: Jobs;
  mail: Mailer;
  /** Carriers that deliver messages to phone numbers. */
  phone: PhoneCarriers;
  files: Files;
  limits: Limits;
  listener: Listener;
  /** What keeps working without the database. */
  fallback: { dbHealth: DbHealth; pageCache: PageCache; submissionQueue: SubmissionQueue };
  clock: Clock;
  /** Returns the translate function for server-side texts such as e-mails and push notifications. */
  translator: (language: FinderLanguage) => Translate;
  log: Logger;
}

/** Milliseconds after which a finder's statement is given up; the page is then served from its copy. */
const finderTimeoutMs = 5_000;

export interface OpenAppContext extends AppContext {
  /** Uses the database from now on, after a start without it. Throws if it cannot be reached; may be called again. */
  open(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens all connections of this process to a migrated database. `quiet` disables the job queue's maintenance. While the
 * database cannot be reached, `isDeferred` leaves them for `open()`; finders are served from copies until then.
 */
export async function createAppContext(
  settings: Settings & { secret: string },
  parts: {
    databaseUrl: string;
    /** See `AppContext.directUrl`. */
    directUrl?: string;
    /** See `AppContext.ownerUrl`. */
    ownerUrl?: string;
    log: Logger;
    jobKinds: AnyJobKind<AppContext>[];
    topics: string[];
    translator: AppContext["translator"];
    quiet?: boolean;
    isDeferred?: boolean;
  },
): Promise<OpenAppContext> {
  const directUrl = parts.directUrl ?? parts.databaseUrl;
  const { databaseConnections: connections } = settings;
  const onError = (error: Error) => parts.log.warn({ err: error }, "idle database connection failed");
  const { db, pool } = openDatabase(parts.databaseUrl, { max: connections.pages, min: 2, onError });
  // Opened in advance, so that they are available when the server has no free connections left.
  const reservedSize = { max: connections.reserved, min: connections.reserved };
  const reserved = openDatabase(parts.databaseUrl, { ...reservedSize, queryTimeoutMs: finderTimeoutMs, onError });
  const isDeferred = parts.isDeferred ?? false;
  const jobs = await createJobs(parts.databaseUrl, parts.jobKinds as AnyJobKind<never>[], {
    log: parts.log,
    connections: connections.jobs,
    isDeferred,
    ...(parts.quiet ? { quiet: true } : {}),
  });
  const listener = createListener(directUrl, [...parts.topics, siteSettingsTopic], parts.log);
  const mail = createMailer(settings, parts.log);
  const fallback = {
    dbHealth: createDbHealth(parts.databaseUrl, [pool, reserved.pool], { isDeferred }),
    pageCache: createPageCache(settings.dataDir),
    submissionQueue: createSubmissionQueue(settings.dataDir, (error) =>
      parts.log.error({ err: error }, "finder submissions cannot be written to DATA_DIR/offline-fallback"),
    ),
  };
  fallback.dbHealth.onDown(() => {
    databaseUp.set(0);
    databaseTransitions.inc({ to: "away" });
    parts.log.warn("the database does not respond; finders are served from cached pages");
  });
  fallback.dbHealth.onReturn(() => {
    databaseUp.set(1);
    databaseTransitions.inc({ to: "back" });
    parts.log.warn("the database responds again");
  });
  if (isDeferred) databaseUp.set(0);
  const siteSettings = createSiteSettingsCache(db, listener, parts.log);
  if (!isDeferred) await siteSettings.load(db);
  return {
    settings,
    siteSettings,
    db,
    pool,
    reserved: {
      db: reserved.db,
      pool: reserved.pool,
      limits: createLimits(reserved.pool, parts.log, settings.networkLimits),
    },
    directUrl,
    ownerUrl: parts.ownerUrl ?? directUrl,
    jobs,
    mail,
    phone: createPhoneCarriers(settings, parts.log),
    files: await createFiles(settings),
    limits: createLimits(pool, parts.log, settings.networkLimits),
    listener,
    fallback,
    clock: new Clock(),
    translator: parts.translator,
    log: parts.log,
    async open() {
      await jobs.open();
      // The pools stay closed until everything else is known.
      const first = openDatabase(parts.databaseUrl, { max: 1, onError });
      await siteSettings.load(first.db).finally(() => first.pool.end());
      await fallback.dbHealth.release();
    },
    async close() {
      siteSettings.close();
      await listener.close();
      await jobs.stop();
      mail.close();
      fallback.dbHealth.close();
      await pool.end();
      await reserved.pool.end();
      fallback.pageCache.close();
      fallback.submissionQueue.close();
    },
  };
}

/** Returns a copy of the context that uses the connections and limits reserved for finders. */
export function withFinderPool(ctx: AppContext): AppContext {
  return { ...ctx, db: ctx.reserved.db, limits: ctx.reserved.limits };
}
