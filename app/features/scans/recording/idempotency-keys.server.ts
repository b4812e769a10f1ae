import { eq, lt } from "drizzle-orm";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { lateArrivals } from "../scans.tables.server.ts";

/** Something a finder sent that may reach the database twice: kept here, and once more by the first try that was given up. */
export interface Arrival {
  id: string;
  /** When it was sent, if it comes late. */
  at?: Date;
}

/** Whether this is the first time it arrives; within the transaction that carries it out. */
export async function isFirst(tx: AppContext, arrival: Arrival | undefined): Promise<boolean> {
  if (!arrival) return true;
  const rows = await tx.db
    .insert(lateArrivals)
    .values({ id: arrival.id, at: tx.clock.now() })
    .onConflictDoNothing()
    .returning({ id: lateArrivals.id });
  return rows.length > 0;
}

/** Keeps into which talk it went, so that whoever sent it finds the way there. */
export async function noteTalk(tx: AppContext, arrival: Arrival | undefined, conversationId: string): Promise<void> {
  if (arrival) await tx.db.update(lateArrivals).set({ conversationId }).where(eq(lateArrivals.id, arrival.id));
}

/** Whether it has arrived, and in which talk; null while it has not. */
export async function findArrival({ db }: AppContext, id: string) {
  const [row] = await db.select().from(lateArrivals).where(eq(lateArrivals.id, id));
  return row ?? null;
}

/** After 30 days nothing comes a second time. */
export async function forgetArrivals({ db, clock }: AppContext): Promise<void> {
  await db.delete(lateArrivals).where(lt(lateArrivals.at, new Date(clock.now().getTime() - 30 * 24 * 3_600_000)));
}
