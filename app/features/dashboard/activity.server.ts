import { and, desc, eq, inArray, isNotNull, ne, notInArray, or, type SQL, sql } from "drizzle-orm";
import { type PgColumn, unionAll } from "drizzle-orm/pg-core";
import { href } from "react-router";
import {
  conversations,
  messageAttachments,
  messages,
} from "#app/features/conversations/conversations.tables.server.ts";
import { inWords } from "#app/features/conversations/ready-sentences.server.ts";
import { aboutInWords } from "#app/features/lost-found/report-texts.ts";
import { lostFoundPosts as posts, reportPosters } from "#app/features/lost-found/reports.tables.server.ts";
import { notificationWords } from "#app/features/notifications/notification-texts.ts";
import { notifications } from "#app/features/notifications/notifications.tables.server.ts";
import type { PetPortrait } from "#app/features/pets/pet-photo.tsx";
import { livePet, petCaregivers, pets } from "#app/features/pets/pets.tables.server.ts";
import { type Evidence, evidenceClasses } from "#app/features/scans/scans.rules.ts";
import { scanRecords } from "#app/features/scans/scans.tables.server.ts";
import { tags } from "#app/features/tags/tags.tables.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { isId } from "#app/platform/db/uuid.server.ts";
import { formatSpan } from "#app/platform/i18n/format-span.ts";
import type { Language } from "#app/platform/i18n/language.ts";
import { cutText } from "#app/platform/i18n/plain-text.ts";
import type { Translate } from "#app/platform/i18n/words.ts";
import { groupWithinHour } from "./dashboard.rules.ts";

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
  pet?: (PetPortrait & { name: string }) | null;
  /** Evidence grade of a scan; undefined for other kinds. */
  evidence?: Evidence;
}

/** Cursor of the next page: the last entry shown. */
interface Cursor {
  at: Date;
  id: string;
}

interface Asked {
  before: Cursor | null;
  limit: number;
  t: Translate;
}

/** Source of activity entries: returns its newest entries older than a cursor, newest first, in the user's language. */
interface ActivityPart {
  kind: Activity["kind"];
  read(ctx: AppContext, actor: Actor, asked: Asked): Promise<Omit<Activity, "kind">[]>;
}

/** Condition for rows older than the cursor. Ties are broken by id, so that no page loses or repeats an entry. */
function olderThan(at: PgColumn, id: PgColumn, before: Cursor | null): SQL | undefined {
  return before ? sql`(${at}, ${id}) < (${before.at.toISOString()}::timestamptz, ${before.id}::uuid)` : undefined;
}

const scans: ActivityPart = {
  kind: "scan",
  async read(ctx, actor, { before, limit, t }) {
    const worthShowing = evidenceClasses.filter((one) => one !== "preview" && one !== "probe");
    const rows = await ctx.db
      .select({ scan: scanRecords, pet: pets, code: tags.code })
      .from(scanRecords)
      .leftJoin(pets, eq(pets.id, scanRecords.petId))
      .leftJoin(tags, eq(tags.id, scanRecords.tagId))
      .where(
        and(
          eq(scanRecords.ownerId, actor.id),
          inArray(scanRecords.evidence, worthShowing),
          olderThan(scanRecords.at, scanRecords.id, before),
        ),
      )
      .orderBy(desc(scanRecords.at), desc(scanRecords.id))
      .limit(limit);
    return rows.map(({ scan, pet, code }) => ({
      id: scan.id,
      at: scan.at,
      title: pet
        ? t("dashboard.activity.scan", { name: pet.name })
        : t("dashboard.activity.scanOfTag", { code: `\u2066${code ?? ""}\u2069` }),
      note: scan.place,
      link: href("/dashboard/scan-details/:scanId", { scanId: scan.id }),
      evidence: scan.evidence,
      pet: pet && toPortrait(pet),
    }));
  },
};

function toPortrait({ id, name, type, photoId, photoFocusX, photoFocusY }: typeof pets.$inferSelect) {
  return { id, name, type, photoId, photoFocusX, photoFocusY };
}

const findersMessages: ActivityPart = {
  kind: "message",
  async read(ctx, actor, { before, limit, t }) {
    const rows = await ctx.db
      .select({ message: messages, conversation: conversations, attachment: { kind: messageAttachments.kind } })
      .from(messages)
      .leftJoin(messageAttachments, eq(messageAttachments.messageId, messages.id))
      .innerJoin(conversations, eq(conversations.id, messages.conversationId))
      .where(
        and(
          eq(conversations.ownerId, actor.id),
          eq(messages.author, "finder"),
          olderThan(messages.createdAt, messages.id, before),
        ),
      )
      .orderBy(desc(messages.createdAt), desc(messages.id))
      .limit(limit);
    return rows.map(({ message, conversation, attachment }) => ({
      id: message.id,
      at: message.createdAt,
      title: notificationWords(t, "message", {
        ...(conversation.about ? { petName: conversation.about } : {}),
        finderName: conversation.finderName ?? "",
      }).title,
      note: cutText(inWords({ body: message.body, attachment }, actor.language), 200),
      link: conversation.link,
    }));
  },
};

/** Each caregiver's latest change of one of the owner's pets. */
const caregiversChanges: ActivityPart = {
  kind: "notice",
  async read(ctx, actor, { before, limit, t }) {
    const rows = await ctx.db
      .select({ id: petCaregivers.id, at: petCaregivers.changedAt, who: users.firstName, pet: pets })
      .from(petCaregivers)
      .innerJoin(users, eq(users.id, petCaregivers.caregiverId))
      .innerJoin(pets, and(eq(pets.id, petCaregivers.petId), eq(pets.ownerId, petCaregivers.ownerId), livePet))
      .where(
        and(
          eq(petCaregivers.ownerId, actor.id),
          isNotNull(petCaregivers.changedAt),
          olderThan(petCaregivers.changedAt, petCaregivers.id, before),
        ),
      )
      .orderBy(desc(petCaregivers.changedAt), desc(petCaregivers.id))
      .limit(limit);
    return rows.map(({ id, at, who, pet }) => ({
      id,
      at: at!,
      title: t("dashboard.activity.caregiverChanged", { who, name: pet.name }),
      note: null,
      link: href("/dashboard/pets/:petId", { petId: pet.id }),
      pet: toPortrait(pet),
    }));
  },
};

/** Notifications to caregivers about someone else's pet, which have no scan or conversation entry of their own. */
const isToCaregiver = sql`${notifications.params} ? 'ownerName'`;

/** All other notifications; the owner's scans and messages have their own entries. */
const notices: ActivityPart = {
  kind: "notice",
  async read(ctx, actor, { before, limit, t }) {
    const rows = await ctx.db
      .select()
      .from(notifications)
      .where(
        and(
          eq(notifications.userId, actor.id),
          or(notInArray(notifications.kind, ["scan", "message"]), isToCaregiver),
          olderThan(notifications.createdAt, notifications.id, before),
        ),
      )
      .orderBy(desc(notifications.createdAt), desc(notifications.id))
      .limit(limit);
    return rows.map((notification) => {
      const { title, text } = notificationWords(t, notification.kind, notification.params);
      return { id: notification.id, at: notification.createdAt, title, note: text, link: notification.link };
    });
  },
};

/**
 * Outcomes of the actor's own reports, and each series of their posters once, at its latest scan. What others found or
 * wrote about them appears as messages and notices.
 */
const ownReports: ActivityPart = {
  kind: "report",
  async read(ctx, actor, { before, limit, t }) {
    const own = and(eq(posts.reporterId, actor.id), ne(posts.status, "merged"));
    const selectOutcome = (word: ReportActivity, at: PgColumn, isSo: SQL) =>
      ctx.db
        .select({
          ...columnsOf(word, at, posts.id),
          reportId: posts.id,
          note: sql<string | null>`${posts.area}`,
          scans: sql<number>`0`,
        })
        .from(posts)
        .where(and(own, isSo, olderThan(at, posts.id, before)))
        .orderBy(desc(at), desc(posts.id))
        .limit(limit);
    const { id, lastScanAt, reportId, place, scans } = reportPosters;
    const posters = ctx.db
      .select({
        ...columnsOf("posterScans", lastScanAt, id),
        reportId: posts.id,
        note: sql<string | null>`${place}`,
        scans: sql<number>`${scans}`,
      })
      .from(reportPosters)
      .innerJoin(posts, eq(posts.id, reportId))
      .where(and(eq(posts.reporterId, actor.id), isNotNull(lastScanAt), olderThan(lastScanAt, id, before)))
      .orderBy(desc(lastScanAt), desc(id))
      .limit(limit);
    const rows = await unionAll(
      selectOutcome("reportPublished", posts.publishedAt, isNotNull(posts.publishedAt)),
      selectOutcome("reportResolved", posts.resolvedAt, eq(posts.status, "resolved")),
      selectOutcome("reportExpired", posts.expiresAt, eq(posts.status, "expired")),
      posters,
    );
    return rows.map(({ word, id, at, reportId, note, scans, ...report }) => ({
      id,
      at,
      title: t(`dashboard.activity.${word}`, { name: aboutInWords(t, report), count: scans }),
      note,
      link: href(
        word === "posterScans" ? "/dashboard/lost-found/:reportId/posters" : "/dashboard/lost-found/:reportId",
        {
          reportId,
        },
      ),
    }));
  },
};

type ReportActivity = "reportPublished" | "reportResolved" | "reportExpired" | "posterScans";

const columnsOf = (word: ReportActivity, at: PgColumn, id: PgColumn) => ({
  word: sql<ReportActivity>`${word}::text`,
  at: sql<Date>`${at}`.mapWith(posts.createdAt),
  id: sql<string>`${id}`,
  petName: posts.petName,
  kind: posts.kind,
  type: posts.type,
});

/** All sources of activity entries. */
const parts: ActivityPart[] = [scans, findersMessages, ownReports, caregiversChanges, notices];

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
  const asked: Asked = { before: readCursor(before), limit: maxItems + 1, t };
  const found = await Promise.all(
    parts.map(async ({ kind, read }) => (await read(ctx, actor, asked)).map((entry): Activity => ({ ...entry, kind }))),
  );
  const all = found.flat().sort((a, b) => b.at.getTime() - a.at.getTime() || (a.id < b.id ? 1 : -1));
  const scansOf = { keyOf: scannedPet, atOf: ({ at }: Activity) => at };
  // Cuts before the first row that would start one more group, which belongs to the next page.
  const groups = groupWithinHour(all.slice(0, maxItems), scansOf);
  const extra = groups[limit]?.[0];
  const read = all.slice(0, extra ? all.indexOf(extra) : maxItems);
  const last = read.at(-1);
  return {
    entries: groupWithinHour(read, scansOf).map((group) => combineScans(group, t, language)),
    next: all.length > read.length && last ? `${last.at.getTime()}.${last.id}` : null,
  };
}

function scannedPet({ kind, pet }: Activity): string | null {
  return kind === "scan" && pet ? pet.id : null;
}

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
    note: place ? `${within} · ${place}` : within,
    link: `${href("/dashboard/scan-records")}?pet=${newest.pet.id}`,
    ...(evidence && all.every((one) => one.evidence === evidence) && { evidence }),
  };
}

function readCursor(text: string | null | undefined): Cursor | null {
  const [, time = "", id = ""] = /^(\d{1,14})\.([\w-]{36})$/.exec(text ?? "") ?? [];
  return isId(id) ? { at: new Date(Number(time)), id } : null;
}
