import { eq, lt } from "drizzle-orm";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { dayMs } from "#app/platform/durations.rules.ts";
import { submissionKeys } from "../scans.tables.server.ts";

/** Identifies a submission that may reach the database twice: from the queue, and from the abandoned first attempt. */
export interface IdempotencyKey {
  id: string;
  /** When it was sent, if it arrives late. */
  at?: Date;
}

/** Returns whether the submission arrives for the first time. Runs in the transaction that processes it. */
export async function isFirstDelivery(tx: AppContext, idempotencyKey: IdempotencyKey | undefined): Promise<boolean> {
  if (!idempotencyKey) return true;
  const rows = await tx.db
    .insert(submissionKeys)
    .values({ id: idempotencyKey.id, at: tx.clock.now() })
    .onConflictDoNothing()
    .returning({ id: submissionKeys.id });
  return rows.length > 0;
}

/** Records the conversation of a submission, so that its sender can be redirected there. */
export async function recordConversation(
  tx: AppContext,
  idempotencyKey: IdempotencyKey | undefined,
  conversationId: string,
): Promise<void> {
  if (idempotencyKey)
    await tx.db.update(submissionKeys).set({ conversationId }).where(eq(submissionKeys.id, idempotencyKey.id));
}

/** Returns the processed submission with its conversation; null if it has not arrived yet. */
export async function findSubmissionKey({ db }: AppContext, id: string) {
  const [row] = await db.select().from(submissionKeys).where(eq(submissionKeys.id, id));
  return row ?? null;
}

/** Deletes idempotency keys after 30 days, when nothing is sent a second time any more. */
export async function purgeSubmissionKeys({ db, clock }: AppContext): Promise<void> {
  await db.delete(submissionKeys).where(lt(submissionKeys.at, clock.ago(30 * dayMs)));
}
