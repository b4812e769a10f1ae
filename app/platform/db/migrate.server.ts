import { drizzle } from "drizzle-orm/node-postgres";
import { migrate as run } from "drizzle-orm/node-postgres/migrator";
import pg from "pg";

const lock = 7_245_101;

/**
 * Brings the schema up to date. Several processes may start at once: one migrates, the others wait for its advisory
 * lock, at most a minute. Refuses a database whose PostgreSQL is older than 15 or whose collation cannot see Arabic
 * letters, because search would then silently find nothing.
 */
export async function migrate(url: string, migrationsFolder: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: "aleef" });
  await client.connect().catch((error: NodeJS.ErrnoException) => {
    throw new Error(`The database does not let us in (${error.code ?? error.message}). See DATABASE_URL.`, {
      cause: error,
    });
  });
  try {
    const version = Number((await client.query("show server_version_num")).rows[0].server_version_num);
    if (version < 150_000) throw new Error(`PostgreSQL 15 or newer is needed; this server is ${version}.`);
    await client.query("set lock_timeout = '60s'");
    await client.query("select pg_advisory_lock($1)", [lock]);
    await run(drizzle(client, { casing: "snake_case" }), { migrationsFolder });
    const seen = await client.query("select show_trgm('قطة') <> '{}' as seen");
    if (!seen.rows[0].seen)
      throw new Error(
        "This database's LC_CTYPE cannot see Arabic letters. Create it with LC_CTYPE C.UTF-8 or en_US.UTF-8.",
      );
  } finally {
    await client.end();
  }
}
