import { createContext, href, type MiddlewareFunction, type RouterContextProvider } from "react-router";
import { requireUser, userOnly } from "#app/features/auth/guards.server.ts";
import { defaultTimeZone } from "#app/features/users/users.rules.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { appContext } from "#app/platform/http/request-info.server.ts";
import { getGuestHolder, linkHeaders } from "./guest-link.server.ts";
import type { Holder } from "./reports.server.ts";

/** Who works with a report, and where: an account in its dashboard, or a guest behind the mailed link. */
export interface ReportHolder {
  ctx: AppContext;
  holder: Holder;
  /** Empty where the address names none. */
  reportId: string;
  /** The address of the report's page, below which its form, conversations and posters lie. */
  base: string;
  isGuest: boolean;
  timeZone: string;
}

type Context = Readonly<RouterContextProvider>;

const holderContext = createContext<() => Promise<ReportHolder>>();

/**
 * Guard: puts the holder of a report into the context, from the key of a mailed link or else from the session, and keeps
 * pages behind a link from search engines and other sites. Without a key only the signed-in pass. A guest is looked up when
 * a loader or an action asks (`getReportHolder`), so that a wrong key is refused inside the layout.
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

/** The holder behind `reportHolder`; throws 404 for a wrong key. */
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
