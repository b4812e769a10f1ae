import { and, eq, inArray, sql } from "drizzle-orm";
import type { Actor } from "#app/features/accounts/accounts.rules.ts";
import { users } from "#app/features/accounts/accounts.tables.server.ts";
import { transaction } from "#app/platform/db/database.server.ts";
import { Refusal } from "#app/platform/http/refusal.server.ts";
import type { World } from "#app/platform/world.server.ts";
import {
  type AlertKind,
  type Carrier,
  type Channel,
  carriers,
  isFinders,
  kindsFor,
  type OffReason,
  type Preferences,
  preferencesOf,
  silencedKinds,
  whyOff,
} from "./alerts.rules.ts";
import { alertDeliveries, alertPreferences, alerts, pushSubscriptions } from "./alerts.tables.server.ts";
import { queueDeliveries } from "./delivery-queue.server.ts";
import { type QuietHours, quietUntil, usualQuietHours } from "./quiet-hours.rules.ts";

/** What the actor chose: channels per kind, and quiet hours. */
export async function getPreferences(world: World, actor: Actor) {
  const [row] = await world.db.select().from(alertPreferences).where(eq(alertPreferences.userId, actor.id));
  return { choices: preferencesOf(row?.choices), quietHours: row?.quietHours ?? usualQuietHours };
}

/**
 * Keeps the choices about whatever the actor is told of. Refuses to leave a finder neither e-mail nor push: they stand
 * beside the animal.
 */
export async function changePreferences(world: World, actor: Actor, choices: Preferences): Promise<void> {
  if (silencedKinds(choices).length > 0) throw new Refusal("alerts.keepOneChannel", 400);
  const own = kindsFor(actor).map((kind) => [kind, choices[kind]]);
  await keep(world, actor, { choices: Object.fromEntries(own) });
}

/**
 * Keeps the quiet hours, in the owner's time zone. They never hold back a finder. What waits for the end of the hours as
 * they were is looked at again: it goes out now, or waits for the new end. Refuses hours that end when they begin,
 * and hours that are on but begin on no day.
 */
export async function changeQuietHours(world: World, actor: Actor, quietHours: QuietHours): Promise<void> {
  if (quietHours.from === quietHours.to) throw new Refusal("alerts.quiet.sameTime", 400, { field: "to" });
  if (quietHours.isOn && quietHours.days.length === 0) throw new Refusal("alerts.quiet.noDay", 400, { field: "days" });
  await transaction(world, async (inside) => {
    await keep(inside, actor, { quietHours });
    const held = await inside.db
      .select({ alertId: alertDeliveries.alertId, channel: alertDeliveries.channel })
      .from(alertDeliveries)
      .innerJoin(alerts, eq(alerts.id, alertDeliveries.alertId))
      .where(
        and(eq(alerts.userId, actor.id), eq(alertDeliveries.state, "waiting"), eq(alertDeliveries.reason, "quiet")),
      );
    await queueDeliveries(inside, held.filter(isCarried));
  });
}

function isCarried<Row extends { channel: Channel }>(row: Row): row is Row & { channel: Carrier } {
  return carriers.some((carrier) => carrier === row.channel);
}

async function keep(world: World, actor: Actor, values: { choices: Preferences } | { quietHours: QuietHours }) {
  await world.db
    .insert(alertPreferences)
    .values({ userId: actor.id, ...values })
    .onConflictDoUpdate({ target: alertPreferences.userId, set: values });
}

export interface DeliveryPlan {
  state: "waiting" | "off";
  reason: OffReason | "quiet" | null;
  /** When the quiet hours that hold it back end. */
  startAfter?: Date | undefined;
}

/** For the alerts of these users, at this moment: whether a carrier takes one, and when. */
export async function plansOf(world: World, userIds: string[]) {
  const now = world.clock.now();
  const rows = await world.db
    .select({
      id: users.id,
      timeZone: users.timeZone,
      choices: alertPreferences.choices,
      quietHours: alertPreferences.quietHours,
      hasDevice: sql<boolean>`exists (select 1 from ${pushSubscriptions} where ${pushSubscriptions.userId} = ${users.id})`,
    })
    .from(users)
    .leftJoin(alertPreferences, eq(alertPreferences.userId, users.id))
    .where(inArray(users.id, userIds));
  const wishes = new Map(
    rows.map(({ id, choices, quietHours, timeZone, hasDevice }) => [
      id,
      {
        wanted: preferencesOf(choices),
        until: quietHours ? quietUntil(quietHours, now, timeZone) : null,
        hasDevice,
      },
    ]),
  );
  return (
    { userId, kind, isPushed = true }: { userId: string; kind: AlertKind; isPushed?: boolean },
    carrier: Carrier,
  ): DeliveryPlan => {
    const wish = wishes.get(userId);
    const reason = wish ? whyOff(kind, carrier, wish.wanted, { ...wish, isPushed }) : null;
    if (reason) return { state: "off", reason };
    if (wish?.until && !isFinders(kind)) return { state: "waiting", reason: "quiet", startAfter: wish.until };
    return { state: "waiting", reason: null };
  };
}
