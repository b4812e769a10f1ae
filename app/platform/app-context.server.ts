import type pg from "pg";
import type { Logger } from "pino";
import { type Db, openDatabase } from "./db/connection/database.server.ts";
import { createListener, type Listener } from "./db/connection/listen.server.ts";
import { createDbHealth, type DbHealth, mergeHealth } from "./db/health/db-health.server.ts";
import { createPageCache, type PageCache } from "./db/health/page-cache.server.ts";
import { createSubmissionQueue, type SubmissionQueue } from "./db/health/submission-queue.server.ts";
import { createReplica, type Replica } from "./db/replica/replica.server.ts";
import { createFiles, type Files } from "./files/files.server.ts";
import { createLimits, type Limits } from "./http/limits/limits.server.ts";
import type { Language } from "./i18n/language.ts";
import { setShopTerms } from "./i18n/money.rules.ts";
import type { Translate } from "./i18n/words.ts";
import { type AnyJobKind, createJobs, type Jobs } from "./jobs/jobs.server.ts";
import { createMailer, type Mailer } from "./mail/mailer.server.ts";
import { databaseTransitions, databaseUp } from "./metrics/metrics.server.ts";
import { createPhoneCarriers, type PhoneCarriers } from "./phone/phone-carriers.server.ts";
import type { Settings } from "./settings.server.ts";

export interface Clock {
  now(): Date;
}

/**
 * What commands need beyond their own arguments. Built once at start and passed on. The one module global is the shop's
 * currency and shipping (`setShopTerms`), which every text with a price reads.
 */
export interface AppContext {
  settings: Settings & { secret: string };
  db: Db;
  /** The pool itself, for work outside the caller's transaction. */
  pool: pg.Pool;
  /** Connections and limits reserved for finders (see `forFinders`) and health checks. */
  reserved: { db: Db; pool: pg.Pool; limits: Limits };
  /** The database's URL past any pooler, for connections that are held: LISTEN, advisory locks, backups. */
  directUrl: string;
  /** The same with the role that owns the tables; see `asOwner`. */
  ownerUrl: string;
  /** A replica for reading, if there is one; `replica-routing.server.ts` decides which pages use it. */
  replica: Replica | null;
  jobs: Jobs;
  mail: Mailer;
  /** What carries messages to phone numbers. */
  phone: PhoneCarriers;
  files: Files;
  limits: Limits;
  listener: Listener;
  /** What works without the database. */
  fallback: { dbHealth: DbHealth; pageCache: PageCache; submissionQueue: SubmissionQueue };
  clock: Clock;
  /** Translates texts on the server, for e-mails and pushes. */
  translator: (language: Language) => Translate;
  log: Logger;
}

export interface OpenAppContext extends AppContext {
  close(): Promise<void>;
}

/** Opens all connections of this process to a migrated database. `quiet` leaves out the queue's maintenance. */
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
    channels: string[];
    translator: AppContext["translator"];
    quiet?: boolean;
  },
): Promise<OpenAppContext> {
  setShopTerms(settings.shop);
  const directUrl = parts.directUrl ?? parts.databaseUrl;
  const { databaseConnections: connections } = settings;
  const onError = (error: Error) => parts.log.warn({ err: error }, "an idle database connection broke");
  const { db, pool } = openDatabase(parts.databaseUrl, { max: connections.pages, min: 2, onError });
  // Kept open, so that they work when the server has no connections left.
  const reservedSize = { max: connections.reserved, min: connections.reserved };
  const reserved = openDatabase(parts.databaseUrl, { ...reservedSize, onError });
  const jobs = await createJobs(parts.databaseUrl, parts.jobKinds as AnyJobKind<never>[], {
    log: parts.log,
    connections: connections.jobs,
    ...(parts.quiet ? { quiet: true } : {}),
  });
  const replica = settings.databaseReadUrl
    ? createReplica(settings.databaseReadUrl, pool, parts.log, connections.pages)
    : null;
  const listener = createListener(directUrl, parts.channels, parts.log);
  const mail = createMailer(settings, parts.log);
  const fallback = {
    dbHealth: createDbHealth(parts.databaseUrl, mergeHealth([pool, reserved.pool])),
    pageCache: createPageCache(settings.dataDir),
    submissionQueue: createSubmissionQueue(settings.dataDir, (error) =>
      parts.log.error({ err: error }, "what finders send cannot be written to DATA_DIR/offline-fallback"),
    ),
  };
  fallback.dbHealth.onDown(() => {
    databaseUp.set(0);
    databaseTransitions.inc({ to: "away" });
    parts.log.warn("the database does not answer; finders are served from the last known copies");
  });
  fallback.dbHealth.onReturn(() => {
    databaseUp.set(1);
    databaseTransitions.inc({ to: "back" });
    parts.log.warn("the database answers again");
  });
  return {
    settings,
    db,
    pool,
    reserved: {
      db: reserved.db,
      pool: reserved.pool,
      limits: createLimits(reserved.pool, parts.log, settings.networkLimits),
    },
    replica,
    directUrl,
    ownerUrl: parts.ownerUrl ?? directUrl,
    jobs,
    mail,
    phone: createPhoneCarriers(settings, parts.log),
    files: await createFiles(settings),
    limits: createLimits(pool, parts.log, settings.networkLimits),
    listener,
    fallback,
    clock: { now: () => new Date() },
    translator: parts.translator,
    log: parts.log,
    async close() {
      await listener.close();
      await jobs.stop();
      mail.close();
      fallback.dbHealth.close();
      await replica?.close();
      await pool.end();
      await reserved.pool.end();
      fallback.pageCache.close();
      fallback.submissionQueue.close();
    },
  };
}

/** Returns the context with the connections reserved for finders. */
export function withFinderPool(ctx: AppContext): AppContext {
  return { ...ctx, db: ctx.reserved.db, limits: ctx.reserved.limits };
}
