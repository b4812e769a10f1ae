import { and, eq } from "drizzle-orm";
import { notificationJobs } from "#app/features/notifications/delivery/deliver.server.ts";
import { deliveryQueues } from "#app/features/notifications/delivery-queue.server.ts";
import { notificationDeliveries, notifications } from "#app/features/notifications/notifications.tables.server.ts";
import { type AppContext, Clock } from "#app/platform/app-context.server.ts";
import { withTransaction } from "#app/platform/db/connection/database.server.ts";
import { hourMs } from "#app/platform/durations.rules.ts";

const deliveredAfter = 2_400;

function at(ctx: AppContext, moment: number): AppContext {
  const when = new Date(moment);
  return { ...ctx, clock: new Clock(() => when) };
}

/**
 * Runs `work` with the clock set back by the given hours and delivers its notifications at that time. A job worker
 * would deliver them now, which would look like a delay of days.
 */
export async function hoursAgo<R>(ctx: AppContext, hours: number, work: (then: AppContext) => Promise<R>): Promise<R> {
  const moment = ctx.clock.now().getTime() - hours * hourMs;
  return withTransaction(at(ctx, moment), async (then) => {
    const done = await work(then);
    await deliver(at(then, moment + deliveredAfter), moment);
    return done;
  });
}

async function deliver(ctx: AppContext, since: number): Promise<void> {
  const due = await ctx.db
    .select({ notificationId: notifications.id, channel: notificationDeliveries.channel })
    .from(notificationDeliveries)
    .innerJoin(notifications, eq(notifications.id, notificationDeliveries.notificationId))
    .where(and(eq(notifications.createdAt, new Date(since)), eq(notificationDeliveries.state, "waiting")));
  for (const { notificationId, channel } of due) {
    const carrier = notificationJobs.find(({ name }) => channel !== "live" && name === deliveryQueues[channel]);
    // A failed e-mail is retried by its own job; seeding continues.
    await carrier?.work(ctx, { notificationId }, { attempt: 1, isLast: false }).catch(() => undefined);
  }
}
