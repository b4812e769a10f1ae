import { and, eq, inArray, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";
import { lostFoundPosts as reports } from "#app/features/lost-found/reports.tables.server.ts";
import type { PetPortrait } from "#app/features/pets/cards/pet-photo.tsx";
import type { PetType } from "#app/features/pets/pets.rules.ts";
import { pets } from "#app/features/pets/pets.tables.server.ts";
import { scanRecords } from "#app/features/scans/scans.tables.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { isId } from "#app/platform/db/uuid.server.ts";

const portrait = {
  petId: sql<string>`${pets.id}`,
  type: sql<PetType>`${pets.type}`,
  photoId: sql<string | null>`${pets.photoId}`,
  photoFocusX: sql<number>`${pets.photoFocusX}`,
  photoFocusY: sql<number>`${pets.photoFocusY}`,
};

/** Returns the id of the scan, report or pet that a link leads to. */
function readSubjectId(link: string): string | null {
  const id = /^\/dashboard\/(?:scan-details|lost-found|pets)\/([\w-]{36})/.exec(link)?.[1];
  return id && isId(id) ? id : null;
}

/**
 * Returns the actor's own pet that each link is about, by link; links about others' pets or anything else are absent.
 */
export async function findPortraits(
  { db }: AppContext,
  actor: Actor,
  links: string[],
): Promise<Map<string, PetPortrait>> {
  const ids = [...new Set(links.flatMap((link) => readSubjectId(link) ?? []))];
  if (ids.length === 0) return new Map();
  const own = eq(pets.ownerId, actor.id);
  const rows = await unionAll(
    db
      .select({ subject: sql<string>`${scanRecords.id}`, ...portrait })
      .from(scanRecords)
      .innerJoin(pets, and(eq(pets.id, scanRecords.petId), own))
      .where(inArray(scanRecords.id, ids)),
    db
      .select({ subject: sql<string>`${reports.id}`, ...portrait })
      .from(reports)
      .innerJoin(pets, and(eq(pets.id, reports.petId), own))
      .where(inArray(reports.id, ids)),
    db
      .select({ subject: sql<string>`${pets.id}`, ...portrait })
      .from(pets)
      .where(and(inArray(pets.id, ids), own)),
  );
  const faces = new Map(rows.map(({ subject, petId, ...pet }) => [subject, { id: petId, ...pet }]));
  return new Map(
    links.flatMap((link) => (faces.has(readSubjectId(link) ?? "") ? [[link, faces.get(readSubjectId(link)!)!]] : [])),
  );
}
