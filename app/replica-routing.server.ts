import { parse, serialize } from "hono/utils/cookie";
import { type AppContext, withFinderPool } from "#app/platform/app-context.server.ts";
import { readSessionToken } from "#app/platform/http/limits/account-queue.server.ts";

/** Lists and pages that many read and nobody changes by opening them. Everything else is asked of the primary. */
const readByMany = [
  /^\/$/,
  /^\/community-reports$/,
  /^\/store(\/product\/[^/]+)?$/,
  /^\/sitemap/,
  /^\/admin(\/(users|pets|tags|orders|products|lost-found|audit|upgrade-requests))?$/,
];

/** What a stranger opens who found a pet: it has database connections of its own. */
const ofFinders = /^\/(tag|t|n|f)\//;

const cookieName = "aleef.written";
/** Seconds; longer than the replica may be behind before the primary is asked anyway. */
const remembered = 30;

const pageOf = (request: Request) => {
  const { pathname } = new URL(request.url);
  // A script asks for the same page under another name.
  return pathname.replace(/(\/_)?\.data$/, "") || "/";
};

/**
 * The context in which a request is answered: on the connections kept for finders where a stranger asks for a tag's page or
 * their own; with the replica's database where a page that many read is opened, unless its reader wrote something that the
 * replica does not have yet.
 */
export async function getReplicaContext(ctx: AppContext, request: Request): Promise<AppContext> {
  if (ofFinders.test(new URL(request.url).pathname) && !readSessionToken(request.headers)) return withFinderPool(ctx);
  if (!ctx.replica || request.method !== "GET") return ctx;
  const page = pageOf(request);
  if (!readByMany.some((pattern) => pattern.test(page))) return ctx;
  const place = parse(request.headers.get("cookie") ?? "", cookieName)[cookieName];
  const db = await ctx.replica.readingAfter(place ?? null);
  return db ? { ...ctx, db } : ctx;
}

/** Whoever sent something takes along up to where it was written. */
export async function recordWriting(ctx: AppContext, request: Request, answer: Response): Promise<Response> {
  const { replica, settings, fallback } = ctx;
  if (!replica || request.method === "GET" || request.method === "HEAD") return answer;
  // While the database is away the form was kept without it, and the answer must not wait for it either.
  const now = await fallback.dbHealth.ask(() => replica.placeNow()).catch(() => null);
  if (now === null) return answer;
  answer.headers.append(
    "set-cookie",
    serialize(cookieName, now, {
      path: "/",
      maxAge: remembered,
      httpOnly: true,
      sameSite: "Lax",
      secure: settings.secure,
    }),
  );
  return answer;
}
