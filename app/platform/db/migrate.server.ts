import { drizzle } from "drizzle-orm/node-postgres";
import { migrate as run } from "drizzle-orm/node-postgres/migrator";
import pg from "pg";

const lock = 7_245_101;
/** PostgreSQL's code for a lock that somebody else would not give back in time. */
const lockNotAvailable = "55P03";

/**
 * Brings the schema up to date, in one transaction. Several processes may start at once: one migrates, the others wait for
 * its advisory lock. Refuses tables that somebody holds for more than `patience` seconds, and a database whose PostgreSQL
 * is older than 15 or whose collation cannot see Arabic letters, because search would then silently find nothing.
 */
export async function migrate(url: string, migrationsFolder: string, { patience = 60 } = {}): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: "aleef", connectionTimeoutMillis: 10_000 });
  // A connection that breaks fails the statement under way, which says so; the event beside it would end the process.
  client.on("error", () => undefined);
  await client.connect().catch((error: NodeJS.ErrnoException) => {
    throw new Error(`The database does not let us in (${error.code ?? error.message}). See DATABASE_URL.`, {
      cause: error,
    });
  });
  try {
    const version = Number((await client.query("show server_version_num")).rows[0].server_version_num);
    if (version < 150_000) throw new Error(`PostgreSQL 15 or newer is needed; this server is ${version}.`);
    await client.query("select set_config('lock_timeout', $1, false)", [`${patience}s`]);
    await client.query("select pg_advisory_lock($1)", [lock]);
    await run(drizzle(client, { casing: "snake_case" }), { migrationsFolder });
    const seen = await client.query("select show_trgm('قطة') <> '{}' as seen");
    if (!seen.rows[0].seen)
      throw new Error(
        "This database's LC_CTYPE cannot see Arabic letters. Create it with LC_CTYPE C.UTF-8 or en_US.UTF-8.",
      );
  } catch (error) {
    if (codeOf(error) !== lockNotAvailable) throw error;
    throw new Error(
      `The tables could not be brought up to date: something else has held them for more than ${patience} s. ` +
        "Look in pg_stat_activity for another process of the app that starts, or a long transaction, and start again.",
      { cause: error },
    );
  } finally {
    await client.end();
  }
}

const codeOf = (error: unknown): unknown =>
  error instanceof Error ? ((error as { code?: string }).code ?? codeOf(error.cause)) : undefined;
