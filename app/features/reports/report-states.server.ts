import { eq } from "drizzle-orm";
import { transaction } from "#app/platform/db/database.server.ts";
import { Refusal } from "#app/platform/http/refusal.server.ts";
import type { World } from "#app/platform/world.server.ts";
import { askForMatches } from "./ask-for-matches.server.ts";
import { refuseBannedReporter } from "./report-bans.server.ts";
import { mayBecome, type ReportStatus, type Resolution } from "./reports.rules.ts";
import { endOf, type Holder, lockReport, type Report, showOnTag } from "./reports.server.ts";
import { lostFoundPosts as posts } from "./reports.tables.server.ts";

/** Refuses what a report in its present state cannot become, e.g. when two tabs say that it is over. */
async function turn(
  world: World,
  holder: Holder,
  reportId: string,
  to: ReportStatus,
  change: (report: Report, now: Date) => Partial<Report>,
): Promise<Report> {
  return transaction(world, async (inside) => {
    const report = await lockReport(inside, holder, reportId);
    const isRenewal = report.status === "open" && to === "open";
    if (!isRenewal && !mayBecome(report.status, to)) throw new Refusal("reports.notNow", 409);
    if (to === "open") await refuseBannedReporter(inside, report);
    const now = world.clock.now();
    const columns = { ...change(report, now), status: to, updatedAt: now };
    await inside.db.update(posts).set(columns).where(eq(posts.id, report.id));
    const turned = { ...report, ...columns };
    await showOnTag(inside, turned);
    if (to === "open") await askForMatches(inside, report.id);
    return turned;
  });
}

/** It is over, and how; a lost pet's tag says so too. Talks stay readable. */
export function resolveReport(
  world: World,
  holder: Holder,
  reportId: string,
  form: { resolution: Resolution; thanks?: string | null },
): Promise<Report> {
  return turn(world, holder, reportId, "resolved", (_, now) => ({
    resolution: form.resolution,
    thanks: form.thanks ?? null,
    resolvedAt: now,
  }));
}

/** Not over after all, or still true: it is public again for its whole lifetime. Also renews one that is open. */
export function renewReport(world: World, holder: Holder, reportId: string): Promise<Report> {
  return turn(world, holder, reportId, "open", (report, now) => ({
    resolution: null,
    thanks: null,
    resolvedAt: null,
    remindedAt: null,
    publishedAt: report.publishedAt ?? now,
    expiresAt: endOf(report.kind, now),
  }));
}

/** A guest pressed "publish" behind the mailed link: the report becomes public. A second press changes nothing. */
export async function confirmReport(world: World, holder: { guestOf: string }): Promise<Report> {
  return transaction(world, async (inside) => {
    const report = await lockReport(inside, holder, holder.guestOf);
    if (report.status !== "waiting") return report;
    await refuseBannedReporter(inside, report);
    const now = world.clock.now();
    const columns = { status: "open", publishedAt: now, updatedAt: now, expiresAt: endOf(report.kind, now) } as const;
    await inside.db.update(posts).set(columns).where(eq(posts.id, report.id));
    await askForMatches(inside, report.id);
    return { ...report, ...columns };
  });
}
