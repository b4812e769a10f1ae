import { desc, lt } from "drizzle-orm";
import { requireAdmin } from "#app/features/users/require-admin.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { undeliveredMessages } from "../scans.tables.server.ts";

type Undelivered = typeof undeliveredMessages.$inferInsert;

const maxAge = 30 * 24 * 3_600_000;
const maxShown = 50;

/** Keeps what a finder sent and nobody could be given, once. */
export async function recordUndelivered(tx: AppContext, message: Omit<Undelivered, "keptAt">): Promise<void> {
  await tx.db
    .insert(undeliveredMessages)
    .values({ ...message, keptAt: tx.clock.now() })
    .onConflictDoNothing();
}

/** The newest 50 of them. Only for administrators. */
export async function listUndelivered({ db }: AppContext, actor: Actor) {
  requireAdmin(actor);
  return db.select().from(undeliveredMessages).orderBy(desc(undeliveredMessages.keptAt)).limit(maxShown);
}

/** Deletes submissions that could not be delivered after 30 days. */
export async function purgeUndelivered({ db, clock }: AppContext): Promise<void> {
  await db.delete(undeliveredMessages).where(lt(undeliveredMessages.keptAt, new Date(clock.now().getTime() - maxAge)));
}
