import { and, count, desc, eq, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";
import * as z from "zod";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { AppError, notFound } from "#app/platform/app-error.server.ts";
import { withTransaction } from "#app/platform/db/connection/database.server.ts";
import { createId, readFormKey } from "#app/platform/db/uuid.server.ts";
import { deletePhoto } from "#app/platform/files/photos.server.ts";
import {
  addFieldIssue,
  always,
  createLineField,
  createOptionalField,
  createTextField,
} from "#app/platform/http/forms/fields.server.ts";
import { lockPetToChange, requireEditablePet } from "../pet-access.server.ts";
import { dayField, weightField } from "../pets.forms.server.ts";
import { earliestBirth, healthKinds, maxHealthEvents, maxHealthLengths } from "../pets.rules.ts";
import { petHealthEvents } from "../pets.tables.server.ts";
import { withPhoto } from "../photos/pet-photo.server.ts";
import { maxWeights, toWeights, updateWeight } from "../weights.server.ts";

/** Creates the form schema of a health entry; `today` is the author's current calendar day. */
export function createHealthForm(today: string) {
  return z
    .object({
      /** Generated with the empty form; distinguishes a repeated submission from a second entry. */
      key: z.string().optional(),
      eventId: z.string().optional(),
      kind: z.enum(healthKinds, { error: ({ input }) => (input === undefined ? "form.required" : "form.invalid") }),
      day: dayField
        .refine((value) => value <= today, { error: "petHealth.inFuture" })
        .refine((value) => value >= earliestBirth, { error: "petHealth.tooEarly" }),
      title: createOptionalField(createLineField(maxHealthLengths.title)),
      note: createOptionalField(createTextField(maxHealthLengths.note)),
      weightKg: createOptionalField(weightField),
      photo: z.file().min(1, { error: "form.photoNotImage" }).optional(),
      removePhoto: z.boolean().optional(),
    })
    .superRefine((entry, context) => {
      if (entry.kind === "weight" && !entry.weightKg) addFieldIssue(context, "weightKg", "petHealth.needsWeight");
      if (entry.kind !== "weight" && !entry.title) addFieldIssue(context, "title", "petHealth.needsTitle");
    }, always);
}

export const removeHealthForm = z.object({ eventId: z.string().max(36) });

export type HealthFields = z.input<ReturnType<typeof createHealthForm>>;

type ParsedHealthForm = z.output<ReturnType<typeof createHealthForm>>;

type HealthForm = Pick<ParsedHealthForm, "kind" | "day"> & Partial<ParsedHealthForm>;

type Owner = { id: string };

const pageSize = 20;

const shownColumns = {
  id: petHealthEvents.id,
  day: petHealthEvents.day,
  kind: petHealthEvents.kind,
  title: petHealthEvents.title,
  note: petHealthEvents.note,
  weightKg: petHealthEvents.weightKg,
  photoId: petHealthEvents.photoId,
};

/**
 * Returns one page of a pet's health entries, the newest day first, 20 per page. The caller must have checked access to
 * the pet.
 */
export async function listHealthEvents(ctx: Pick<AppContext, "db">, petId: string, page = 1, size = pageSize) {
  const [counted] = await ctx.db
    .select({ total: count() })
    .from(petHealthEvents)
    .where(eq(petHealthEvents.petId, petId));
  const total = counted?.total ?? 0;
  const pageCount = Math.max(1, Math.ceil(total / size));
  const shown = Math.min(Math.max(1, page), pageCount);
  const events = await listLatestHealthEvents(ctx, petId, size, (shown - 1) * size);
  return { events, total, page: shown, pageCount };
}

/** Returns the newest entries of a pet after the first `skipped`. The caller must have checked access to the pet. */
export function listLatestHealthEvents({ db }: Pick<AppContext, "db">, petId: string, limit: number, skipped = 0) {
  return db
    .select(shownColumns)
    .from(petHealthEvents)
    .where(eq(petHealthEvents.petId, petId))
    .orderBy(desc(petHealthEvents.day), desc(petHealthEvents.id))
    .limit(limit)
    .offset(skipped);
}

/**
 * Returns the newest entries of a pet, as `listLatestHealthEvents`, and its weights, as `listWeights`, by one statement.
 * The caller must have checked access to the pet.
 */
export async function listEventsAndWeights({ db }: Pick<AppContext, "db">, petId: string, limit: number) {
  const select = (isWeight: boolean, most: number) =>
    db
      .select({ ...shownColumns, isWeight: sql<boolean>`${isWeight}::boolean` })
      .from(petHealthEvents)
      .where(and(eq(petHealthEvents.petId, petId), isWeight ? eq(petHealthEvents.kind, "weight") : undefined))
      .orderBy(desc(petHealthEvents.day), desc(petHealthEvents.id))
      .limit(most);
  const rows = await unionAll(select(false, limit), select(true, maxWeights));
  return {
    events: rows.flatMap(({ isWeight, ...event }) => (isWeight ? [] : [event])),
    weights: toWeights(rows.filter(({ isWeight }) => isWeight)),
  };
}

export type HealthEvent = Awaited<ReturnType<typeof listHealthEvents>>["events"][number];

/** Returns one entry of the pet; null when it does not exist. */
export async function findHealthEvent(ctx: AppContext, petId: string, eventId: string | null | undefined) {
  if (!eventId) return null;
  const [event] = await ctx.db
    .select(shownColumns)
    .from(petHealthEvents)
    .where(and(eq(petHealthEvents.id, eventId), eq(petHealthEvents.petId, petId)));
  return event ?? null;
}

/**
 * Creates an entry in the timeline of a pet that the actor may change, returns its id and sets the pet's weight to the
 * newest one. The same form submitted twice (`form.key`) creates one entry. Rejects a day before the birth (400), an
 * unusable photo, and more than 2,000 entries (409).
 */
export async function createHealthEvent(
  ctx: AppContext,
  actor: Owner,
  petId: string,
  form: HealthForm,
): Promise<string> {
  const pet = { id: await requireEditablePet(ctx, actor, petId) };
  const sentBefore = await findDuplicate(ctx, pet.id, form);
  if (sentBefore) return sentBefore;
  return withPhoto(ctx, actor, form.photo, async (photoId) => {
    const added = await withTransaction(ctx, async (tx) => {
      rejectDayBeforeBirth(await lockPetToChange(tx, actor, pet.id), form);
      const duplicate = await findDuplicate(tx, pet.id, form);
      if (duplicate) return { id: duplicate, isDuplicate: true };
      const { total } = await listHealthEvents(tx, pet.id);
      if (total >= maxHealthEvents) throw new AppError("petHealth.full", 409, { field: "kind" });
      const id = createId();
      const written = { ...columnsOf(form), id, petId: pet.id, photoId, createdAt: ctx.clock.now() };
      await tx.db.insert(petHealthEvents).values({ ...written, idempotencyKey: readFormKey(form.key) });
      await updateWeight(tx, pet.id);
      return { id, isDuplicate: false };
    });
    if (added.isDuplicate && photoId) await deletePhoto(ctx.files, photoId);
    return added.id;
  });
}

/** Returns the id of the entry that an earlier submission of the same form created. */
async function findDuplicate(
  { db }: Pick<AppContext, "db">,
  petId: string,
  form: Pick<HealthForm, "key">,
): Promise<string | null> {
  const key = readFormKey(form.key);
  if (!key) return null;
  const [duplicate] = await db
    .select({ id: petHealthEvents.id })
    .from(petHealthEvents)
    .where(and(eq(petHealthEvents.petId, petId), eq(petHealthEvents.idempotencyKey, key)));
  return duplicate?.id ?? null;
}

/**
 * Updates an entry of a pet that the actor may change. Rejects a day before the birth and an unusable photo; deletes a
 * replaced photo.
 */
export async function updateHealthEvent(
  ctx: AppContext,
  actor: Owner,
  petId: string,
  eventId: string,
  form: HealthForm,
): Promise<void> {
  const id = await requireEditablePet(ctx, actor, petId);
  const old = await withPhoto(ctx, actor, form.photo, (photoId) =>
    withTransaction(ctx, async (tx) => {
      const current = await lockEvent(tx, actor, id, eventId);
      rejectDayBeforeBirth(current, form);
      const isReplaced = photoId !== null || form.removePhoto === true;
      await tx.db
        .update(petHealthEvents)
        .set({ ...columnsOf(form), ...(isReplaced ? { photoId } : {}) })
        .where(eq(petHealthEvents.id, current.id));
      await updateWeight(tx, id);
      return isReplaced ? current.photoId : null;
    }),
  );
  if (old) await deletePhoto(ctx.files, old);
}

/** Deletes an entry and its photo; the pet's weight becomes that of the newest remaining weight entry. */
export async function deleteHealthEvent(ctx: AppContext, actor: Owner, petId: string, eventId: string): Promise<void> {
  const id = await requireEditablePet(ctx, actor, petId);
  const removed = await withTransaction(ctx, async (tx) => {
    const current = await lockEvent(tx, actor, id, eventId);
    await tx.db.delete(petHealthEvents).where(eq(petHealthEvents.id, current.id));
    await updateWeight(tx, id);
    return current;
  });
  if (removed.photoId) await deletePhoto(ctx.files, removed.photoId);
}

/**
 * Locks the pet and the entry. Changes to a pet's timeline and its date of birth lock the pet, so that neither misses
 * the other.
 */
async function lockEvent(tx: AppContext, actor: Owner, petId: string, eventId: string) {
  const { birthdate } = await lockPetToChange(tx, actor, petId);
  const [event] = await tx.db
    .select({ id: petHealthEvents.id, photoId: petHealthEvents.photoId })
    .from(petHealthEvents)
    .where(and(eq(petHealthEvents.id, eventId), eq(petHealthEvents.petId, petId)))
    .for("update");
  if (!event) throw notFound();
  return { ...event, birthdate };
}

function rejectDayBeforeBirth({ birthdate }: { birthdate: string | null }, { day }: HealthForm): void {
  if (birthdate && day < birthdate) throw new AppError("petHealth.beforeBirth", 400, { field: "day" });
}

function columnsOf({ day, kind, title, note, weightKg }: HealthForm) {
  return {
    day,
    kind,
    title: title ?? null,
    note: note ?? null,
    weightKg: kind === "weight" ? (weightKg ?? null) : null,
  };
}
