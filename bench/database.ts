import { chmod, mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { startEmbeddedPostgres } from "#app/platform/db/embedded/embedded-postgres.server.ts";
import { runMigrations } from "#app/platform/db/migrate/migrate.server.ts";
import { query, superuserOf } from "#tests/databases.ts";

export interface BenchDatabase {
  folder: string;
  /** Creates an empty, migrated database on the benchmark's server and returns its URL. */
  create(name: string): Promise<string>;
  /** Creates a database without tables and returns its URL. */
  createEmpty(name: string): Promise<string>;
  close(): Promise<void>;
}

/** Starts a PostgreSQL server in a temporary folder with the app's settings (fsync on). */
export async function openBenchDatabase(): Promise<BenchDatabase> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "aleef-bench-"));
  // Lets PostgreSQL's user enter the folder. When run as root, the data would otherwise be stored elsewhere and left
  // behind.
  await chmod(folder, 0o755);
  const own = await startEmbeddedPostgres({ dataDir: folder, print: () => undefined });
  const superuser = await superuserOf(own);
  async function createEmpty(name: string): Promise<string> {
    await query(superuser, `create database ${name} encoding 'UTF8' template template0`);
    return Object.assign(new URL(superuser), { pathname: `/${name}` }).href;
  }
  return {
    folder,
    createEmpty,
    async create(name) {
      const url = await createEmpty(name);
      await runMigrations(url, path.join(import.meta.dirname, "../migrations"));
      return url;
    },
    async close() {
      await own.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
