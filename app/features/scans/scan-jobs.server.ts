import { sql } from "drizzle-orm";
import { purgeFinderNumbers } from "#app/features/conversations/notify-finder.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { dayMs } from "#app/platform/durations.rules.ts";
import { defineJob } from "#app/platform/jobs/jobs.server.ts";
import { chipMessageJob, chipReadJob } from "./chip/report-chip.server.ts";
import { escalationJob } from "./escalation/escalation.server.ts";
import { helpEmailJob } from "./escalation/escalation-email.server.ts";
import { purgeSharedPlaces } from "./live-location/live-share.server.ts";
import { purgeSubmissionKeys } from "./recording/idempotency-keys.server.ts";
import { scanFloodsJob } from "./recording/notify-floods.server.ts";
import { getPartitionMonth, listScanPartitions, updateScanMonths } from "./recording/scan-months.server.ts";
import { purgeUndelivered } from "./recording/undelivered.server.ts";

/** Truncates IP addresses of scans older than 30 days to their network (/24 or /48). Idempotent. */
export async function maskOldAddresses(ctx: AppContext): Promise<void> {
  const before = ctx.clock.ago(30 * dayMs);
  await ctx.db.execute(sql`
    update scan_records
       set ip = network(set_masklen(ip, case family(ip) when 4 then 24 else 48 end))
     where at < ${before.toISOString()}::timestamptz and masklen(ip) in (32, 128)`);
}

/** Accuracy in metres of coordinates rounded to two decimals of a degree. */
const roundedAccuracy = 800;

/**
 * Rounds coordinates of scans older than 90 days to two decimals of a degree: the area where a pet was found stays
 * useful, a finder's front door does not. Updates one partition at a time. Idempotent.
 */
export async function maskOldLocations(ctx: AppContext): Promise<void> {
  const before = ctx.clock.ago(90 * dayMs);
  const rounded = (column: "latitude" | "longitude") => sql`round(${sql.identifier(column)}::numeric, 2)::float8`;
  for (const part of await listScanPartitions(ctx)) {
    const month = getPartitionMonth(part);
    if (month && month > before) continue;
    await ctx.db.execute(sql`
      update ${sql.identifier(part)}
         set latitude = ${rounded("latitude")}, longitude = ${rounded("longitude")}, accuracy = greatest(accuracy, ${roundedAccuracy})
       where at < ${before.toISOString()}::timestamptz
         and (latitude <> ${rounded("latitude")} or longitude <> ${rounded("longitude")} or accuracy < ${roundedAccuracy})`);
  }
}

export const scanJobs = [
  defineJob<AppContext, object>("scans.update-months", { cron: "37 2 * * *", expireInSeconds: 3600 }, updateScanMonths),
  defineJob<AppContext, object>(
    "scans.purge-shared-locations",
    { cron: "*/10 * * * *", expireInSeconds: 300 },
    purgeSharedPlaces,
  ),
  defineJob<AppContext, object>(
    "scans.purge-submissions",
    { cron: "27 2 * * *", expireInSeconds: 600 },
    async (ctx) => {
      await purgeSubmissionKeys(ctx);
      await purgeUndelivered(ctx);
      await purgeFinderNumbers(ctx);
    },
  ),
  chipReadJob,
  chipMessageJob,
  escalationJob,
  helpEmailJob,
  scanFloodsJob,
  defineJob<AppContext, object>("scans.mask-addresses", { cron: "17 2 * * *", expireInSeconds: 600 }, maskOldAddresses),
  defineJob<AppContext, object>("scans.mask-locations", { cron: "22 2 * * *", expireInSeconds: 600 }, maskOldLocations),
];
