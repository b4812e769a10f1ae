import type { AppContext } from "#app/platform/app-context.server.ts";
import { buildJsonRows } from "#app/platform/db/json-rows.server.ts";
import { scanRecords } from "../scans.tables.server.ts";
import { type BudgetedScan, countOpenings, listBudgetGroups } from "../throttling/email-budget.server.ts";

/**
 * Inserts scans of the same time and returns the ids of those without individual notifications, because their pet's
 * notification budget is used up. Inserts and counts in one statement, since every finder's page waits for it.
 */
export async function createScans(
  tx: AppContext,
  rows: (typeof scanRecords.$inferInsert & BudgetedScan)[],
): Promise<Set<string>> {
  const openings = listBudgetGroups(rows);
  const insert = tx.db.insert(scanRecords).select(buildJsonRows(scanRecords, rows));
  if (openings.length === 0) {
    await insert;
    return new Set();
  }
  const inserted = tx.db.$with("inserted").as(insert.returning({ id: scanRecords.id }));
  return countOpenings(tx, tx.db.with(inserted), openings, rows[0]!.at);
}
