import { and, eq, gt, type SQL, sql } from "drizzle-orm";
import type { World } from "#app/platform/world.server.ts";
import { sessionLife } from "./accounts.rules.ts";
import { sessions } from "./accounts.tables.server.ts";
import { waitingSignIns } from "./two-steps.tables.server.ts";

/** On it every process hears whose sessions have ended, so that open pages of theirs leave at once. */
export const sessionChannel = "aleef_sessions";

/** Tells all processes that sessions of this person have ended; inside a transaction, when it commits. */
export async function tellSessionsEnded(world: Pick<World, "db">, userId: string): Promise<void> {
  await world.db.execute(sql`select pg_notify(${sessionChannel}, ${userId})`);
}

/** Which rows of `sessions` still open anything: not expired, and begun less than seven days ago. */
export function isLasting({ clock }: Pick<World, "clock">): SQL | undefined {
  const now = clock.now();
  return and(gt(sessions.expiresAt, now), gt(sessions.createdAt, new Date(now.getTime() - sessionLife * 1000)));
}

/** Ends one session, e.g. because its browser has opened another; one that is gone already is no error. */
export async function dropSession(world: Pick<World, "db">, session: { id: string; userId: string }): Promise<void> {
  await world.db.delete(sessions).where(eq(sessions.id, session.id));
  await tellSessionsEnded(world, session.userId);
}

/** Forgets the right passwords that still wait for their second step. */
export async function endWaitingSignIns(world: Pick<World, "db">, userId: string): Promise<void> {
  await world.db.delete(waitingSignIns).where(eq(waitingSignIns.userId, userId));
}

/** Signs a person out on every device, whoever asks for it. */
export async function endAllSessions(world: Pick<World, "db">, userId: string): Promise<void> {
  await endWaitingSignIns(world, userId);
  await world.db.delete(sessions).where(eq(sessions.userId, userId));
  await tellSessionsEnded(world, userId);
}
