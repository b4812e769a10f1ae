import { sql } from "drizzle-orm";
import type { AppContext } from "#app/platform/app-context.server.ts";

export const liveChannel = "aleef_live";

/** What triggers on the tables of the panel say on that channel: something that waits for administrators changed. */
export interface AdminEvent {
  admins: true;
}

/** Tells every process that somebody's news changed. Only ids travel; each reader fetches what it may see. */
export async function notifyListeners(
  ctx: Pick<AppContext, "db">,
  news: { user: string; notification?: string }[],
): Promise<void> {
  const payloads = news.map((one) => JSON.stringify(one));
  await ctx.db.execute(sql`select pg_notify(${liveChannel}, line) from unnest(${sql.param(payloads)}::text[]) as line`);
}
