import { Counter, Histogram } from "prom-client";
import { registry } from "#app/platform/metrics/metrics.server.ts";
import { isFinders, type NotificationKind, type QueuedChannel } from "../notifications.rules.ts";

const deliverySeconds = new Histogram({
  name: "aleef_delivery_seconds",
  help: "From the event until a channel took its notification; `about`: scan, finder (somebody wrote or has the pet), other",
  labelNames: ["channel", "about"],
  buckets: [0.5, 1, 2, 5, 10, 30, 60, 300, 1800, 7200],
  registers: [registry],
});

const deliveryFailures = new Counter({
  name: "aleef_delivery_failures_total",
  help: "Attempts to deliver a notification that failed, by channel; `final` when it is not tried again",
  labelNames: ["channel", "final"],
  registers: [registry],
});

/** Observes a delivery and the seconds since the notification was created. */
export function countDelivery(
  channel: QueuedChannel,
  { kind, createdAt }: { kind: NotificationKind; createdAt: Date },
  now: Date,
): void {
  const about = kind === "scan" ? "scan" : isFinders(kind) ? "finder" : "other";
  deliverySeconds.observe({ channel, about }, Math.max(0, (now.getTime() - createdAt.getTime()) / 1000));
}

/** Counts a failed attempt. */
export function countFailure(channel: QueuedChannel, isFinal: boolean): void {
  deliveryFailures.inc({ channel, final: String(isFinal) });
}
