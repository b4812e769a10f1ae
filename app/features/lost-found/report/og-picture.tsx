import { href, redirect } from "react-router";
import { notFound } from "#app/platform/app-error.server.ts";
import { appContext } from "#app/platform/http/request-info.server.ts";
import { findMergedInto } from "../duplicates/merge-reports.server.ts";
import { findPublicReport } from "../public-report.server.ts";
import type { Route } from "./+types/og-picture";
import { renderSharePicture } from "./share-picture.server.tsx";

/**
 * Serves the preview image of a report for social media. Redirects for merged reports; 404 if the report is not public.
 * Cached for a minute only, because a report can be hidden.
 */
export async function loader({ context, params }: Route.LoaderArgs) {
  const ctx = context.get(appContext);
  const report = await findPublicReport(ctx, params.reportId);
  const mergedInto = report ? null : await findMergedInto(ctx, params.reportId);
  if (mergedInto) throw redirect(href("/community-reports/:reportId/og.png", { reportId: mergedInto }));
  if (!report) throw notFound();
  const picture = await renderSharePicture(ctx, report);
  return new Response(picture as Uint8Array<ArrayBuffer>, {
    headers: { "content-type": "image/png", "cache-control": "public, max-age=60" },
  });
}
