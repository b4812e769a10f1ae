import { readMigrationFiles } from "drizzle-orm/migrator";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate as run } from "drizzle-orm/node-postgres/migrator";
import pg from "pg";
import { lockKey } from "../advisory-locks.server.ts";
import { formatConnectionError } from "../connection/connection-errors.server.ts";
import { getMigration } from "./applied-migration.server.ts";

const lock = lockKey("migration");
/** Error code `lock_not_available`. */
const lockNotAvailable = "55P03";
const notAllowed = "42501";

/**
 * Migrates the schema in one transaction, under an advisory lock: one process migrates, concurrent ones wait. Grants
 * the role of `appUrl` its rights on the tables. Throws if that role could change the audit log, if a table stays
 * locked for more than `lockTimeout` seconds, if the database is from before the baseline migration, if PostgreSQL is
 * older than 15, if `appUrl` leads to another database, and if the encoding is not UTF-8 or the locale does not know
 * Arabic letters, because search would find nothing.
 */
export async function runMigrations(
  url: string,
  migrationsFolder: string,
  { lockTimeout = 60, appUrl = url } = {},
): Promise<void> {
  const setting = url === appUrl ? "DATABASE_URL" : "DATABASE_OWNER_URL";
  const client = await connect(url, setting);
  try {
    if (url !== appUrl) await requireSameDatabase(client, appUrl);
    const version = Number((await client.query("show server_version_num")).rows[0].server_version_num);
    if (version < 150_000) throw new Error(`PostgreSQL 15 or newer is required; this server is ${version}.`);
    const encoding = (await client.query("show server_encoding")).rows[0].server_encoding;
    if (encoding !== "UTF8")
      throw new Error(
        `The database of ${setting} stores text as ${encoding}. Create it with "encoding 'UTF8' locale 'C.UTF-8' template template0".`,
      );
    await client.query("select set_config('lock_timeout', $1, false)", [`${lockTimeout}s`]);
    await client.query("select pg_advisory_lock($1)", [lock]);
    await requireBaseline(client, migrationsFolder);
    await run(drizzle(client, { casing: "snake_case" }), { migrationsFolder });
    await grantAppRights(client, roleOf(appUrl));
    const arabicCheck = await client.query("select show_trgm('قطة') <> '{}' as seen");
    if (!arabicCheck.rows[0].seen)
      throw new Error(
        "This database's LC_CTYPE does not support Arabic letters. Create it with LC_CTYPE C.UTF-8 or en_US.UTF-8.",
      );
  } catch (error) {
    if (codeOf(error) === notAllowed)
      throw new Error(
        `The role "${client.user}" of ${setting} may not migrate the tables. See "Two roles" in docs/operating.md.`,
        {
          cause: error,
        },
      );
    if (codeOf(error) !== lockNotAvailable) throw error;
    throw new Error(
      `The tables could not be migrated: they were locked for more than ${lockTimeout} s. ` +
        "Check pg_stat_activity for another starting process of the app or a long transaction, then start again.",
      { cause: error },
    );
  } finally {
    await client.end();
  }
}

/** Throws if the app's connection leads to another database than the owner's, which is the one that is migrated. */
async function requireSameDatabase(owner: pg.Client, appUrl: string): Promise<void> {
  const identity =
    "select pg_postmaster_start_time()::text || ' ' || (select oid from pg_database where datname = current_database()) as id";
  const app = await connect(appUrl, "DATABASE_URL");
  try {
    const [one, other] = [await owner.query(identity), await app.query(identity)];
    if (one.rows[0].id !== other.rows[0].id)
      throw new Error("DATABASE_OWNER_URL and DATABASE_URL lead to different databases. Nothing was changed.");
  } finally {
    await app.end();
  }
}

async function connect(url: string, setting: string): Promise<pg.Client> {
  try {
    const client = new pg.Client({
      connectionString: url,
      application_name: "aleef",
      connectionTimeoutMillis: 10_000,
    });
    // A lost connection fails its statement; an unhandled "error" event would end the process.
    client.on("error", () => undefined);
    await client.connect();
    return client;
  } catch (error) {
    const reason = formatConnectionError(error);
    throw new Error(`Cannot connect to the database (${reason}). See ${setting}.`, { cause: error });
  }
}

/**
 * Throws if the database is from before the baseline migration. The baseline has the timestamp of the last migration
 * that it contains, so a database with all of those continues with the next one.
 * If the baseline's content changes before the release, its timestamp in `_journal.json` must change too, so that
 * databases with the earlier tables are rejected.
 */
async function requireBaseline(client: pg.Client, migrationsFolder: string): Promise<void> {
  const newest = await getMigration(client);
  const baseline = readMigrationFiles({ migrationsFolder })[0]?.folderMillis ?? 0;
  if (newest === null || newest >= baseline) return;
  throw new Error(
    `This database is from an older version of the app (its newest migration is of ${formatMigrationTime(newest)}) and cannot be migrated: ` +
      `this version starts with the tables of ${formatMigrationTime(baseline)}. Nothing was changed. Migrate it with the app's version of ` +
      "that time first, or start with another, empty DATA_DIR or DATABASE_URL.",
  );
}

/** Formats the time of a migration. */
export const formatMigrationTime = (migration: number) =>
  `${new Date(migration).toISOString().slice(0, 16).replace("T", " ")} UTC`;

const roleOf = (url: string) => new pg.Client(url).user ?? "";

/** Selects whether the role's rights on the tables differ from the expected ones. */
const differs = `select coalesce(bool_or(has_table_privilege($1, oid, right_to) <>
    (relname <> 'audit_log' or right_to in ('select', 'insert'))), false) as differs
  from pg_class cross join unnest(array['select', 'insert', 'update', 'delete']) as right_to
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`;

/**
 * Grants the app's role access to the rows of all tables (in the audit log only select and insert) and to the job
 * queue.
 */
async function grantAppRights(client: pg.Client, role: string): Promise<void> {
  const { rows: found } = await client.query(
    "select current_user::text as owner, to_regnamespace('jobs') is null as no_queue, to_regclass('audit_log') is not null as logs",
  );
  const { owner, no_queue: noQueue, logs } = found[0];
  if (noQueue) await client.query("create schema jobs");
  if (role === owner) return;
  const hasWrongRights = async () => (await client.query(differs, [role])).rows[0].differs as boolean;
  if (!noQueue && !(await hasWrongRights())) return;
  const to = `to ${pg.escapeIdentifier(role)}`;
  const rows = "select, insert, update, delete on";
  // Sent as one query, so it is one transaction. Default privileges cover future partitions.
  await client.query(`grant usage on schema public, drizzle ${to};
    grant usage, create on schema jobs ${to};
    grant select on all tables in schema drizzle ${to};
    grant usage, select on all sequences in schema public ${to};
    alter default privileges in schema public grant ${rows} tables ${to};
    grant ${rows} all tables in schema public ${to};
    ${logs ? `revoke update, delete on audit_log from ${pg.escapeIdentifier(role)};` : ""}`);
  if (await hasWrongRights())
    throw new Error(
      `The role "${role}" of DATABASE_URL can change the audit log: it is a superuser or owns the tables. See "Two roles" in docs/operating.md.`,
    );
}

const codeOf = (error: unknown): unknown =>
  error instanceof Error ? ((error as { code?: string }).code ?? codeOf(error.cause)) : undefined;
