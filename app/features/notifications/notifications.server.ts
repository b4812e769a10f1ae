import { and, count, desc, eq, gt, inArray, isNull, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { listPhoneDeliveries, type PhoneDelivery } from "#app/features/phone/phone-messages.server.ts";
import { notifyListeners, selectEvents, toPayloads } from "#app/features/users/live-events.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { notFound } from "#app/platform/app-error.server.ts";
import { buildJsonRows, toJsonRows } from "#app/platform/db/json-rows.server.ts";
import { createPreparedQuery } from "#app/platform/db/prepare.server.ts";
import { createId, isId } from "#app/platform/db/uuid.server.ts";
import { getPhoneSubject, queueDeliveries } from "./delivery-queue.server.ts";
import { type NotificationKind, type NotificationParams, priorityOf, queuedChannels } from "./notifications.rules.ts";
import { notificationDeliveries, notifications } from "./notifications.tables.server.ts";
import { listPlans } from "./preferences.server.ts";

export interface NewNotification {
  userId: string;
  kind: NotificationKind;
  params: NotificationParams;
  /** Path on this site to which the notification leads. */
  link: string;
  topic: string;
  /** Owner of the pet it is about, when that is someone else, and the pet. */
  petOwnerId?: string;
  petId?: string;
  /** False: the owner's plan does not include push for this; e-mail and inbox are unaffected. */
  isPushed?: boolean;
  /**
   * One of too many about the same thing: it is only put in the inbox. Those of scans are summarized by a later one.
   */
  isInboxOnly?: boolean;
}

/** Inserts notifications and their deliveries and wakes the live streams. */
const insertAndNotify = createPreparedQuery((db) => {
  const inserted = db
    .$with("inserted")
    .as(db.insert(notifications).select(buildJsonRows(notifications, sql.placeholder("notifications"))));
  const planned = db
    .$with("planned")
    .as(db.insert(notificationDeliveries).select(buildJsonRows(notificationDeliveries, sql.placeholder("deliveries"))));
  return selectEvents(db.with(inserted, planned), sql.placeholder("events"));
});

/**
 * Inserts notifications and one delivery per channel with its job, and wakes the live streams, all in the caller's
 * transaction. During the owner's quiet hours e-mails and pushes are delayed until their end, except those from a
 * finder. Returns the ids in the given order.
 */
export async function sendNotifications(ctx: AppContext, newNotifications: NewNotification[]): Promise<string[]> {
  if (newNotifications.length === 0) return [];
  const planFor = await listPlans(ctx, [...new Set(newNotifications.map((item) => item.userId))]);
  const createdAt = ctx.clock.now();
  const rows = newNotifications.map((item) => ({ ...item, id: createId(), createdAt }));
  const planned = rows.flatMap((row) =>
    queuedChannels
      .map((channel) => ({
        notificationId: row.id,
        channel,
        updatedAt: createdAt,
        priority: priorityOf(row.kind),
        ...planFor(row, channel),
      }))
      // Users without a verified number or an e-mail address get no rows for these channels.
      .filter(({ reason }) => reason !== "noPhone" && reason !== "noEmail"),
  );
  await insertAndNotify(ctx.db).execute({
    notifications: toJsonRows(notifications, rows),
    deliveries: toJsonRows(notificationDeliveries, planned),
    events: toPayloads(rows.map(({ id, userId }) => ({ user: userId, notification: id }))),
  });
  await queueDeliveries(
    ctx,
    planned.filter(({ state }) => state === "waiting"),
  );
  return rows.map((row) => row.id);
}

/** Lists the actor's inbox, newest first, with the state of each delivery. `before` is the last id shown (cursor). */
export async function listNotifications(
  ctx: AppContext,
  actor: Actor,
  options: { before?: string; limit?: number } = {},
) {
  const limit = options.limit ?? 30;
  const before = isId(options.before) ? olderThan(ctx, actor, options.before) : undefined;
  const rows = await ctx.db
    .select()
    .from(notifications)
    .where(and(eq(notifications.userId, actor.id), before))
    .orderBy(desc(notifications.createdAt), desc(notifications.id))
    .limit(limit + 1);
  const page = rows.slice(0, limit);
  const deliveries = await listDeliveries(
    ctx,
    page.map((row) => row.id),
  );
  return {
    notifications: page.map(({ petOwnerId: _owner, petId: _pet, ...row }) => ({
      ...row,
      deliveries: deliveries.get(row.id) ?? [],
    })),
    next: rows.length > limit ? (page.at(-1)?.id ?? null) : null,
  };
}

/** Condition for notifications older than one of the actor's; ties are broken by id. */
function olderThan({ db }: AppContext, actor: Actor, id: string): SQL {
  const last = alias(notifications, "last");
  const place = db
    .select({ createdAt: last.createdAt, id: last.id })
    .from(last)
    .where(and(eq(last.id, id), eq(last.userId, actor.id)));
  return sql`(${notifications.createdAt}, ${notifications.id}) < (${place})`;
}

async function listDeliveries(ctx: AppContext, notificationIds: string[]) {
  const rows = notificationIds.length
    ? await ctx.db
        .select()
        .from(notificationDeliveries)
        .where(inArray(notificationDeliveries.notificationId, notificationIds))
        .orderBy(notificationDeliveries.channel)
    : [];
  const byPhone = rows.filter(({ channel, state }) => channel === "phone" && state !== "off");
  const carried = await listPhoneDeliveries(
    ctx,
    byPhone.map(({ notificationId }) => getPhoneSubject(notificationId)),
  );
  const byNotification = new Map<string, ((typeof rows)[number] & { carriers: PhoneDelivery[] })[]>();
  for (const row of rows) {
    const subject = getPhoneSubject(row.notificationId);
    const carriers = row.channel === "phone" ? carried.filter((item) => item.subject === subject) : [];
    byNotification.set(row.notificationId, [...(byNotification.get(row.notificationId) ?? []), { ...row, carriers }]);
  }
  return byNotification;
}

/**
 * Lists the notifications about one topic with their deliveries, for the owner's and the finder's status. The caller
 * must check access.
 */
export async function listNotificationsOfTopic(ctx: AppContext, topic: string) {
  const rows = await ctx.db
    .select()
    .from(notifications)
    .where(eq(notifications.topic, topic))
    .orderBy(notifications.id);
  const deliveries = await listDeliveries(
    ctx,
    rows.map((row) => row.id),
  );
  return rows.map((row) => ({ ...row, deliveries: deliveries.get(row.id) ?? [] }));
}

/** Returns one of the actor's notifications; 404 for someone else's. */
export async function getNotification(ctx: AppContext, actor: Actor, notificationId: string) {
  const [row] = await ctx.db
    .select()
    .from(notifications)
    .where(and(eq(notifications.id, notificationId), eq(notifications.userId, actor.id)));
  if (!row) throw notFound();
  return row;
}

const selectUnread = createPreparedQuery((db) => {
  const link = sql.placeholder("link");
  const isOfLink = sql`(${link}::text is null or ${notifications.link} = ${link})`;
  return db
    .select({ unread: count() })
    .from(notifications)
    .where(and(eq(notifications.userId, sql.placeholder("userId")), isNull(notifications.readAt), isOfLink));
});

/** Returns the number of the actor's unread notifications: all, or those of one link. */
export async function countUnread(ctx: AppContext, actor: Pick<Actor, "id">, link?: string): Promise<number> {
  const [row] = await selectUnread(ctx.db).execute({ userId: actor.id, link: link ?? null });
  return row?.unread ?? 0;
}

/** Marks the actor's unread notifications as read: all, or those of one link. */
export async function markNotificationsRead(
  ctx: AppContext,
  actor: Pick<Actor, "id">,
  { link }: { link?: string } = {},
): Promise<void> {
  const changed = await ctx.db
    .update(notifications)
    .set({ readAt: ctx.clock.now() })
    .where(
      and(
        eq(notifications.userId, actor.id),
        isNull(notifications.readAt),
        link ? eq(notifications.link, link) : undefined,
      ),
    )
    .returning({ id: notifications.id });
  if (changed.length > 0) await notifyListeners(ctx, [{ user: actor.id }]);
}

/**
 * Records that an open page of the actor's showed a notification as a toast; only the first call counts. 404 for
 * someone else's notification.
 */
export async function markNotificationShown(ctx: AppContext, actor: Actor, notificationId: string): Promise<void> {
  const notification = await getNotification(ctx, actor, notificationId);
  const added = await ctx.db
    .insert(notificationDeliveries)
    .values({
      notificationId: notification.id,
      channel: "live",
      state: "delivered",
      attempts: 1,
      updatedAt: ctx.clock.now(),
    })
    .onConflictDoNothing()
    .returning({ notificationId: notificationDeliveries.notificationId });
  if (added.length > 0) await notifyListeners(ctx, [{ user: actor.id }]);
}

/**
 * Lists the ids of notifications created after a time, oldest first, at most 100: what a live stream missed while it
 * was down.
 */
export async function listNotificationsSince(ctx: AppContext, userId: string, since: Date): Promise<string[]> {
  const rows = await ctx.db
    .select({ id: notifications.id })
    .from(notifications)
    .where(and(eq(notifications.userId, userId), gt(notifications.createdAt, since)))
    .orderBy(notifications.id)
    .limit(100);
  return rows.map((row) => row.id);
}

/** Parameters not written by a person; all others may name someone. */
const impersonal = [
  ...[
    "nameless",
    "isTest",
    "isTap",
    "isChip",
    "times",
    "isLive",
    "isReplaced",
    "plan",
    "days",
    "time",
    "pieces",
    "isOver",
  ],
  ...["orderNews", "planNews", "transferNews", "caregiverNews", "tagNews", "accountNews"],
] as (keyof NotificationParams)[];

/**
 * Removes names and texts from notifications about these topics, because the person's account is deleted. The pet's
 * name is kept when it is the recipient's own pet (`keepsPet`).
 */
export async function purgeSender(
  { db }: Pick<AppContext, "db">,
  topics: SQL,
  { keepsPet }: { keepsPet: boolean },
): Promise<void> {
  const names = keepsPet ? [...impersonal, "petName"] : impersonal;
  const values = sql`select jsonb_object_agg(name, value) from jsonb_each(${notifications.params}) as param (name, value)`;
  await db
    .update(notifications)
    .set({ params: sql`coalesce((${values} where name = any(${sql.param(names)}::text[])), '{}'::jsonb)` })
    .where(inArray(notifications.topic, topics));
}
