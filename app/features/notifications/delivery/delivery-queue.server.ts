import type { AppContext } from "#app/platform/app-context.server.ts";
import { type Carrier, carriers } from "../notifications.rules.ts";

export const deliveryQueues: Record<Carrier, string> = { email: "alerts.email", push: "alerts.push" };

export interface Delivery {
  notificationId: string;
}

/** Gives notifications to their channels, at once or after a moment. */
export async function queueDeliveries(
  ctx: AppContext,
  deliveries: { notificationId: string; channel: Carrier; startAfter?: Date | undefined }[],
): Promise<void> {
  for (const carrier of carriers)
    await ctx.jobs.sendMany<Delivery>(
      ctx.db,
      deliveryQueues[carrier],
      deliveries
        .filter(({ channel }) => channel === carrier)
        .map(({ notificationId, startAfter }) => ({ data: { notificationId }, startAfter })),
    );
}
