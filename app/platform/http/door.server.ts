import type { HttpBindings } from "@hono/node-server";
import type { Context, MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import type { RequestInfo } from "./request-info.server.ts";

export interface Env {
  Bindings: HttpBindings;
  Variables: { info: RequestInfo };
}

const smallBody = 1024 * 1024;
const photoBody = 25 * 1024 * 1024;

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

const tooLarge = (c: Context<Env>) => c.text(c.get("info").t("form.bodyTooLarge"), 413);

/**
 * Turns away by its head alone what names two hosts, and what is no form but brings a large body, or one without an end,
 * along: nothing of that is read.
 */
export const lookAtHeads: MiddlewareHandler<Env> = async (c, next) => {
  const names = (c.env?.incoming?.rawHeaders ?? []).filter((_, at) => at % 2 === 0);
  if (names.filter((name) => name.toLowerCase() === "host").length > 1) return c.text("Bad request", 400, closing);
  const length = Number(c.req.header("content-length") ?? 0);
  if (c.req.method === "POST" || (length <= smallBody && !isEndless(c))) return next();
  c.header("connection", "close");
  return tooLarge(c);
};

const closing = { connection: "close" };
const hasFiles = (c: Context) => c.req.header("content-type")?.startsWith("multipart/form-data") ?? false;
const isEndless = (c: Context) => c.req.header("transfer-encoding") !== undefined;

const small = bodyLimit({ maxSize: smallBody, onError: tooLarge as never });
const large = bodyLimit({ maxSize: photoBody, onError: tooLarge as never });

/**
 * Lets no more through than 1 MB, in a form with files 25 MB. Who sends more than 1 MB says so first: nothing is gathered
 * that has no end. A browser still sending learns why; half a second later the server closes the connection.
 */
export const limitBodies: MiddlewareHandler<Env> = (c, next) => (hasFiles(c) && !isEndless(c) ? large : small)(c, next);
