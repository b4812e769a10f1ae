import { existsSync, realpathSync } from "node:fs";
import pg from "pg";
import { superuser } from "./cluster.server.ts";

const database = "aleef";

/** Returns the superuser's URL. */
export function formatDatabaseUrl(port: number, password: string): string {
  return `postgres://${superuser}:${password}@127.0.0.1:${port}/${database}`;
}

/**
 * Returns whether the server at `url` answers; creates the app's database if missing. Throws if the server rejects our
 * password or uses a data folder other than `folder`.
 */
export async function isAnswering(url: string, folder: string): Promise<boolean> {
  let running: string;
  try {
    running = await ask(url, "show data_directory");
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === "28P01" || code === "28000") {
      throw new Error(`PostgreSQL does not accept the password stored in ${folder}. Restore the folder from a backup.`);
    }
    if (code === "3D000") {
      await ask(
        Object.assign(new URL(url), { pathname: "/postgres" }).href,
        `create database ${database} template template0 encoding 'UTF8'`,
      );
    }
    return false;
  }
  if (existsSync(running) && realpathSync(running) === realpathSync(folder)) return true;
  throw new Error(
    `PostgreSQL was running when its folder was moved from ${running} to ${folder}. ` +
      "Stop the app everywhere it runs, then start it again.",
  );
}

async function ask(url: string, question: string): Promise<string> {
  // Overrides PGSSLMODE, which may be set for other servers.
  const client = new pg.Client({
    connectionString: url,
    ssl: false,
    application_name: "aleef start",
    connectionTimeoutMillis: 5_000,
  });
  client.on("error", () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query({ text: question, rowMode: "array" });
    return String(rows[0]?.[0] ?? "");
  } finally {
    await client.end().catch(() => undefined);
  }
}
