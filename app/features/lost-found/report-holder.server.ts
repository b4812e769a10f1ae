import { eq } from "drizzle-orm";
import { createContext, href, type MiddlewareFunction, type RouterContextProvider, redirect } from "react-router";
import { requireUser, userOnly } from "#app/features/auth/guards.server.ts";
import { defaultTimeZone } from "#app/features/users/users.rules.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { gone, notFound } from "#app/platform/app-error.server.ts";
import { appContext } from "#app/platform/http/request-info.server.ts";
import { findMergedInto } from "./duplicates/merge-reports.server.ts";
import { getReportPath, readManageKey } from "./report-emails.server.ts";
import { getOwnReport, type Holder } from "./reports.server.ts";
import { lostFoundPosts as posts } from "./reports.tables.server.ts";

/**
 * Headers of pages behind a link: no indexing, and no referrer to other sites. Without any referrer, browsers would
 * send the forms of these pages with `Origin: null` when scripts are off or not loaded yet, and they would be rejected.
 */
export const linkHeaders = { "x-robots-tag": "noindex", "referrer-policy": "same-origin" };

/**
 * Returns the holder for a guest's e-mailed link, which also works after the report was closed. Throws 404 for an
 * invalid key, and 410 if the report was deleted.
 */
export async function getGuestHolder(ctx: AppContext, key: string): Promise<{ guestOf: string }> {
  const reportId = readManageKey(ctx, key);
  if (!reportId) throw notFound();
  const holder = { guestOf: reportId };
  const isStored = await ctx.db.$count(posts, eq(posts.id, reportId));
  if (!isStored) throw gone("report");
  await getOwnReport(ctx, holder, reportId);
  return holder;
}

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
  /** The user's country (ISO 3166-1); null if unknown. */
  country: string | null;
}

type Context = Readonly<RouterContextProvider>;

const holderContext = createContext<() => Promise<ReportHolder>>();

/**
 * Middleware that provides the holder of a report, from the key of an e-mailed link or from the session, and sets
 * `linkHeaders` on pages behind a link. Without a key, only signed-in users pass. A guest is looked up when a loader or
 * action calls `getReportHolder`, so that the error for an invalid key is rendered inside the layout.
 */
export const requireReportHolder: MiddlewareFunction<Response> = async (args, next) => {
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

/** Returns the holder provided by `requireReportHolder`. Throws 404 for an invalid key. */
export function getReportHolder(context: Context): Promise<ReportHolder> {
  return context.get(holderContext)();
}

async function findGuest(context: Context, key: string): Promise<ReportHolder> {
  const ctx = context.get(appContext);
  const holder = await getGuestHolder(ctx, key);
  const base = href("/community-reports/manage/:key", { key });
  return { ctx, holder, reportId: holder.guestOf, base, isGuest: true, timeZone: defaultTimeZone, country: null };
}

async function findMember(request: Request, context: Context, reportId: string): Promise<ReportHolder> {
  const { ctx, actor } = await requireUser(request, context);
  const base = href("/dashboard/lost-found/:reportId", { reportId });
  const { timeZone, country = null } = actor;
  return { ctx, holder: actor, reportId, base, isGuest: false, timeZone, country };
}

/** Redirects from a page of a merged report to the same page (path suffix `below`) of the remaining report. */
export async function redirectIfMerged(ctx: AppContext, holder: Holder, reportId: string, below = ""): Promise<void> {
  const mergedInto = await findMergedInto(ctx, reportId);
  if (mergedInto) throw redirect(`${getReportPath(ctx, holder, mergedInto)}${below}`);
}
