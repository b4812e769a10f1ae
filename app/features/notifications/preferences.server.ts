import { and, eq, sql } from "drizzle-orm";
import { sessions } from "#app/features/auth/auth.tables.server.ts";
import { getLastingValues, isLasting } from "#app/features/auth/sessions/end-sessions.server.ts";
import { phoneNumbers } from "#app/features/phone/phone.tables.server.ts";
import { lockAccount } from "#app/features/users/lock-user.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { AppError } from "#app/platform/app-error.server.ts";
import { withTransaction } from "#app/platform/db/connection/database.server.ts";
import { createPreparedQuery } from "#app/platform/db/prepare.server.ts";
import { deliveryQueues } from "./delivery-queue.server.ts";
import {
  findOffReason,
  isFromFinder,
  kindsFor,
  listKindsWithoutDelivery,
  mergeChoices,
  type NotificationKind,
  type OffReason,
  type Preferences,
  preferencesOf,
  type QueuedChannel,
  queuedChannels,
} from "./notifications.rules.ts";
import {
  notificationDeliveries,
  notificationPreferences,
  notifications,
  pushSubscriptions,
} from "./notifications.tables.server.ts";
import { defaultQuietHours, type QuietHours, quietUntil, serializeQuietHours } from "./quiet-hours.rules.ts";

/** Returns the actor's channels per kind and quiet hours. */
export async function getPreferences(ctx: AppContext, actor: Actor) {
  const [row] = await ctx.db.select().from(notificationPreferences).where(eq(notificationPreferences.userId, actor.id));
  return { choices: preferencesOf(row?.choices), quietHours: row?.quietHours ?? defaultQuietHours };
}

/**
 * Saves the choices for the kinds that the actor can receive. For a form that showed `shown`, only changed switches are
 * saved, so that two windows do not undo each other. Rejects with 400 (`notifications.keepOneChannel`) when a finder
 * kind has neither e-mail nor push.
 */
export async function updatePreferences(
  ctx: AppContext,
  actor: Actor,
  choices: Preferences,
  shown: Preferences = choices,
): Promise<void> {
  await changePreferences(ctx, actor, async (tx, now) => {
    const merged = shown === choices ? choices : mergeChoices(shown, choices, now.choices);
    if (listKindsWithoutDelivery(merged).length > 0) throw new AppError("notifications.keepOneChannel", 400);
    const own = kindsFor(actor).map((kind) => [kind, merged[kind]]);
    await savePreferences(tx, actor, { choices: Object.fromEntries(own) });
  });
}

/**
 * Saves the quiet hours, in the owner's time zone. Notifications from finders are never held back. Those waiting for
 * the end of the previous hours are rescheduled: they are sent now, or wait for the new end. Rejects hours with equal
 * start and end, active hours without a day, and overwriting what another window saved after the form showed `shown`.
 */
export async function updateQuietHours(
  ctx: AppContext,
  actor: Actor,
  { shown, ...quietHours }: QuietHours & { shown?: string | undefined },
): Promise<void> {
  if (quietHours.from === quietHours.to) throw new AppError("notifications.quiet.sameTime", 400, { field: "to" });
  if (quietHours.isOn && quietHours.days.length === 0)
    throw new AppError("notifications.quiet.noDay", 400, { field: "days" });
  await changePreferences(ctx, actor, async (tx, now) => {
    const stored = serializeQuietHours(now.quietHours);
    if (shown !== undefined && stored !== shown && stored !== serializeQuietHours(quietHours))
      throw new AppError(
        now.quietHours.isOn ? "notifications.quiet.meanwhile" : "notifications.quiet.meanwhileOff",
        409,
        {
          params: { from: now.quietHours.from, to: now.quietHours.to },
        },
      );
    await savePreferences(tx, actor, { quietHours });
    const held = await tx.db
      .select({ notificationId: notificationDeliveries.notificationId, channel: notificationDeliveries.channel })
      .from(notificationDeliveries)
      .innerJoin(notifications, eq(notifications.id, notificationDeliveries.notificationId))
      .where(
        and(
          eq(notifications.userId, actor.id),
          eq(notificationDeliveries.state, "waiting"),
          eq(notificationDeliveries.reason, "quiet"),
        ),
      );
    // Their jobs are moved, not joined by more: two jobs of one delivery would send it twice.
    for (const queuedChannel of queuedChannels) {
      const ids = held.filter(({ channel }) => channel === queuedChannel).map(({ notificationId }) => notificationId);
      await tx.jobs.hasten(tx.db, deliveryQueues[queuedChannel], ids);
    }
  });
}

/** Serializes concurrent changes to the actor's preferences. */
async function changePreferences(
  ctx: AppContext,
  actor: Actor,
  work: (tx: AppContext, now: Awaited<ReturnType<typeof getPreferences>>) => Promise<void>,
): Promise<void> {
  await withTransaction(ctx, async (tx) => {
    await lockAccount(tx, actor);
    await work(tx, await getPreferences(tx, actor));
  });
}

async function savePreferences(
  ctx: AppContext,
  actor: Actor,
  values: { choices: Preferences } | { quietHours: QuietHours },
) {
  await ctx.db
    .insert(notificationPreferences)
    .values({ userId: actor.id, ...values })
    .onConflictDoUpdate({ target: notificationPreferences.userId, set: values });
}

export interface DeliveryPlan {
  state: "waiting" | "off";
  reason: OffReason | "quiet" | null;
  /** End of the quiet hours that delay it. */
  startAfter?: Date | undefined;
}

const settingsByUser = createPreparedQuery((db) => {
  const isOpen = isLasting({ now: sql.placeholder("now"), weekAgo: sql.placeholder("weekAgo") });
  return db
    .select({
      id: users.id,
      timeZone: users.timeZone,
      choices: notificationPreferences.choices,
      quietHours: notificationPreferences.quietHours,
      hasEmail: sql<boolean>`${users.email} is not null`,
      hasPhone: sql<boolean>`exists (select 1 from ${phoneNumbers} where ${phoneNumbers.number} = ${users.verifiedPhone} and ${phoneNumbers.consent} = 'agreed')`,
      hasDevice: sql<boolean>`exists (select 1 from ${pushSubscriptions} join ${sessions} on ${sessions.id} = ${pushSubscriptions.sessionId} and ${isOpen} where ${pushSubscriptions.userId} = ${users.id})`,
    })
    .from(users)
    .leftJoin(notificationPreferences, eq(notificationPreferences.userId, users.id))
    .where(eq(users.id, sql`any(${sql.placeholder("userIds")})`));
});

/** Returns a function that plans a user's notification at the current time: whether a channel delivers it, and when. */
export async function listPlans(ctx: AppContext, userIds: string[]) {
  const now = ctx.clock.now();
  const rows = await settingsByUser(ctx.db).execute({ userIds, ...getLastingValues(ctx) });
  const settings = new Map(
    rows.map(({ id, choices, quietHours, timeZone, hasDevice, hasEmail, hasPhone }) => [
      id,
      {
        preferences: preferencesOf(choices),
        until: quietHours ? quietUntil(quietHours, now, timeZone) : null,
        hasDevice,
        hasEmail,
        hasPhone,
      },
    ]),
  );
  return (
    {
      userId,
      kind,
      isPushed = true,
      isInboxOnly,
    }: { userId: string; kind: NotificationKind; isPushed?: boolean; isInboxOnly?: boolean },
    queuedChannel: QueuedChannel,
  ): DeliveryPlan => {
    const own = settings.get(userId);
    const reason = own ? findOffReason(kind, queuedChannel, own.preferences, { ...own, isPushed }) : null;
    if (reason) return { state: "off", reason };
    if (isInboxOnly) return { state: "off", reason: "many" };
    if (own?.until && !isFromFinder(kind)) return { state: "waiting", reason: "quiet", startAfter: own.until };
    return { state: "waiting", reason: null };
  };
}
