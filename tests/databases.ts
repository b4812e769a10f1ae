import { readFile } from "node:fs/promises";
import path from "node:path";
import pg from "pg";
import type { EmbeddedPostgres } from "#app/platform/db/embedded/embedded-postgres.server.ts";

export const templateName = "aleef_template";

/**
 * Runs one statement on a connection of its own, without the app's statement timeout, because some statements write
 * many thousands of rows.
 */
export async function query(url: string, text: string, values: unknown[] = []): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url });
  // The server may be killed after it has answered. Before that, the query itself fails.
  client.on("error", () => undefined);
  await client.connect();
  try {
    return await client.query(text, values);
  } finally {
    await client.end();
  }
}

/** Returns the URL of the superuser. */
export async function superuserOf({ url, folder }: EmbeddedPostgres): Promise<string> {
  const password = (await readFile(path.join(folder, "aleef-password"), "utf8")).trim();
  return Object.assign(new URL(url), { username: "aleef", password }).href;
}
