import { eq, lt } from "drizzle-orm";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { lateSubmissions } from "../scans.tables.server.ts";

/** Something a finder sent that may reach the database twice: kept here, and once more by the first try that was given up. */
export interface IdempotencyKey {
  id: string;
  /** When it was sent, if it comes late. */
  at?: Date;
}

/** Whether this is the first time it arrives; within the transaction that carries it out. */
export async function isFirstDelivery(tx: AppContext, idempotencyKey: IdempotencyKey | undefined): Promise<boolean> {
  if (!idempotencyKey) return true;
  const rows = await tx.db
    .insert(lateSubmissions)
    .values({ id: idempotencyKey.id, at: tx.clock.now() })
    .onConflictDoNothing()
    .returning({ id: lateSubmissions.id });
  return rows.length > 0;
}

/** Keeps into which conversation it went, so that whoever sent it finds the way there. */
export async function recordConversation(
  tx: AppContext,
  idempotencyKey: IdempotencyKey | undefined,
  conversationId: string,
): Promise<void> {
  if (idempotencyKey)
    await tx.db.update(lateSubmissions).set({ conversationId }).where(eq(lateSubmissions.id, idempotencyKey.id));
}

/** Whether it has arrived, and in which conversation; null while it has not. */
export async function findLateSubmission({ db }: AppContext, id: string) {
  const [row] = await db.select().from(lateSubmissions).where(eq(lateSubmissions.id, id));
  return row ?? null;
}

/** Deletes the keys of submissions after 30 days, when nothing is sent a second time any more. */
export async function purgeLateSubmissions({ db, clock }: AppContext): Promise<void> {
  await db.delete(lateSubmissions).where(lt(lateSubmissions.at, new Date(clock.now().getTime() - 30 * 24 * 3_600_000)));
}
