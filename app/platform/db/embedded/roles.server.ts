import { createHmac } from "node:crypto";
import { readFile } from "node:fs/promises";
import pg from "pg";
import type { DatabaseRoles } from "../connection/database.server.ts";

/**
 * Creates the app's two roles in the database at `superuserUrl` in one transaction; neither is a superuser. A replica
 * gets them from its primary.
 */
export async function createRoles(superuserUrl: string): Promise<DatabaseRoles> {
  const client = new pg.Client({ connectionString: superuserUrl, ssl: false, application_name: "aleef start" });
  client.on("error", () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query("select pg_is_in_recovery() as follows");
    if (!rows[0].follows) await divide(client, superuserUrl);
  } finally {
    await client.end().catch(() => undefined);
  }
  return getRoles(superuserUrl);
}

/** Returns the URLs of the two roles; their passwords are derived from the superuser's. */
export function getRoles(superuserUrl: string): DatabaseRoles {
  return { url: urlOf(superuserUrl, "aleef_app"), ownerUrl: urlOf(superuserUrl, "aleef_owner") };
}

async function divide(client: pg.Client, superuserUrl: string): Promise<void> {
  await client.query("begin; set local lock_timeout = '60s'");
  await client.query(await readFile(new URL("../migrate/roles.sql", import.meta.url), "utf8"));
  const { rows } = await client.query<{ rolname: string }>(
    "select rolname from pg_authid where rolname in ('aleef_app', 'aleef_owner') and rolpassword is null",
  );
  for (const { rolname } of rows)
    await client.query(`alter role ${rolname} password ${pg.escapeLiteral(passwordOf(superuserUrl, rolname))}`);
  await client.query("commit");
}

function urlOf(superuserUrl: string, role: string): string {
  return Object.assign(new URL(superuserUrl), { username: role, password: passwordOf(superuserUrl, role) }).href;
}

function passwordOf(superuserUrl: string, role: string): string {
  return createHmac("sha256", new URL(superuserUrl).password).update(role).digest("base64url");
}
