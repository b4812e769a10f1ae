import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { TestProject } from "vitest/node";
import type { Shared } from "./shared.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** URL at which test files request shared resources; see `shared`. */
    shared: string;
  }
}

const makers: Record<string, () => Promise<Shared>> = {
  database: async () => (await import("./database-server.ts")).startDatabaseServer(),
  dataDir: async () => (await import("./resilience/filled-data-dir.ts")).makeFilledDataDir(),
};

/**
 * Creates shared resources when the first test file requests them. Tests without a database neither wait for one nor
 * load its modules.
 */
export default async function setup(project: TestProject) {
  const made = new Map<string, Promise<Shared>>();
  const server = createServer(async ({ url = "" }, answer) => {
    const name = url.slice(1);
    try {
      const one = made.get(name) ?? makers[name]!();
      made.set(name, one);
      answer.end((await one).address);
    } catch (error) {
      answer.writeHead(500).end(error instanceof Error ? error.stack : String(error));
    }
  });
  await new Promise<void>((done) => {
    server.listen(0, "127.0.0.1", done);
  });
  project.provide("shared", `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  return async () => {
    server.close();
    server.closeAllConnections();
    for (const one of made.values()) await one.then(({ remove }) => remove()).catch(() => undefined);
  };
}
