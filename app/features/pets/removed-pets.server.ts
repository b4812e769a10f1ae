import { and, desc, eq, inArray, isNotNull, lt } from "drizzle-orm";
import { users } from "#app/features/accounts/accounts.tables.server.ts";
import { transaction } from "#app/platform/db/database.server.ts";
import { isId } from "#app/platform/db/uuid.server.ts";
import { removePhoto } from "#app/platform/files/photos.server.ts";
import { notFound } from "#app/platform/http/refusal.server.ts";
import { jobKind } from "#app/platform/jobs/jobs.server.ts";
import type { World } from "#app/platform/world.server.ts";
import { carerLetterJob } from "./carer-letter.server.ts";
import { forgetOldCare } from "./carers.server.ts";
import { petHealthEvents } from "./health.tables.server.ts";
import { petRoom, refuseWithoutRoom } from "./pet-room.server.ts";
import { keptDays } from "./pets.rules.ts";
import { livePet, pets } from "./pets.tables.server.ts";
import { forgetOldShares } from "./shares.server.ts";

type Owner = { id: string };

const day = 24 * 3_600_000;

function mine(actor: Owner, petId: string) {
  if (!isId(petId)) throw notFound();
  return and(eq(pets.id, petId), eq(pets.ownerId, actor.id));
}

/**
 * Puts a pet aside and returns its name: it leaves every list and page at once, and its tags lead to no pet. For 30 days its
 * owner can bring it back as it was; then it is erased. A second press changes nothing.
 */
export async function removePet(world: World, actor: Owner, petId: string): Promise<string> {
  const own = mine(actor, petId);
  await world.db.update(pets).set({ removedAt: world.clock.now() }).where(and(own, livePet));
  const [pet] = await world.db.select({ name: pets.name }).from(pets).where(own);
  if (!pet) throw notFound();
  return pet.name;
}

/**
 * Brings a removed pet back, with its tags unless they were linked to another meanwhile. Returns its name. Refuses when the
 * plan holds no more, however many are brought back at once.
 */
export async function restorePet(world: World, actor: Owner, petId: string): Promise<string> {
  const own = mine(actor, petId);
  return transaction(world, async (inside) => {
    await inside.db.select({ id: users.id }).from(users).where(eq(users.id, actor.id)).for("no key update");
    const [pet] = await inside.db
      .select({ name: pets.name, removedAt: pets.removedAt })
      .from(pets)
      .where(own)
      .for("no key update");
    if (!pet) throw notFound();
    if (!pet.removedAt) return pet.name;
    refuseWithoutRoom(await petRoom(inside, actor));
    await inside.db.update(pets).set({ removedAt: null }).where(own);
    return pet.name;
  });
}

/** The owner's removed pets that can still be brought back, the last one first, with the moment at which each is erased. */
export async function listRemovedPets(world: World, actor: Owner) {
  const rows = await world.db
    .select({
      id: pets.id,
      name: pets.name,
      type: pets.type,
      otherType: pets.otherType,
      breed: pets.breed,
      photoId: pets.photoId,
      photoFocusX: pets.photoFocusX,
      photoFocusY: pets.photoFocusY,
      removedAt: pets.removedAt,
    })
    .from(pets)
    .where(and(eq(pets.ownerId, actor.id), isNotNull(pets.removedAt)))
    .orderBy(desc(pets.removedAt), desc(pets.id))
    .limit(100);
  return rows.map(({ removedAt, ...pet }) => ({
    ...pet,
    erasedAt: new Date((removedAt as Date).getTime() + keptDays * day),
  }));
}

/** The id and name of one's own removed pet; null when there is none. */
export async function findRemovedPet(world: World, actor: Owner, petId: string | null) {
  if (!isId(petId)) return null;
  const [pet] = await world.db
    .select({ id: pets.id, name: pets.name })
    .from(pets)
    .where(and(mine(actor, petId), isNotNull(pets.removedAt)));
  return pet ?? null;
}

/** Erases a removed pet before its time, with its photos and records, and returns its name. A pet that is not removed is not found. */
export async function erasePet(world: World, actor: Owner, petId: string): Promise<string> {
  const [erased] = await erase(world, and(mine(actor, petId), isNotNull(pets.removedAt)));
  if (!erased) throw notFound();
  return erased.name;
}

async function erase(world: World, which: ReturnType<typeof and>) {
  const entries = await world.db
    .select({ photoId: petHealthEvents.photoId })
    .from(petHealthEvents)
    .innerJoin(pets, eq(pets.id, petHealthEvents.petId))
    .where(and(which, isNotNull(petHealthEvents.photoId)));
  const erased = await world.db.delete(pets).where(which).returning({ name: pets.name, photoId: pets.photoId });
  for (const { photoId } of erased.length > 0 ? [...erased, ...entries] : [])
    if (photoId) await removePhoto(world.files, photoId);
  return erased;
}

const atOnce = 100;

/** Erases what was removed more than 30 days ago, a hundred at a time. */
export async function eraseRemovedPets(world: World): Promise<void> {
  const before = new Date(world.clock.now().getTime() - keptDays * day);
  const isDue = and(isNotNull(pets.removedAt), lt(pets.removedAt, before));
  for (;;) {
    const due = await world.db.select({ id: pets.id }).from(pets).where(isDue).limit(atOnce);
    if (due.length === 0) return;
    // A pet that is brought back between the two statements stays.
    await erase(
      world,
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
  jobKind<World, object>("pets.erase-removed", { cron: "37 2 * * *", expireInSeconds: 600 }, eraseRemovedPets),
  jobKind<World, object>("pets.forget-shares", { cron: "47 2 * * *", expireInSeconds: 600 }, forgetOldShares),
  jobKind<World, object>("pets.forget-care", { cron: "57 2 * * *", expireInSeconds: 600 }, forgetOldCare),
  carerLetterJob,
];
