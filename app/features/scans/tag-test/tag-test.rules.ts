import type { Channel, DeliveryState, Preferences } from "#app/features/notifications/notifications.rules.ts";
import { channels } from "#app/features/notifications/notifications.rules.ts";
import { minuteMs } from "#app/platform/durations.rules.ts";
import type { Evidence } from "../scans.rules.ts";

/** How long an owner's test of a tag waits for its scan, in milliseconds. */
export const testSpan = 10 * minuteMs;

/**
 * Returns whether a scan that normally notifies nobody completes a running test: the owner's own, or a repeated visit.
 */
export function answersTest(evidence: Evidence): boolean {
  return evidence === "owner" || evidence === "reopened";
}

export interface ChannelResult {
  channel: Channel;
  state: DeliveryState;
  reason: string | null;
  /** Seconds from the scan to the delivery, by the server's clock; null until then. */
  seconds: number | null;
}

/**
 * Returns the delivery status of a scan's notification on each channel. A toast counts as delivered once a page has
 * shown it.
 */
export function channelResults(
  scannedAt: Date,
  deliveries: { channel: Channel; state: DeliveryState; reason: string | null; updatedAt: Date }[],
  wanted: Preferences["scan"],
): ChannelResult[] {
  return channels.map((channel) => {
    const delivery = deliveries.find((one) => one.channel === channel);
    if (!delivery) {
      const reason = channel === "phone" ? "noPhone" : wanted[channel] ? null : "preference";
      return { channel, state: reason ? "off" : "waiting", reason, seconds: null };
    }
    const { state, reason, updatedAt } = delivery;
    const seconds = Math.max(0, updatedAt.getTime() - scannedAt.getTime()) / 1000;
    return { channel, state, reason, seconds: state === "delivered" ? seconds : null };
  });
}
