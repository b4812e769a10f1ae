import type { AppContext } from "#app/platform/app-context.server.ts";
import { notFound } from "#app/platform/http/app-error.server.ts";
import { readManageKey } from "./report-emails.server.ts";
import { getOwnReport } from "./reports.server.ts";

/** Headers of pages behind an e-mailed link: no indexing and no referrer. */
export const linkHeaders = { "x-robots-tag": "noindex", "referrer-policy": "no-referrer" };

/**
 * Returns the holder for a guest's e-mailed link, which also works after the report was closed. Throws 404 for an
 * invalid key.
 */
export async function getGuestHolder(ctx: AppContext, key: string): Promise<{ guestOf: string }> {
  const reportId = readManageKey(ctx, key);
  if (!reportId) throw notFound();
  const holder = { guestOf: reportId };
  await getOwnReport(ctx, holder, reportId);
  return holder;
}
