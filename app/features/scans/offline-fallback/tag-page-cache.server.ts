import { and, asc, eq, gt, gte, isNotNull, lt, sql } from "drizzle-orm";
import type { PublicPet } from "#app/features/pets/pets.rules.ts";
import { listPublicPets } from "#app/features/pets/profile/public-pet.server.ts";
import { codeKey } from "#app/features/tags/tag-code.rules.ts";
import { stateOf, type TagMark } from "#app/features/tags/tags.rules.ts";
import { findTags } from "#app/features/tags/tags.server.ts";
import { tags } from "#app/features/tags/tags.tables.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { isUnreachable } from "#app/platform/db/health/db-health.server.ts";
import { tagPageChanges } from "../scans.tables.server.ts";

/** A pet as shown on its tag's page: the part of the public data that the page uses. */
export type CachedPet = Omit<PublicPet, "ownerFirstName" | "gender" | "weightKg">;

/** Increase when the shape of a copy changes; older copies are then replaced. */
const cacheVersion = 1;

/** Everything that the page of an owned, active tag shows a visitor. Copies on disk are served without the database. */
export interface CachedTag {
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

function toCachedPet(pet: PublicPet): CachedPet {
  const { ownerFirstName: _name, gender: _gender, weightKg: _weight, ...shown } = pet;
  return shown;
}

/** Returns the copies by code key. Codes whose page shows visitors no owner's data are omitted. */
async function listCachedTags(ctx: AppContext, keys: readonly string[]): Promise<Map<string, CachedTag>> {
  const found = [...(await findTags(ctx, [...keys])).values()].filter((tag) =>
    ["linked", "unlinked"].includes(stateOf(tag)),
  );
  const shown = found.filter(({ mark }) => !mark).flatMap(({ petId }) => petId ?? []);
  const pets = await listPublicPets(ctx, [...new Set(shown)]);
  return new Map(
    found.map(({ code, codeKey: key, mark, replacedAt, petId }) => {
      const pet = mark || !petId ? null : (pets.get(petId) ?? null);
      return [key, { code, mark, isReplaced: replacedAt !== null, pet: pet && toCachedPet(pet) }];
    }),
  );
}

const stepSize = 500;

/** Returns the next code keys of active, owned tags, in order. */
async function keysAfter({ db }: AppContext, after: string): Promise<string[]> {
  const rows = await db
    .select({ key: tags.codeKey })
    .from(tags)
    .where(and(gt(tags.codeKey, after), isNotNull(tags.ownerId), eq(tags.status, "active")))
    .orderBy(asc(tags.codeKey))
    .limit(stepSize);
  return rows.map(({ key }) => key);
}

const serializeAll = (cards: Map<string, CachedTag>) =>
  new Map([...cards].map(([key, card]) => [key, JSON.stringify(card)]));

/** Updates the copies of these tags from the database. */
export async function updateTagPages(ctx: AppContext, keys: readonly string[]): Promise<void> {
  const texts = serializeAll(await listCachedTags(ctx, keys));
  ctx.fallback.pageCache.put(texts);
  ctx.fallback.pageCache.remove(keys.filter((key) => !texts.has(key)));
}

/**
 * Compares the next 500 copies after `after` with the database, updating and removing as needed. Returns the last key;
 * null at the end.
 */
export async function updateNextTagPages(ctx: AppContext, after: string): Promise<string | null> {
  const keys = await keysAfter(ctx, after);
  const texts = serializeAll(await listCachedTags(ctx, keys));
  const upTo = keys.length < stepSize ? null : (keys.at(-1) as string);
  ctx.fallback.pageCache.put(texts);
  ctx.fallback.pageCache.removeOthers(texts, { after, upTo });
  return upTo;
}

/** Returns the copy for a code in any spelling, or null. */
export function readCachedTag({ fallback }: AppContext, typed: string): CachedTag | null {
  const text = fallback.pageCache.find(codeKey(typed));
  if (!text) return null;
  const card = JSON.parse(text) as CachedTag;
  const lost = card.pet?.lost;
  if (lost) lost.since = new Date(lost.since);
  return card;
}

/** Position in a database's history up to which the copies are known to be current. */
export interface SyncPoint {
  /** Identifies the database, the cache version, and the month, since ages on a page change over time. */
  of: string;
  /** All transactions before this one have ended. */
  xact: number;
  /** Seconds since 1970, by the database's clock. */
  at: number;
}

/** Days for which changes of tags are logged; an older cache is compared completely. */
const maxDays = 7;

/**
 * Reads the database's current position; null if it cannot be read. A restored or promoted database counts as a
 * different one, since its transaction ids differ.
 */
export async function readSyncPoint({ db }: AppContext): Promise<SyncPoint | null> {
  try {
    const { rows } = await db.execute<{ of: string; xact: string; at: number }>(sql`
      select concat_ws(' ', system_identifier, left(pg_walfile_name(pg_current_wal_lsn()), 8), current_database(),
          pg_relation_filenode('tags'), to_char(now(), 'YYYY-MM')) as of,
        pg_snapshot_xmin(pg_current_snapshot())::text as xact, extract(epoch from now())::float8 as at
      from pg_control_system()`);
    const { of, xact, at } = rows[0]!;
    return { of: `${of} ${cacheVersion}`, xact: Number(xact), at };
  } catch (error) {
    if (isUnreachable(error)) throw error;
    return null;
  }
}

/**
 * Returns the keys of the tags that changed since the stored sync point; null if unknown, in which case all must be
 * compared.
 */
export async function listChangedKeys(ctx: AppContext, now: SyncPoint | null): Promise<string[] | null> {
  const stored = ctx.fallback.pageCache.getSyncPoint();
  const previous = stored ? (JSON.parse(stored) as SyncPoint) : null;
  if (!previous || !now || previous.of !== now.of || now.at - previous.at > (maxDays - 1) * 86_400) return null;
  const rows = await ctx.db
    .selectDistinct({ key: tagPageChanges.codeKey })
    .from(tagPageChanges)
    .where(gte(tagPageChanges.xact, previous.xact));
  return rows.map(({ key }) => key);
}

/** Deletes logged changes that are too old to be used. */
export async function purgePageChanges({ db }: AppContext): Promise<void> {
  await db.delete(tagPageChanges).where(lt(tagPageChanges.at, sql`now() - ${maxDays} * interval '1 day'`));
}
