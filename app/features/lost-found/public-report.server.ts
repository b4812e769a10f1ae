import { and, eq, gt, inArray, isNull, or, sql } from "drizzle-orm";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { otherLanguage } from "#app/platform/i18n/language.ts";
import { headlineOf } from "./report-texts.ts";
import { withoutContacts } from "./reports.rules.ts";
import type { Report } from "./reports.server.ts";
import { lostFoundPosts as posts } from "./reports.tables.server.ts";

// Public columns, listed explicitly so that a new column stays private until it is added here.
export const publicColumns = {
  id: posts.id,
  kind: posts.kind,
  status: posts.status,
  petName: posts.petName,
  type: posts.type,
  otherType: posts.otherType,
  breed: posts.breed,
  colors: posts.colors,
  size: posts.size,
  gender: posts.gender,
  age: posts.age,
  habit: posts.habit,
  marks: posts.marks,
  seenAt: posts.seenAt,
  area: posts.area,
  cellLat: posts.cellLat,
  cellLon: posts.cellLon,
  description: posts.description,
  additionalInfo: posts.additionalInfo,
  reward: posts.reward,
  showReward: posts.showReward,
  photos: posts.photos,
  language: posts.language,
  publishedAt: posts.publishedAt,
  resolvedAt: posts.resolvedAt,
  resolution: posts.resolution,
  thanks: posts.thanks,
  hasHiddenMark: sql<boolean>`${posts.hiddenMark} is not null`,
};

export type PublicRow = Pick<Report, Exclude<keyof typeof publicColumns, "hasHiddenMark">> & { hasHiddenMark: boolean };

const masked = (text: string | null) => text && withoutContacts(text);

/** Returns a report as shown to the public: the location rounded to about a kilometre, and contact details masked. */
export function toPublicReport(row: PublicRow) {
  const { cellLat, cellLon, reward, showReward, publishedAt, ...rest } = row;
  return {
    ...rest,
    petName: masked(row.petName),
    otherType: masked(row.otherType),
    breed: masked(row.breed),
    marks: masked(row.marks),
    area: withoutContacts(row.area),
    description: masked(row.description),
    additionalInfo: masked(row.additionalInfo),
    thanks: masked(row.thanks),
    hasReward: reward !== null,
    reward: showReward ? masked(reward) : null,
    publishedAt: publishedAt ?? row.seenAt,
    /** In degrees, rounded to hundredths. */
    where: cellLat === null || cellLon === null ? null : { latitude: cellLat / 100, longitude: cellLon / 100 },
  };
}

export type PublicReport = ReturnType<typeof toPublicReport>;

/** SQL condition for public reports: not hidden, unconfirmed or expired. */
function isPublicAt(now: Date) {
  const isOpen = and(eq(posts.status, "open"), gt(posts.expiresAt, now));
  return and(isNull(posts.hiddenAt), or(isOpen, eq(posts.status, "resolved")));
}

/** Returns a public report; null if it does not exist or is not public. */
export async function findPublicReport(
  ctx: Pick<AppContext, "db" | "clock">,
  reportId: string,
): Promise<PublicReport | null> {
  const found = await publicReports(ctx, [reportId]);
  return found.get(reportId.toLowerCase()) ?? null;
}

/** Returns those of the reports that are public, by id, in one query. */
async function publicReports(ctx: Pick<AppContext, "db" | "clock">, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, PublicReport>();
  const rows = await ctx.db
    .select(publicColumns)
    .from(posts)
    .where(and(inArray(posts.id, ids), isPublicAt(ctx.clock.now())));
  return new Map(rows.map((row) => [row.id, toPublicReport(row)]));
}

/** Returns the text under which a report is shared, in its own language and then in the other: groups read both. */
export function getShareText(
  { translator }: Pick<AppContext, "translator">,
  report: Pick<PublicReport, "language" | "petName" | "kind" | "type" | "status">,
): string {
  return [report.language, otherLanguage(report.language)]
    .map((language) => {
      const t = translator(language);
      return t("lostFound.share.message", { headline: headlineOf(t, report) });
    })
    .join("\n");
}
