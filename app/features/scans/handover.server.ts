import { createHmac, timingSafeEqual } from "node:crypto";
import { and, asc, eq, gt, inArray, isNull } from "drizzle-orm";
import type { Actor } from "#app/features/accounts/accounts.rules.ts";
import { sendAlerts } from "#app/features/alerts/alerts.server.ts";
import { getConversationByKey } from "#app/features/messages/messages.server.ts";
import { markFound } from "#app/features/pets/lost-pets.server.ts";
import { petLost } from "#app/features/pets/pets.tables.server.ts";
import { tellCarers } from "#app/features/pets/tell-carers.server.ts";
import { transaction } from "#app/platform/db/database.server.ts";
import { networkOf } from "#app/platform/http/client-address.server.ts";
import { notFound, Refusal } from "#app/platform/http/refusal.server.ts";
import type { World } from "#app/platform/world.server.ts";
import { stopLadder } from "./ladder.server.ts";
import { getScan } from "./scans.server.ts";
import { handovers, liveShares, scanRecords } from "./scans.tables.server.ts";

/** How long a code holds. Milliseconds. */
const holdsFor = 24 * 3_600_000;

const limits = {
  /** Of a million codes eight an hour are tried in vain. */
  ofTalk: { name: "handover-codes", points: 8, span: 3600 },
  ofNetwork: { name: "handover-networks", points: 30, span: 3600 },
};

/** A reunion, for those who have something to end: the name of its job. */
export const reunitedJob = "scans.reunited";
export interface Reunited {
  ownerId: string;
  petId: string;
}

type Handover = typeof handovers.$inferSelect;

/** Six digits made of the talk, the moment and the secret of this installation, so that they are kept nowhere. */
function codeOf(world: World, { conversationId, startedAt }: Pick<Handover, "conversationId" | "startedAt">): string {
  const mac = createHmac("sha256", world.settings.secret).update(`handover ${conversationId} ${startedAt.getTime()}`);
  return String(mac.digest().readUIntBE(0, 6) % 1_000_000).padStart(6, "0");
}

const endOf = ({ startedAt }: Pick<Handover, "startedAt">) => new Date(startedAt.getTime() + holdsFor);

/**
 * Makes the code that the owner tells the finder once the pet is in their hands; it holds for 24 hours, and a newer one
 * ends it. 404 for others' scans and those without a talk or a pet; refuses (409) once they are reunited.
 */
export async function startHandover(world: World, actor: Actor, scanId: string): Promise<void> {
  const { talk, petId, at } = await getScan(world, actor, scanId);
  if (!talk || !petId) throw notFound();
  const [lost] = await world.db.select({ since: petLost.since }).from(petLost).where(eq(petLost.petId, petId));
  const startedAt = world.clock.now();
  const values = { ownerId: actor.id, petId, startedAt, lostSince: lost?.since ?? at };
  const [made] = await world.db
    .insert(handovers)
    .values({ conversationId: talk.id, ...values })
    .onConflictDoUpdate({ target: handovers.conversationId, set: values, setWhere: isNull(handovers.reunitedAt) })
    .returning({ id: handovers.conversationId });
  if (!made) throw new Refusal("scans.handover.already", 409);
}

/** The handover of a talk as its owner sees it, with the code while it holds; the caller has checked who asks. */
export async function findHandover(world: World, conversationId: string) {
  const [found] = await world.db.select().from(handovers).where(eq(handovers.conversationId, conversationId));
  if (!found) return null;
  const { reunitedAt, lostSince } = found;
  const until = endOf(found);
  const holds = !reunitedAt && world.clock.now() < until;
  const seconds = reunitedAt && Math.max(0, (reunitedAt.getTime() - lostSince.getTime()) / 1000);
  return { code: holds ? codeOf(world, found) : null, until, reunitedAt, seconds };
}

/**
 * The finder types the owner's code: the pet is home. It is no longer lost, the owner is told, and whoever has something
 * to end by it hears of it (`reunitedJob`), all in one transaction and once. Forgives spaces; the caller folds digits.
 * Refuses a wrong code and one that no longer holds (400), more than 8 tries for a talk and 30 from a network within an
 * hour (429); a wrong key is a 404.
 */
export async function completeHandover(world: World, key: string, typed: string, address: string): Promise<void> {
  const talk = await getConversationByKey(world, key);
  await world.limits.take(limits.ofNetwork, networkOf(address));
  await world.limits.take(limits.ofTalk, talk.id);
  await transaction(world, async (inside) => {
    const [open] = await inside.db.select().from(handovers).where(eq(handovers.conversationId, talk.id)).for("update");
    if (open?.reunitedAt) return;
    const now = inside.clock.now();
    const right = Buffer.from(open && now < endOf(open) ? codeOf(inside, open) : "······");
    const given = Buffer.from(typed);
    if (!open || given.length !== right.length || !timingSafeEqual(given, right))
      throw new Refusal("scans.handover.wrong", 400, { field: "code" });
    await inside.db.update(handovers).set({ reunitedAt: now }).where(eq(handovers.conversationId, talk.id));
    const { ownerId, petId } = open;
    await stopLadder(inside, talk.id, "owner");
    const scans = inside.db
      .select({ id: scanRecords.id })
      .from(scanRecords)
      .where(eq(scanRecords.conversationId, talk.id));
    await inside.db
      .update(liveShares)
      .set({ stoppedAt: now })
      .where(and(inArray(liveShares.scanId, scans), isNull(liveShares.stoppedAt), gt(liveShares.endsAt, now)));
    if (petId) {
      await markFound(inside, { id: ownerId }, petId);
      await inside.jobs.send(inside.db, reunitedJob, { ownerId, petId } satisfies Reunited);
    }
    const [scan] = await inside.db
      .select({ id: scanRecords.id })
      .from(scanRecords)
      .where(and(eq(scanRecords.conversationId, talk.id), eq(scanRecords.ownerId, ownerId)))
      .orderBy(asc(scanRecords.id))
      .limit(1);
    await sendAlerts(inside, [
      {
        userId: ownerId,
        kind: "reunited",
        params: { petName: talk.about },
        link: talk.link,
        topic: scan?.id ?? talk.id,
      },
    ]);
    const news = { petId, petName: talk.about, link: talk.link, topic: talk.id };
    await tellCarers(inside, { ...news, kind: "reunited" });
  });
}

/** Whether the pet of this talk is home again, and since when. */
export async function reunitedSince({ db }: World, conversationId: string): Promise<Date | null> {
  const [found] = await db
    .select({ at: handovers.reunitedAt })
    .from(handovers)
    .where(eq(handovers.conversationId, conversationId));
  return found?.at ?? null;
}
