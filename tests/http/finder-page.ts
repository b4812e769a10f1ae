import { and, eq } from "drizzle-orm";
import { notifications } from "#app/features/notifications/notifications.tables.server.ts";
import { scanRecords } from "#app/features/scans/scans.tables.server.ts";
import type { RequestOptions, Site } from "./site.ts";

export interface TagPage {
  answer: Response;
  html: string;
  /** Token that allows the forms of this page to add to its scan. */
  token: string;
}

export async function openTag(site: Site, code: string, options: RequestOptions = {}, query = ""): Promise<TagPage> {
  const answer = await site.get(`/tag/${encodeURIComponent(code)}${query}`, options);
  const html = await answer.text();
  return { answer, html, token: /name="scan" value="([^"]*)"/.exec(html)?.[1] ?? "" };
}

/** Returns the text of a page as a reader sees it. */
export function textOf(html: string): string {
  return html
    .replace(/<(style|script)\b[\s\S]*?<\/\1>/g, " ")
    .replace(/<[^>]+>/g, " ")
    .replaceAll("&#x27;", "'")
    .replaceAll("&quot;", '"')
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&")
    .replace(/\s+/g, " ");
}

export async function scansOf(site: Site, tagId: string) {
  return site.ctx.db.select().from(scanRecords).where(eq(scanRecords.tagId, tagId)).orderBy(scanRecords.id);
}

export async function notificationsOf(site: Site, userId: string, kind?: "scan" | "found" | "location" | "message") {
  return site.ctx.db
    .select()
    .from(notifications)
    .where(and(eq(notifications.userId, userId), kind ? eq(notifications.kind, kind) : undefined))
    .orderBy(notifications.id);
}

/** Decodes apostrophes in a page or its data, so that it can be compared with translations. Scripts are kept. */
export function readableOf(answer: string): string {
  return answer.replaceAll("&#x27;", "'");
}
