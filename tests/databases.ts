import { readFile } from "node:fs/promises";
import path from "node:path";
import pg from "pg";
import type { OwnPostgres } from "#app/platform/db/embedded/embedded-postgres.server.ts";

export const templateName = "aleef_template";

export async function query(url: string, text: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url });
  // A server that is killed after it answered is no fault of the question; before, the question itself fails.
  client.on("error", () => undefined);
  await client.connect();
  try {
    return await client.query(text);
  } finally {
    await client.end();
  }
}

/** The address of the server's superuser, with which the app does not work. */
export async function superuserOf({ url, folder }: OwnPostgres): Promise<string> {
  const password = (await readFile(path.join(folder, "aleef-password"), "utf8")).trim();
  return Object.assign(new URL(url), { username: "aleef", password }).href;
}

let copies = 0;

/** A fresh copy of the migrated template, about 33 ms; `drop` takes it away again. */
export async function copyDatabase(serverUrl: string): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `aleef_test_${process.pid}_${Date.now().toString(36)}_${copies++}`;
  for (let attempt = 1; ; attempt++) {
    try {
      await query(serverUrl, `create database ${name} owner aleef_owner template ${templateName}`);
      break;
    } catch (error) {
      // Two copies at the same moment: PostgreSQL lets only one read the template.
      if (attempt > 20) throw error;
      await new Promise((next) => setTimeout(next, 50 * attempt));
    }
  }
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    drop: async () => {
      await query(serverUrl, `drop database if exists ${name} with (force)`);
    },
  };
}
