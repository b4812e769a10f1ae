import { asc, eq } from "drizzle-orm";
import type { PersonalData } from "#app/features/users/personal-data.server.ts";
import { bulkRunItems, bulkRuns, savedFilters, userNotes } from "./admin-lists.tables.server.ts";

/**
 * Saved filters and bulk runs of administrators, and the note about a user; deleted with the account. Administrators'
 * changes are in the audit log.
 */
export const adminListsPersonalData: PersonalData = {
  tables: [savedFilters, bulkRuns, bulkRunItems, userNotes],
  async read({ db }, { id }) {
    const filters = await db.select().from(savedFilters).where(eq(savedFilters.adminId, id)).orderBy(savedFilters.id);
    const runs = await db
      .select({ id: bulkRuns.id, kind: bulkRuns.kind, total: bulkRuns.total, startedAt: bulkRuns.startedAt })
      .from(bulkRuns)
      .where(eq(bulkRuns.adminId, id))
      .orderBy(asc(bulkRuns.id));
    const notes = await db
      .select({ text: userNotes.text, updatedAt: userNotes.updatedAt })
      .from(userNotes)
      .where(eq(userNotes.userId, id));
    return { savedFilters: filters, bulkRuns: runs, notes };
  },
};
