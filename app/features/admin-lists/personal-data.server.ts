import { and, asc, eq, inArray, isNotNull, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Person, PersonalData } from "#app/features/users/personal-data.server.ts";
import { bulkRunItems, bulkRuns, savedFilters, userNotes } from "./admin-lists.tables.server.ts";

/** Matches a list's query string that contains the person's address. */
function namesPerson(query: PgColumn, { email }: Person): SQL {
  if (!email) return sql`false`;
  const spellings = [email, encodeURIComponent(email)].map(
    (one) => sql`position(${one.toLowerCase()} in lower(${query})) > 0`,
  );
  return sql`(${sql.join(spellings, sql` or `)})`;
}

/**
 * Saved filters and bulk runs of administrators, and the note about a user; deleted with the account. What other
 * administrators' runs and filters say about the person and their rows is erased. Administrators' changes are in the
 * audit log.
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
  async erase({ db }, person, ownIds = [person.id]) {
    const about = sql`${bulkRunItems.subjectId} = any(${sql.param(ownIds)}::uuid[])`;
    const runs = db.select({ id: bulkRunItems.runId }).from(bulkRunItems).where(about);
    // Undoing a run needs none of these; a running one still needs its parameters.
    await db
      .update(bulkRuns)
      .set({ params: {} })
      .where(and(inArray(bulkRuns.id, runs), isNotNull(bulkRuns.finishedAt)));
    const ended = db.select({ id: bulkRuns.id }).from(bulkRuns).where(isNotNull(bulkRuns.finishedAt));
    await db.delete(bulkRunItems).where(and(about, inArray(bulkRunItems.runId, ended)));
    await db.update(bulkRunItems).set({ name: "", refusal: null, before: null }).where(about);
    await db
      .update(bulkRuns)
      .set({ listPath: sql`split_part(${bulkRuns.listPath}, '?', 1)` })
      .where(namesPerson(bulkRuns.listPath, person));
    await db.delete(savedFilters).where(namesPerson(savedFilters.query, person));
  },
};
