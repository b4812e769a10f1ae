import { and, count, desc, eq, gt, inArray, isNull, lt, sql } from "drizzle-orm";
import type { Actor } from "#app/features/accounts/accounts.rules.ts";
import { users } from "#app/features/accounts/accounts.tables.server.ts";
import { isId, newId } from "#app/platform/db/uuid.server.ts";
import { notFound } from "#app/platform/http/refusal.server.ts";
import type { World } from "#app/platform/world.server.ts";
import { type AlertKind, type AlertParams, type Channel, channels, preferencesOf } from "./alerts.rules.ts";
import { alertDeliveries, alertPreferences, alerts, pushSubscriptions } from "./alerts.tables.server.ts";

export interface NewAlert {
  userId: string;
  kind: AlertKind;
  params: AlertParams;
  /** A path of this site where the owner reads on. */
  link: string;
  topic: string;
}

export const liveChannel = "aleef_live";
export const deliveryQueues: Record<Channel, string> = { email: "alerts.email", push: "alerts.push" };

/**
 * Writes alerts, one waiting delivery per wanted channel with its job, and wakes the live streams, all through the
 * caller's transaction: together with what caused them, or not at all. Returns the ids in the order given.
 */
export async function sendAlerts(world: World, news: NewAlert[]): Promise<string[]> {
  if (news.length === 0) return [];
  const wishes = await wishesOf(world, [...new Set(news.map((one) => one.userId))]);
  const createdAt = world.clock.now();
  const rows = news.map((one) => ({ ...one, id: newId(), createdAt }));
  await world.db.insert(alerts).values(rows);
  const deliveries = rows.flatMap((row) =>
    channels.map((channel) => {
      const reason = wishes.get(row.userId)?.(row.kind, channel) ?? null;
      return {
        alertId: row.id,
        channel,
        state: reason ? ("off" as const) : ("waiting" as const),
        reason,
        updatedAt: createdAt,
      };
    }),
  );
  await world.db.insert(alertDeliveries).values(deliveries);
  for (const channel of channels) {
    const waiting = deliveries.filter((one) => one.channel === channel && one.state === "waiting");
    await world.jobs.sendMany(
      world.db,
      deliveryQueues[channel],
      waiting.map(({ alertId }) => ({ alertId })),
    );
  }
  await wake(
    world,
    rows.map((row) => ({ user: row.userId, alert: row.id })),
  );
  return rows.map((row) => row.id);
}

/** For each user a function that says why a channel stays off for a kind, or null when it is wanted. */
async function wishesOf(world: World, userIds: string[]) {
  const rows = await world.db
    .select({
      id: users.id,
      choices: alertPreferences.choices,
      hasPush: sql<boolean>`exists (select 1 from ${pushSubscriptions} where ${pushSubscriptions.userId} = ${users.id})`,
    })
    .from(users)
    .leftJoin(alertPreferences, eq(alertPreferences.userId, users.id))
    .where(inArray(users.id, userIds));
  return new Map(
    rows.map((row) => {
      const wanted = preferencesOf(row.choices);
      const why = (kind: AlertKind, channel: Channel) =>
        !wanted[kind][channel] ? "preference" : channel === "push" && !row.hasPush ? "noDevice" : null;
      return [row.id, why] as const;
    }),
  );
}

/** Tells every process that somebody's news changed. Only ids travel; each reader fetches what it may see. */
export async function wake(world: World, news: { user: string; alert?: string }[]): Promise<void> {
  const payloads = news.map((one) => JSON.stringify(one));
  await world.db.execute(
    sql`select pg_notify(${liveChannel}, line) from unnest(${sql.param(payloads)}::text[]) as line`,
  );
}

/** The owner's inbox, newest first, with what became of each delivery. `before` pages on by the last id shown. */
export async function listAlerts(world: World, actor: Actor, options: { before?: string; most?: number } = {}) {
  const most = options.most ?? 30;
  const before = isId(options.before) ? lt(alerts.id, options.before) : undefined;
  const rows = await world.db
    .select()
    .from(alerts)
    .where(and(eq(alerts.userId, actor.id), before))
    .orderBy(desc(alerts.id))
    .limit(most + 1);
  const page = rows.slice(0, most);
  const deliveries = await deliveriesOf(
    world,
    page.map((row) => row.id),
  );
  return {
    alerts: page.map((row) => ({ ...row, deliveries: deliveries.get(row.id) ?? [] })),
    next: rows.length > most ? (page.at(-1)?.id ?? null) : null,
  };
}

async function deliveriesOf(world: World, alertIds: string[]) {
  const rows = alertIds.length
    ? await world.db.select().from(alertDeliveries).where(inArray(alertDeliveries.alertId, alertIds))
    : [];
  const byAlert = new Map<string, typeof rows>();
  for (const row of rows) byAlert.set(row.alertId, [...(byAlert.get(row.alertId) ?? []), row]);
  return byAlert;
}

/** What happened to the alerts about one thing, for the owner's and the finder's status; caller checks who may ask. */
export async function alertsOfTopic(world: World, topic: string) {
  const rows = await world.db.select().from(alerts).where(eq(alerts.topic, topic)).orderBy(alerts.id);
  const deliveries = await deliveriesOf(
    world,
    rows.map((row) => row.id),
  );
  return rows.map((row) => ({ ...row, deliveries: deliveries.get(row.id) ?? [] }));
}

/** One alert of the actor's own; 404 for anybody else's. */
export async function getAlert(world: World, actor: Actor, alertId: string) {
  const [row] = isId(alertId)
    ? await world.db
        .select()
        .from(alerts)
        .where(and(eq(alerts.id, alertId), eq(alerts.userId, actor.id)))
    : [];
  if (!row) throw notFound();
  return row;
}

export async function countUnread(world: World, actor: Actor): Promise<number> {
  const [row] = await world.db
    .select({ unread: count() })
    .from(alerts)
    .where(and(eq(alerts.userId, actor.id), isNull(alerts.readAt)));
  return row?.unread ?? 0;
}

/** Marks the actor's alerts as read: all, those of one link, or one. Already read ones keep their time. */
export async function readAlerts(
  world: World,
  actor: Actor,
  which: { link?: string; id?: string } = {},
): Promise<void> {
  const changed = await world.db
    .update(alerts)
    .set({ readAt: world.clock.now() })
    .where(
      and(
        eq(alerts.userId, actor.id),
        isNull(alerts.readAt),
        which.link ? eq(alerts.link, which.link) : undefined,
        which.id ? eq(alerts.id, isId(which.id) ? which.id : newId()) : undefined,
      ),
    )
    .returning({ id: alerts.id });
  if (changed.length > 0) await wake(world, [{ user: actor.id }]);
}

/** Ids of alerts made after a moment, oldest first: what a live stream missed while it was away. */
export async function alertsSince(world: World, userId: string, since: Date): Promise<string[]> {
  const rows = await world.db
    .select({ id: alerts.id })
    .from(alerts)
    .where(and(eq(alerts.userId, userId), gt(alerts.createdAt, since)))
    .orderBy(alerts.id)
    .limit(100);
  return rows.map((row) => row.id);
}
