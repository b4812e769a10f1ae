import { and, asc, count, desc, eq, gte, inArray, type SQL, sql } from "drizzle-orm";
import { canSeePet } from "#app/features/pets/caregivers.rules.ts";
import { findAccess } from "#app/features/pets/pet-access.server.ts";
import { livePet, pets } from "#app/features/pets/pets.tables.server.ts";
import { buildOwnTagFilter, matchesCode, readSearchText } from "#app/features/tags/manage/tag-search.server.ts";
import { tags } from "#app/features/tags/tags.tables.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { isId } from "#app/platform/db/uuid.server.ts";
import { type CsvCell, formatCsv } from "#app/platform/http/csv/csv.server.ts";
import { inBatches } from "#app/platform/http/list-pages.server.ts";
import { dayIn, timeIn } from "#app/platform/i18n/dates/wall-clock.rules.ts";
import type { Translate } from "#app/platform/i18n/words.ts";
import { maskAddress } from "#app/platform/limits/client-address.server.ts";
import { deviceKind } from "../scan-texts.ts";
import { byPeople, type EvidenceFilter, evidenceFilters } from "../scans.rules.ts";
import { scanRecords } from "../scans.tables.server.ts";
import { isPeriod, type Period, periodStart } from "./periods.rules.ts";

const pageSize = 50;
/** Counting stops at this number, to limit its cost. */
export const maxCounted = 100_000;

export const petColumns = {
  petName: pets.name,
  petType: pets.type,
  petPhotoId: pets.photoId,
  petPhotoFocusX: pets.photoFocusX,
  petPhotoFocusY: pets.photoFocusY,
};

export interface ScanFilter {
  period?: Period;
  petId?: string | undefined;
  /** Search text for a tag: its code, label or pet name. */
  tag?: string | undefined;
  evidence?: EvidenceFilter | undefined;
}

/** Cursors: the id of the scan before or after which (in time) the page continues. */
export interface Neighbours {
  before?: string | undefined;
  after?: string | undefined;
}

/** Reads the filter from a query string. Ignores unknown values. */
export function readScanFilter(query: URLSearchParams): ScanFilter & { period: Period } {
  const period = query.get("period");
  const pet = query.get("pet");
  return {
    period: isPeriod(period) ? period : "all",
    petId: isId(pet) ? pet : undefined,
    tag: readSearchText(query.get("tag")) || undefined,
    evidence: evidenceFilters.find((one) => one === query.get("evidence")),
  };
}

/** Condition for the owner's tags that match a search. Caregivers search by code only: labels are private notes. */
async function buildTagFilter(ctx: AppContext, owner: Actor, reader: Actor, search: string) {
  if (owner.id === reader.id) return buildOwnTagFilter(ctx, owner, { search });
  return and(eq(tags.ownerId, owner.id), matchesCode(search) ?? sql`false`);
}

/** Condition for the owner's matching scans, as far as the reader may search them. */
async function buildFilter(ctx: AppContext, actor: Actor, reader: Actor, filter: ScanFilter) {
  const { period = "all", petId, tag, evidence } = filter;
  const from = periodStart(period, ctx.clock.now(), actor.timeZone);
  const classes = evidence === "people" ? [...byPeople] : evidence && [evidence];
  const ofTag = tag ? await buildTagFilter(ctx, actor, reader, tag) : undefined;
  return and(
    eq(scanRecords.ownerId, actor.id),
    from ? gte(scanRecords.at, from) : undefined,
    isId(petId) ? eq(scanRecords.petId, petId) : undefined,
    classes ? inArray(scanRecords.evidence, classes) : undefined,
    ofTag ? inArray(scanRecords.tagId, ctx.db.select({ id: tags.id }).from(tags).where(ofTag)) : undefined,
  );
}

/**
 * Returns the actor whose scans are read: the actor, or the owner of a pet that the actor is a caregiver of and may
 * see.
 */
async function resolveReader(ctx: AppContext, actor: Actor, { petId }: ScanFilter): Promise<Actor> {
  const found = petId ? await findAccess(ctx, actor, petId) : null;
  return found && canSeePet(found.access) ? { ...actor, id: found.ownerId } : actor;
}

/** Matches scans older or newer than the given scan of the actor, ordered by time and then id. */
function beyondCursor(actor: Actor, side: "older" | "newer", id: string | undefined): SQL | undefined {
  if (!isId(id)) return undefined;
  const here = sql`(${scanRecords.at}, ${scanRecords.id})`;
  const edge = sql`(select edge.at, edge.id from scan_records edge where edge.id = ${id} and edge.owner_id = ${actor.id})`;
  return side === "older" ? sql`${here} < ${edge}` : sql`${here} > ${edge}`;
}

function selectScans(ctx: AppContext) {
  return ctx.db
    .select({
      id: scanRecords.id,
      at: scanRecords.at,
      evidence: scanRecords.evidence,
      reasons: scanRecords.reasons,
      medium: scanRecords.medium,
      browser: scanRecords.browser,
      os: scanRecords.os,
      device: scanRecords.device,
      ip: scanRecords.ip,
      place: scanRecords.place,
      latitude: scanRecords.latitude,
      longitude: scanRecords.longitude,
      accuracy: scanRecords.accuracy,
      hasConversation: sql<boolean>`${scanRecords.conversationId} is not null`,
      petId: scanRecords.petId,
      ...petColumns,
      code: tags.code,
      label: tags.label,
    })
    .from(scanRecords)
    .leftJoin(pets, and(eq(pets.id, scanRecords.petId), livePet))
    .leftJoin(tags, eq(tags.id, scanRecords.tagId));
}

/**
 * Lists the actor's matching scans, newest first, 50 per page. `newer` and `older` are the cursors of the adjacent
 * pages, null if there are none. Periods are in the actor's time zone. With the id of a pet that the actor is a
 * caregiver of and may see, lists its owner's scans of it.
 */
export async function listScans(ctx: AppContext, reader: Actor, filter: ScanFilter & Neighbours, limit = pageSize) {
  const actor = await resolveReader(ctx, reader, filter);
  const isBack = isId(filter.after);
  const direction = isBack ? asc : desc;
  const rows = await selectScans(ctx)
    .where(
      and(
        await buildFilter(ctx, actor, reader, filter),
        isBack ? beyondCursor(actor, "newer", filter.after) : beyondCursor(actor, "older", filter.before),
      ),
    )
    .orderBy(direction(scanRecords.at), direction(scanRecords.id))
    .limit(limit + 1);
  // Labels are the owner's private notes.
  const page = rows
    .slice(0, limit)
    .map(({ ip: _, label, ...scan }) => ({ ...scan, label: actor.id === reader.id ? label : null }));
  const scans = isBack ? page.reverse() : page;
  const hasMore = rows.length > limit;
  return {
    scans,
    newer: (isBack ? hasMore : isId(filter.before)) ? (scans[0]?.id ?? null) : null,
    older: (isBack ? true : hasMore) ? (scans.at(-1)?.id ?? null) : null,
  };
}

export type ListedScan = Awaited<ReturnType<typeof listScans>>["scans"][number];

/** Counts the matching scans, up to 100,000. Access is the same as in `listScans`. */
export async function countScans(ctx: AppContext, reader: Actor, filter: ScanFilter): Promise<number> {
  const actor = await resolveReader(ctx, reader, filter);
  const matching = ctx.db
    .select({ one: sql`1` })
    .from(scanRecords)
    .where(await buildFilter(ctx, actor, reader, filter))
    .limit(maxCounted)
    .as("matching");
  const [row] = await ctx.db.select({ total: count() }).from(matching);
  return row?.total ?? 0;
}

/** Yields all of the actor's own matching scans in batches of 1,000, newest first, with unmasked IP addresses. */
export async function* listScanBatches(ctx: AppContext, actor: Actor, filter: ScanFilter) {
  const matching = await buildFilter(ctx, actor, actor, filter);
  yield* inBatches(1000, (before) =>
    selectScans(ctx)
      .where(and(matching, beyondCursor(actor, "older", before)))
      .orderBy(desc(scanRecords.at), desc(scanRecords.id))
      .limit(1000),
  );
}

/**
 * Exports the actor's matching scans as CSV, newest first, in the reader's language. Times are in the actor's time zone
 * (`2026-11-21 14:02:09`, which every spreadsheet reads); IP addresses are masked.
 */
export function exportScans(ctx: AppContext, actor: Actor, filter: ScanFilter, t: Translate): AsyncGenerator<string> {
  const head = [
    `${t("scans.when")} (${actor.timeZone})`,
    t("scans.pet"),
    t("scanDetails.facts.tag"),
    t("tags.label"),
    t("scans.evidence"),
    t("scanDetails.facts.way"),
    t("scanDetails.facts.place"),
    t("scans.latitude"),
    t("scans.longitude"),
    t("scans.accuracyInMetres"),
    t("scanDetails.facts.device"),
    t("scanDetails.facts.browser"),
    t("scanDetails.facts.os"),
    t("scanDetails.facts.ip"),
    t("scans.details"),
  ];
  return formatCsv("person", head, rowsOf(ctx, actor, filter, t));
}

async function* rowsOf(ctx: AppContext, actor: Actor, filter: ScanFilter, t: Translate): AsyncGenerator<CsvCell[][]> {
  const { timeZone } = actor;
  for await (const scans of listScanBatches(ctx, actor, filter))
    yield scans.map((scan) => [
      `${dayIn(scan.at, timeZone)} ${timeIn(scan.at, timeZone)}:${String(scan.at.getUTCSeconds()).padStart(2, "0")}`,
      scan.petName,
      scan.code,
      scan.label,
      t(`evidence.${scan.evidence}`),
      t(`scans.media.${scan.medium}`),
      scan.place,
      scan.latitude,
      scan.longitude,
      scan.accuracy,
      t(`scans.devices.${deviceKind(scan.device)}`),
      scan.browser,
      scan.os,
      scan.ip && maskAddress(scan.ip.split("/")[0] ?? ""),
      `${ctx.settings.publicUrl}/dashboard/scan-details/${scan.id}`,
    ]);
}
