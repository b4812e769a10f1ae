import { and, desc, eq, inArray, isNotNull, ne, notInArray, or, type SQL, sql } from "drizzle-orm";
import { type PgColumn, unionAll } from "drizzle-orm/pg-core";
import { href } from "react-router";
import type { AttachmentKind } from "#app/features/conversations/conversations.rules.ts";
import {
  conversations,
  messageAttachments,
  messages,
} from "#app/features/conversations/conversations.tables.server.ts";
import { formatMessage } from "#app/features/conversations/translate-quick-replies.server.ts";
import { formatReportName } from "#app/features/lost-found/report-texts.ts";
import type { ReportKind } from "#app/features/lost-found/reports.rules.ts";
import { lostFoundPosts as posts, reportPosters } from "#app/features/lost-found/reports.tables.server.ts";
import { notificationWords } from "#app/features/notifications/notification-texts.ts";
import type { NotificationKind, NotificationParams } from "#app/features/notifications/notifications.rules.ts";
import { notifications } from "#app/features/notifications/notifications.tables.server.ts";
import type { PetPortrait } from "#app/features/pets/cards/pet-photo.tsx";
import type { PetType } from "#app/features/pets/pets.rules.ts";
import { livePet, petCaregivers, pets } from "#app/features/pets/pets.tables.server.ts";
import { type Evidence, evidenceClasses } from "#app/features/scans/scans.rules.ts";
import { scanRecords } from "#app/features/scans/scans.tables.server.ts";
import { tags } from "#app/features/tags/tags.tables.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import type { Db } from "#app/platform/db/connection/database.server.ts";
import { createPreparedQuery } from "#app/platform/db/prepare.server.ts";
import { isId } from "#app/platform/db/uuid.server.ts";
import { formatSpan } from "#app/platform/i18n/format-span.ts";
import type { Language } from "#app/platform/i18n/language.ts";
import { cutText } from "#app/platform/i18n/text/plain-text.ts";
import type { Translate } from "#app/platform/i18n/words.ts";
import { groupWithinHour } from "./dashboard.rules.ts";

type Portrait = PetPortrait & { id: string; name: string };

/** Entry of the activity list on the owner's dashboard. */
export interface Activity {
  id: string;
  kind: "scan" | "message" | "report" | "notice";
  at: Date;
  /** Sentence in the user's language. */
  title: string;
  /** Details, possibly user-generated text. */
  note: string | null;
  /** Path on this site to which the entry leads. */
  link: string;
  pet?: Portrait | null;
  /** Evidence grade of a scan; undefined for other kinds. */
  evidence?: Evidence;
}

/** Cursor of the next page: the last entry shown. */
interface Cursor {
  at: Date;
  id: string;
}

/** Parameters of the statement: the actor, the cursor, and the number of entries of each source. */
const actorId = sql.placeholder("actorId");
const limit = sql.placeholder("limit");
/** Condition for rows older than the cursor. Ties are broken by id, so that no page loses or repeats an entry. */
const olderThan = (at: PgColumn, id: PgColumn) =>
  sql`(${at}, ${id}) < (${sql.placeholder("beforeAt")}::timestamptz, ${sql.placeholder("beforeId")}::uuid)`;

/** What each source of the union returns besides time and id, as JSON. */
interface Details {
  scan: { pet: Portrait | null; code: string | null; place: string | null; evidence: Evidence };
  message: {
    about: string | null;
    finderName: string | null;
    link: string;
    body: string;
    attachment: AttachmentKind | null;
  };
  caregiverChange: { who: string; pet: Portrait };
  notice: { kind: NotificationKind; params: NotificationParams; link: string };
  reportPublished: ReportDetail;
  reportResolved: ReportDetail;
  reportExpired: ReportDetail;
  posterScans: ReportDetail;
}
type Source = keyof Details;

interface ReportDetail {
  reportId: string;
  petName: string | null;
  kind: ReportKind;
  type: PetType;
  note: string | null;
  scans: number;
}

const columnsOf = (source: Source, at: PgColumn, id: PgColumn, detail: SQL) => ({
  source: sql<Source>`${source}::text`,
  at: sql<Date>`${at}`.mapWith(posts.createdAt),
  id: sql<string>`${id}`,
  detail: sql<Details[Source]>`${detail}`,
});

const portrait = sql`jsonb_build_object('id', ${pets.id}, 'name', ${pets.name}, 'type', ${pets.type},
  'photoId', ${pets.photoId}, 'photoFocusX', ${pets.photoFocusX}, 'photoFocusY', ${pets.photoFocusY})`;

function selectScans(db: Db) {
  const worthShowing = evidenceClasses.filter((one) => one !== "preview" && one !== "probe");
  const pet = sql`case when ${pets.id} is not null then ${portrait} end`;
  const detail = sql`jsonb_build_object('pet', ${pet}, 'code', ${tags.code}, 'place', ${scanRecords.place},
    'evidence', ${scanRecords.evidence})`;
  return db
    .select(columnsOf("scan", scanRecords.at, scanRecords.id, detail))
    .from(scanRecords)
    .leftJoin(pets, eq(pets.id, scanRecords.petId))
    .leftJoin(tags, eq(tags.id, scanRecords.tagId))
    .where(
      and(
        eq(scanRecords.ownerId, actorId),
        inArray(scanRecords.evidence, worthShowing),
        olderThan(scanRecords.at, scanRecords.id),
      ),
    )
    .orderBy(desc(scanRecords.at), desc(scanRecords.id))
    .limit(limit);
}

function selectFindersMessages(db: Db) {
  const { about, finderName, link } = conversations;
  const detail = sql`jsonb_build_object('about', ${about}, 'finderName', ${finderName}, 'link', ${link},
    'body', ${messages.body}, 'attachment', ${messageAttachments.kind})`;
  return db
    .select(columnsOf("message", messages.createdAt, messages.id, detail))
    .from(messages)
    .leftJoin(messageAttachments, eq(messageAttachments.messageId, messages.id))
    .innerJoin(conversations, eq(conversations.id, messages.conversationId))
    .where(
      and(
        eq(conversations.ownerId, actorId),
        eq(messages.author, "finder"),
        olderThan(messages.createdAt, messages.id),
      ),
    )
    .orderBy(desc(messages.createdAt), desc(messages.id))
    .limit(limit);
}

/** Each caregiver's latest change of one of the owner's pets. */
function selectCaregiversChanges(db: Db) {
  const { id, ownerId, petId, caregiverId, changedAt } = petCaregivers;
  const detail = sql`jsonb_build_object('who', ${users.firstName}, 'pet', ${portrait})`;
  return db
    .select(columnsOf("caregiverChange", changedAt, id, detail))
    .from(petCaregivers)
    .innerJoin(users, eq(users.id, caregiverId))
    .innerJoin(pets, and(eq(pets.id, petId), eq(pets.ownerId, ownerId), livePet))
    .where(and(eq(ownerId, actorId), isNotNull(changedAt), olderThan(changedAt, id)))
    .orderBy(desc(changedAt), desc(id))
    .limit(limit);
}

/** Notifications to caregivers about someone else's pet, which have no scan or conversation entry of their own. */
const isToCaregiver = sql`${notifications.params} ? 'ownerName'`;

/** All other notifications; the owner's scans and messages have their own entries. */
function selectNotices(db: Db) {
  const { id, userId, kind, params, link, createdAt } = notifications;
  const detail = sql`jsonb_build_object('kind', ${kind}, 'params', ${params}, 'link', ${link})`;
  return db
    .select(columnsOf("notice", createdAt, id, detail))
    .from(notifications)
    .where(and(eq(userId, actorId), or(notInArray(kind, ["scan", "message"]), isToCaregiver), olderThan(createdAt, id)))
    .orderBy(desc(createdAt), desc(id))
    .limit(limit);
}

const reportDetail = (note: PgColumn, scans: SQL | PgColumn) =>
  sql`jsonb_build_object('reportId', ${posts.id}, 'petName', ${posts.petName}, 'kind', ${posts.kind}, 'type', ${posts.type},
    'note', ${note}, 'scans', ${scans})`;

/** Outcomes of the actor's own reports. What others found or wrote about them appears as messages and notices. */
function selectOutcomes(db: Db, source: Source, at: PgColumn, condition: SQL) {
  return db
    .select(columnsOf(source, at, posts.id, reportDetail(posts.area, sql`0`)))
    .from(posts)
    .where(and(eq(posts.reporterId, actorId), ne(posts.status, "merged"), condition, olderThan(at, posts.id)))
    .orderBy(desc(at), desc(posts.id))
    .limit(limit);
}

/** Each series of posters once, at its latest scan. */
function selectPosterScans(db: Db) {
  const { id, lastScanAt, reportId, place, scans } = reportPosters;
  return db
    .select(columnsOf("posterScans", lastScanAt, id, reportDetail(place, scans)))
    .from(reportPosters)
    .innerJoin(posts, eq(posts.id, reportId))
    .where(and(eq(posts.reporterId, actorId), isNotNull(lastScanAt), olderThan(lastScanAt, id)))
    .orderBy(desc(lastScanAt), desc(id))
    .limit(limit);
}

/** The newest rows of all sources in one statement. */
const selectActivity = createPreparedQuery((db) =>
  unionAll(
    selectScans(db),
    selectFindersMessages(db),
    selectCaregiversChanges(db),
    selectNotices(db),
    selectOutcomes(db, "reportPublished", posts.publishedAt, isNotNull(posts.publishedAt)),
    selectOutcomes(db, "reportResolved", posts.resolvedAt, eq(posts.status, "resolved")),
    selectOutcomes(db, "reportExpired", posts.expiresAt, eq(posts.status, "expired")),
    selectPosterScans(db),
  )
    // By time and id, the second and third column.
    .orderBy(sql`2 desc, 3 desc`)
    .limit(limit),
);

interface Reader {
  t: Translate;
  /** Language of the account, for messages. */
  language: Language;
}

type Described = Omit<Activity, "id" | "at">;

/** Describes a report's outcome or its posters' scans. */
const describeReport =
  (source: "reportPublished" | "reportResolved" | "reportExpired" | "posterScans") =>
  ({ reportId, note, scans, ...report }: ReportDetail, { t }: Reader): Described => {
    const page =
      source === "posterScans" ? "/dashboard/lost-found/:reportId/posters" : "/dashboard/lost-found/:reportId";
    const title = t(`dashboard.activity.${source}`, { name: formatReportName(t, report), count: scans });
    return { kind: "report", title, note, link: href(page, { reportId }) };
  };

/** Describes an entry of each source in the reader's language; `id` is the entry's. */
const describe: { [S in Source]: (detail: Details[S], reader: Reader, id: string) => Described } = {
  scan: ({ pet, code, place, evidence }, { t }, scanId) => ({
    kind: "scan",
    title: pet
      ? t("dashboard.activity.scan", { name: pet.name })
      : t("dashboard.activity.scanOfTag", { code: `\u2066${code ?? ""}\u2069` }),
    note: place,
    link: href("/dashboard/scan-details/:scanId", { scanId }),
    evidence,
    pet,
  }),
  message: ({ about, finderName, link, body, attachment }, { t, language }) => ({
    kind: "message",
    title: notificationWords(t, "message", { ...(about ? { petName: about } : {}), finderName: finderName ?? "" })
      .title,
    note: cutText(formatMessage({ body, attachment: attachment && { kind: attachment } }, language), 200),
    link,
  }),
  caregiverChange: ({ who, pet }, { t }) => ({
    kind: "notice",
    title: t("dashboard.activity.caregiverChanged", { who, name: pet.name }),
    note: null,
    link: href("/dashboard/pets/:petId", { petId: pet.id }),
    pet,
  }),
  notice: ({ kind, params, link }, { t }) => {
    const { title, text } = notificationWords(t, kind, params);
    return { kind: "notice", title, note: text, link };
  },
  reportPublished: describeReport("reportPublished"),
  reportResolved: describeReport("reportResolved"),
  reportExpired: describeReport("reportExpired"),
  posterScans: describeReport("posterScans"),
};

/** Before every entry: the cursor of the first page. */
const start = { beforeAt: "infinity", beforeId: "ffffffff-ffff-ffff-ffff-ffffffffffff" };

const activityPage = 8;
/** Rows read for each entry shown, since one entry may group several scans. */
const readAhead = 8;

/**
 * Lists activity of the actor's pets, tags, reports and account, newest first, translated with `t`; scans of one pet
 * within an hour are one entry. `next` is the cursor of the next page, null on the last one; an invalid `before`
 * returns the first page.
 */
export async function listActivity(
  ctx: AppContext,
  actor: Actor,
  {
    before,
    limit = activityPage,
    t,
    language,
  }: { before?: string | null | undefined; limit?: number; t: Translate; language: Language },
) {
  const maxItems = limit * readAhead;
  const cursor = readCursor(before);
  const rows = await selectActivity(ctx.db).execute({
    actorId: actor.id,
    limit: maxItems + 1,
    ...(cursor ? { beforeAt: cursor.at.toISOString(), beforeId: cursor.id } : start),
  });
  // Cuts before the first row that would start one more group, which belongs to the next page.
  const groups = groupWithinHour(rows.slice(0, maxItems), scans);
  const extra = groups[limit]?.[0];
  const read = rows.slice(0, extra ? rows.indexOf(extra) : maxItems);
  const last = read.at(-1);
  const reader = { t, language: actor.language };
  const describeRow = ({ source, id, at, detail }: Row): Activity => ({
    id,
    at,
    ...describe[source](detail as never, reader, id),
  });
  return {
    entries: groupWithinHour(read, scans).map(([newest, ...others]) =>
      combineScans([describeRow(newest), ...others.map(describeRow)], t, language),
    ),
    next: rows.length > read.length && last ? `${last.at.getTime()}.${last.id}` : null,
  };
}

type Row = Awaited<ReturnType<ReturnType<typeof selectActivity>["execute"]>>[number];

/** Scans of one pet form groups. */
const scans = {
  keyOf: ({ source, detail }: Row) => (source === "scan" ? ((detail as Details["scan"]).pet?.id ?? null) : null),
  atOf: ({ at }: Row) => at,
};

/** Combines several scans of a pet into one entry: their number, time span and latest known place. */
function combineScans([newest, ...others]: [Activity, ...Activity[]], t: Translate, language: Language): Activity {
  const oldest = others.at(-1);
  if (!oldest || !newest.pet) return newest;
  const all = [newest, ...others];
  const seconds = Math.max(90, (newest.at.getTime() - oldest.at.getTime()) / 1000);
  const place = all.find(({ note }) => note)?.note;
  const within = t("dashboard.activity.within", { span: formatSpan(seconds, language, { afterPreposition: true }) });
  const { evidence, ...shown } = newest;
  return {
    ...shown,
    title: t("dashboard.activity.scans", { name: newest.pet.name, count: all.length }),
    note: place ? `${within}\u00a0· ${place}` : within,
    link: `${href("/dashboard/scan-records")}?pet=${newest.pet.id}`,
    ...(evidence && all.every((one) => one.evidence === evidence) && { evidence }),
  };
}

function readCursor(text: string | null | undefined): Cursor | null {
  const [, time = "", id = ""] = /^(\d{1,14})\.([\w-]{36})$/.exec(text ?? "") ?? [];
  return isId(id) ? { at: new Date(Number(time)), id } : null;
}
