import { and, eq, gt, type Placeholder, type SQL, sql } from "drizzle-orm";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { sessionLife } from "../auth.rules.ts";
import { sessions } from "../auth.tables.server.ts";
import { pendingSignIns } from "../two-factor.tables.server.ts";

/** On it every process hears whose sessions have ended, so that open pages of theirs leave at once. */
export const sessionChannel = "aleef_sessions";

/** Tells all processes that sessions of this person have ended; inside a transaction, when it commits. */
export async function notifySessionsEnded(ctx: Pick<AppContext, "db">, userId: string): Promise<void> {
  await ctx.db.execute(sql`select pg_notify(${sessionChannel}, ${userId})`);
}

/** What `isLasting` compares with; the names of the placeholders of a prepared statement. */
export function lastingAfter({ clock }: Pick<AppContext, "clock">) {
  const now = clock.now();
  return { now, weekAgo: new Date(now.getTime() - sessionLife * 1000) };
}

/** Which rows of `sessions` still open anything: not expired, and begun less than seven days ago. */
export function isLasting({ now, weekAgo }: { now: Date | Placeholder; weekAgo: Date | Placeholder }): SQL | undefined {
  return and(gt(sessions.expiresAt, now), gt(sessions.createdAt, weekAgo));
}

/** Ends one session, e.g. because its browser has opened another; one that is gone already is no error. */
export async function deleteSession(
  ctx: Pick<AppContext, "db">,
  session: { id: string; userId: string },
): Promise<void> {
  await ctx.db.delete(sessions).where(eq(sessions.id, session.id));
  await notifySessionsEnded(ctx, session.userId);
}

/** Forgets the right passwords that still wait for their second factor. */
export async function deletePendingSignIns(ctx: Pick<AppContext, "db">, userId: string): Promise<void> {
  await ctx.db.delete(pendingSignIns).where(eq(pendingSignIns.userId, userId));
}

/** Signs a person out on every device, whoever asks for it. */
export async function deleteAllSessions(ctx: Pick<AppContext, "db">, userId: string): Promise<void> {
  await deletePendingSignIns(ctx, userId);
  await ctx.db.delete(sessions).where(eq(sessions.userId, userId));
  await notifySessionsEnded(ctx, userId);
}
