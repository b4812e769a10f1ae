import { and, count, desc, eq, gt, inArray, isNull, lt, sql } from "drizzle-orm";
import type { Actor } from "#app/features/users/users.rules.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { isId, newId } from "#app/platform/db/uuid.server.ts";
import { notFound } from "#app/platform/http/app-error.server.ts";
import { queueDeliveries } from "./delivery/delivery-queue.server.ts";
import { type AlertKind, type AlertParams, carriers } from "./notifications.rules.ts";
import { alertDeliveries, alerts } from "./notifications.tables.server.ts";
import { plansOf } from "./preferences/preferences.server.ts";

export interface NewAlert {
  userId: string;
  kind: AlertKind;
  params: AlertParams;
  /** A path of this site where the owner reads on. */
  link: string;
  topic: string;
  /** Whose pet it is about, where that is somebody else. */
  petOwnerId?: string;
  /** False: the owner's plan does not push this; letter and inbox are as ever. */
  isPushed?: boolean;
  /** It is one of too many about the same thing: it stands in the inbox, and a later alert tells of all of them. */
  isHeld?: boolean;
}

export const liveChannel = "aleef_live";

/**
 * Writes alerts, one delivery per carrier with its job, and wakes the live streams, all through the caller's transaction:
 * together with what caused them, or not at all. In the owner's quiet hours letters and pushes wait for their end, except
 * a finder's. Returns the ids in the order given.
 */
export async function sendAlerts(ctx: AppContext, news: NewAlert[]): Promise<string[]> {
  if (news.length === 0) return [];
  const planFor = await plansOf(ctx, [...new Set(news.map((one) => one.userId))]);
  const createdAt = ctx.clock.now();
  const rows = news.map((one) => ({ ...one, id: newId(), createdAt }));
  await ctx.db.insert(alerts).values(rows.map(({ isPushed: _, isHeld: __, ...row }) => row));
  const planned = rows.flatMap((row) =>
    carriers.map((channel) => ({ alertId: row.id, channel, updatedAt: createdAt, ...planFor(row, channel) })),
  );
  await ctx.db.insert(alertDeliveries).values(planned.map(({ startAfter: _, ...delivery }) => delivery));
  await queueDeliveries(
    ctx,
    planned.filter(({ state }) => state === "waiting"),
  );
  await wake(
    ctx,
    rows.map((row) => ({ user: row.userId, alert: row.id })),
  );
  return rows.map((row) => row.id);
}

/** Tells every process that somebody's news changed. Only ids travel; each reader fetches what it may see. */
export async function wake(ctx: AppContext, news: { user: string; alert?: string }[]): Promise<void> {
  const payloads = news.map((one) => JSON.stringify(one));
  await ctx.db.execute(sql`select pg_notify(${liveChannel}, line) from unnest(${sql.param(payloads)}::text[]) as line`);
}

/** The owner's inbox, newest first, with what became of each delivery. `before` pages on by the last id shown. */
export async function listAlerts(ctx: AppContext, actor: Actor, options: { before?: string; most?: number } = {}) {
  const most = options.most ?? 30;
  const before = isId(options.before) ? lt(alerts.id, options.before) : undefined;
  const rows = await ctx.db
    .select()
    .from(alerts)
    .where(and(eq(alerts.userId, actor.id), before))
    .orderBy(desc(alerts.id))
    .limit(most + 1);
  const page = rows.slice(0, most);
  const deliveries = await deliveriesOf(
    ctx,
    page.map((row) => row.id),
  );
  return {
    alerts: page.map(({ petOwnerId: _, ...row }) => ({ ...row, deliveries: deliveries.get(row.id) ?? [] })),
    next: rows.length > most ? (page.at(-1)?.id ?? null) : null,
  };
}

async function deliveriesOf(ctx: AppContext, alertIds: string[]) {
  const rows = alertIds.length
    ? await ctx.db
        .select()
        .from(alertDeliveries)
        .where(inArray(alertDeliveries.alertId, alertIds))
        .orderBy(alertDeliveries.channel)
    : [];
  const byAlert = new Map<string, typeof rows>();
  for (const row of rows) byAlert.set(row.alertId, [...(byAlert.get(row.alertId) ?? []), row]);
  return byAlert;
}

/** What happened to the alerts about one thing, for the owner's and the finder's status; caller checks who may ask. */
export async function alertsOfTopic(ctx: AppContext, topic: string) {
  const rows = await ctx.db.select().from(alerts).where(eq(alerts.topic, topic)).orderBy(alerts.id);
  const deliveries = await deliveriesOf(
    ctx,
    rows.map((row) => row.id),
  );
  return rows.map((row) => ({ ...row, deliveries: deliveries.get(row.id) ?? [] }));
}

/** One alert of the actor's own; 404 for anybody else's. */
export async function getAlert(ctx: AppContext, actor: Actor, alertId: string) {
  const [row] = isId(alertId)
    ? await ctx.db
        .select()
        .from(alerts)
        .where(and(eq(alerts.id, alertId), eq(alerts.userId, actor.id)))
    : [];
  if (!row) throw notFound();
  return row;
}

/** How many alerts the actor has not read: all, or those of one link. */
export async function countUnread(ctx: AppContext, actor: Pick<Actor, "id">, link?: string): Promise<number> {
  const [row] = await ctx.db
    .select({ unread: count() })
    .from(alerts)
    .where(and(eq(alerts.userId, actor.id), isNull(alerts.readAt), link ? eq(alerts.link, link) : undefined));
  return row?.unread ?? 0;
}

/** Marks the actor's alerts as read: all, those of one link, or one. Already read ones keep their time. */
export async function readAlerts(
  ctx: AppContext,
  actor: Pick<Actor, "id">,
  which: { link?: string; id?: string } = {},
): Promise<void> {
  const changed = await ctx.db
    .update(alerts)
    .set({ readAt: ctx.clock.now() })
    .where(
      and(
        eq(alerts.userId, actor.id),
        isNull(alerts.readAt),
        which.link ? eq(alerts.link, which.link) : undefined,
        which.id ? eq(alerts.id, isId(which.id) ? which.id : newId()) : undefined,
      ),
    )
    .returning({ id: alerts.id });
  if (changed.length > 0) await wake(ctx, [{ user: actor.id }]);
}

/** An open page of the actor's has shown an alert as a toast; only the first time counts. 404 for anybody else's alert. */
export async function noteShown(ctx: AppContext, actor: Actor, alertId: string): Promise<void> {
  const alert = await getAlert(ctx, actor, alertId);
  const added = await ctx.db
    .insert(alertDeliveries)
    .values({ alertId: alert.id, channel: "live", state: "delivered", attempts: 1, updatedAt: ctx.clock.now() })
    .onConflictDoNothing()
    .returning({ alertId: alertDeliveries.alertId });
  if (added.length > 0) await wake(ctx, [{ user: actor.id }]);
}

/** Ids of alerts made after a moment, oldest first: what a live stream missed while it was away. */
export async function alertsSince(ctx: AppContext, userId: string, since: Date): Promise<string[]> {
  const rows = await ctx.db
    .select({ id: alerts.id })
    .from(alerts)
    .where(and(eq(alerts.userId, userId), gt(alerts.createdAt, since)))
    .orderBy(alerts.id)
    .limit(100);
  return rows.map((row) => row.id);
}
