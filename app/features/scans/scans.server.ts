import { and, count, desc, eq, gte, lt, sql } from "drizzle-orm";
import type { Actor } from "#app/features/accounts/accounts.rules.ts";
import { alertsOfTopic } from "#app/features/alerts/alerts.server.ts";
import { getOwnConversation, listMessages } from "#app/features/messages/messages.server.ts";
import { livePet, pets } from "#app/features/pets/pets.tables.server.ts";
import { tags } from "#app/features/tags/tags.tables.server.ts";
import { isId } from "#app/platform/db/uuid.server.ts";
import { maskAddress } from "#app/platform/http/client-address.server.ts";
import { notFound } from "#app/platform/http/refusal.server.ts";
import type { World } from "#app/platform/world.server.ts";
import { type Period, periodStart } from "./periods.rules.ts";
import { scanRecords } from "./scans.tables.server.ts";

const pageSize = 50;
const petColumns = {
  petName: pets.name,
  petType: pets.type,
  petPhotoId: pets.photoId,
  petPhotoFocusX: pets.photoFocusX,
  petPhotoFocusY: pets.photoFocusY,
};

export interface ScanFilter {
  period: Period;
  petId?: string | undefined;
  before?: string | undefined;
}

function wanted(world: World, actor: Actor, filter: ScanFilter) {
  const from = periodStart(filter.period, world.clock.now(), actor.timeZone);
  return and(
    eq(scanRecords.ownerId, actor.id),
    from ? gte(scanRecords.at, from) : undefined,
    isId(filter.petId) ? eq(scanRecords.petId, filter.petId) : undefined,
  );
}

/** The actor's scan records of a period in the actor's time zone, newest first, 50 at a time by the last id shown. */
export async function listScans(world: World, actor: Actor, filter: ScanFilter) {
  const rows = await world.db
    .select({
      id: scanRecords.id,
      at: scanRecords.at,
      evidence: scanRecords.evidence,
      reasons: scanRecords.reasons,
      channel: scanRecords.channel,
      browser: scanRecords.browser,
      os: scanRecords.os,
      device: scanRecords.device,
      place: scanRecords.place,
      latitude: scanRecords.latitude,
      longitude: scanRecords.longitude,
      accuracy: scanRecords.accuracy,
      hasTalk: sql<boolean>`${scanRecords.conversationId} is not null`,
      petId: scanRecords.petId,
      ...petColumns,
      code: tags.code,
    })
    .from(scanRecords)
    .leftJoin(pets, and(eq(pets.id, scanRecords.petId), livePet))
    .leftJoin(tags, eq(tags.id, scanRecords.tagId))
    .where(and(wanted(world, actor, filter), isId(filter.before) ? lt(scanRecords.id, filter.before) : undefined))
    .orderBy(desc(scanRecords.id))
    .limit(pageSize + 1);
  const scans = rows.slice(0, pageSize);
  return { scans, next: rows.length > pageSize ? (scans.at(-1)?.id ?? null) : null };
}

export async function countScans(world: World, actor: Actor, filter: ScanFilter): Promise<number> {
  const [row] = await world.db
    .select({ total: count() })
    .from(scanRecords)
    .where(wanted(world, actor, filter));
  return row?.total ?? 0;
}

/** One scan of the actor's own with its talk and how the actor was told; 404 for anybody else's. */
export async function getScan(world: World, actor: Actor, scanId: string | undefined) {
  const [row] = isId(scanId)
    ? await world.db
        .select({ scan: scanRecords, ...petColumns, code: tags.code })
        .from(scanRecords)
        .leftJoin(pets, and(eq(pets.id, scanRecords.petId), livePet))
        .leftJoin(tags, eq(tags.id, scanRecords.tagId))
        .where(and(eq(scanRecords.id, scanId), eq(scanRecords.ownerId, actor.id)))
    : [];
  if (!row) throw notFound();
  const { scan, ...names } = row;
  const talk = scan.conversationId ? await getOwnConversation(world, actor, scan.conversationId) : null;
  const [messages, alerts] = await Promise.all([
    talk ? listMessages(world, talk.id) : [],
    alertsOfTopic(world, scan.id),
  ]);
  const { ip, ownerId: _owner, visit: _visit, ...shown } = scan;
  return { ...shown, ...names, ip: ip ? maskAddress(ip.split("/")[0] ?? "") : null, talk, messages, alerts };
}
