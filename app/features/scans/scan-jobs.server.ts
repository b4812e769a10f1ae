import { sql } from "drizzle-orm";
import { jobKind } from "#app/platform/jobs/jobs.server.ts";
import type { World } from "#app/platform/world.server.ts";
import { forgetArrivals } from "./arrivals.server.ts";
import { climbJob } from "./ladder.server.ts";
import { helpLetterJob } from "./ladder-letter.server.ts";
import { eraseSharedPlaces } from "./live-share.server.ts";
import { keepScanMonths } from "./scan-months.server.ts";
import { wavesJob } from "./tell-waves.server.ts";

/** Cuts scan addresses older than 30 days to their network (/24 or /48); what is cut already stays as it is. */
export async function shortenAddresses(world: World): Promise<void> {
  const before = new Date(world.clock.now().getTime() - 30 * 24 * 3600_000);
  await world.db.execute(sql`
    update scan_records
       set ip = network(set_masklen(ip, case family(ip) when 4 then 24 else 48 end))
     where at < ${before.toISOString()}::timestamptz and masklen(ip) in (32, 128)`);
}

export const scanJobs = [
  jobKind<World, object>("scans.keep-months", { cron: "37 2 * * *", expireInSeconds: 3600 }, keepScanMonths),
  jobKind<World, object>(
    "scans.erase-shared-places",
    { cron: "*/10 * * * *", expireInSeconds: 300 },
    eraseSharedPlaces,
  ),
  jobKind<World, object>("scans.forget-arrivals", { cron: "27 2 * * *", expireInSeconds: 600 }, forgetArrivals),
  climbJob,
  helpLetterJob,
  wavesJob,
  jobKind<World, object>("scans.shorten-addresses", { cron: "17 2 * * *", expireInSeconds: 600 }, shortenAddresses),
];
