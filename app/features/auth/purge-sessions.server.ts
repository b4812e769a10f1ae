import { lte, or } from "drizzle-orm";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { defineJob } from "#app/platform/jobs/jobs.server.ts";
import { sessionLife } from "./auth.rules.ts";
import { sessions } from "./auth.tables.server.ts";
import { purgeOldChallenges } from "./passkeys/passkeys.server.ts";
import { purgePendingSignIns } from "./two-factor/pending-two-factor.server.ts";

/** Deletes expired sessions, with the network and browser stored in each, and unfinished sign-ins. */
export async function purgeOldSessions(ctx: AppContext): Promise<void> {
  const now = ctx.clock.now();
  await purgePendingSignIns(ctx);
  await purgeOldChallenges(ctx);
  await ctx.db
    .delete(sessions)
    .where(or(lte(sessions.expiresAt, now), lte(sessions.createdAt, new Date(now.getTime() - sessionLife * 1000))));
}

export const oldSessionsJob = defineJob<AppContext, object>(
  "auth.purge-sessions",
  { cron: "7 2 * * *", expireInSeconds: 600 },
  purgeOldSessions,
);
