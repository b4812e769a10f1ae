import { and, asc, eq, lte, or } from "drizzle-orm";
import { type NewAlert, sendAlerts } from "#app/features/alerts/alerts.server.ts";
import { publicPets } from "#app/features/pets/public-pet.server.ts";
import { alertsToCarers } from "#app/features/pets/tell-carers.server.ts";
import { tags } from "#app/features/tags/tags.tables.server.ts";
import { transaction } from "#app/platform/db/database.server.ts";
import { jobKind } from "#app/platform/jobs/jobs.server.ts";
import type { World } from "#app/platform/world.server.ts";
import { pushedByPlan } from "./receive-scan.server.ts";
import { scanWaves } from "./scans.tables.server.ts";
import { waveSpan } from "./waves.rules.ts";

const list = "/dashboard/scan-records";
const most = 500;

/** Waves that began a quarter of an hour ago, held by this transaction alone. */
function findOver(inside: World) {
  return inside.db
    .select({ wave: scanWaves, code: tags.code, petId: tags.petId })
    .from(scanWaves)
    .innerJoin(tags, eq(tags.id, scanWaves.tagId))
    .where(lte(scanWaves.beganAt, new Date(inside.clock.now().getTime() - waveSpan)))
    .orderBy(asc(scanWaves.tagId))
    .limit(most)
    .for("update", { of: scanWaves, skipLocked: true });
}

type Over = Awaited<ReturnType<typeof findOver>>[number];

/** One alert to the owner, and to each who cares for the pet with them, in the place of all that were held back. */
async function summaries(inside: World, over: Over[]): Promise<NewAlert[]> {
  const pets = await publicPets(inside, [...new Set(over.flatMap(({ petId }) => petId ?? []))]);
  const news = over.map(({ wave: { ownerId, tagId, held }, code, petId }) => ({
    userId: ownerId,
    kind: "scan" as const,
    petId,
    petName: pets.get(petId ?? "")?.name,
    times: held,
    link: `${list}?tag=${encodeURIComponent(code)}`,
    topic: `${tagId}.wave`,
  }));
  const carers = await alertsToCarers(
    inside,
    news.map((one) => ({ ...one, link: `${list}?pet=${one.petId}` })),
  );
  const owners = news.map(({ userId, kind, petName, times, link, topic }) => ({
    userId,
    kind,
    params: { ...(petName && { petName }), times },
    link,
    topic,
  }));
  return [...owners, ...carers];
}

/**
 * Tells of what was held back, once for each tag and quarter of an hour and whichever process does it, and forgets waves
 * of which nothing is left to tell. A wave that was told of goes on: who has used up its letters sets off none in the
 * next quarter of an hour either, until one passes in which nothing was held back.
 */
export async function tellWaves(world: World): Promise<void> {
  let found = most;
  while (found === most)
    found = await transaction(world, async (inside) => {
      const over = await findOver(inside);
      const flooded = over.filter(({ wave }) => wave.held > 0);
      const these = (some: Over[]) =>
        or(...some.map(({ wave }) => and(eq(scanWaves.tagId, wave.tagId), eq(scanWaves.ownerId, wave.ownerId))));
      const calm = over.filter(({ wave }) => wave.held === 0);
      if (calm.length > 0) await inside.db.delete(scanWaves).where(these(calm));
      if (flooded.length > 0) {
        await inside.db.update(scanWaves).set({ beganAt: inside.clock.now(), held: 0 }).where(these(flooded));
        await sendAlerts(inside, await pushedByPlan(inside, await summaries(inside, flooded)));
      }
      return over.length;
    });
}

export const wavesJob = jobKind<World, object>("scans.tell-waves", { cron: "* * * * *", keepFor: 3600 }, tellWaves);
