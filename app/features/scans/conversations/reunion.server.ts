import { eq } from "drizzle-orm";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { handovers } from "../scans.tables.server.ts";

/** Returns when the pet of this conversation was reunited with its owner; null if it was not. */
export async function findReunion({ db }: AppContext, conversationId: string): Promise<Date | null> {
  const [found] = await db
    .select({ at: handovers.reunitedAt })
    .from(handovers)
    .where(eq(handovers.conversationId, conversationId));
  return found?.at ?? null;
}
