import { and, count, desc, eq, gt, inArray, isNull, lt, sql } from "drizzle-orm";
import { href } from "react-router";
import * as z from "zod";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { AppError, notFound } from "#app/platform/app-error.server.ts";
import { withTransaction } from "#app/platform/db/connection/database.server.ts";
import { createId, readFormKey } from "#app/platform/db/uuid.server.ts";
import { dayMs } from "#app/platform/durations.rules.ts";
import { readSignedId, signId } from "#app/platform/http/signed-id.server.ts";
import { findPet, getPet } from "../pets.server.ts";
import { livePet, petShares, petShareVisits, pets } from "../pets.tables.server.ts";
import { maxShares, type SharePart, sameVisitMs, shareDays, shareParts, shareState } from "../share-links.rules.ts";

export const shareForm = z.object({
  key: z.string().max(36).optional(),
  parts: z
    .array(z.enum(shareParts), { error: "petShare.chooseParts" })
    .min(1, { error: "petShare.chooseParts" })
    .max(shareParts.length)
    .transform((parts) => shareParts.filter((part) => parts.includes(part))),
  days: z.enum(shareDays, { error: "form.invalid" }).transform(Number),
});

export const revokeForm = z.object({ shareId: z.string().max(36) });

type Owner = { id: string };
const shownVisits = 30;
const keptDays = 90;

/** Returns the path of a link, signed with the installation's secret. */
export function getSharePath(ctx: AppContext, shareId: string): string {
  return href("/share/:key", { key: signId(ctx, "pet-share", shareId) });
}

export interface ShareForm {
  parts: SharePart[];
  /** Lifetime in days. */
  days: number;
  /** Generated with the form; distinguishes a repeated submission from a second link. */
  key?: string | undefined;
}

/**
 * Creates a link to parts of the record of the actor's own pet and returns its id. Rejects more than 20 open links of
 * one pet with 409 (`petShare.tooMany`).
 */
export async function createShare(ctx: AppContext, actor: Owner, petId: string, form: ShareForm): Promise<string> {
  const pet = await getPet(ctx, actor, petId);
  const now = ctx.clock.now();
  const idempotencyKey = readFormKey(form.key);
  const expiresAt = new Date(now.getTime() + form.days * dayMs);
  return withTransaction(ctx, async ({ db }) => {
    // Serializes new links of the pet, and its transfer.
    const own = and(eq(pets.id, pet.id), eq(pets.ownerId, actor.id), livePet);
    const locked = await db.select({ id: pets.id }).from(pets).where(own).for("no key update");
    if (locked.length === 0) throw notFound();
    const [duplicate] = idempotencyKey
      ? await db
          .select({ id: petShares.id })
          .from(petShares)
          .where(and(eq(petShares.petId, pet.id), eq(petShares.idempotencyKey, idempotencyKey)))
      : [];
    if (duplicate) return duplicate.id;
    const isOpen = and(eq(petShares.petId, pet.id), isNull(petShares.revokedAt), gt(petShares.expiresAt, now));
    const [row] = await db.select({ open: count() }).from(petShares).where(isOpen);
    if ((row?.open ?? 0) >= maxShares) throw new AppError("petShare.tooMany", 409);
    const id = createId();
    await db
      .insert(petShares)
      .values({ id, petId: pet.id, parts: form.parts, idempotencyKey, createdAt: now, expiresAt });
    return id;
  });
}

/** Revokes a link of the actor's own pet immediately. Does nothing if it is already revoked. */
export async function revokeShare(ctx: AppContext, actor: Owner, petId: string, shareId: string): Promise<void> {
  const pet = await getPet(ctx, actor, petId);
  const condition = and(eq(petShares.id, shareId), eq(petShares.petId, pet.id));
  const [found] = await ctx.db.select({ id: petShares.id }).from(petShares).where(condition);
  if (!found) throw notFound();
  await ctx.db
    .update(petShares)
    .set({ revokedAt: ctx.clock.now() })
    .where(and(condition, isNull(petShares.revokedAt)));
}

/**
 * Returns the links of a pet, the newest first, each with its state and its latest 30 visits. The caller must have
 * checked access to the pet.
 */
export async function listShares(ctx: AppContext, petId: string) {
  const shares = await ctx.db
    .select()
    .from(petShares)
    .where(eq(petShares.petId, petId))
    .orderBy(desc(petShares.id))
    .limit(2 * maxShares);
  const ids = shares.map(({ id }) => id);
  const now = ctx.clock.now();
  const visits = await latestVisits(ctx, ids);
  return shares.map((share) => ({
    id: share.id,
    parts: share.parts,
    createdAt: share.createdAt,
    expiresAt: share.expiresAt,
    state: shareState(share, now),
    path: getSharePath(ctx, share.id),
    visits: visits.filter(({ shareId }) => shareId === share.id).map(({ shareId: _share, ...visit }) => visit),
  }));
}

async function latestVisits({ db }: Pick<AppContext, "db">, shareIds: string[]) {
  if (shareIds.length === 0) return [];
  const ofShare = db
    .select({
      id: petShareVisits.id,
      at: petShareVisits.at,
      browser: petShareVisits.browser,
      os: petShareVisits.os,
      network: petShareVisits.network,
    })
    .from(petShareVisits)
    .where(eq(petShareVisits.shareId, petShares.id))
    .orderBy(desc(petShareVisits.at))
    .limit(shownVisits)
    .as("visit");
  return db
    .select({
      shareId: petShares.id,
      id: ofShare.id,
      at: ofShare.at,
      browser: ofShare.browser,
      os: ofShare.os,
      network: ofShare.network,
    })
    .from(petShares)
    .innerJoinLateral(ofShare, sql`true`)
    .where(inArray(petShares.id, shareIds))
    .orderBy(desc(ofShare.at));
}

export type Share = Awaited<ReturnType<typeof listShares>>[number];

/**
 * Returns the pet behind a link with only the parts that its owner chose. `closed` for a link that was revoked or has
 * expired and for a removed pet, `unknown` for any other key.
 */
export async function getSharedPet(ctx: AppContext, key: string) {
  const id = key ? readSignedId(ctx, "pet-share", key) : null;
  const [row] = id
    ? await ctx.db
        .select({ share: petShares, ownerId: pets.ownerId })
        .from(petShares)
        .innerJoin(pets, and(eq(pets.id, petShares.petId), livePet))
        .where(eq(petShares.id, id))
    : [];
  // A purged link or a removed pet.
  if (!row) return id ? ("closed" as const) : ("unknown" as const);
  if (shareState(row.share, ctx.clock.now()) !== "open") return "closed" as const;
  const fullPet = await findPet(ctx, { id: row.ownerId }, row.share.petId);
  if (!fullPet) return "closed" as const;
  const { parts } = row.share;
  return {
    id: row.share.id,
    ownerId: row.ownerId,
    parts,
    expiresAt: row.share.expiresAt,
    pet: pickShown(fullPet, parts),
  };
}

type FullPet = NonNullable<Awaited<ReturnType<typeof findPet>>>;

// Fields are listed explicitly, so that a new field remains private until it is added here.
function pickShown(pet: FullPet, parts: SharePart[]) {
  const inPart = <Value>(part: SharePart, value: Value) => (parts.includes(part) ? value : null);
  const { id, name, type, otherType, breed, gender, neutered, habit, birthdate, weightKg, color } = pet;
  return {
    ...{ id, name, type, otherType, breed, gender, neutered, habit, birthdate, weightKg, color },
    photoId: pet.photoId,
    photoFocusX: pet.photoFocusX,
    photoFocusY: pet.photoFocusY,
    microchip: inPart("record", pet.microchip),
    microchipPlace: inPart("record", pet.microchipPlace),
    microchipDay: inPart("record", pet.microchipDay),
    secondMicrochip: inPart("record", pet.secondMicrochip),
    secondMicrochipPlace: inPart("record", pet.secondMicrochipPlace),
    secondMicrochipDay: inPart("record", pet.secondMicrochipDay),
    needs: inPart("record", pet.needs) ?? [],
    urgentNeeds: inPart("record", pet.urgentNeeds),
    behaviours: inPart("record", pet.behaviours),
    notes: inPart("record", pet.notes),
    diet: inPart("record", pet.diet),
    medical: inPart("record", pet.medical),
    vet: inPart("vet", pet.vet),
    contacts: inPart("contacts", pet.contacts) ?? [],
  };
}

export interface ShareVisitor {
  browser: string;
  os: string;
  /** IP address without its last part. */
  network: string;
}

/** Records a visit to a link; the same browser within half an hour counts as the same visit. */
export async function recordShareVisit(ctx: AppContext, shareId: string, { browser, os, network }: ShareVisitor) {
  const at = ctx.clock.now();
  const [known] = await ctx.db
    .select({ id: petShareVisits.id })
    .from(petShareVisits)
    .where(
      and(
        eq(petShareVisits.shareId, shareId),
        eq(petShareVisits.network, network),
        eq(petShareVisits.browser, browser),
        eq(petShareVisits.os, os),
        gt(petShareVisits.at, new Date(at.getTime() - sameVisitMs)),
      ),
    )
    .limit(1);
  if (!known) await ctx.db.insert(petShareVisits).values({ id: createId(), shareId, at, browser, os, network });
}

/** Deletes links that expired more than 90 days ago, with their visits. */
export async function purgeOldShares(ctx: AppContext): Promise<void> {
  const before = ctx.clock.ago(keptDays * dayMs);
  const old = ctx.db.select({ id: petShares.id }).from(petShares).where(lt(petShares.expiresAt, before));
  await ctx.db.delete(petShares).where(inArray(petShares.id, old));
}
