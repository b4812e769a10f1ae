import { and, desc, eq, gt, isNull, lte } from "drizzle-orm";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { dayMs, hourMs } from "#app/platform/durations.rules.ts";
import { defineJob } from "#app/platform/jobs/jobs.server.ts";
import { emailChanges } from "./auth.tables.server.ts";
/** How long the new address can confirm a change, and how long the old one can undo it, in milliseconds. */
export const emailLinkLifetimes = { confirm: hourMs, stop: 7 * dayMs };

/** Returns the actor's pending change of address; null when there is none. */
export async function findEmailChange(ctx: AppContext, actor: { id: string }) {
  const [pending] = await ctx.db
    .select({ id: emailChanges.id, newEmail: emailChanges.newEmail })
    .from(emailChanges)
    .where(
      and(
        eq(emailChanges.userId, actor.id),
        isNull(emailChanges.confirmedAt),
        gt(emailChanges.createdAt, ctx.clock.ago(emailLinkLifetimes.confirm)),
      ),
    )
    .orderBy(desc(emailChanges.id))
    .limit(1);
  return pending ?? null;
}

/** Deletes the pending change of address, which invalidates its mailed link. */
export async function deleteEmailChange(ctx: Pick<AppContext, "db">, actor: { id: string }): Promise<void> {
  await ctx.db.delete(emailChanges).where(and(eq(emailChanges.userId, actor.id), isNull(emailChanges.confirmedAt)));
}

/** Deletes changes that can no longer be confirmed or undone, with the addresses in them. */
export async function purgeOldEmailChanges({ db, clock }: AppContext): Promise<void> {
  await db.delete(emailChanges).where(lte(emailChanges.createdAt, clock.ago(emailLinkLifetimes.stop)));
}

export const oldEmailChangesJob = defineJob<AppContext, object>(
  "auth.purge-email-changes",
  { cron: "12 2 * * *", expireInSeconds: 600 },
  purgeOldEmailChanges,
);
