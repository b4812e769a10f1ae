import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { TestProject } from "vitest/node";
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
    } catch (error) {
      answer.writeHead(500).end(error instanceof Error ? error.stack : String(error));
    }
  });
  await new Promise<void>((done) => {
    teller.listen(0, "127.0.0.1", done);
  });
  project.provide("databaseServer", `http://127.0.0.1:${(teller.address() as AddressInfo).port}`);
  return async () => {
    teller.close();
    teller.closeAllConnections();
    await started?.then(({ stop }) => stop()).catch(() => undefined);
  };
}
