import {
  and,
  asc,
  desc,
  eq,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  ne,
  notExists,
  or,
  type Placeholder,
  type SQL,
  sql,
} from "drizzle-orm";
import { alias, type PgColumn, unionAll } from "drizzle-orm/pg-core";
import { href } from "react-router";
import { conversations, messages } from "#app/features/conversations/conversations.tables.server.ts";
import {
  reportConversations,
  reportMatches,
  lostFoundPosts as reports,
} from "#app/features/lost-found/reports.tables.server.ts";
import type { Channel } from "#app/features/notifications/notifications.rules.ts";
import { notificationDeliveries, notifications } from "#app/features/notifications/notifications.tables.server.ts";
import { type CaregiverLevel, canSeePet, caregiverAt } from "#app/features/pets/caregivers.rules.ts";
import { getMoment } from "#app/features/pets/pet-access.server.ts";
import type { PetType } from "#app/features/pets/pets.rules.ts";
import { livePet, petCaregivers, petLost, pets } from "#app/features/pets/pets.tables.server.ts";
import { byPeople } from "#app/features/scans/scans.rules.ts";
import { escalationSteps, handovers, scanRecords } from "#app/features/scans/scans.tables.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import type { Db } from "#app/platform/db/connection/database.server.ts";
import { createPreparedQuery } from "#app/platform/db/prepare.server.ts";
import { dayMs } from "#app/platform/durations.rules.ts";
import { type Emergency, type EmergencyKind, sortEmergencies } from "./emergencies.rules.ts";

/** Days after which a finder no longer counts as waiting; the finder's link has expired by then. */
const waitingDays = 30;
const maxOfKind = 20;

/** A caregiver's access, as returned by the query's JSON. */
interface Care {
  level: CaregiverLevel;
  untilDay: string | null;
  invitedAt: string;
  acceptedAt: string;
  ownerName: string;
  timeZone: string;
  /** Whether finders may see the photo. */
  isPhotoShown: boolean;
}

const careColumn = sql<Care | null>`jsonb_build_object('level', ${petCaregivers.level}, 'untilDay', ${petCaregivers.untilDay},
  'invitedAt', ${petCaregivers.invitedAt}, 'acceptedAt', ${petCaregivers.acceptedAt},
  'ownerName', ${users.firstName}, 'timeZone', ${users.timeZone}, 'isPhotoShown', 'photo' = any(${pets.shown}))`;

const noId = sql<string | null>`null::uuid`;

/** Default values of an emergency. All selections of the union must keep this column order. */
const defaultColumns = {
  finderName: sql<string | null>`null::text`,
  scanId: noId,
  reportId: noId,
  isPublic: sql<boolean>`false`,
  sightings: sql<number>`0`,
  conversations: sql<number>`0`,
  alertedBy: sql<Channel[]>`'{}'::text[]`,
  contacts: sql<string[]>`'{}'::text[]`,
  care: sql<Care | null>`null::jsonb`,
};

const petColumns = {
  petName: sql<string | null>`${pets.name}`,
  type: sql<PetType | null>`${pets.type}`,
  petId: sql<string | null>`${pets.id}`,
  photoId: sql<string | null>`${pets.photoId}`,
  focusX: sql<number | null>`${pets.photoFocusX}`,
  focusY: sql<number | null>`${pets.photoFocusY}`,
};

const timeColumn = (at: PgColumn) => sql<Date>`${at}`.mapWith(conversations.createdAt);

/** Matches lost reports that are open or expired. */
const isActiveReport = (report: { kind: PgColumn; status: PgColumn }) =>
  and(eq(report.kind, "lost"), inArray(report.status, ["open", "expired"]));

const isPublic = (report: { status: PgColumn; hiddenAt: PgColumn }) =>
  sql<boolean>`${report.status} = 'open' and ${report.hiddenAt} is null`;

/** Parameters of the statement: the actor, and the time from which a finder counts as waiting. */
const actorId = sql.placeholder("actorId");
const waitingSince = sql.placeholder("waitingSince");

/** Latest open or expired report of the pet in `pets` by this owner; for a lateral join. */
function reportOfPet(db: Db, ownerId: Placeholder | PgColumn) {
  return db
    .select({ id: reports.id, isPublic: isPublic(reports).as("is_public") })
    .from(reports)
    .where(and(eq(reports.petId, pets.id), eq(reports.reporterId, ownerId), isActiveReport(reports)))
    .orderBy(desc(reports.id))
    .limit(1)
    .as("report_of_pet");
}

/** First scan of each conversation with a finder, excluding the owner's own tests of the tag. */
function scanOfConversation(db: Db) {
  return db
    .select({ id: scanRecords.id, petId: scanRecords.petId })
    .from(scanRecords)
    .where(
      and(
        eq(scanRecords.conversationId, conversations.id),
        ne(scanRecords.evidence, "owner"),
        ne(scanRecords.medium, "inquiry"),
      ),
    )
    .orderBy(asc(scanRecords.at))
    .limit(1)
    .as("scan_of_conversation");
}

/**
 * Matches conversations of the last 30 days with a waiting finder: open, not answered, no "on my way", and the pet in
 * `pets` not reunited and its report not resolved since.
 */
function hasWaitingFinder(db: Db) {
  const endedReport = alias(reports, "ended");
  const answers = db
    .select({ id: messages.id })
    .from(messages)
    .where(and(eq(messages.conversationId, conversations.id), eq(messages.author, "owner")));
  const reunions = db
    .select({ id: handovers.conversationId })
    .from(handovers)
    .where(
      and(
        eq(handovers.ownerId, conversations.ownerId),
        or(
          and(eq(handovers.conversationId, conversations.id), isNotNull(handovers.reunitedAt)),
          and(eq(handovers.petId, pets.id), gte(handovers.reunitedAt, conversations.createdAt)),
        ),
      ),
    );
  const resolvedReports = db
    .select({ id: endedReport.id })
    .from(endedReport)
    .where(
      and(
        eq(endedReport.petId, pets.id),
        eq(endedReport.reporterId, conversations.ownerId),
        eq(endedReport.status, "resolved"),
        gte(endedReport.resolvedAt, conversations.createdAt),
      ),
    );
  return and(
    gt(conversations.createdAt, waitingSince),
    eq(conversations.state, "open"),
    isNull(conversations.onTheWayAt),
    notExists(answers),
    notExists(reunions),
    notExists(resolvedReports),
  );
}

/** The actor's own conversations with a waiting finder, about a tag or a report. */
function waitingFinders(db: Db) {
  const scan = scanOfConversation(db);
  const about = alias(reports, "about");
  const report = reportOfPet(db, actorId);
  const channels = sql<Channel[]>`array(
    select distinct ${notificationDeliveries.channel} from ${notifications}
    inner join ${notificationDeliveries} on ${notificationDeliveries.notificationId} = ${notifications.id}
    where ${notifications.topic} in (${conversations.id}::text, ${scan.id}::text) and ${notifications.userId} = ${actorId}
      and ${notificationDeliveries.state} = 'delivered')`;
  const contacts = sql<string[]>`array(
    select ${escalationSteps.name} from ${escalationSteps}
    where ${escalationSteps.conversationId} = ${conversations.id} and not ${escalationSteps.isLeftOut}
    order by ${escalationSteps.position})`;
  return db
    .select({
      kind: sql<EmergencyKind>`case when ${scan.id} is null then 'message' else 'found' end`,
      id: sql<string>`${conversations.id}`,
      since: timeColumn(conversations.createdAt),
      ...petColumns,
      petName: sql<string | null>`coalesce(${pets.name}, ${conversations.about})`,
      type: sql<PetType | null>`coalesce(${pets.type}, ${about.type})`,
      photoId: sql<string | null>`coalesce(${pets.photoId}, ${about.photos}[1])`,
      ...defaultColumns,
      finderName: sql<string | null>`${conversations.finderName}`,
      scanId: sql<string | null>`${scan.id}`,
      reportId: sql<string | null>`coalesce(${about.id}, ${report.id})`,
      isPublic: sql<boolean>`coalesce(${isPublic(about)}, ${report.isPublic}, false)`,
      alertedBy: channels,
      contacts,
    })
    .from(conversations)
    .leftJoinLateral(scan, sql`true`)
    .leftJoin(reportConversations, eq(reportConversations.conversationId, conversations.id))
    .leftJoin(about, eq(about.id, reportConversations.reportId))
    .leftJoin(pets, and(eq(pets.id, sql`coalesce(${scan.petId}, ${about.petId})`), livePet))
    .leftJoinLateral(report, sql`true`)
    .where(and(eq(conversations.ownerId, actorId), or(isNotNull(scan.id), isActiveReport(about)), hasWaitingFinder(db)))
    .orderBy(desc(conversations.createdAt))
    .limit(maxOfKind);
}

const count = (source: SQL) => sql<number>`(select count(*)::int ${source})`;
const matchesOf = (reportId: SQL) =>
  count(sql`from ${reportMatches} where ${reportMatches.lostId} = ${reportId}
    and ${reportMatches.notifiedAt} is not null and ${reportMatches.dismissedByLostAt} is null`);
const conversationsOf = (reportId: SQL) =>
  count(sql`from ${reportConversations} where ${reportConversations.reportId} = ${reportId}`);

/** The actor's own lost pets, with the number of sightings and conversations since. */
function ownLostPets(db: Db) {
  const report = reportOfPet(db, actorId);
  const seen = db
    .select({
      scans: sql<number>`count(*)::int`.as("scans"),
      conversations: sql<number>`count(distinct ${scanRecords.conversationId})::int`.as("conversations"),
    })
    .from(scanRecords)
    .where(
      and(
        eq(scanRecords.petId, pets.id),
        eq(scanRecords.ownerId, actorId),
        gte(scanRecords.at, petLost.since),
        inArray(scanRecords.evidence, byPeople),
        ne(scanRecords.medium, "inquiry"),
      ),
    )
    .as("seen");
  return db
    .select({
      kind: sql<EmergencyKind>`'lost'`,
      id: sql<string>`${pets.id}`,
      since: timeColumn(petLost.since),
      ...petColumns,
      ...defaultColumns,
      reportId: sql<string | null>`${report.id}`,
      isPublic: sql<boolean>`coalesce(${report.isPublic}, false)`,
      sightings: sql<number>`${seen.scans} + ${matchesOf(sql`${report.id}`)}`,
      conversations: sql<number>`${seen.conversations} + ${conversationsOf(sql`${report.id}`)}`,
    })
    .from(pets)
    .innerJoin(petLost, eq(petLost.petId, pets.id))
    .leftJoinLateral(report, sql`true`)
    .innerJoinLateral(seen, sql`true`)
    .where(and(eq(pets.ownerId, actorId), livePet))
    .limit(maxOfKind);
}

/** The actor's open reports of lost pets without a profile. */
function ownLostReports(db: Db) {
  return db
    .select({
      kind: sql<EmergencyKind>`'lost'`,
      id: sql<string>`${reports.id}`,
      since: timeColumn(reports.seenAt),
      petName: sql<string | null>`${reports.petName}`,
      type: sql<PetType | null>`${reports.type}`,
      petId: noId,
      photoId: sql<string | null>`${reports.photos}[1]`,
      focusX: sql<number | null>`null::smallint`,
      focusY: sql<number | null>`null::smallint`,
      ...defaultColumns,
      reportId: sql<string | null>`${reports.id}`,
      isPublic: isPublic(reports),
      sightings: matchesOf(sql`${reports.id}`),
      conversations: conversationsOf(sql`${reports.id}`),
    })
    .from(reports)
    .where(
      and(eq(reports.reporterId, actorId), eq(reports.kind, "lost"), eq(reports.status, "open"), isNull(reports.petId)),
    )
    .limit(maxOfKind);
}

/**
 * Matches the actor's accepted caregiver rows that were not ended. The expiry date is checked later, in `toEmergency`.
 */
const isCaredFor = and(
  eq(petCaregivers.caregiverId, actorId),
  isNull(petCaregivers.endedAt),
  isNotNull(petCaregivers.acceptedAt),
);

const caredPet = and(eq(pets.id, petCaregivers.petId), eq(pets.ownerId, petCaregivers.ownerId), livePet);

/** Waiting finders of pets that the actor is a caregiver of. Does not include the finder's name or messages. */
function caredWaitingFinders(db: Db) {
  const scan = scanOfConversation(db);
  // The limit keeps the planner from considering every order of all tables, which took it 15 ms.
  const waiting = db
    .select({ id: conversations.id, createdAt: conversations.createdAt, scanId: sql<string>`${scan.id}`.as("scan_id") })
    .from(conversations)
    .innerJoinLateral(scan, eq(scan.petId, pets.id))
    .where(and(eq(conversations.ownerId, pets.ownerId), hasWaitingFinder(db)))
    .orderBy(desc(conversations.createdAt))
    .limit(maxOfKind)
    .as("waiting");
  return db
    .select({
      kind: sql<EmergencyKind>`'found'`,
      id: sql<string>`${waiting.id}`,
      since: timeColumn(waiting.createdAt),
      ...petColumns,
      ...defaultColumns,
      scanId: sql<string | null>`${waiting.scanId}`,
      care: careColumn,
    })
    .from(petCaregivers)
    .innerJoin(pets, caredPet)
    .innerJoin(users, eq(users.id, pets.ownerId))
    .innerJoinLateral(waiting, sql`true`)
    .where(isCaredFor)
    .orderBy(desc(waiting.createdAt))
    .limit(maxOfKind);
}

/** Lost pets that the actor is a caregiver of. */
function caredLostPets(db: Db) {
  const report = reportOfPet(db, pets.ownerId);
  return db
    .select({
      kind: sql<EmergencyKind>`'lost'`,
      id: sql<string>`${pets.id}`,
      since: timeColumn(petLost.since),
      ...petColumns,
      ...defaultColumns,
      reportId: sql<string | null>`${report.id}`,
      isPublic: sql<boolean>`coalesce(${report.isPublic}, false)`,
      care: careColumn,
    })
    .from(petCaregivers)
    .innerJoin(pets, caredPet)
    .innerJoin(petLost, eq(petLost.petId, pets.id))
    .innerJoin(users, eq(users.id, pets.ownerId))
    .leftJoinLateral(report, sql`true`)
    .where(isCaredFor)
    .limit(maxOfKind);
}

const emergencies = createPreparedQuery((db) =>
  unionAll(waitingFinders(db), ownLostPets(db), ownLostReports(db), caredWaitingFinders(db), caredLostPets(db)),
);

/**
 * Lists what the actor must act on now, most urgent first: waiting finders and lost pets, of their own pets and those
 * they are a caregiver of. Runs one statement, since every dashboard page loads it.
 */
export async function listEmergencies(ctx: AppContext, actor: Actor): Promise<Emergency[]> {
  const since = ctx.clock.ago(waitingDays * dayMs);
  const rows = await emergencies(ctx.db).execute({ actorId: actor.id, waitingSince: since });
  return sortEmergencies(
    rows.flatMap((row) => toEmergency(ctx, row) ?? []),
    ctx.clock.now(),
  );
}

type Row = Awaited<ReturnType<typeof ownLostPets>>[number];

function toEmergency(ctx: AppContext, row: Row): Emergency | null {
  const { care, photoId, focusX, focusY, scanId, reportId, isPublic, petName, ...rest } = row;
  const level = care && getLevel(ctx, care);
  if (care && !level) return null;
  // Only caregivers who may see the pet may see a finder's scan.
  if (care && rest.kind !== "lost" && !canSeePet(level)) return null;
  const isPhotoShown = !care || canSeePet(level) || care.isPhotoShown;
  const publicPage = reportId && isPublic ? href("/community-reports/:reportId", { reportId }) : null;
  const scanPage = scanId && href("/dashboard/scan-details/:scanId", { scanId });
  return {
    ...rest,
    petName: petName ?? "",
    photo: photoId && isPhotoShown ? { id: photoId, x: focusX ?? 50, y: focusY ?? 50 } : null,
    ownerName: care?.ownerName ?? null,
    scanPage: care ? null : scanPage,
    report: reportId && !care ? { id: reportId, url: publicPage && `${ctx.settings.publicUrl}${publicPage}` } : null,
    to: care ? (scanPage ?? getCaregiverPath(row, level, publicPage)) : getOwnerPath(row, scanPage),
  };
}

function getLevel(ctx: AppContext, { level, untilDay, invitedAt, acceptedAt, timeZone }: Care) {
  const dates = { invitedAt: new Date(invitedAt), acceptedAt: new Date(acceptedAt), endedAt: null };
  return caregiverAt({ level, untilDay, ...dates }, getMoment(ctx, { timeZone }));
}

function getOwnerPath({ kind, id, petId, reportId }: Row, scanPage: string | null): string {
  if (scanPage) return `${scanPage}#conversation`;
  if (!reportId) return `${href("/dashboard/lost-found/new")}?pet=${petId}`;
  return kind === "message"
    ? `${href("/dashboard/lost-found/:reportId/conversations/:conversationId", { reportId, conversationId: id })}#conversation`
    : href("/dashboard/lost-found/:reportId", { reportId });
}

function getCaregiverPath({ id }: Row, level: CaregiverLevel | null, publicPage: string | null): string {
  if (publicPage) return publicPage;
  return canSeePet(level)
    ? href("/dashboard/pets/:petId", { petId: id })
    : href("/dashboard/pets/:petId/caregivers", { petId: id });
}
