import { and, desc, eq, isNotNull, lt, sql } from "drizzle-orm";
import { recordChange } from "#app/features/audit-log/audit-log.server.ts";
import { auditLog } from "#app/features/audit-log/audit-log.tables.server.ts";
import type { CorrectionForm } from "#app/features/pets/pets.forms.server.ts";
import type { AdminPetState, PetType } from "#app/features/pets/pets.rules.ts";
import { livePet, petLost, pets } from "#app/features/pets/pets.tables.server.ts";
import { requireAdmin } from "#app/features/users/require-admin.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { transaction } from "#app/platform/db/connection/database.server.ts";
import { matchesWords } from "#app/platform/db/text-search.server.ts";
import { isId } from "#app/platform/db/uuid.server.ts";
import { AppError, notFound } from "#app/platform/http/app-error.server.ts";
import { searchWords } from "#app/platform/i18n/arabic-fold.rules.ts";

/** What administrators see of a pet: how it looks and whose it is. Its record, its microchip and its people are its owner's. */
const shownColumns = {
  id: pets.id,
  version: pets.version,
  name: pets.name,
  type: pets.type,
  otherType: pets.otherType,
  breed: pets.breed,
  gender: pets.gender,
  color: pets.color,
  photoId: pets.photoId,
  photoFocusX: pets.photoFocusX,
  photoFocusY: pets.photoFocusY,
  createdAt: pets.createdAt,
  removedAt: pets.removedAt,
  ownerId: pets.ownerId,
  ownerName: users.name,
  ownerEmail: sql<string | null>`coalesce(${users.email}, ${users.verifiedPhone})`,
  lostSince: petLost.since,
};

const select = ({ db }: AppContext) =>
  db
    .select(shownColumns)
    .from(pets)
    .innerJoin(users, eq(users.id, pets.ownerId))
    .leftJoin(petLost, eq(petLost.petId, pets.id))
    .$dynamic();

const inState = { live: livePet, lost: and(livePet, isNotNull(petLost.since)), removed: isNotNull(pets.removedAt) };

export interface PetSearch {
  search?: string;
  type?: PetType | undefined;
  state?: AdminPetState | undefined;
  ownerId?: string | null;
  /** The last id of the page before. */
  after?: string | null;
}

const pageSize = 50;

/** All pets, newest first, 50 a page; those put aside only when asked for. Only for administrators. */
export async function listAllPets(ctx: AppContext, admin: Actor, search: PetSearch) {
  requireAdmin(admin);
  const { type, state = "live", ownerId, after } = search;
  const rows = await select(ctx)
    .where(
      and(
        inState[state],
        matchesWords(pets.searchText, searchWords(search.search ?? "")),
        type && eq(pets.type, type),
        ownerId && isId(ownerId) ? eq(pets.ownerId, ownerId) : undefined,
        after && isId(after) ? lt(pets.id, after) : undefined,
      ),
    )
    .orderBy(desc(pets.id))
    .limit(pageSize + 1);
  const page = rows.slice(0, pageSize);
  return { pets: page, next: rows.length > pageSize ? (page.at(-1)?.id ?? null) : null };
}

/** One pet as administrators see it, put aside or not. */
export async function getPetForAdmin(ctx: AppContext, admin: Actor, petId: string) {
  requireAdmin(admin);
  const [pet] = isId(petId) ? await select(ctx).where(eq(pets.id, petId)) : [];
  if (!pet) throw notFound();
  return pet;
}

/**
 * Corrects what a pet is called and how it looks, on behalf of its owner. Refuses a pet that was put aside and, saying
 * who changed what, one that was changed since the form was opened.
 */
export async function updatePetAsAdmin(
  ctx: AppContext,
  admin: Actor,
  petId: string,
  { version, ...form }: CorrectionForm,
): Promise<void> {
  requireAdmin(admin);
  if (!isId(petId)) throw notFound();
  await transaction(ctx, async (tx) => {
    const mine = and(eq(pets.id, petId), livePet);
    const [before] = await tx.db.select().from(pets).where(mine).for("no key update");
    if (!before) throw notFound();
    if (before.version !== version) throw await changedMeanwhile(tx, petId);
    const [after] = await tx.db
      .update(pets)
      .set({
        ...form,
        otherType: form.type === "other" ? form.otherType : null,
        version: version + 1,
        updatedAt: tx.clock.now(),
      })
      .where(eq(pets.id, petId))
      .returning();
    await recordChange(tx, admin, {
      action: "pet.correct",
      subject: { kind: "pet", id: petId, name: before.name, personId: before.ownerId },
      before,
      after,
    });
  });
}

/** The last correction says who and what, if the last change was one. */
async function changedMeanwhile({ db }: AppContext, petId: string): Promise<AppError> {
  const [last] = await db
    .select({ at: auditLog.at, after: auditLog.after, by: users.name, changedAt: pets.updatedAt })
    .from(auditLog)
    .innerJoin(users, eq(users.id, auditLog.actorId))
    .innerJoin(pets, eq(pets.id, petId))
    .where(and(eq(auditLog.subjectId, petId), eq(auditLog.action, "pet.correct")))
    .orderBy(desc(auditLog.at), desc(auditLog.id))
    .limit(1);
  if (!last || last.at < last.changedAt) return new AppError("adminPets.meanwhileOwner", 409, { field: "version" });
  const what = Object.values(last.after ?? {}).join(", ");
  return new AppError("adminPets.meanwhileAdmin", 409, { field: "version", params: { name: last.by, what } });
}
