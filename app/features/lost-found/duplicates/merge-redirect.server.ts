import { redirect } from "react-router";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { getReportPath } from "../report-emails.server.ts";
import type { Holder } from "../reports.server.ts";
import { findMergedInto } from "./merge-reports.server.ts";

/** Redirects from a page of a merged report to the same page (path suffix `below`) of the remaining report. */
export async function redirectIfMerged(ctx: AppContext, holder: Holder, reportId: string, below = ""): Promise<void> {
  const mergedInto = await findMergedInto(ctx, reportId);
  if (mergedInto) throw redirect(`${getReportPath(ctx, holder, mergedInto)}${below}`);
}
