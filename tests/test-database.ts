import { query, templateName } from "./databases.ts";
import { shared } from "./shared.ts";

/** The address of the superuser of the test run's server, which is started for whoever asks first. */
export const databaseUrl = (): Promise<string> => shared("database");

/** Makes an empty database, of the superuser unless another role is named; returns its address. */
export async function createDatabase(name: string, owner = "aleef"): Promise<string> {
  const server = await databaseUrl();
  await query(server, `create database ${name} owner ${owner} encoding 'UTF8' template template0`);
  return Object.assign(new URL(server), { pathname: `/${name}` }).href;
}

/** Drops a database whether or not somebody is connected to it; one that is not there is no error. */
export async function dropDatabase(name: string): Promise<void> {
  await query(await databaseUrl(), `drop database if exists ${name} with (force)`);
}

let copies = 0;

/** A fresh copy of the migrated template, about 33 ms; `drop` takes it away again. */
export async function copyDatabase(): Promise<{ url: string; drop: () => Promise<void> }> {
  const server = await databaseUrl();
  const name = `aleef_test_${process.pid}_${Date.now().toString(36)}_${copies++}`;
  for (let attempt = 1; ; attempt++) {
    try {
      await query(server, `create database ${name} owner aleef_owner template ${templateName}`);
      break;
    } catch (error) {
      // Two copies at the same moment: PostgreSQL lets only one read the template.
      if (attempt > 20) throw error;
      await new Promise((next) => setTimeout(next, 50 * attempt));
    }
  }
  return { url: Object.assign(new URL(server), { pathname: `/${name}` }).href, drop: () => dropDatabase(name) };
}
