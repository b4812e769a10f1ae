import { and, asc, eq, ne, or } from "drizzle-orm";
import * as z from "zod";
import { requireAdmin } from "#app/features/users/require-admin.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { AppError } from "#app/platform/app-error.server.ts";
import { createId } from "#app/platform/db/uuid.server.ts";
import { asLine, cutText } from "#app/platform/i18n/text/plain-text.ts";
import { savedFilters } from "../admin-lists.tables.server.ts";
import { maxFilterNameLength, readFilters } from "./saved-filters.rules.ts";

/** Maximum number of characters of the filters; an emoji in the URL takes twelve. */
const maxQueryLength = 4_000;

/** List and filters to save, or the filter to delete. */
export const filterForm = z.object({
  listPath: z
    .string()
    .regex(/^\/admin(\/[a-z-]+)*$/)
    .max(100),
  query: z
    .string()
    .max(maxQueryLength)
    .transform((text) => readFilters(new URLSearchParams(text))),
  name: z
    .string()
    .transform((text) => cutText(asLine(text), maxFilterNameLength))
    .optional(),
  id: z.string().optional(),
});

const maxFilters = 100;

/** Lists the administrator's saved filters of all lists, by name. */
export async function listSavedFilters({ db }: AppContext, admin: Actor) {
  requireAdmin(admin);
  return db
    .select({
      id: savedFilters.id,
      listPath: savedFilters.listPath,
      name: savedFilters.name,
      query: savedFilters.query,
    })
    .from(savedFilters)
    .where(eq(savedFilters.adminId, admin.id))
    .orderBy(asc(savedFilters.name))
    .limit(maxFilters);
}

export type SavedFilter = Awaited<ReturnType<typeof listSavedFilters>>[number];

/**
 * Saves the filters of a list under a name; an existing name is overwritten. Rejects an empty name
 * (`bulk.filters.nameNeeded`), and more than 100 filters of one administrator (`bulk.filters.tooMany`).
 */
export async function saveFilter(
  ctx: AppContext,
  admin: Actor,
  { listPath, query, name }: { listPath: string; query: string; name: string | undefined },
): Promise<void> {
  requireAdmin(admin);
  if (!name) throw new AppError("bulk.filters.nameNeeded", 400);
  const isOther = or(ne(savedFilters.listPath, listPath), ne(savedFilters.name, name));
  if ((await ctx.db.$count(savedFilters, and(eq(savedFilters.adminId, admin.id), isOther))) >= maxFilters)
    throw new AppError("bulk.filters.tooMany", 409, { params: { most: maxFilters } });
  await ctx.db
    .insert(savedFilters)
    .values({ id: createId(), adminId: admin.id, listPath, name, query })
    .onConflictDoUpdate({ target: [savedFilters.adminId, savedFilters.listPath, savedFilters.name], set: { query } });
}

/** Deletes one of the administrator's saved filters. Does nothing if it no longer exists. */
export async function deleteFilter({ db }: AppContext, admin: Actor, id: string | undefined): Promise<void> {
  requireAdmin(admin);
  if (id) await db.delete(savedFilters).where(and(eq(savedFilters.id, id), eq(savedFilters.adminId, admin.id)));
}
