import { and, asc, eq, lt } from "drizzle-orm";
import { users } from "#app/features/accounts/accounts.tables.server.ts";
import { transaction } from "#app/platform/db/database.server.ts";
import { formKey, isId, newId } from "#app/platform/db/uuid.server.ts";
import { removePhoto } from "#app/platform/files/photos.server.ts";
import { notFound, Refusal } from "#app/platform/http/refusal.server.ts";
import { formatDay } from "#app/platform/i18n/format.ts";
import type { Language } from "#app/platform/i18n/language.ts";
import type { World } from "#app/platform/world.server.ts";
import { petHealthEvents } from "./health.tables.server.ts";
import { getEditable, lockPetToChange } from "./pet-access.server.ts";
import { withPhoto } from "./pet-photo.server.ts";
import { petRoom, refuseWithoutRoom } from "./pet-room.server.ts";
import type { PetForm } from "./pets.forms.server.ts";
import { dayIn, mayChangePet, shownAtFirst } from "./pets.rules.ts";
import { livePet, petContacts, petMedical, pets, petVets } from "./pets.tables.server.ts";
import { writeRecords } from "./records.server.ts";
import { noteWeight } from "./weights.server.ts";

type Owner = { id: string; timeZone?: string; language?: Language };

/** One's own pet with its medical record, vet and emergency contacts in order; null when it is not there or not one's own. */
export async function findPet(world: World, actor: Owner, petId: string) {
  if (!isId(petId)) return null;
  const [row] = await world.db
    .select({ pet: pets, medical: petMedical, vet: petVets })
    .from(pets)
    .leftJoin(petMedical, eq(petMedical.petId, pets.id))
    .leftJoin(petVets, eq(petVets.petId, pets.id))
    .where(and(eq(pets.id, petId), eq(pets.ownerId, actor.id), livePet));
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
export async function getPet(world: World, actor: Owner, petId: string) {
  const pet = await findPet(world, actor, petId);
  if (!pet) throw notFound();
  return pet;
}

export type PetWithRecords = Awaited<ReturnType<typeof getPet>>;

/**
 * Adds a pet and returns its id. Refuses one more than the owner's plan holds (however many are added at once), and a
 * photo that cannot be used. A weight also begins the pet's timeline. The same form sent twice (`form.key` with the same name) adds one pet.
 */
export async function addPet(world: World, actor: Owner, form: PetForm): Promise<string> {
  const sentBefore = await findSentBefore(world, actor, form);
  if (sentBefore) return sentBefore;
  return withPhoto(world, actor, form.photo, async (photoId) => {
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
      const id = newId();
      const idempotencyKey = await takeKey(inside, actor, form);
      const now = world.clock.now();
      const shown = form.shown ?? [...shownAtFirst];
      await inside.db.insert(pets).values({
        ...ownColumns(form),
        ...{ id, ownerId: actor.id, idempotencyKey },
        ...{ shown, photoId, createdAt: now, updatedAt: now },
      });
      await writeRecords(inside, id, form);
      if (form.weightKg) await noteWeight(inside, id, form.weightKg, todayOf(world, actor));
      return { id, isTwin: false };
    });
    if (photoId && added.isTwin) await removePhoto(world.files, photoId);
    return added.id;
  });
}

/** The pet that this very form has added already; otherwise it refuses when no other fits. */
async function findSentBefore(world: World, actor: Owner, form: PetForm): Promise<string | null> {
  const key = formKey(form.key);
  const room = await petRoom(world, actor);
  // Asked after the count, since what filled the plan may be the same form a moment ago.
  const [twin] = key
    ? await world.db
        .select({ id: pets.id })
        .from(pets)
        .where(and(isMadeBy(actor, key), eq(pets.name, form.name), livePet))
    : [];
  if (!twin) refuseWithoutRoom(room);
  return twin?.id ?? null;
}

const isMadeBy = (actor: Owner, key: string) => and(eq(pets.ownerId, actor.id), eq(pets.idempotencyKey, key));

/** The form's own key, taken from an earlier pet of it that was removed or has another name. */
async function takeKey({ db }: Pick<World, "db">, actor: Owner, form: PetForm): Promise<string | null> {
  const key = formKey(form.key);
  if (key) await db.update(pets).set({ idempotencyKey: null }).where(isMadeBy(actor, key));
  return key;
}

/**
 * Changes what the form names, except the fields that it leaves as they are (`form.theirs`); of a carer's form whatever is
 * the owner's alone stays as it is. Refuses when the pet was changed after the form was opened (`form.version`), a new date
 * of birth after the first day of the health record, a photo that cannot be used, and (403) carers who may not, or no
 * longer. A replaced photo is deleted.
 */
export async function changePet(world: World, actor: Owner, petId: string, form: PetForm): Promise<void> {
  const id = await getEditable(world, actor, petId);
  const old = await withPhoto(world, actor, form.photo, (photoId) =>
    transaction(world, async (inside) => {
      const { access, ...current } = await lockPetToChange(inside, actor, id);
      const changes = access === "owner" ? withoutTheirs(form) : withoutOwners(withoutTheirs(form));
      if (current.version !== form.version) throw new Refusal("pets.changedMeanwhile", 409, { field: "version" });
      if (changes.birthdate && changes.birthdate !== current.birthdate)
        await refuseEntriesBefore(inside, id, changes.birthdate, actor.language);
      const isReplaced = photoId !== null || form.removePhoto === true;
      await inside.db
        .update(pets)
        .set({
          ...ownColumns(changes),
          ...(isReplaced ? { photoId } : {}),
          version: current.version + 1,
          updatedAt: world.clock.now(),
        })
        .where(eq(pets.id, id));
      await writeRecords(inside, id, changes);
      if (changes.weightKg && changes.weightKg !== current.weightKg)
        await noteWeight(inside, id, changes.weightKg, todayOf(world, actor));
      return isReplaced ? current.photoId : null;
    }),
  );
  if (old) await removePhoto(world.files, old);
}

async function refuseEntriesBefore(
  { db }: Pick<World, "db">,
  petId: string,
  birthdate: string,
  language: Language = "en",
): Promise<void> {
  const [first] = await db
    .select({ day: petHealthEvents.day })
    .from(petHealthEvents)
    .where(and(eq(petHealthEvents.petId, petId), lt(petHealthEvents.day, birthdate)))
    .orderBy(petHealthEvents.day)
    .limit(1);
  if (!first) return;
  const params = { day: formatDay(first.day, language) };
  throw new Refusal("pets.bornAfterEntry", 409, { field: "birthdate", params });
}

function todayOf(world: World, { timeZone = "Africa/Cairo" }: Owner): string {
  return dayIn(world.clock.now(), timeZone);
}

/** The form without the fields that the owner leaves as another window made them. */
function withoutTheirs(form: PetForm): Partial<PetForm> {
  const changes = { ...form, medical: { ...form.medical }, vet: { ...form.vet } } as Record<string, unknown>;
  for (const field of form.theirs ?? []) {
    const [group = "", part] = field.split(".");
    delete (part ? (changes[group] as Record<string, unknown>) : changes)[part ?? group];
  }
  return changes;
}

/** The form without what is the owner's alone: whom to call, and what a finder sees. */
function withoutOwners({ contacts, shown, showPhone, finderPhone, ...rest }: Partial<PetForm>): Partial<PetForm> {
  return rest;
}

function ownColumns<Form extends Partial<PetForm>>(form: Form) {
  const { key, version, base, theirs, photo, removePhoto: _, medical, vet, contacts, ...columns } = form;
  return form.type && form.type !== "other" ? { ...columns, otherType: null } : columns;
}
