import { eq } from "drizzle-orm";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { scanRecords } from "./scans.tables.server.ts";

/** Returns the scan; null if it does not exist. */
export async function findScan({ db }: AppContext, scanId: string) {
  const [scan] = await db.select().from(scanRecords).where(eq(scanRecords.id, scanId));
  return scan ?? null;
}

/** Returns the scan, or the message to a pet's family, that a conversation began with. */
export async function findScanOf({ db }: AppContext, { id }: { id: string }) {
  const [scan] = await db.select().from(scanRecords).where(eq(scanRecords.conversationId, id)).limit(1);
  return scan ?? null;
}
