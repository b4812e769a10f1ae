import type { ReactNode } from "react";
import type { TagMark } from "#app/features/tags/tags.rules.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import type { RequestInfo } from "#app/platform/http/request-info.server.ts";
import { clearToastCookie, readToast } from "#app/platform/http/toast.server.ts";
import { createVisitCookie } from "../recording/request-signals.server.ts";
import { type InlineScript, renderFinderPage } from "./finder-document.server.tsx";
import type { LanguageChoice } from "./finder-languages.server.tsx";
import type { FinderPageContext, RejectedForm } from "./finder-parts.server.tsx";
import type { FinderScriptData } from "./finder-script.ts";
import source from "./finder-script.ts?minified";

/** A tag's page, before the parts that depend on the request are added. */
export interface TagPage {
  path: string;
  /** Visit id of the scan; null when no scan is recorded. */
  visit: string | null;
  token: string | null;
  isReplaced: boolean;
  title: string;
  /** How a finder chooses another language without losing what was typed. */
  languages?: Partial<LanguageChoice>;
  /** Note shown while the database is unavailable. */
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

/** Renders a tag's page with its cookies, the toast of the last form, and the submitted values of a rejected form. */
export async function renderTagFrame(
  ctx: AppContext,
  info: RequestInfo,
  request: Request,
  rejected: RejectedForm | null,
  page: TagPage,
): Promise<Response> {
  const headers = new Headers();
  const query = getQuery(request);
  // The signature and visit id in the URL must not reach other sites or the logs of a proxy.
  if (query.size > 0) headers.set("referrer-policy", "strict-origin");
  if (page.visit) headers.append("set-cookie", createVisitCookie(ctx, page.visit));
  const toast = readToast(request);
  if (toast) headers.append("set-cookie", clearToastCookie);
  // A rejected form keeps the token of its own scan, unless that scan does not exist (404): then this page's token is
  // used.
  const submittedToken = rejected?.status === 404 ? undefined : rejected?.typed.scan;
  const { path, isReplaced, outageNote } = page;
  const token = submittedToken || page.token;
  const pageContext: FinderPageContext = {
    t: info.t,
    language: info.finderLanguage,
    path,
    token,
    rejected,
    isReplaced,
    outageNote,
  };
  return renderFinderPage(
    {
      language: info.finderLanguage,
      languages: { path, token: page.token, ...page.languages },
      nonce: info.nonce,
      title: page.title,
      script: page.visit ? scriptOf(info, page.visit) : undefined,
      children: await page.view(pageContext, toast ? info.t(toast.code, toast.params) : null),
    },
    { headers, status: rejected?.status ?? 200 },
  );
}
