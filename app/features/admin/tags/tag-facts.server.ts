import { and, asc, count, eq, inArray, max, sql } from "drizzle-orm";
import { listChanges } from "#app/features/audit-log/audit-log.server.ts";
import { livePet, pets } from "#app/features/pets/pets.tables.server.ts";
import { byPeople } from "#app/features/scans/scans.rules.ts";
import { scanRecords } from "#app/features/scans/scans.tables.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import type { Language } from "#app/platform/i18n/language.ts";
import { formatAuditLines } from "../audit-log/audit-log-texts.server.ts";
import { getTagForAdmin } from "./list-all-tags.server.ts";

/**
 * Returns everything that an administrator sees of one tag: its history, its scans, and the pets that its owner could
 * link.
 */
export async function getTagFacts(ctx: AppContext, admin: Actor, tagId: string, language: Language) {
  const tag = await getTagForAdmin(ctx, admin, tagId);
  const { db } = ctx;
  const people = sql<number>`count(*) filter (where ${inArray(scanRecords.evidence, byPeople)})`.mapWith(Number);
  const [scans] = await db
    .select({ all: count(), people, last: max(scanRecords.at) })
    .from(scanRecords)
    .where(eq(scanRecords.tagId, tag.id));
  const ownerPets = tag.ownerId
    ? await db
        .select({ id: pets.id, name: pets.name })
        .from(pets)
        .where(and(eq(pets.ownerId, tag.ownerId), livePet))
        .orderBy(asc(pets.name))
        .limit(100)
    : [];
  const { changes } = await listChanges(ctx, admin, { subject: tag.id });
  return {
    tag: { ...tag, seen: tag.updatedAt.getTime() },
    scans: { all: scans?.all ?? 0, people: scans?.people ?? 0, last: scans?.last ?? null },
    ownerPets,
    history: formatAuditLines(ctx.translator(language), changes.slice(0, 10)),
  };
}
