import { and, eq, lt, sql } from "drizzle-orm";
import { users } from "#app/features/users/users.tables.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { AppError, notFound } from "#app/platform/app-error.server.ts";
import { withTransaction } from "#app/platform/db/connection/database.server.ts";
import { createId, readFormKey } from "#app/platform/db/uuid.server.ts";
import { deletePhoto } from "#app/platform/files/photos.server.ts";
import { dayIn } from "#app/platform/i18n/dates/wall-clock.rules.ts";
import { formatDay } from "#app/platform/i18n/format.ts";
import type { Language } from "#app/platform/i18n/language.ts";
import { requestContactConsents } from "./contacts/contact-consent.server.ts";
import { lockPetToChange, requireEditablePet } from "./pet-access.server.ts";
import { getPetQuota, requirePetQuota } from "./pet-quota.server.ts";
import type { PetForm } from "./pets.forms.server.ts";
import { firstDayOf, shownAtFirst } from "./pets.rules.ts";
import { livePet, petContacts, petHealthEvents, petMedical, pets, petVets } from "./pets.tables.server.ts";
import { withPhoto } from "./photos/pet-photo.server.ts";
import { updatePhotoHashes } from "./photos/photo-hashes.server.ts";
import { recordWeight } from "./weights.server.ts";

type Owner = { id: string; timeZone?: string; language?: Language };

/** Columns of a pet in `pets`, left-joined with its medical record and vet, with its contacts in their order. */
export const recordColumns = {
  pet: pets,
  medical: petMedical,
  vet: petVets,
  contacts: sql<Contact[]>`coalesce((select jsonb_agg(jsonb_build_object('name', ${petContacts.name},
      'phone', ${petContacts.phone}, 'email', ${petContacts.email}, 'relation', ${petContacts.relation})
      order by ${petContacts.position})
    from ${petContacts} where ${petContacts.petId} = ${pets.id}), '[]')`,
};
type Contact = Pick<typeof petContacts.$inferSelect, "name" | "phone" | "email" | "relation">;

/**
 * Returns the actor's own pet with its medical record, vet and ordered emergency contacts; null when it does not exist
 * or is somebody else's.
 */
export async function findPet(ctx: AppContext, actor: Owner, petId: string) {
  const [row] = await ctx.db
    .select(recordColumns)
    .from(pets)
    .leftJoin(petMedical, eq(petMedical.petId, pets.id))
    .leftJoin(petVets, eq(petVets.petId, pets.id))
    .where(and(eq(pets.id, petId), eq(pets.ownerId, actor.id), livePet));
  if (!row) return null;
  const { pet, ...records } = row;
  return { ...pet, ...records };
}

/** Like `findPet`; throws 404 when it does not exist or is somebody else's. */
export async function getPet(ctx: AppContext, actor: Owner, petId: string) {
  const pet = await findPet(ctx, actor, petId);
  if (!pet) throw notFound();
  return pet;
}

/**
 * Returns the actor's own pet and keeps it theirs until the caller's transaction ends: its transfer waits. For every
 * write that refers to a pet. Returns null when it does not exist or is somebody else's, also since a moment ago.
 */
export async function lockPetIfOwn({ db }: Pick<AppContext, "db">, actor: Owner, petId: string) {
  const [pet] = await db
    .select({ id: pets.id, name: pets.name })
    .from(pets)
    .where(and(eq(pets.id, petId), eq(pets.ownerId, actor.id), livePet))
    .for("key share");
  return pet ?? null;
}

/** Like `lockPetIfOwn`; throws 404 when it does not exist or is somebody else's. */
export async function lockOwnPet(ctx: Pick<AppContext, "db">, actor: Owner, petId: string) {
  const pet = await lockPetIfOwn(ctx, actor, petId);
  if (!pet) throw notFound();
  return pet;
}

export type PetWithRecords = Awaited<ReturnType<typeof getPet>>;

/**
 * Writes the parts of a pet's medical record, vet and emergency contacts that the form contains, and asks new contacts
 * for their consent.
 */
async function updateRecords(
  tx: AppContext,
  { id: petId, ownerId, name }: { id: string; ownerId: string; name: string },
  form: Pick<PetForm, "medical" | "vet" | "contacts">,
): Promise<void> {
  const { db } = tx;
  const { medical, vet, contacts } = form;
  if (medical && Object.keys(medical).length > 0)
    await db
      .insert(petMedical)
      .values({ petId, ...medical })
      .onConflictDoUpdate({ target: petMedical.petId, set: medical });
  if (vet && Object.keys(vet).length > 0)
    await db
      .insert(petVets)
      .values({ petId, ...vet })
      .onConflictDoUpdate({ target: petVets.petId, set: vet });
  if (!contacts) return;
  await db.delete(petContacts).where(eq(petContacts.petId, petId));
  if (contacts.length === 0) return;
  await db
    .insert(petContacts)
    .values(contacts.map((contact, position) => ({ ...contact, id: createId(), petId, position })));
  await requestContactConsents(tx, { ownerId, petId, petName: name, contacts });
}

/**
 * Creates a pet and returns its id. Rejects when the plan's limit is reached, also for concurrent requests, and an
 * unusable photo. A weight becomes the first entry of the pet's timeline. The same form submitted twice (`form.key`
 * with the same name) creates one pet.
 */
export async function createPet(ctx: AppContext, actor: Owner, form: PetForm): Promise<string> {
  const sentBefore = await findDuplicate(ctx, actor, form);
  if (sentBefore) return sentBefore;
  return withPhoto(ctx, actor, form.photo, async (photoId) => {
    const added = await withTransaction(ctx, async (tx) => {
      // Concurrent requests of one owner wait here, so that each counts the pets created before it.
      const locked = await tx.db
        .select({ id: users.id })
        .from(users)
        .where(eq(users.id, actor.id))
        .for("no key update");
      if (locked.length === 0) throw notFound();
      const duplicate = await findDuplicate(tx, actor, form);
      if (duplicate) return { id: duplicate, isDuplicate: true };
      const id = createId();
      const idempotencyKey = await claimFormKey(tx, actor, form);
      const now = ctx.clock.now();
      const shown = form.shown ?? [...shownAtFirst];
      await tx.db.insert(pets).values({
        ...toColumns(form),
        ...{ id, ownerId: actor.id, idempotencyKey },
        ...{ shown, photoId, createdAt: now, updatedAt: now },
      });
      await updateRecords(tx, { id, ownerId: actor.id, name: form.name }, form);
      if (form.weightKg) await recordWeight(tx, id, form.weightKg, todayOf(ctx, actor));
      if (photoId) await updatePhotoHashes(tx, id, photoId);
      return { id, isDuplicate: false };
    });
    if (photoId && added.isDuplicate) await deletePhoto(ctx.files, photoId);
    return added.id;
  });
}

/**
 * Returns the id of the pet that an earlier submission of the same form created; otherwise throws when the plan's limit
 * is reached.
 */
async function findDuplicate(ctx: AppContext, actor: Owner, form: PetForm): Promise<string | null> {
  const key = readFormKey(form.key);
  const quota = await getPetQuota(ctx, actor);
  // Queried after the count, since an earlier submission of this form may have just filled the plan.
  const [duplicate] = key
    ? await ctx.db
        .select({ id: pets.id })
        .from(pets)
        .where(and(hasFormKey(actor, key), eq(pets.name, form.name), livePet))
    : [];
  if (!duplicate) requirePetQuota(quota);
  return duplicate?.id ?? null;
}

const hasFormKey = (actor: Owner, key: string) => and(eq(pets.ownerId, actor.id), eq(pets.idempotencyKey, key));

/** Returns the form's key, after releasing it from an earlier pet that was removed or has another name. */
async function claimFormKey({ db }: Pick<AppContext, "db">, actor: Owner, form: PetForm): Promise<string | null> {
  const key = readFormKey(form.key);
  if (key) await db.update(pets).set({ idempotencyKey: null }).where(hasFormKey(actor, key));
  return key;
}

/**
 * Updates the fields that the form contains, except those that are to keep their current value (`form.theirs`); a
 * caregiver's form leaves everything reserved for the owner unchanged. Rejects when the pet was changed after the form
 * was opened (`form.version`, 409), a new date of birth after the first entry of the timeline (409), an unusable photo,
 * and with 403 caregivers who may not, or no longer, edit. Deletes a replaced photo.
 */
export async function updatePet(ctx: AppContext, actor: Owner, petId: string, form: PetForm): Promise<void> {
  const id = await requireEditablePet(ctx, actor, petId);
  const old = await withPhoto(ctx, actor, form.photo, (photoId) =>
    withTransaction(ctx, async (tx) => {
      const { access, ...current } = await lockPetToChange(tx, actor, id);
      const changes = access === "owner" ? omitKeptFields(form) : omitOwnerFields(omitKeptFields(form));
      if (current.version !== form.version) throw new AppError("pets.changedMeanwhile", 409, { field: "version" });
      if (changes.birthdate && changes.birthdate !== current.birthdate)
        await rejectEntriesBefore(tx, id, changes.birthdate, actor.language);
      const isReplaced = photoId !== null || form.removePhoto === true;
      await tx.db
        .update(pets)
        .set({
          ...toColumns(changes),
          ...(isReplaced ? { photoId } : {}),
          version: current.version + 1,
          updatedAt: ctx.clock.now(),
        })
        .where(eq(pets.id, id));
      await updateRecords(tx, { id, ownerId: current.ownerId, name: changes.name ?? current.name }, changes);
      if (changes.weightKg && changes.weightKg !== current.weightKg)
        await recordWeight(tx, id, changes.weightKg, todayOf(ctx, actor));
      if (isReplaced) await updatePhotoHashes(tx, id, photoId);
      return isReplaced ? current.photoId : null;
    }),
  );
  if (old) await deletePhoto(ctx.files, old);
}

async function rejectEntriesBefore(
  { db }: Pick<AppContext, "db">,
  petId: string,
  birthdate: string,
  language: Language = "en",
): Promise<void> {
  const [first] = await db
    .select({ day: petHealthEvents.day })
    .from(petHealthEvents)
    .where(and(eq(petHealthEvents.petId, petId), lt(petHealthEvents.day, firstDayOf(birthdate))))
    .orderBy(petHealthEvents.day)
    .limit(1);
  if (!first) return;
  const params = { day: formatDay(first.day, language) };
  throw new AppError("pets.bornAfterEntry", 409, { field: "birthdate", params });
}

function todayOf(ctx: AppContext, { timeZone = "Africa/Cairo" }: Owner): string {
  return dayIn(ctx.clock.now(), timeZone);
}

/** Returns the form without the fields that keep their current value. */
function omitKeptFields(form: PetForm): Partial<PetForm> {
  const changes = { ...form, medical: { ...form.medical }, vet: { ...form.vet } } as Record<string, unknown>;
  for (const field of form.theirs ?? []) {
    const [group = "", part] = field.split(".");
    delete (part ? (changes[group] as Record<string, unknown>) : changes)[part ?? group];
  }
  return changes;
}

/** Returns the form without what is reserved for the owner: emergency contacts and what finders see. */
function omitOwnerFields({ contacts, shown, showPhone, finderPhone, ...rest }: Partial<PetForm>): Partial<PetForm> {
  return rest;
}

function toColumns<Form extends Partial<PetForm>>(form: Form) {
  const { key, version, base, theirs, photo, removePhoto: _, medical, vet, contacts, ...columns } = form;
  return form.type && form.type !== "other" ? { ...columns, otherType: null } : columns;
}
