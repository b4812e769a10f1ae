import { chmod, mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { pino } from "pino";
import { jobKinds } from "#app/jobs.server.ts";
import { createRoles, startEmbeddedPostgres } from "#app/platform/db/embedded/embedded-postgres.server.ts";
import { runMigrations } from "#app/platform/db/migrate/migrate.server.ts";
import { createJobs } from "#app/platform/jobs/jobs.server.ts";
import { query, superuserOf, templateName } from "./databases.ts";
import type { Shared } from "./shared.ts";

/**
 * Starts the database server of the test run with a migrated template for `copyDatabase`. Uses the server in
 * `TEST_DATABASE_URL` if it is set.
 */
export async function startDatabaseServer(): Promise<Shared> {
  const given = process.env.TEST_DATABASE_URL;
  const own = given ? null : await startOwnServer();
  const url = given ?? own!.address;
  const template = Object.assign(new URL(url), { pathname: `/${templateName}` });
  await query(url, `drop database if exists ${templateName} with (force)`);
  await query(url, `create database ${templateName} encoding 'UTF8' template template0`);
  const roles = await createRoles(template.href);
  await runMigrations(roles.ownerUrl, path.resolve("migrations"), { appUrl: roles.url });
  const jobs = await createJobs(roles.url, jobKinds as never, { log: pino({ level: "silent" }), quiet: true });
  await jobs.stop();
  return { address: url, remove: async () => own?.remove() };
}

async function startOwnServer(): Promise<Shared> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "aleef-test-"));
  // Lets PostgreSQL's user enter the folder. When run as root, the data would otherwise be stored elsewhere and left
  // behind.
  await chmod(folder, 0o755);
  const own = await startEmbeddedPostgres({ dataDir: folder, print: () => undefined });
  return {
    address: await superuserOf(own),
    async remove() {
      await own.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
