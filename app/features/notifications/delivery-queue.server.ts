import type { AppContext } from "#app/platform/app-context.server.ts";
import type { JobName } from "#app/platform/jobs/jobs.server.ts";
import { type QueuedChannel, queuedChannels } from "./notifications.rules.ts";

export const deliveryQueues: Record<QueuedChannel, JobName> = {
  email: "notifications.send-email",
  push: "notifications.send-push",
  phone: "notifications.send-phone",
};

/** Returns the subject that links phone messages to a notification. */
export function getPhoneSubject(notificationId: string): string {
  return `notification:${notificationId}`;
}

export interface Delivery {
  notificationId: string;
}

/** Queues deliveries for their channels, immediately or after a given time. */
export async function queueDeliveries(
  ctx: AppContext,
  deliveries: {
    notificationId: string;
    channel: QueuedChannel;
    startAfter?: Date | undefined;
    priority?: number;
  }[],
): Promise<void> {
  for (const queuedChannel of queuedChannels)
    await ctx.jobs.sendMany<Delivery>(
      ctx.db,
      deliveryQueues[queuedChannel],
      deliveries
        .filter(({ channel }) => channel === queuedChannel)
        .map(({ notificationId, startAfter, priority }) => ({ data: { notificationId }, startAfter, priority })),
    );
}
