import type { AppContext } from "#app/platform/app-context.server.ts";
import { notFound } from "#app/platform/http/app-error.server.ts";
import { readManageKey } from "./report-emails.server.ts";
import { getOwnReport } from "./reports.server.ts";

/** Pages behind a mailed link: found by no search engine, told to no other site. */
export const linkHeaders = { "x-robots-tag": "noindex", "referrer-policy": "no-referrer" };

/**
 * The guest's report behind a mailed link; 404 for a wrong key. It is their only way: to read, reopen, answer and
 * delete, also once the report is over.
 */
export async function getGuestHolder(ctx: AppContext, key: string): Promise<{ guestOf: string }> {
  const reportId = readManageKey(ctx, key);
  if (!reportId) throw notFound();
  const holder = { guestOf: reportId };
  await getOwnReport(ctx, holder, reportId);
  return holder;
}
