import { createHmac } from "node:crypto";
import { and, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import type { Actor } from "#app/features/users/users.rules.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { transaction } from "#app/platform/db/connection/database.server.ts";
import { isId, newId } from "#app/platform/db/uuid.server.ts";
import { notFound } from "#app/platform/http/app-error.server.ts";
import { getNetwork } from "#app/platform/http/server/client-address.server.ts";
import type { Language } from "#app/platform/i18n/language.ts";
import { findPublicReport } from "../report/public-report.server.ts";
import type { FlagReason } from "../reports.rules.ts";
import { lostFoundPosts as posts, reportFlags } from "../reports.tables.server.ts";

const limit = { name: "report-flags", points: 10, span: 3_600, isPerNetwork: true };

/**
 * Reports a problem with a report to the administrators. Each account, or network without an account, counts once.
 * Throws 429 after 10 an hour from one network, and 404 if the report is not public.
 */
export async function flagReport(
  ctx: AppContext,
  reportId: string,
  form: { reason: FlagReason; note?: string | null; email?: string | null | undefined },
  from: { address: string; language?: Language; actor: Actor | null },
): Promise<void> {
  const network = getNetwork(from.address);
  await ctx.limits.take(limit, network);
  if (!isId(reportId)) throw notFound();
  const by = from.actor?.id ?? createHmac("sha256", ctx.settings.secret).update(`flag ${network}`).digest("base64url");
  await transaction(ctx, async (tx) => {
    // A decision or merge at the same moment either closes the new complaint or comes first.
    await tx.db.select({ id: posts.id }).from(posts).where(eq(posts.id, reportId)).for("no key update");
    const report = await findPublicReport(tx, reportId);
    if (!report) throw notFound();
    const added = await tx.db
      .insert(reportFlags)
      .values({
        id: newId(),
        reportId: report.id,
        by,
        reason: form.reason,
        note: form.note,
        email: from.actor ? null : (form.email ?? null),
        language: from.language ?? "en",
        createdAt: ctx.clock.now(),
      })
      .onConflictDoNothing()
      .returning({ id: reportFlags.id });
    if (added.length === 0) return;
    await tx.db
      .update(posts)
      .set({ openFlags: sql`${posts.openFlags} + 1` })
      .where(eq(posts.id, report.id));
  });
}

/** Deletes complaints about reports that the caller has locked, and no longer counts the open ones. */
export async function deleteFlags({ db }: Pick<AppContext, "db">, which: SQL | undefined): Promise<void> {
  const deleted = await db.delete(reportFlags).where(which).returning({ reportId: reportFlags.reportId });
  const isOpenFlag = and(eq(reportFlags.reportId, posts.id), isNull(reportFlags.handledAt));
  const reportIds = deleted.map(({ reportId }) => reportId);
  await db
    .update(posts)
    .set({ openFlags: sql`(select count(*) from ${reportFlags} where ${isOpenFlag})` })
    .where(inArray(posts.id, reportIds));
}
