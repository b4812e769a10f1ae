import { eq } from "drizzle-orm";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { gone, notFound } from "#app/platform/http/app-error.server.ts";
import { readManageKey } from "./report-emails.server.ts";
import { getOwnReport } from "./reports.server.ts";
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
