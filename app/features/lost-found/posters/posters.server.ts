import { randomInt } from "node:crypto";
import { and, count, desc, eq } from "drizzle-orm";
import { alphabet } from "#app/features/tags/tag-code.rules.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { transaction } from "#app/platform/db/connection/database.server.ts";
import { isId, newId, readFormKey } from "#app/platform/db/uuid.server.ts";
import { AppError, notFound } from "#app/platform/http/app-error.server.ts";
import { getOwnReport, type Holder, lockReport } from "../reports.server.ts";
import { reportPosters as posters } from "../reports.tables.server.ts";
import { maxPosters } from "./posters.rules.ts";

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
  await transaction(ctx, async (tx) => {
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
      .values({ ...row, id: newId(), idempotencyKey, code: newCode() })
      .onConflictDoNothing();
  });
}

/** Lists the poster series of the holder's own report, newest first. Throws 404 for someone else's. */
export async function listPosters(ctx: AppContext, holder: Holder, reportId: string) {
  const report = await getOwnReport(ctx, holder, reportId);
  const { id, code, place, scans, lastScanAt, createdAt } = posters;
  return ctx.db
    .select({ id, code, place, scans, lastScanAt, createdAt })
    .from(posters)
    .where(eq(posters.reportId, report.id))
    .orderBy(desc(posters.id))
    .limit(maxPosters);
}

/** Returns one poster series and its report. Throws 404 for someone else's. */
export async function getPoster(ctx: AppContext, holder: Holder, reportId: string, posterId: string) {
  const report = await getOwnReport(ctx, holder, reportId);
  const [poster] = isId(posterId)
    ? await ctx.db
        .select()
        .from(posters)
        .where(and(eq(posters.id, posterId), eq(posters.reportId, report.id)))
    : [];
  if (!poster) throw notFound();
  return { poster, report };
}
