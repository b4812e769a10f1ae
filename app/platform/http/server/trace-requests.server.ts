import type { MiddlewareHandler } from "hono";
import { getKindOfPath } from "../../metrics/metrics.server.ts";
import { withSpan } from "../../tracing/tracing.server.ts";
import type { Env } from "../limits/http-limits.server.ts";
import { isTrustedProxy } from "./client-address.server.ts";

/** Middleware that records each request as a span named by the route's pattern, within the trace of a trusted proxy. */
export function traceRequests(trusted: string[]): MiddlewareHandler<Env> {
  return (c, next) => {
    const { method, path } = c.req;
    const kind = getKindOfPath(path);
    if (kind === "health") return next();
    const isBelieved = isTrustedProxy(c.env?.incoming?.socket?.remoteAddress, trusted);
    const traceparent = isBelieved ? c.req.header("traceparent") : undefined;
    return withSpan(method, { kind: "server", traceparent }, async (span) => {
      await next();
      const { id, route } = c.get("info");
      const { status } = c.res;
      span?.setAttributes({
        "http.request.method": method,
        "http.response.status_code": status,
        "aleef.request_id": id,
        "aleef.path_kind": kind,
        ...(route && { "http.route": route }),
      });
      span?.updateName(route ? `${method} ${route}` : `${method} ${kind}`);
      if (status >= 500) span?.setStatus({ code: 2 });
    });
  };
}
