import { and, eq } from "drizzle-orm";
import { alertDeliveries, alerts } from "#app/features/alerts/alerts.tables.server.ts";
import { alertJobs } from "#app/features/alerts/deliver.server.ts";
import { deliveryQueues } from "#app/features/alerts/delivery-queue.server.ts";
import { transaction } from "#app/platform/db/database.server.ts";
import type { World } from "#app/platform/world.server.ts";

const carriedIn = 2_400;

function at(world: World, moment: number): World {
  const when = new Date(moment);
  return { ...world, clock: { now: () => when } };
}

/**
 * Does something as it was done so many hours ago. What it tells people is carried to them there and then: a worker that
 * came upon it today would be days late, and so would the figures.
 */
export async function hoursAgo<R>(world: World, hours: number, work: (then: World) => Promise<R>): Promise<R> {
  const moment = world.clock.now().getTime() - hours * 3_600_000;
  return transaction(at(world, moment), async (then) => {
    const done = await work(then);
    await carry(at(then, moment + carriedIn), moment);
    return done;
  });
}

async function carry(world: World, since: number): Promise<void> {
  const due = await world.db
    .select({ alertId: alerts.id, channel: alertDeliveries.channel })
    .from(alertDeliveries)
    .innerJoin(alerts, eq(alerts.id, alertDeliveries.alertId))
    .where(and(eq(alerts.createdAt, new Date(since)), eq(alertDeliveries.state, "waiting")));
  for (const { alertId, channel } of due) {
    const carrier = alertJobs.find(({ name }) => channel !== "live" && name === deliveryQueues[channel]);
    // While a mailer is away its own job goes on trying: the demo world begins all the same.
    await carrier?.work(world, { alertId }, { attempt: 1, isLast: false }).catch(() => undefined);
  }
}
