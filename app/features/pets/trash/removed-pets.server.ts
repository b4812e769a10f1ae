import { and, desc, eq, inArray, isNotNull, lt } from "drizzle-orm";
import { lockAccount } from "#app/features/users/lock-user.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { notFound } from "#app/platform/app-error.server.ts";
import { withTransaction } from "#app/platform/db/connection/database.server.ts";
import { dayMs } from "#app/platform/durations.rules.ts";
import { deletePhoto } from "#app/platform/files/photos.server.ts";
import { defineJob } from "#app/platform/jobs/jobs.server.ts";
import { purgeEndedCaregivers } from "../caregivers/caregivers.server.ts";
import { caregiverEmailJob } from "../caregivers/notify-caregivers.server.ts";
import { askContactsLaterJob } from "../contacts/contact-consent.server.ts";
import { getPetQuota, requirePetQuota } from "../pet-quota.server.ts";
import { keptDays } from "../pets.rules.ts";
import { briefPetColumns, livePet, petHealthEvents, pets } from "../pets.tables.server.ts";
import { hashPhotoJob } from "../photos/photo-hashes.server.ts";
import { purgeOldShares } from "../share-links/share-links.server.ts";

type Owner = { id: string };

function buildOwnPetFilter(actor: Owner, petId: string) {
  return and(eq(pets.id, petId), eq(pets.ownerId, actor.id));
}

/**
 * Moves a pet to the trash and returns its name: it disappears from every list and page immediately, and its tags lead
 * to no pet. Its owner can restore it for 30 days; then it is erased. Does nothing if it is already removed.
 */
export async function deletePet(ctx: AppContext, actor: Owner, petId: string): Promise<string> {
  const own = buildOwnPetFilter(actor, petId);
  await ctx.db.update(pets).set({ removedAt: ctx.clock.now() }).where(and(own, livePet));
  const [pet] = await ctx.db.select({ name: pets.name }).from(pets).where(own);
  if (!pet) throw notFound();
  return pet.name;
}

/**
 * Restores a removed pet and returns its name; its tags come back unless they were linked to another pet meanwhile.
 * Rejects when the plan's limit is reached, also for concurrent requests.
 */
export async function restorePet(ctx: AppContext, actor: Owner, petId: string): Promise<string> {
  const own = buildOwnPetFilter(actor, petId);
  return withTransaction(ctx, async (tx) => {
    await lockAccount(tx, actor);
    const [pet] = await tx.db
      .select({ name: pets.name, removedAt: pets.removedAt })
      .from(pets)
      .where(own)
      .for("no key update");
    if (!pet) throw notFound();
    if (!pet.removedAt) return pet.name;
    requirePetQuota(await getPetQuota(tx, actor));
    await tx.db.update(pets).set({ removedAt: null }).where(own);
    return pet.name;
  });
}

/** Lists the owner's removed pets, the last removed first, each with the time at which it will be erased. */
export async function listRemovedPets(ctx: AppContext, actor: Owner) {
  const rows = await ctx.db
    .select({ ...briefPetColumns, removedAt: pets.removedAt })
    .from(pets)
    .where(and(eq(pets.ownerId, actor.id), isNotNull(pets.removedAt)))
    .orderBy(desc(pets.removedAt), desc(pets.id))
    .limit(100);
  return rows.map(({ removedAt, ...pet }) => ({
    ...pet,
    erasedAt: new Date((removedAt as Date).getTime() + keptDays * dayMs),
  }));
}

/** Returns the id and name of the actor's own removed pet; null when there is none. */
export async function findRemovedPet(ctx: AppContext, actor: Owner, petId: string | null) {
  if (!petId) return null;
  const [pet] = await ctx.db
    .select({ id: pets.id, name: pets.name })
    .from(pets)
    .where(and(buildOwnPetFilter(actor, petId), isNotNull(pets.removedAt)));
  return pet ?? null;
}

/**
 * Erases a removed pet before its time, with its photos and records, and returns its name. Throws 404 for a pet that is
 * not removed.
 */
export async function purgePet(ctx: AppContext, actor: Owner, petId: string): Promise<string> {
  const [erased] = await erasePets(ctx, and(buildOwnPetFilter(actor, petId), isNotNull(pets.removedAt)));
  if (!erased) throw notFound();
  return erased.name;
}

async function erasePets(ctx: AppContext, which: ReturnType<typeof and>) {
  // Repeated after a deadlock: the deletion reaches tags and others' rows, which may be linked at the same time.
  const { erased, entries } = await withTransaction(ctx, async ({ db }) => ({
    entries: await db
      .select({ photoId: petHealthEvents.photoId })
      .from(petHealthEvents)
      .innerJoin(pets, eq(pets.id, petHealthEvents.petId))
      .where(and(which, isNotNull(petHealthEvents.photoId))),
    erased: await db.delete(pets).where(which).returning({ name: pets.name, photoId: pets.photoId }),
  }));
  for (const { photoId } of erased.length > 0 ? [...erased, ...entries] : [])
    if (photoId) await deletePhoto(ctx.files, photoId);
  return erased;
}

const batchSize = 100;

/** Erases pets that were removed more than 30 days ago, in batches of 100. */
export async function purgeRemovedPets(ctx: AppContext): Promise<void> {
  const before = ctx.clock.ago(keptDays * dayMs);
  const isDue = and(isNotNull(pets.removedAt), lt(pets.removedAt, before));
  for (;;) {
    const due = await ctx.db.select({ id: pets.id }).from(pets).where(isDue).limit(batchSize);
    if (due.length === 0) return;
    // The condition is repeated so that a pet restored between the two statements is kept.
    await erasePets(
      ctx,
      and(
        inArray(
          pets.id,
          due.map(({ id }) => id),
        ),
        isDue,
      ),
    );
  }
}

export const petJobs = [
  hashPhotoJob,
  defineJob<AppContext, object>("pets.purge-pets", { cron: "37 2 * * *", expireInSeconds: 600 }, purgeRemovedPets),
  defineJob<AppContext, object>("pets.purge-shares", { cron: "47 2 * * *", expireInSeconds: 600 }, purgeOldShares),
  defineJob<AppContext, object>(
    "pets.purge-caregivers",
    { cron: "57 2 * * *", expireInSeconds: 600 },
    purgeEndedCaregivers,
  ),
  caregiverEmailJob,
  askContactsLaterJob,
];
