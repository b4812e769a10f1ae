import { and, asc, eq, gte, inArray, lte, or, sql } from "drizzle-orm";
import { href } from "react-router";
import { type NewNotification, sendNotifications } from "#app/features/notifications/notifications.server.ts";
import { notifications } from "#app/features/notifications/notifications.tables.server.ts";
import { buildCaregiverNotifications } from "#app/features/pets/caregivers/notify-caregivers.server.ts";
import { listPublicPets } from "#app/features/pets/profile/public-pet.server.ts";
import { tags } from "#app/features/tags/tags.tables.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { withTransaction } from "#app/platform/db/connection/database.server.ts";
import { defineJob } from "#app/platform/jobs/jobs.server.ts";
import { budgetSpan, maxPerNetwork } from "../email-budget.rules.ts";
import { emailBudgets } from "../scans.tables.server.ts";
import { addPlanPush } from "./receive-scan.server.ts";

const list = href("/dashboard/scan-records");
const maxScans = 500;

/** Locks and returns the windows that began at least 15 minutes ago and are not locked by another process. */
function lockEndedWindows(tx: AppContext) {
  return tx.db
    .select({ budget: emailBudgets, code: tags.code })
    .from(emailBudgets)
    .leftJoin(tags, eq(tags.id, emailBudgets.tagId))
    .where(lte(emailBudgets.beganAt, tx.clock.ago(budgetSpan)))
    .orderBy(asc(emailBudgets.subjectId))
    .limit(maxScans)
    .for("update", { of: emailBudgets, skipLocked: true });
}

type EndedWindow = Awaited<ReturnType<typeof lockEndedWindows>>[number];

const topicOf = (subjectId: string) => `${subjectId}.flood`;

/** Builds one notification for the owner and each caregiver, instead of those that were held back. */
async function summaries(tx: AppContext, ended: EndedWindow[]): Promise<NewNotification[]> {
  const pets = await listPublicPets(tx, [...new Set(ended.flatMap(({ budget }) => budget.petId ?? []))]);
  const newNotifications = ended.map(({ budget: { ownerId, subjectId, petId, held }, code }) => ({
    userId: ownerId,
    kind: "scan" as const,
    petId,
    petName: pets.get(petId ?? "")?.name,
    times: held,
    link: code ? `${list}?tag=${encodeURIComponent(code)}` : list,
    topic: topicOf(subjectId),
  }));
  const caregivers = await buildCaregiverNotifications(
    tx,
    newNotifications.map((one) => ({ ...one, link: `${list}?pet=${one.petId}` })),
  );
  const owners = newNotifications.map(({ userId, kind, petName, times, link, topic }) => ({
    userId,
    kind,
    params: { ...(petName && { petName }), times },
    link,
    topic,
  }));
  return [...owners, ...caregivers];
}

/** Networks that used up their message budget stay blocked; all others may be real finders and start anew. */
const blockedNetworks = sql`coalesce((select jsonb_object_agg(source, times) from jsonb_each(${emailBudgets.messages}) as each(source, times)
  where (times #>> '{}')::int >= ${maxPerNetwork}), '{}'::jsonb)`;

/** Adds what was held back since to the summary, without another e-mail. */
async function updateSummary(tx: AppContext, { budget: { subjectId, held, notifiedAt } }: EndedWindow): Promise<void> {
  const topic = topicOf(subjectId);
  await tx.db
    .update(notifications)
    .set({
      params: sql`jsonb_set(${notifications.params}, '{times}', to_jsonb((${notifications.params}->>'times')::int + ${held}))`,
    })
    .where(
      and(inArray(notifications.topic, [topic, `${topic}.caregivers`]), gte(notifications.createdAt, notifiedAt!)),
    );
}

/**
 * Sends one summary per flood for what was held back, and deletes windows with nothing to report. Safe to run
 * concurrently.
 * A reported flood continues: networks that used up their e-mails get none in the next 15 minutes either, and the
 * summary is updated, until nothing was held back for 15 minutes.
 */
export async function notifyFloods(ctx: AppContext): Promise<void> {
  let found = maxScans;
  while (found === maxScans)
    found = await withTransaction(ctx, async (tx) => {
      const ended = await lockEndedWindows(tx);
      const matchWindows = (windows: EndedWindow[]) =>
        or(
          ...windows.map(({ budget }) =>
            and(eq(emailBudgets.subjectId, budget.subjectId), eq(emailBudgets.ownerId, budget.ownerId)),
          ),
        );
      const calm = ended.filter(({ budget }) => budget.held === 0);
      const flooded = ended.filter(({ budget }) => budget.held > 0);
      if (calm.length > 0) await tx.db.delete(emailBudgets).where(matchWindows(calm));
      if (flooded.length > 0) {
        const now = tx.clock.now();
        const fresh = flooded.filter(({ budget }) => !budget.notifiedAt);
        await tx.db
          .update(emailBudgets)
          .set({
            beganAt: now,
            held: 0,
            messages: blockedNetworks,
            notifiedAt: sql`coalesce(${emailBudgets.notifiedAt}, ${now.toISOString()}::timestamptz)`,
          })
          .where(matchWindows(flooded));
        if (fresh.length > 0) await sendNotifications(tx, await addPlanPush(tx, await summaries(tx, fresh)));
        for (const one of flooded) if (one.budget.notifiedAt) await updateSummary(tx, one);
      }
      return ended.length;
    });
}

export const scanFloodsJob = defineJob<AppContext, object>(
  "scans.notify-floods",
  { cron: "* * * * *", keepFor: 3600 },
  notifyFloods,
);
