import * as build from "virtual:react-router/server-build";
import {
  createRequestHandler,
  RouterContextProvider,
  type ServerBuild,
  type ServerInstrumentation,
} from "react-router";
import { disableTwoFactorByEmail } from "#app/features/admin/users/manage-users.server.ts";
import { promoteByEmail } from "#app/features/auth/sign-in/sign-in.server.ts";
import { createServerApp as createPlatformServerApp } from "#app/platform/http/server/server-app.server.ts";
import { withReadableError } from "./entry.server.tsx";
import { jobKinds, startOfflineFallback, topics } from "./jobs.server.ts";
import { getTranslator } from "./locales/words.server.ts";
import { type AppContext, withFinderPool } from "./platform/app-context.server.ts";
import { appContext, type RequestInfo, requestInfoContext } from "./platform/http/request-info.server.ts";
import {
  createHandlerBySegment,
  listRoutePaths,
  withAppErrors,
  withDocumentRedirects,
} from "./platform/http/server/route-handlers.server.ts";
import { readSessionToken } from "./platform/http/session-cookie.server.ts";

export { routes } from "virtual:react-router/server-build";
export { isUnreachable } from "#app/platform/db/connection/outage-errors.server.ts";
export { runMigrations } from "#app/platform/db/migrate/migrate.server.ts";
export { seedDemo } from "#seed/demo.server.ts";
export { countDemoAccounts, removeDemo } from "#seed/remove-demo.server.ts";
export { endStreams } from "./features/notifications/channels/live-streams.server.ts";
export { createAppContext } from "./platform/app-context.server.ts";
export { hasPageCopies } from "./platform/fallback/page-cache.server.ts";
export { keepBuildFiles } from "./platform/http/server/build-files.server.ts";
export { startWorkers } from "./platform/jobs/jobs.server.ts";
export { createLog } from "./platform/log.server.ts";
export { startMetrics } from "./platform/metrics-server.server.ts";
export { listStartProblems } from "./platform/start-checks.server.ts";
export { startTracing } from "./platform/tracing/tracing.server.ts";
export { disableTwoFactorByEmail, getTranslator, jobKinds, promoteByEmail, startOfflineFallback, topics };

/** Creates the HTTP server with the paths of the app's routes. */
export function createServerApp(parts: Omit<Parameters<typeof createPlatformServerApp>[0], "routePaths">) {
  return createPlatformServerApp({ ...parts, routePaths: listRoutePaths(build as unknown as ServerBuild) });
}

/** Records the matched route's pattern, never the URL, for traces. */
const routeNaming: ServerInstrumentation = {
  handler: ({ instrument }) =>
    instrument({
      async request(handle, { context }) {
        const { meta } = await handle();
        if (context && meta) context.get(requestInfoContext).route = meta.pattern.replace(/^\/?/, "/");
      },
    }),
};

/** Returns the build; with tracing enabled, instrumented to record route patterns. */
function withNamedRoutes(built: ServerBuild, isTraced: boolean): ServerBuild {
  if (!isTraced) return built;
  return { ...built, entry: { ...built.entry, module: { ...built.entry.module, instrumentations: [routeNaming] } } };
}

/** Whether a visitor who is not signed in asks for a page for finders, which have database connections of their own. */
const isOfFinder = (ctx: AppContext, request: Request) =>
  /^\/(tag|t|n|f)\//.test(new URL(request.url).pathname) && !readSessionToken(ctx, request.headers);

/** Creates the request handler for the built routes in the given context. */
export function createHandler(ctx: AppContext) {
  const handlerOf = createHandlerBySegment(
    withNamedRoutes(
      withDocumentRedirects(withAppErrors(build as unknown as ServerBuild)),
      ctx.settings.traces !== undefined,
    ),
    (part) => createRequestHandler(part, ctx.settings.mode),
  );
  const answer = (request: Request, context: RouterContextProvider) =>
    handlerOf(new URL(request.url).pathname)(request, context);
  return async (request: Request, info: RequestInfo): Promise<Response> => {
    const context = new RouterContextProvider();
    context.set(appContext, isOfFinder(ctx, request) ? withFinderPool(ctx) : ctx);
    context.set(requestInfoContext, info);
    const answered = await answer(request, context);
    return withRetryAfter(withReadableError(answered, info), info);
  };
}

/** Seconds sent in `Retry-After` while the database is unavailable. */
const retryAfterSeconds = 5;

/** Turns a server error caused by a database outage into 503 with `Retry-After` (RFC 9110 §15.6.4). */
function withRetryAfter(answer: Response, info: RequestInfo): Response {
  if (!info.isDatabaseDown || answer.status < 500) return answer;
  info.retryAfter = retryAfterSeconds;
  return new Response(answer.body, { status: 503, headers: answer.headers });
}
