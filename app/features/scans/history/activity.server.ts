import { and, count, desc, eq, gte, inArray, isNotNull, sql } from "drizzle-orm";
import { livePet, pets } from "#app/features/pets/pets.tables.server.ts";
import { tags } from "#app/features/tags/tags.tables.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { listDaysUpTo } from "#app/platform/i18n/dates/calendar-days.rules.ts";
import { dayStart } from "#app/platform/i18n/dates/time-zones.rules.ts";
import { dayIn } from "#app/platform/i18n/dates/wall-clock.rules.ts";
import { byPeople } from "../scans.rules.ts";
import { scanRecords } from "../scans.tables.server.ts";

/** Returns the last 30 calendar days in the actor's time zone, today included. */
const listRecentDays = ({ clock }: AppContext, { timeZone }: Actor) => listDaysUpTo(dayIn(clock.now(), timeZone), 30);

/** Matches scans by people of the last 30 days. */
function recentByPeople(ctx: AppContext, actor: Actor) {
  return and(
    eq(scanRecords.ownerId, actor.id),
    inArray(scanRecords.evidence, [...byPeople]),
    gte(scanRecords.at, dayStart(listRecentDays(ctx, actor)[0], actor.timeZone)!),
  );
}

/**
 * Counts scans by people for each of the last 30 days and each hour of the day, in the actor's time zone. Days and
 * hours without scans count 0.
 */
export async function countByTime(ctx: AppContext, actor: Actor) {
  const local = sql`${scanRecords.at} at time zone ${actor.timeZone}::text`;
  const rows = await ctx.db
    .select({
      day: sql<string>`to_char(${local}, 'YYYY-MM-DD')`.as("day"),
      hour: sql<number>`extract(hour from ${local})`.mapWith(Number).as("hour"),
      scans: count().as("scans"),
    })
    .from(scanRecords)
    .where(recentByPeople(ctx, actor))
    .groupBy(sql`1, 2`);
  const sumOf = (part: typeof rows) => part.reduce((sum, { scans }) => sum + scans, 0);
  return {
    days: listRecentDays(ctx, actor).map((day) => ({
      day,
      scans: sumOf(rows.filter((row) => row.day === day)),
    })),
    hours: Array.from({ length: 24 }, (_, hour) => ({ hour, scans: sumOf(rows.filter((row) => row.hour === hour)) })),
  };
}

/** Lists the actor's five tag and pet combinations that people scanned most in the last 30 days. */
export function listMostScannedTags(ctx: AppContext, actor: Actor) {
  const { db } = ctx;
  // Aggregates first, so that only five rows are joined instead of thousands.
  const mostScanned = db
    .select({ tagId: scanRecords.tagId, petId: scanRecords.petId, scans: count().as("scans") })
    .from(scanRecords)
    .where(recentByPeople(ctx, actor))
    .groupBy(scanRecords.tagId, scanRecords.petId)
    .orderBy(desc(count()), scanRecords.tagId)
    .limit(5)
    .as("most");
  return db
    .select({
      tagId: mostScanned.tagId,
      petId: mostScanned.petId,
      code: tags.code,
      label: tags.label,
      petName: pets.name,
      petType: pets.type,
      petPhotoId: pets.photoId,
      petPhotoFocusX: pets.photoFocusX,
      petPhotoFocusY: pets.photoFocusY,
      scans: mostScanned.scans,
    })
    .from(mostScanned)
    .leftJoin(tags, eq(tags.id, mostScanned.tagId))
    .leftJoin(pets, and(eq(pets.id, mostScanned.petId), livePet))
    .orderBy(desc(mostScanned.scans), mostScanned.tagId);
}

const maxPlaces = 100;

/** Lists the actor's latest 100 scans with coordinates, newest first. */
export async function listPlaces(ctx: AppContext, actor: Actor) {
  const rows = await ctx.db
    .select({
      id: scanRecords.id,
      at: scanRecords.at,
      latitude: scanRecords.latitude,
      longitude: scanRecords.longitude,
      accuracy: scanRecords.accuracy,
      petName: pets.name,
    })
    .from(scanRecords)
    .leftJoin(pets, and(eq(pets.id, scanRecords.petId), livePet))
    .where(and(eq(scanRecords.ownerId, actor.id), isNotNull(scanRecords.latitude), isNotNull(scanRecords.longitude)))
    .orderBy(desc(scanRecords.at), desc(scanRecords.id))
    .limit(maxPlaces);
  return rows.map((row) => ({ ...row, latitude: row.latitude as number, longitude: row.longitude as number }));
}
