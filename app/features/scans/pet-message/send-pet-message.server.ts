import { and, eq } from "drizzle-orm";
import { livePet, pets } from "#app/features/pets/pets.tables.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { notFound } from "#app/platform/app-error.server.ts";
import { withTransaction } from "#app/platform/db/connection/database.server.ts";
import { findScan } from "../find-scan.server.ts";
import { buildScanRow } from "../recording/receive-scan.server.ts";
import type { Visit } from "../recording/request-signals.server.ts";
import { scanRecords } from "../scans.tables.server.ts";
import { type FinderForm, readScanToken, startFinderConversation } from "../submissions/finder-submissions.server.ts";

/**
 * Sends the family of a pet what a signed-in person wrote on its page: with `profile` as if its tag had been scanned, with
 * `inquiry` without an alarm, because the pet is not with the sender. `token` is the signed id of a scan to be recorded
 * (`createScanToken`): sent twice, it adds to the same conversation. Returns the sender's key for the status page. Throws 404 if the token is another page's or the pet was removed.
 */
export async function sendPetMessage(
  ctx: AppContext,
  petId: string,
  token: string,
  message: FinderForm,
  visit: Visit,
  medium: "profile" | "inquiry",
): Promise<string> {
  const scanId = readScanToken(ctx, token);
  return withTransaction(ctx, async (tx) => {
    const [pet] = await tx.db
      .select({ ownerId: pets.ownerId })
      .from(pets)
      .where(and(eq(pets.id, petId), livePet));
    if (!pet) throw notFound();
    const at = tx.clock.now();
    const row = buildScanRow(
      { ...visit, scanId, medium },
      { id: null, ownerId: pet.ownerId, petId },
      { evidence: "human", reasons: ["used"] },
      at,
      visit.fresh,
    );
    await tx.db
      .insert(scanRecords)
      .values({ ...row, usedAt: at })
      .onConflictDoNothing();
    const scan = await findScan(tx, scanId);
    if (scan?.medium !== medium || scan.petId !== petId) throw notFound();
    return startFinderConversation(tx, token, message, { address: visit.address, language: visit.language });
  });
}
