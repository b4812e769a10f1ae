import type { HttpBindings } from "@hono/node-server";
import type { Context, MiddlewareHandler } from "hono";
import type { RequestInfo } from "../request-info.server.ts";

// Loaded before NODE_ENV is set, which selects React's build, so it must not import React.

export interface Env {
  Bindings: HttpBindings;
  Variables: { info: RequestInfo };
}

const smallBody = 1024 * 1024;
/** Maximum size in bytes of any body: a form with files. */
export const maxBodyBytes = 25 * 1024 * 1024;

/**
 * Connection timeouts in milliseconds: request head, whole request, idle time between requests; and the interval at
 * which they are checked.
 */
export const requestTimeouts = {
  headersTimeout: 10_000,
  requestTimeout: 55_000,
  keepAliveTimeout: 20_000,
  connectionsCheckingInterval: 5_000,
};

/**
 * Milliseconds after which a connection is closed on which nothing could be sent or received: without it, answers that
 * nobody reads stay in memory. Node waits this time twice while something is being sent. Longer than the pause between
 * two heartbeats of a live stream.
 */
export const stalledTimeout = 90_000;

/**
 * Middleware that rejects requests by their headers alone: two Host headers, a declared length over 25 MB for a form
 * with files or 1 MB otherwise, and a body of unknown length unless it is a POST. The body is not read; `readFormBody`
 * limits POST bodies further.
 */
export const checkHeads: MiddlewareHandler<Env> = async (c, next) => {
  const names = (c.env?.incoming?.rawHeaders ?? []).filter((_, at) => at % 2 === 0);
  if (names.filter((name) => name.toLowerCase() === "host").length > 1) return c.text("Bad request", 400, closing);
  const length = Number(c.req.header("content-length") ?? 0);
  const isPost = c.req.method === "POST";
  if (length <= (isPost && hasFiles(c) ? maxBodyBytes : smallBody) && (isPost || !isEndless(c))) return next();
  return c.text(c.get("info").t("errors.bodyTooLarge"), 413, closing);
};

const closing = { connection: "close" };
const hasFiles = (c: Context) => c.req.header("content-type")?.startsWith("multipart/form-data") ?? false;
const isEndless = (c: Context) => c.req.header("transfer-encoding") !== undefined;
