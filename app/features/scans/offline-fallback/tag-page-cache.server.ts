import { setTimeout as pause } from "node:timers/promises";
import { and, asc, eq, gt, isNotNull } from "drizzle-orm";
import {
  listFirstClinics,
  type NearbyClinics,
  noClinics,
  selectNearby,
} from "#app/features/clinics/nearby-clinics.server.ts";
import type { PublicPet } from "#app/features/pets/pets.rules.ts";
import { listPublicPets } from "#app/features/pets/profile/public-pet.server.ts";
import { codeKey } from "#app/features/tags/tag-code.rules.ts";
import { stateOf, type TagMark } from "#app/features/tags/tags.rules.ts";
import { findTags } from "#app/features/tags/tags.server.ts";
import { tags } from "#app/features/tags/tags.tables.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { dayMs } from "#app/platform/durations.rules.ts";
import type { Governorate } from "#app/platform/map/governorates.ts";

/** A pet as shown on its tag's page: the part of the public data that the page uses. */
export type CachedPet = Omit<PublicPet, "ownerFirstName" | "gender" | "weightKg">;

/** Key of the copy of the clinics, after every code's. */
const clinicsKey = "~clinics";

/** Increase when the shape of a copy changes; older copies are then not shown. */
const cacheVersion = 2;

/** Everything that the page of an owned, active tag shows a visitor. Copies on disk are served without the database. */
export interface CachedTag {
  version: typeof cacheVersion;
  code: string;
  mark: TagMark | null;
  isReplaced: boolean;
  pet: CachedPet | null;
}

/** A copy, and when it was last known to be current. */
export interface KnownTag {
  card: CachedTag;
  knownAt: Date;
}

/** Maximum age of a copy that is shown, in milliseconds. */
const maxAge = dayMs;
const stepSize = 500;
/** Milliseconds between two steps of a comparison, so that it does not slow down requests. */
const stepPause = 25;
/** Milliseconds between two comparisons: 15 seconds, or more so that they take at most about 2 % of the time. */
const getInterval = (lastTookMs: number) => Math.max(15_000, 50 * lastTookMs);

function toCachedPet(pet: PublicPet): CachedPet {
  const { ownerFirstName: _name, gender: _gender, weightKg: _weight, ...shown } = pet;
  return shown;
}

/** Returns the copies by code key. Codes whose page shows visitors no owner's data are omitted. */
async function listCopies(ctx: AppContext, keys: string[]): Promise<Map<string, string>> {
  const found = [...(await findTags(ctx, keys)).values()].filter((tag) =>
    ["linked", "unlinked"].includes(stateOf(tag)),
  );
  const shown = found.filter(({ mark }) => !mark).flatMap(({ petId }) => petId ?? []);
  const pets = await listPublicPets(ctx, [...new Set(shown)]);
  return new Map(
    found.map(({ code, codeKey: key, mark, replacedAt, petId }) => {
      const pet = mark || !petId ? undefined : pets.get(petId);
      const card: CachedTag = {
        ...{ version: cacheVersion, code, mark, isReplaced: replacedAt !== null },
        pet: pet ? toCachedPet(pet) : null,
      };
      return [key, JSON.stringify(card)];
    }),
  );
}

/** Returns the next code keys of active, owned tags, in order. */
async function listKeysAfter({ db }: AppContext, after: string): Promise<string[]> {
  const rows = await db
    .select({ key: tags.codeKey })
    .from(tags)
    .where(and(gt(tags.codeKey, after), isNotNull(tags.ownerId), eq(tags.status, "active")))
    .orderBy(asc(tags.codeKey))
    .limit(stepSize);
  return rows.map(({ key }) => key);
}

/** Replaces all copies by the database's present state, 500 at a time. Ends early when `isStopped` returns true. */
export async function refreshTagPages(ctx: AppContext, isStopped = () => false): Promise<void> {
  const began = ctx.clock.now();
  for (let after: string | null = ""; after !== null; ) {
    const keys = await listKeysAfter(ctx, after);
    const upTo: string | null = keys.length < stepSize ? null : (keys.at(-1) as string);
    const copies = await listCopies(ctx, keys);
    if (isStopped()) return;
    // The last range reaches to the end, where the clinics stand.
    if (upTo === null) copies.set(clinicsKey, JSON.stringify(await listFirstClinics(ctx)));
    ctx.fallback.pageCache.replace(copies, { after, upTo });
    after = upTo;
    if (after !== null) await pause(stepPause);
  }
  ctx.fallback.pageCache.setRefreshedAt(began);
}

/** Refreshes this machine's copies of tag pages again and again. Returns a function that stops it. */
export function startTagPageCache(ctx: AppContext): () => Promise<void> {
  const { dbHealth } = ctx.fallback;
  const stopping = new AbortController();
  const isStopped = () => stopping.signal.aborted;
  const running = (async () => {
    while (!isStopped()) {
      const began = performance.now();
      await dbHealth
        .run(() => refreshTagPages(ctx, isStopped))
        .catch((error) => {
          if (!dbHealth.downSince() && !isStopped())
            ctx.log.warn({ err: error }, "cached tag pages could not be refreshed, will be retried");
        });
      await pause(getInterval(performance.now() - began), null, { ref: false, signal: stopping.signal }).catch(
        () => undefined,
      );
    }
  })();
  return () => {
    stopping.abort();
    return running;
  };
}

/** Returns the copy for a code in any spelling, and when it was current; null if there is none that may be shown. */
export function findCachedTag(ctx: AppContext, typed: string): KnownTag | null {
  const { pageCache } = ctx.fallback;
  const knownAt = pageCache.refreshedAt();
  if (!knownAt || ctx.clock.now().getTime() - knownAt.getTime() > maxAge) return null;
  const text = pageCache.find(codeKey(typed));
  const card = text ? (JSON.parse(text) as CachedTag) : null;
  if (card?.version !== cacheVersion) return null;
  const lost = card.pet?.lost;
  if (lost) lost.since = new Date(lost.since);
  return { card, knownAt };
}

/** Returns the clinics near a finder, as last known. */
export function findCachedClinics(ctx: AppContext, near: Governorate | null): NearbyClinics {
  const text = ctx.fallback.pageCache.find(clinicsKey);
  return text ? selectNearby(JSON.parse(text), near) : noClinics;
}
