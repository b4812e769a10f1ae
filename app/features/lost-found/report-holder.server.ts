import { createContext, href, type MiddlewareFunction, type RouterContextProvider } from "react-router";
import { requireUser, userOnly } from "#app/features/auth/guards.server.ts";
import { defaultTimeZone } from "#app/features/users/users.rules.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { appContext } from "#app/platform/http/request-info.server.ts";
import { getGuestHolder, linkHeaders } from "./guest-link.server.ts";
import type { Holder } from "./reports.server.ts";

/** The reporter working on a report, and where: a user in the dashboard, or a guest through the e-mailed link. */
export interface ReportHolder {
  ctx: AppContext;
  holder: Holder;
  /** Empty if the URL contains none. */
  reportId: string;
  /** URL of the report's page; its form, conversations and posters are below it. */
  base: string;
  isGuest: boolean;
  timeZone: string;
}

type Context = Readonly<RouterContextProvider>;

const holderContext = createContext<() => Promise<ReportHolder>>();

/**
 * Middleware that provides the holder of a report, from the key of an e-mailed link or from the session, and sets
 * `linkHeaders` on pages behind a link. Without a key, only signed-in users pass. A guest is looked up when a loader or
 * action calls `getReportHolder`, so that the error for an invalid key is rendered inside the layout.
 */
export const reportHolder: MiddlewareFunction<Response> = async (args, next) => {
  const { request, context, params } = args;
  if (!params.key) await userOnly(args, next);
  let found: Promise<ReportHolder> | undefined;
  context.set(holderContext, () => {
    found ??= params.key ? findGuest(context, params.key) : findMember(request, context, params.reportId ?? "");
    return found;
  });
  const answer = await next();
  if (params.key) for (const [name, value] of Object.entries(linkHeaders)) answer.headers.set(name, value);
  return answer;
};

/** Returns the holder provided by `reportHolder`. Throws 404 for an invalid key. */
export function getReportHolder(context: Context): Promise<ReportHolder> {
  return context.get(holderContext)();
}

async function findGuest(context: Context, key: string): Promise<ReportHolder> {
  const ctx = context.get(appContext);
  const holder = await getGuestHolder(ctx, key);
  const base = href("/community-reports/manage/:key", { key });
  return { ctx, holder, reportId: holder.guestOf, base, isGuest: true, timeZone: defaultTimeZone };
}

async function findMember(request: Request, context: Context, reportId: string): Promise<ReportHolder> {
  const { ctx, actor } = await requireUser(request, context);
  const base = href("/dashboard/lost-found/:reportId", { reportId });
  return { ctx, holder: actor, reportId, base, isGuest: false, timeZone: actor.timeZone };
}
