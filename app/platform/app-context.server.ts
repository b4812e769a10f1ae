import type pg from "pg";
import type { Logger } from "pino";
import { type Db, openDatabase } from "./db/connection/database.server.ts";
import { createListener, type Listener } from "./db/connection/listen.server.ts";
import { combineHealth, createDbHealth, type DbHealth } from "./db/health/db-health.server.ts";
import { createPageCache, type LocalCopies } from "./db/health/page-cache.server.ts";
import { createSubmissionQueue, type SubmissionQueue } from "./db/health/submission-queue.server.ts";
import { createReplica, type Replica } from "./db/replica/replica.server.ts";
import { createFiles, type Files } from "./files/files.server.ts";
import { createLimits, type Limits } from "./http/limits/limits.server.ts";
import type { Language } from "./i18n/language.ts";
import type { Translate } from "./i18n/words.ts";
import { type AnyJobKind, createJobs, type Jobs } from "./jobs/jobs.server.ts";
import { createMailer, type Mailer } from "./mail/mailer.server.ts";
import type { Settings } from "./settings.server.ts";

export interface Clock {
  now(): Date;
}

/** Everything outside a command's own arguments. Built once at start and handed down; nothing is a module global. */
export interface AppContext {
  settings: Settings & { secret: string };
  db: Db;
  /** The pool itself, for what must not run inside a caller's transaction. */
  pool: pg.Pool;
  /** What nobody else's pages can use up: for finders (see `withFinderPool`) and for saying how the process is. */
  reserved: { db: Db; pool: pg.Pool; limits: Limits };
  /** The database's address past any pooler, for what holds a connection: listening, a turn, a backup. */
  directUrl: string;
  /** The same with the role that owns the tables, for what no other may do: see `withOwnerRole`. */
  ownerUrl: string;
  /** A copy to read from, when there is one; which pages do is said in `replica-routing.server.ts`. */
  replica: Replica | null;
  jobs: Jobs;
  mail: Mailer;
  files: Files;
  limits: Limits;
  listener: Listener;
  /** What goes on without the database. */
  fallback: { dbHealth: DbHealth; copies: LocalCopies; submissionQueue: SubmissionQueue };
  clock: Clock;
  /** The product's words in a language, for letters and pushes. */
  translator: (language: Language) => Translate;
  log: Logger;
}

export interface OpenAppContext extends AppContext {
  close(): Promise<void>;
}

/** Opens every connection of this process on a migrated database. `quiet` opens it without upkeep of the queue. */
export async function createAppContext(
  settings: Settings & { secret: string },
  parts: {
    databaseUrl: string;
    /** Where it differs: see `AppContext.directUrl`. */
    directUrl?: string;
    /** Where another role owns the tables: see `AppContext.ownerUrl`. */
    ownerUrl?: string;
    log: Logger;
    jobKinds: AnyJobKind<AppContext>[];
    channels: string[];
    translator: AppContext["translator"];
    quiet?: boolean;
  },
): Promise<OpenAppContext> {
  const directUrl = parts.directUrl ?? parts.databaseUrl;
  const { databaseConnections: connections } = settings;
  const onError = (error: Error) => parts.log.warn({ err: error }, "an idle database connection broke");
  const { db, pool } = openDatabase(parts.databaseUrl, { max: connections.pages, min: 2, onError });
  // They stay open, so that a server that has no connection left for others still has these.
  const kept = { max: connections.reserved, min: connections.reserved };
  const reserved = openDatabase(parts.databaseUrl, { ...kept, onError });
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
    dbHealth: createDbHealth(parts.databaseUrl, combineHealth([pool, reserved.pool])),
    copies: createPageCache(settings.dataDir),
    submissionQueue: createSubmissionQueue(settings.dataDir),
  };
  fallback.dbHealth.onAway(() =>
    parts.log.warn("the database does not answer; finders are served from the last known copies"),
  );
  fallback.dbHealth.onReturn(() => parts.log.warn("the database answers again"));
  return {
    settings,
    db,
    pool,
    reserved: { db: reserved.db, pool: reserved.pool, limits: createLimits(reserved.pool, parts.log) },
    replica,
    directUrl,
    ownerUrl: parts.ownerUrl ?? directUrl,
    jobs,
    mail,
    files: await createFiles(settings),
    limits: createLimits(pool, parts.log),
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
      fallback.copies.close();
      fallback.submissionQueue.close();
    },
  };
}

/** The same context on the connections that are kept for finders. */
export function withFinderPool(ctx: AppContext): AppContext {
  return { ...ctx, db: ctx.reserved.db, limits: ctx.reserved.limits };
}
