import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { TestProject } from "vitest/node";
<<<<<<< Updated upstream

declare module "vitest" {
  interface ProvidedContext {
    /** The address at which test files ask for what they share: see `shared`. */
    shared: string;
  }
}

export interface Shared {
  /** What a test file has to know of it. */
  address: string;
  /** Takes it away at the end of the run. */
  remove(): Promise<void>;
}

const makers: Record<string, () => Promise<Shared>> = {
  database: async () => (await import("./database-server.ts")).startDatabaseServer(),
  dataDir: async () => (await import("./resilience/filled-data-dir.ts")).makeFilledDataDir(),
};

/**
 * Makes what the test files of a run share when the first of them asks for it, so that a test without a database neither
 * waits for one nor reads the modules that make it.
 */
export default async function setup(project: TestProject) {
  const made = new Map<string, Promise<Shared>>();
  const server = createServer(async ({ url = "" }, answer) => {
    const name = url.slice(1);
    try {
      const one = made.get(name) ?? makers[name]!();
      made.set(name, one);
      answer.end((await one).address);
=======
import type { DatabaseServer } from "./database-server.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Where the address of the run's database server is told: see `databaseUrl`. */
    databaseServer: string;
  }
}

/**
 * Starts the run's database server when the first test file asks for its address, so that tests without a database neither
 * wait for one nor read the modules that make it.
 */
export default async function setup(project: TestProject) {
  let started: Promise<DatabaseServer> | undefined;
  const start = async () => (await import("./database-server.ts")).startDatabaseServer();
  const teller = createServer(async (_, answer) => {
    try {
      started ??= start();
      answer.end((await started).url);
>>>>>>> Stashed changes
    } catch (error) {
      answer.writeHead(500).end(error instanceof Error ? error.stack : String(error));
    }
  });
  await new Promise<void>((done) => {
<<<<<<< Updated upstream
    server.listen(0, "127.0.0.1", done);
  });
  project.provide("shared", `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  return async () => {
    server.close();
    server.closeAllConnections();
    for (const one of made.values()) await one.then(({ remove }) => remove()).catch(() => undefined);
=======
    teller.listen(0, "127.0.0.1", done);
  });
  project.provide("databaseServer", `http://127.0.0.1:${(teller.address() as AddressInfo).port}`);
  return async () => {
    teller.close();
    teller.closeAllConnections();
    await started?.then(({ stop }) => stop()).catch(() => undefined);
>>>>>>> Stashed changes
  };
}
