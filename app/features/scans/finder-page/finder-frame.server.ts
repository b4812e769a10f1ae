import type { ReactNode } from "react";
import type { TagMark } from "#app/features/tags/tags.rules.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import type { RequestInfo } from "#app/platform/http/request-info.server.ts";
import { clearToastCookie, readToast } from "#app/platform/http/toast.server.ts";
import { type InlineScript, renderFinderPage } from "./finder-document.server.tsx";
import type { FinderPageContext, Refused } from "./finder-parts.server.tsx";
import type { FinderScriptData } from "./finder-script.ts";
import source from "./finder-script.ts?minified";
import { createVisitCookie } from "./request-signals.server.ts";

/** A tag's page before it is dressed for one request. */
export interface TagPage {
  path: string;
  /** Of the scan that this opening is; null where none is recorded. */
  visit: string | null;
  token: string | null;
  isReplaced: boolean;
  title: string;
  /** What the page says because the records cannot be reached. */
  outageNote?: string;
  view: (pageContext: FinderPageContext, notice: string | null) => ReactNode | Promise<ReactNode>;
}

const noQuery = new URLSearchParams();

export function getQuery({ url }: Request): URLSearchParams {
  return url.includes("?") ? new URL(url).searchParams : noQuery;
}

export function getTitle({ t }: RequestInfo, shown: { mark: TagMark | null; pet: { name: string } | null }): string {
  const { mark, pet } = shown;
  const name = mark ? t(`finderPage.finder.marked.titles.${mark}`) : (pet?.name ?? t("finderPage.finder.foundTag"));
  return t("finderPage.finder.title", { name });
}

function scriptOf({ t }: RequestInfo, visit: string): InlineScript {
  const data: FinderScriptData = {
    visit,
    locating: t("finderPage.finder.locating"),
    denied: t("finderPage.finder.locationDenied"),
    added: t("finderPage.finder.placeAdded"),
  };
  return { source, data };
}

/** Answers with a tag's page: its cookies, what the last form left to say, and after a refused one what was typed. */
export async function renderTagFrame(
  ctx: AppContext,
  info: RequestInfo,
  request: Request,
  refused: Refused | null,
  page: TagPage,
): Promise<Response> {
  const headers = new Headers();
  const query = getQuery(request);
  // What a chip or a visit wrote into the address goes to nobody, not even to the log of a proxy before us.
  if (query.size > 0) headers.set("referrer-policy", "strict-origin");
  if (page.visit) headers.append("set-cookie", createVisitCookie(ctx, page.visit));
  const toast = readToast(request);
  if (toast) headers.append("set-cookie", clearToastCookie);
  // What was typed stays with its scan, unless there is no such scan: then the page's own takes its place.
  const earlier = refused?.status === 404 ? undefined : refused?.typed.scan;
  const { path, isReplaced, outageNote } = page;
  const token = earlier || page.token;
  const pageContext: FinderPageContext = {
    t: info.t,
    language: info.language,
    path,
    token,
    refused,
    isReplaced,
    outageNote,
  };
  return renderFinderPage(
    {
      language: info.language,
      nonce: info.nonce,
      title: page.title,
      script: page.visit ? scriptOf(info, page.visit) : undefined,
      children: await page.view(pageContext, toast ? info.t(toast.code, toast.params) : null),
    },
    { headers, status: refused?.status ?? 200, accepts: request.headers.get("accept-encoding") },
  );
}
