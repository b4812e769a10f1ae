import { desc, lt } from "drizzle-orm";
import { requireAdmin } from "#app/features/users/require-admin.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { dayMs } from "#app/platform/durations.rules.ts";
import { undeliveredMessages } from "../scans.tables.server.ts";

type Undelivered = typeof undeliveredMessages.$inferInsert;

const maxAge = 30 * dayMs;
const maxShown = 50;

/** Stores a finder's submission that could not be delivered. Idempotent. */
export async function recordUndelivered(tx: AppContext, message: Omit<Undelivered, "storedAt">): Promise<void> {
  await tx.db
    .insert(undeliveredMessages)
    .values({ ...message, storedAt: tx.clock.now() })
    .onConflictDoNothing();
}

/** Lists the newest 50 undelivered submissions. Administrators only. */
export async function listUndelivered({ db }: AppContext, actor: Actor) {
  requireAdmin(actor);
  return db.select().from(undeliveredMessages).orderBy(desc(undeliveredMessages.storedAt)).limit(maxShown);
}

/** Deletes undelivered submissions after 30 days. */
export async function purgeUndelivered({ db, clock }: AppContext): Promise<void> {
  await db.delete(undeliveredMessages).where(lt(undeliveredMessages.storedAt, clock.ago(maxAge)));
}
