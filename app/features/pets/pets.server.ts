import { and, asc, eq, lt } from "drizzle-orm";
import { users } from "#app/features/users/users.tables.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { transaction } from "#app/platform/db/connection/database.server.ts";
import { isId, newId, readFormKey } from "#app/platform/db/uuid.server.ts";
import { deletePhoto } from "#app/platform/files/photos.server.ts";
import { AppError, notFound } from "#app/platform/http/app-error.server.ts";
import { formatDay } from "#app/platform/i18n/format.ts";
import type { Language } from "#app/platform/i18n/language.ts";
import { recordWeight } from "./health/weights.server.ts";
import { petHealthEvents } from "./health.tables.server.ts";
import { getPetQuota, requirePetQuota } from "./list/pet-quota.server.ts";
import { getEditable, lockPetToChange } from "./pet-access.server.ts";
import type { PetForm } from "./pets.forms.server.ts";
import { canChangePet, dayIn, shownAtFirst } from "./pets.rules.ts";
import { livePet, petContacts, petMedical, pets, petVets } from "./pets.tables.server.ts";
import { withPhoto } from "./photos/pet-photo.server.ts";
import { updateRecords } from "./profile/records.server.ts";

type Owner = { id: string; timeZone?: string; language?: Language };

/** One's own pet with its medical record, vet and emergency contacts in order; null when it is not there or not one's own. */
export async function findPet(ctx: AppContext, actor: Owner, petId: string) {
  if (!isId(petId)) return null;
  const [row] = await ctx.db
    .select({ pet: pets, medical: petMedical, vet: petVets })
    .from(pets)
    .leftJoin(petMedical, eq(petMedical.petId, pets.id))
    .leftJoin(petVets, eq(petVets.petId, pets.id))
    .where(and(eq(pets.id, petId), eq(pets.ownerId, actor.id), livePet));
  if (!row || !canChangePet(actor, row.pet)) return null;
  const contacts = await ctx.db
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

/** Like `findPet`; throws 404 for a missing pet and for somebody else's. */
export async function getPet(ctx: AppContext, actor: Owner, petId: string) {
  const pet = await findPet(ctx, actor, petId);
  if (!pet) throw notFound();
  return pet;
}

export type PetWithRecords = Awaited<ReturnType<typeof getPet>>;

/**
 * Adds a pet and returns its id. Refuses one more than the owner's plan holds (however many are added at once), and a
 * photo that cannot be used. A weight also begins the pet's timeline. The same form sent twice (`form.key` with the same name) adds one pet.
 */
export async function createPet(ctx: AppContext, actor: Owner, form: PetForm): Promise<string> {
  const sentBefore = await findSentBefore(ctx, actor, form);
  if (sentBefore) return sentBefore;
  return withPhoto(ctx, actor, form.photo, async (photoId) => {
    const added = await transaction(ctx, async (tx) => {
      // Adding in parallel waits here, so that each counts what the one before it added.
      const locked = await tx.db
        .select({ id: users.id })
        .from(users)
        .where(eq(users.id, actor.id))
        .for("no key update");
      if (locked.length === 0) throw notFound();
      const duplicate = await findSentBefore(tx, actor, form);
      if (duplicate) return { id: duplicate, isDuplicate: true };
      const id = newId();
      const idempotencyKey = await takeKey(tx, actor, form);
      const now = ctx.clock.now();
      const shown = form.shown ?? [...shownAtFirst];
      await tx.db.insert(pets).values({
        ...ownColumns(form),
        ...{ id, ownerId: actor.id, idempotencyKey },
        ...{ shown, photoId, createdAt: now, updatedAt: now },
      });
      await updateRecords(tx, { id, ownerId: actor.id, name: form.name }, form);
      if (form.weightKg) await recordWeight(tx, id, form.weightKg, todayOf(ctx, actor));
      return { id, isDuplicate: false };
    });
    if (photoId && added.isDuplicate) await deletePhoto(ctx.files, photoId);
    return added.id;
  });
}

/** The pet that this very form has added already; otherwise it refuses when no other fits. */
async function findSentBefore(ctx: AppContext, actor: Owner, form: PetForm): Promise<string | null> {
  const key = readFormKey(form.key);
  const room = await getPetQuota(ctx, actor);
  // Asked after the count, since what filled the plan may be the same form a moment ago.
  const [duplicate] = key
    ? await ctx.db
        .select({ id: pets.id })
        .from(pets)
        .where(and(isMadeBy(actor, key), eq(pets.name, form.name), livePet))
    : [];
  if (!duplicate) requirePetQuota(room);
  return duplicate?.id ?? null;
}

const isMadeBy = (actor: Owner, key: string) => and(eq(pets.ownerId, actor.id), eq(pets.idempotencyKey, key));

/** The form's own key, taken from an earlier pet of it that was removed or has another name. */
async function takeKey({ db }: Pick<AppContext, "db">, actor: Owner, form: PetForm): Promise<string | null> {
  const key = readFormKey(form.key);
  if (key) await db.update(pets).set({ idempotencyKey: null }).where(isMadeBy(actor, key));
  return key;
}

/**
 * Changes what the form names, except the fields that it leaves as they are (`form.theirs`); of a caregiver's form whatever is
 * the owner's alone stays as it is. Refuses when the pet was changed after the form was opened (`form.version`), a new date
 * of birth after the first day of the health record, a photo that cannot be used, and (403) caregivers who may not, or no
 * longer. A replaced photo is deleted.
 */
export async function updatePet(ctx: AppContext, actor: Owner, petId: string, form: PetForm): Promise<void> {
  const id = await getEditable(ctx, actor, petId);
  const old = await withPhoto(ctx, actor, form.photo, (photoId) =>
    transaction(ctx, async (tx) => {
      const { access, ...current } = await lockPetToChange(tx, actor, id);
      const changes = access === "owner" ? withoutTheirs(form) : withoutOwners(withoutTheirs(form));
      if (current.version !== form.version) throw new AppError("pets.changedMeanwhile", 409, { field: "version" });
      if (changes.birthdate && changes.birthdate !== current.birthdate)
        await refuseEntriesBefore(tx, id, changes.birthdate, actor.language);
      const isReplaced = photoId !== null || form.removePhoto === true;
      await tx.db
        .update(pets)
        .set({
          ...ownColumns(changes),
          ...(isReplaced ? { photoId } : {}),
          version: current.version + 1,
          updatedAt: ctx.clock.now(),
        })
        .where(eq(pets.id, id));
      await updateRecords(tx, { id, ownerId: current.ownerId, name: changes.name ?? current.name }, changes);
      if (changes.weightKg && changes.weightKg !== current.weightKg)
        await recordWeight(tx, id, changes.weightKg, todayOf(ctx, actor));
      return isReplaced ? current.photoId : null;
    }),
  );
  if (old) await deletePhoto(ctx.files, old);
}

async function refuseEntriesBefore(
  { db }: Pick<AppContext, "db">,
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
  throw new AppError("pets.bornAfterEntry", 409, { field: "birthdate", params });
}

function todayOf(ctx: AppContext, { timeZone = "Africa/Cairo" }: Owner): string {
  return dayIn(ctx.clock.now(), timeZone);
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
