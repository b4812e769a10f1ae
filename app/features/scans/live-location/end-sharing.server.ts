import { and, eq, gt, inArray, isNull } from "drizzle-orm";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { liveLocationShares, scanRecords } from "../scans.tables.server.ts";

/** Ends a running live location of the conversation's finder; later positions are rejected. */
export async function endSharingInConversation({ db, clock }: AppContext, conversationId: string): Promise<void> {
  const now = clock.now();
  const scans = db
    .select({ id: scanRecords.id })
    .from(scanRecords)
    .where(eq(scanRecords.conversationId, conversationId));
  await db
    .update(liveLocationShares)
    .set({ stoppedAt: now })
    .where(
      and(
        inArray(liveLocationShares.scanId, scans),
        isNull(liveLocationShares.stoppedAt),
        gt(liveLocationShares.endsAt, now),
      ),
    );
}
