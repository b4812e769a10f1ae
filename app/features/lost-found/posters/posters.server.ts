import { createHmac, randomInt } from "node:crypto";
import { and, count, desc, eq, lt, sql } from "drizzle-orm";
import * as z from "zod";
import { gradeVisit } from "#app/features/scans/evidence.rules.ts";
import { readSignals } from "#app/features/scans/recording/request-signals.server.ts";
import { alphabet, codeKey } from "#app/features/tags/tag-code.rules.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { AppError, gone, notFound } from "#app/platform/app-error.server.ts";
import { withTransaction } from "#app/platform/db/connection/database.server.ts";
import { createId, readFormKey } from "#app/platform/db/uuid.server.ts";
import { dayMs, minuteMs } from "#app/platform/durations.rules.ts";
import { type FormArgs, handleForm } from "#app/platform/http/forms/form.server.ts";
import { requestInfoContext } from "#app/platform/http/request-info.server.ts";
import { redirectWithToast } from "#app/platform/http/toast.server.ts";
import { asLine } from "#app/platform/i18n/text/plain-text.ts";
import { getNetwork } from "#app/platform/limits/client-address.server.ts";
import { findUnprintable } from "#app/platform/pdf/text-outlines.server.ts";
import { setPlanStep } from "../report-states.server.ts";
import { getOwnReport, type Holder, lockReport } from "../reports.server.ts";
import { reportPosters as posters, posterVisits, lostFoundPosts as posts } from "../reports.tables.server.ts";
import { renderPoster } from "./poster-pdf.server.ts";
import {
  maxPosterPlaceLength,
  maxPosters,
  type PosterOptions,
  paperSizes,
  posterLanguages,
  sameVisitMinutes,
  shortAddress,
} from "./posters.rules.ts";

/** About a billion codes: short enough to type, too many to enumerate. */
const codeLength = 6;

const newCode = () => Array.from({ length: codeLength }, () => alphabet[randomInt(alphabet.length)]).join("");

/**
 * Creates a poster series of the holder's own report. `key` comes from the form and makes it idempotent. Throws 409 if
 * the report is not public (`posters.notPublic`) or has 40 series (`posters.tooMany`), and 404 for someone else's.
 */
export async function createPoster(
  ctx: AppContext,
  holder: Holder,
  reportId: string,
  form: { place?: string | null; key?: string | null },
): Promise<void> {
  await withTransaction(ctx, async (tx) => {
    const report = await lockReport(tx, holder, reportId);
    if (report.status !== "open" || report.hiddenAt) throw new AppError("posters.notPublic", 409);
    const idempotencyKey = readFormKey(form.key);
    const [duplicate] = idempotencyKey
      ? await tx.db
          .select({ id: posters.id })
          .from(posters)
          .where(and(eq(posters.reportId, report.id), eq(posters.idempotencyKey, idempotencyKey)))
      : [];
    if (duplicate) return;
    const [existing] = await tx.db.select({ total: count() }).from(posters).where(eq(posters.reportId, report.id));
    if ((existing?.total ?? 0) >= maxPosters) throw new AppError("posters.tooMany", 409);
    const row = { reportId: report.id, place: form.place ?? null, createdAt: tx.clock.now() };
    await tx.db
      .insert(posters)
      .values({ ...row, id: createId(), idempotencyKey, code: newCode() })
      .onConflictDoNothing();
    await setPlanStep(tx, report.id, "posters", true);
  });
}

/**
 * Returns the code of the series that stands for the pictures that people share of a report, and creates it with the
 * first one. Its idempotency key is the report's id.
 */
export async function getSharedSeriesCode(
  { db, clock }: Pick<AppContext, "db" | "clock">,
  reportId: string,
): Promise<string> {
  const isShared = and(eq(posters.reportId, reportId), eq(posters.idempotencyKey, reportId));
  const find = () => db.select({ code: posters.code }).from(posters).where(isShared);
  const [known] = await find();
  if (known) return known.code;
  await db
    .insert(posters)
    .values({ id: createId(), reportId, idempotencyKey: reportId, code: newCode(), createdAt: clock.now() })
    .onConflictDoNothing();
  const [created] = await find();
  // The code belongs to another series, which is as rare as one in a billion.
  return created?.code ?? getSharedSeriesCode({ db, clock }, reportId);
}

/** Lists the poster series of the holder's own report, newest first. Throws 404 for someone else's. */
export async function listPosters(ctx: AppContext, holder: Holder, reportId: string) {
  const report = await getOwnReport(ctx, holder, reportId);
  const { id, code, place, scans, lastScanAt, createdAt } = posters;
  return ctx.db
    .select({
      ...{ id, code, place, scans, lastScanAt, createdAt },
      /** Whether it stands for the pictures that people share. */
      isShared: sql<boolean>`coalesce(${posters.idempotencyKey} = ${posters.reportId}, false)`,
    })
    .from(posters)
    .where(eq(posters.reportId, report.id))
    .orderBy(desc(posters.id))
    .limit(maxPosters);
}

/** Returns one poster series and its report. Throws 404 for someone else's. */
async function getPoster(ctx: AppContext, holder: Holder, reportId: string, posterId: string) {
  const report = await getOwnReport(ctx, holder, reportId);
  const [poster] = await ctx.db
    .select()
    .from(posters)
    .where(and(eq(posters.id, posterId), eq(posters.reportId, report.id)));
  if (!poster) throw notFound();
  return { poster, report };
}

/** Limits rendered posters per network, since each takes a good part of a second. */
export const drawings = { name: "poster-drawings", points: 60, span: 600, isPerNetwork: true };

/** Returns a report's poster series for its reporter. Throws 404 for someone else's report. */
export async function getPostersView(ctx: AppContext, holder: Holder, reportId: string) {
  const report = await getOwnReport(ctx, holder, reportId);
  const { id, petName, kind, type, language, photos, status, hiddenAt, contactPhone } = report;
  const { publicUrl } = ctx.settings;
  const posters = await listPosters(ctx, holder, id);
  return {
    report: { id, petName, kind, type, language, hasPhoto: photos.length > 0, hasPhone: contactPhone !== null },
    unprintable: await findUnprintable([petName, report.marks, report.description, report.area].join()),
    isPublic: status === "open" && !hiddenAt,
    posters: posters.map((poster) => ({ ...poster, address: shortAddress(publicUrl, poster.code) })),
    freshKey: createId(),
  };
}

export type PostersView = Awaited<ReturnType<typeof getPostersView>>;

interface PosterParams {
  ctx: AppContext;
  holder: Holder;
  reportId: string;
  /** URL of the posters page. */
  here: string;
}

const posterForm = z.object({
  place: z
    .string()
    .overwrite(asLine)
    .max(maxPosterPlaceLength)
    .optional()
    .transform((text) => text || null),
  key: z.string().max(60).optional(),
});

/** Reads the options of a poster from a query string. Unknown values get their defaults. */
function readPosterOptions(query: URLSearchParams, defaultLanguage: PosterOptions["language"]): PosterOptions {
  const one = <Value extends string>(values: readonly Value[], given: string | null, otherwise: Value) =>
    values.find((value) => value.toLowerCase() === given?.toLowerCase()) ?? otherwise;
  return {
    size: one(paperSizes, query.get("size"), "A4"),
    language: one(posterLanguages, query.get("in"), defaultLanguage),
    withPhone: query.get("phone") === "on",
  };
}

export function handlePosterForm(args: FormArgs, { ctx, holder, reportId, here }: PosterParams) {
  return handleForm(
    args,
    posterForm,
    async (form) => {
      await createPoster(ctx, holder, reportId, form);
      return redirectWithToast(`${here}#series`, "posters.added");
    },
    { failed: "posters.failed" },
  );
}

/**
 * Renders the PDF of one series, shown inline or, with `as=file`, as a download: `?size=A4|A5&in=en|ar|both&phone=on`.
 * Throws 429 above the rate limit.
 */
export async function createPosterFile(
  { request, context }: FormArgs,
  ctx: AppContext,
  holder: Holder,
  { reportId, posterId }: { reportId: string; posterId: string },
): Promise<Response> {
  const { poster, report } = await getPoster(ctx, holder, reportId, posterId);
  await ctx.limits.take(drawings, getNetwork(context.get(requestInfoContext).address));
  const query = new URL(request.url).searchParams;
  const options = readPosterOptions(query, report.language);
  const shown = query.get("as") === "file" ? "attachment" : "inline";
  const bytes = await renderPoster(ctx, report, poster.code, options);
  return new Response(new Uint8Array(bytes), {
    headers: {
      "content-type": "application/pdf",
      "content-disposition": `${shown}; filename="aleef-poster-${poster.code}.pdf"`,
      "cache-control": "private, no-store",
      "x-robots-tag": "noindex",
      "referrer-policy": "no-referrer",
    },
  });
}

/** Limit of unknown codes per network; valid codes are never limited. */
const misses = { name: "poster-misses", points: 30, span: 600 };

/**
 * Returns the report id for a poster's code and counts the visit; null for an unknown code (429 after 30 of them within
 * ten minutes). Throws 410 for a poster whose report was deleted. A person counts once per series in 30 minutes;
 * programs, link previews and the reporter do not count. Sets no cookies; visitors are distinguished by a
 * hash that changes daily and is deleted.
 */
export async function recordPosterVisit(
  ctx: AppContext,
  code: string,
  visitor: { request: Request; address: string; userId: string | null },
): Promise<string | null> {
  const key = codeKey(code ?? "");
  const [found] = key
    ? await ctx.db
        .select({ id: posters.id, reportId: posters.reportId, reporterId: posts.reporterId })
        .from(posters)
        .leftJoin(posts, eq(posts.id, posters.reportId))
        .where(eq(posters.code, key))
    : [];
  if (!found) {
    await ctx.limits.take(misses, getNetwork(visitor.address));
    return null;
  }
  if (!found.reportId) throw gone("poster");
  const isOwner = visitor.userId !== null && visitor.userId === found.reporterId;
  const signals = readSignals(ctx, visitor.request);
  const { evidence } = gradeVisit({ ...signals, isOwner, isSameVisit: false });
  if (evidence === "human") await countVisit(ctx, found.id, `${visitor.address} ${signals.userAgent}`);
  return found.reportId;
}

async function countVisit(ctx: AppContext, posterId: string, person: string): Promise<void> {
  const at = ctx.clock.now();
  const day = at.toISOString().slice(0, 10);
  const visitor = createHmac("sha256", ctx.settings.secret).update(`poster ${day} ${person}`).digest("base64url");
  const before = new Date(at.getTime() - sameVisitMinutes * minuteMs);
  await withTransaction(ctx, async (tx) => {
    const isNew = await tx.db
      .insert(posterVisits)
      .values({ posterId, visitor, at })
      .onConflictDoUpdate({
        target: [posterVisits.posterId, posterVisits.visitor],
        set: { at },
        setWhere: lt(posterVisits.at, before),
      })
      .returning({ at: posterVisits.at });
    if (isNew.length === 0) return;
    await tx.db
      .update(posters)
      .set({ scans: sql`${posters.scans} + 1`, lastScanAt: at })
      .where(eq(posters.id, posterId));
  });
}

/** Deletes visitor hashes older than 24 hours; the counts stay. */
export async function purgePosterVisits(ctx: AppContext): Promise<void> {
  const before = ctx.clock.ago(dayMs);
  await ctx.db.delete(posterVisits).where(lt(posterVisits.at, before));
}
