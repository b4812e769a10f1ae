import { parse, serialize } from "hono/utils/cookie";
import { type AppContext, withFinderPool } from "#app/platform/app-context.server.ts";
import { readSessionToken } from "#app/platform/http/session-cookie.server.ts";

/** Pages that many people read and that opening does not change. All other pages query the primary. */
const replicaPages = [
  /^\/$/,
  /^\/community-reports$/,
  /^\/store(\/product\/[^/]+)?$/,
  /^\/sitemap/,
  /^\/admin(\/(users|pets|tags|orders|products|lost-found|audit|upgrade-requests))?$/,
];

/** Pages for finders, which have their own database connections. */
const finderPages = /^\/(tag|t|n|f)\//;

const cookieName = "aleef.written";
/**
 * Seconds for which reads of a user who wrote something must see it; longer than the replica may lag before the primary
 * is used anyway.
 */
const cookieSeconds = 30;

const getPagePath = (request: Request) => {
  const { pathname } = new URL(request.url);
  // Client-side navigations request the page's data with a `.data` suffix.
  return pathname.replace(/(\/_)?\.data$/, "") || "/";
};

/**
 * Returns the context for a request: with the connections reserved for finders for a signed-out visitor on a finder
 * page; with the replica for frequently read pages, unless the reader wrote something that the replica does not have
 * yet.
 */
export async function getReplicaContext(ctx: AppContext, request: Request): Promise<AppContext> {
  if (finderPages.test(new URL(request.url).pathname) && !readSessionToken(ctx, request.headers))
    return withFinderPool(ctx);
  if (!ctx.replica || request.method !== "GET") return ctx;
  const page = getPagePath(request);
  if (!replicaPages.some((pattern) => pattern.test(page))) return ctx;
  const position = parse(request.headers.get("cookie") ?? "", cookieName)[cookieName];
  const db = await ctx.replica.getDbAfter(position ?? null);
  return db ? { ...ctx, db } : ctx;
}

/** Stores the primary's WAL position in a cookie after a write, so that the user's next reads include it. */
export async function setWritePosition(ctx: AppContext, request: Request, answer: Response): Promise<Response> {
  const { replica, settings, fallback } = ctx;
  if (!replica || request.method === "GET" || request.method === "HEAD") return answer;
  // During a database outage the form was queued without the database, and the response must not wait for it either.
  const position = await fallback.dbHealth.run(() => replica.getPosition()).catch(() => null);
  if (position === null) return answer;
  answer.headers.append(
    "set-cookie",
    serialize(cookieName, position, {
      path: "/",
      maxAge: cookieSeconds,
      httpOnly: true,
      sameSite: "Lax",
      secure: settings.secure,
    }),
  );
  return answer;
}
