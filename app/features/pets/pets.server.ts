import { and, asc, eq } from "drizzle-orm";
import { users } from "#app/features/accounts/accounts.tables.server.ts";
import { transaction } from "#app/platform/db/database.server.ts";
import { isId, newId } from "#app/platform/db/uuid.server.ts";
import { removePhoto } from "#app/platform/files/photos.server.ts";
import { notFound, Refusal } from "#app/platform/http/refusal.server.ts";
import type { World } from "#app/platform/world.server.ts";
import { withPhoto } from "./pet-photo.server.ts";
import { petRoom, refuseWithoutRoom } from "./pet-room.server.ts";
import type { PetForm } from "./pets.forms.server.ts";
import { mayChangePet, shownAtFirst } from "./pets.rules.ts";
import { petContacts, petMedical, pets, petVets } from "./pets.tables.server.ts";
import { writeRecords } from "./records.server.ts";

type Owner = { id: string };

/** One's own pets, the oldest entry first, with what a card shows. */
export async function listPets(world: World, actor: Owner) {
  return world.db
    .select({
      id: pets.id,
      name: pets.name,
      type: pets.type,
      otherType: pets.otherType,
      breed: pets.breed,
      color: pets.color,
      gender: pets.gender,
      birthdate: pets.birthdate,
      photoId: pets.photoId,
      photoFocusX: pets.photoFocusX,
      photoFocusY: pets.photoFocusY,
    })
    .from(pets)
    .where(eq(pets.ownerId, actor.id))
    .orderBy(asc(pets.createdAt), asc(pets.id));
}

/** One's own pet with its medical record, vet and emergency contacts in order; null when it is not there or not one's own. */
export async function findPet(world: World, actor: Owner, petId: string | undefined) {
  if (!isId(petId)) return null;
  const [row] = await world.db
    .select({ pet: pets, medical: petMedical, vet: petVets })
    .from(pets)
    .leftJoin(petMedical, eq(petMedical.petId, pets.id))
    .leftJoin(petVets, eq(petVets.petId, pets.id))
    .where(and(eq(pets.id, petId), eq(pets.ownerId, actor.id)));
  if (!row || !mayChangePet(actor, row.pet)) return null;
  const contacts = await world.db
    .select({
      name: petContacts.name,
      phone: petContacts.phone,
      email: petContacts.email,
      relation: petContacts.relation,
    })
    .from(petContacts)
    .where(eq(petContacts.petId, petId))
    .orderBy(asc(petContacts.position));
  return { ...row.pet, medical: row.medical, vet: row.vet, contacts };
}

/** Like `findPet`; what is missing or somebody else's is refused as not found. */
export async function getPet(world: World, actor: Owner, petId: string | undefined) {
  const pet = await findPet(world, actor, petId);
  if (!pet) throw notFound();
  return pet;
}

export type PetWithRecords = Awaited<ReturnType<typeof getPet>>;

/**
 * Adds a pet and returns its id. Refuses one more than the owner's plan holds (however many are added at once), and a
 * photo that cannot be used. The same form sent twice (`form.key` with the same name) adds one pet.
 */
export async function addPet(world: World, actor: Owner, form: PetForm): Promise<string> {
  const sentBefore = await findSentBefore(world, actor, form);
  if (sentBefore) return sentBefore;
  return withPhoto(world, form.photo, async (photoId) => {
    const added = await transaction(world, async (inside) => {
      // Adding in parallel waits here, so that each counts what the one before it added.
      const locked = await inside.db
        .select({ id: users.id })
        .from(users)
        .where(eq(users.id, actor.id))
        .for("no key update");
      if (locked.length === 0) throw notFound();
      const twin = await findSentBefore(inside, actor, form);
      if (twin) return { id: twin, isTwin: true };
      const id = await freshId(inside, form.key);
      const now = world.clock.now();
      const shown = form.shown ?? [...shownAtFirst];
      await inside.db
        .insert(pets)
        .values({ ...ownColumns(form), shown, id, ownerId: actor.id, photoId, createdAt: now, updatedAt: now });
      await writeRecords(inside, id, form);
      return { id, isTwin: false };
    });
    if (photoId && added.isTwin) await removePhoto(world.files, photoId);
    return added.id;
  });
}

/** The pet that this very form has added already; otherwise it refuses when no other fits. */
async function findSentBefore(world: World, actor: Owner, { key, name }: PetForm): Promise<string | null> {
  const room = await petRoom(world, actor);
  // Asked after the count, since what filled the plan may be the same form a moment ago.
  const mine = isId(key) ? and(eq(pets.id, key), eq(pets.ownerId, actor.id), eq(pets.name, name)) : undefined;
  const [twin] = mine ? await world.db.select({ id: pets.id }).from(pets).where(mine) : [];
  if (!twin) refuseWithoutRoom(room);
  return twin?.id ?? null;
}

/** The form's own key, which makes a second sending recognisable, unless a pet has it already. */
async function freshId({ db }: Pick<World, "db">, key: string | undefined): Promise<string> {
  if (!isId(key)) return newId();
  const taken = await db.select({ id: pets.id }).from(pets).where(eq(pets.id, key));
  return taken.length > 0 ? newId() : key.toLowerCase();
}

/**
 * Changes what the form names. Refuses when the pet was changed after the form was opened (`form.version`), unless the
 * owner, told so, chose to `overwrite`; and a photo that cannot be used. A replaced photo is deleted.
 */
export async function changePet(world: World, actor: Owner, petId: string | undefined, form: PetForm): Promise<void> {
  const { id } = await getPet(world, actor, petId);
  const old = await withPhoto(world, form.photo, (photoId) =>
    transaction(world, async (inside) => {
      const [current] = await inside.db
        .select({ version: pets.version, photoId: pets.photoId })
        .from(pets)
        .where(and(eq(pets.id, id), eq(pets.ownerId, actor.id)))
        .for("no key update");
      if (!current) throw notFound();
      if (current.version !== form.version && !form.overwrite)
        throw new Refusal("pets.changedMeanwhile", 409, { field: "version" });
      const isReplaced = photoId !== null || form.removePhoto === true;
      await inside.db
        .update(pets)
        .set({
          ...ownColumns(form),
          ...(isReplaced ? { photoId } : {}),
          version: current.version + 1,
          updatedAt: world.clock.now(),
        })
        .where(eq(pets.id, id));
      await writeRecords(inside, id, form);
      return isReplaced ? current.photoId : null;
    }),
  );
  if (old) await removePhoto(world.files, old);
}

/** Deletes a pet with its photo and records and returns its name. Its tags stay with the owner, unlinked. */
export async function removePet(world: World, actor: Owner, petId: string | undefined): Promise<string> {
  if (!isId(petId)) throw notFound();
  const [removed] = await world.db
    .delete(pets)
    .where(and(eq(pets.id, petId), eq(pets.ownerId, actor.id)))
    .returning({ name: pets.name, photoId: pets.photoId });
  if (!removed) throw notFound();
  if (removed.photoId) await removePhoto(world.files, removed.photoId);
  return removed.name;
}

function ownColumns(form: PetForm) {
  const { key, version, overwrite, photo, removePhoto: _, medical, vet, contacts, ...columns } = form;
  return { ...columns, otherType: form.type === "other" ? form.otherType : null };
}
