import type { HttpBindings } from "@hono/node-server";
import type { Context, MiddlewareHandler } from "hono";
import type { RequestInfo } from "../request-info.server.ts";

// The process loads this file before it says which build of React it wants: nothing here may import React.

export interface Env {
  Bindings: HttpBindings;
  Variables: { info: RequestInfo };
}

const smallBody = 1024 * 1024;
/** Bytes of the largest body that any form may bring: one with files. */
export const largestBody = 25 * 1024 * 1024;

/**
 * Milliseconds that a connection gets for the head of a request, for the whole of it, and between two; how late it may be
 * noticed that one is over comes on top.
 */
export const patience = {
  headersTimeout: 10_000,
  requestTimeout: 55_000,
  keepAliveTimeout: 20_000,
  connectionsCheckingInterval: 5_000,
};

/**
 * Turns away by its head alone what names two hosts and what says that it is too large: 25 MB in a form with files, 1 MB in
 * anything else; what is no POST may not bring a body without an end either. Nothing of that is read. What a POST may bring
 * is limited again, and more closely, where the form is read.
 */
export const lookAtHeads: MiddlewareHandler<Env> = async (c, next) => {
  const names = (c.env?.incoming?.rawHeaders ?? []).filter((_, at) => at % 2 === 0);
  if (names.filter((name) => name.toLowerCase() === "host").length > 1) return c.text("Bad request", 400, closing);
  const length = Number(c.req.header("content-length") ?? 0);
  const isPost = c.req.method === "POST";
  if (length <= (isPost && hasFiles(c) ? largestBody : smallBody) && (isPost || !isEndless(c))) return next();
  return c.text(c.get("info").t("errors.bodyTooLarge"), 413, closing);
};

const closing = { connection: "close" };
const hasFiles = (c: Context) => c.req.header("content-type")?.startsWith("multipart/form-data") ?? false;
const isEndless = (c: Context) => c.req.header("transfer-encoding") !== undefined;
