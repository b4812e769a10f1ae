import { chmod, mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { pino } from "pino";
import type { TestProject } from "vitest/node";
import { jobKinds } from "#app/jobs.server.ts";
import { type OwnPostgres, startOwnPostgres } from "#app/platform/db/embedded/embedded-postgres.server.ts";
import { divideRoles } from "#app/platform/db/embedded/roles.server.ts";
import { migrate } from "#app/platform/db/migrate/migrate.server.ts";
import { openJobs } from "#app/platform/jobs/jobs.server.ts";
import { query, superuserOf, templateName } from "./databases.ts";

declare module "vitest" {
  interface ProvidedContext {
    databaseUrl: string;
  }
}

/** One server for the whole run and one migrated template, which every test file copies for itself in a blink. */
export default async function setup(project: TestProject) {
  const folder = await mkdtemp(path.join(os.tmpdir(), "aleef-test-"));
  // Run by root, the database would otherwise lie where its own user can enter, and stay behind there.
  await chmod(folder, 0o755);
  const given = process.env.TEST_DATABASE_URL;
  const own = given ? null : await startOwnPostgres({ dataDir: folder, say: () => undefined });
  const databaseUrl = given ?? (await superuserOf(own as OwnPostgres));
  const template = new URL(databaseUrl);
  template.pathname = `/${templateName}`;
  await query(databaseUrl, `drop database if exists ${templateName} with (force)`);
  await query(databaseUrl, `create database ${templateName} encoding 'UTF8' template template0`);
  const { url, ownerUrl } = await divideRoles(template.href);
  await migrate(ownerUrl, path.resolve("migrations"), { appUrl: url });
  const jobs = await openJobs(url, jobKinds as never, { log: pino({ level: "silent" }), quiet: true });
  await jobs.stop();
  project.provide("databaseUrl", databaseUrl);
  return async () => {
    await own?.stop();
    await rm(folder, { recursive: true, force: true });
  };
}
