import { once } from "node:events";
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { createBatcher } from "#app/platform/db/batch.server.ts";
import { openDatabase } from "#app/platform/db/connection/database.server.ts";
import { answerParent } from "./child-process.ts";
import { groupStatements, replayOf, type Statement } from "./statements.ts";
import { identifiersOf, type Target } from "./tags-and-pets.ts";

interface Options {
  databaseUrl: string;
  port: number;
}

interface Recorded {
  statements: Statement[];
  /** The tag that the recorded request was made for. */
  target: Target;
  targets: Target[];
  length: number;
}

/**
 * The baseline: writes the same rows through the same kind of pool, batched for concurrent requests, and sends a
 * constant response.
 */
answerParent<Options>(async ({ databaseUrl, port }) => {
  const { pool } = openDatabase(databaseUrl);
  const app = new Hono();
  const server = serve({ fetch: app.fetch, port, hostname: "127.0.0.1" });
  await once(server, "listening");
  return {
    learn({ statements, target, targets, length }: Recorded) {
      const replay = replayOf(statements, identifiersOf(target));
      const begin = statements.findIndex(({ text }) => text === "begin");
      const record = createBatcher(async (codes: string[]) => {
        const each = codes.map((code) => replay(known.get(code) as string[]));
        const todo = statements.map((_, at) => groupStatements(each.map((one) => one[at] as Statement)));
        for (const { text, values } of todo.slice(0, begin)) await pool.query({ text, values, rowMode: "array" });
        const client = await pool.connect();
        try {
          for (const { text, values } of todo.slice(begin)) await client.query({ text, values, rowMode: "array" });
        } finally {
          client.release();
        }
        return codes;
      });
      const known = new Map(targets.map((one) => [one.code, identifiersOf(one)]));
      const fixed = "x".repeat(length);
      app.get("/tag/:code", async (c) => {
        await record(c.req.param("code"));
        return c.body(fixed, 200, { "content-type": "text/html; charset=utf-8" });
      });
      return true;
    },
    async close() {
      server.close();
      if ("closeAllConnections" in server) server.closeAllConnections();
      await pool.end();
    },
  };
});
