import { sql } from "drizzle-orm";
import type { AppContext } from "#app/platform/app-context.server.ts";

export const liveChannel = "aleef_live";

/**
 * Event that the triggers on the panel's tables send on this channel when something that waits for administrators
 * changes.
 */
export interface AdminEvent {
  admins: true;
}

/** Notifies every process that a user has news. Payloads contain ids only; each listener fetches what it may see. */
export async function notifyListeners(
  ctx: Pick<AppContext, "db">,
  news: { user: string; notification?: string }[],
): Promise<void> {
  const payloads = news.map((event) => JSON.stringify(event));
  await ctx.db.execute(sql`select pg_notify(${liveChannel}, line) from unnest(${sql.param(payloads)}::text[]) as line`);
}
