import { once } from "node:events";
import path from "node:path";
import { serve } from "@hono/node-server";
import { readSettings } from "#app/platform/settings.server.ts";
import type * as ServerEntry from "#app/server-entry.ts";
import { answerParent } from "./child-process.ts";
import { request } from "./request.ts";
import { recordStatements } from "./statements.ts";

interface Options {
  /** Folder of the checkout whose build is served; this one if omitted. */
  root?: string;
  databaseUrl: string;
  dataDir: string;
  port: number;
  secret: string;
  env?: Record<string, string>;
}

const ownRoot = path.join(import.meta.dirname, "..");

/** Serves the whole app as server.ts does, but without job workers, which play no part in a request. */
answerParent<Options>(async ({ root = ownRoot, databaseUrl, dataDir, port, secret, env }) => {
  const app = (await import(path.join(root, "build/server/index.js"))) as typeof ServerEntry;
  const settings = readSettings(
    { PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: "warn", TRUSTED_PROXIES: "127.0.0.1", ...env },
    { root, mode: "production" },
  );
  const { jobKinds, topics, getTranslator } = app;
  const ctx = await app.createAppContext(
    { ...settings, secret },
    { databaseUrl, log: app.createLog(settings.log.level), jobKinds, topics, translator: getTranslator },
  );
  const outer = app.createServerApp({
    ctx,
    handle: app.createHandler(ctx),
    isReady: () => true,
    clientDir: path.relative(process.cwd(), path.join(root, "build/client")),
  });
  const server = serve({ fetch: outer.fetch, port, hostname: "127.0.0.1" });
  await once(server, "listening");
  return {
    /** Records every statement that the app's pool sends during one request. */
    async statements({ path: asked, headers }: { path: string; headers: Record<string, string> }) {
      const { result, statements } = await recordStatements(() => request(`http://127.0.0.1:${port}${asked}`, headers));
      return { status: result.status, statements };
    },
    async close() {
      server.close();
      if ("closeAllConnections" in server) server.closeAllConnections();
      await ctx.close();
    },
  };
});
