import { and, asc, eq, isNotNull, isNull } from "drizzle-orm";
import { users } from "#app/features/users/users.tables.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { notFound } from "#app/platform/http/app-error.server.ts";
import { canSeePet, caregiverAt, type PetAccess } from "../caregivers/caregivers.rules.ts";
import { findAccess, getMoment } from "../pet-access.server.ts";
import { findPet, type PetWithRecords } from "../pets.server.ts";
import { livePet, petCaregivers, pets } from "../pets.tables.server.ts";
import { cardColumns } from "./pet-list.server.ts";

type UserRef = { id: string };

/**
 * Returns a pet as its owner or a caregiver may read it, with the reader's access and the owner's first name.
 * Caregivers never get what is reserved for the owner: emergency contacts, the phone number for finders, and what
 * finders are shown. 404 for users without access or whose access does not satisfy `may`.
 */
export async function getPetAs(
  ctx: AppContext,
  actor: UserRef,
  petId: string,
  may: (access: PetAccess | null) => boolean = canSeePet,
) {
  const found = await findAccess(ctx, actor, petId);
  const pet = found && may(found.access) ? await findPet(ctx, { id: found.ownerId }, petId) : null;
  if (!found || !pet) throw notFound();
  const { access, ownerName, untilDay } = found;
  return { pet: access === "owner" ? pet : omitOwnerFields(pet), access, ownerName, untilDay };
}

function omitOwnerFields(pet: PetWithRecords): PetWithRecords {
  return { ...pet, contacts: [], finderPhone: null, showPhone: false, shown: [] };
}

/**
 * Lists the pets that the actor cares for, each with its owner's first name and the actor's level, the longest cared
 * for first. With the level `alerts` the actor sees no more of a pet than a finder would.
 */
export async function listCaredPets(ctx: AppContext, actor: UserRef) {
  const rows = await ctx.db
    .select({ pet: { ...cardColumns, shown: pets.shown }, care: petCaregivers, ownerName: users.firstName, users })
    .from(petCaregivers)
    .innerJoin(pets, and(eq(pets.id, petCaregivers.petId), eq(pets.ownerId, petCaregivers.ownerId), livePet))
    .innerJoin(users, eq(users.id, pets.ownerId))
    .where(
      and(eq(petCaregivers.caregiverId, actor.id), isNull(petCaregivers.endedAt), isNotNull(petCaregivers.acceptedAt)),
    )
    .orderBy(asc(petCaregivers.acceptedAt), asc(petCaregivers.id))
    .limit(100);
  return rows.flatMap(({ pet: { shown, ...pet }, care, ownerName, users: owner }) => {
    const level = caregiverAt(care, getMoment(ctx, owner));
    if (!level) return [];
    if (level !== "alerts") return { ...pet, level, ownerName };
    const photoId = shown.includes("photo") ? pet.photoId : null;
    return { ...pet, photoId, breed: null, color: null, birthdate: null, level, ownerName };
  });
}
