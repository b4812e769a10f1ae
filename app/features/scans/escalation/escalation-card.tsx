import { type DeliveryLine, linesOf } from "#app/features/notifications/delivery/deliveries.tsx";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import { Card, CardHeader } from "#app/platform/ui/card.tsx";
import { Timeline, type TimelineItem } from "#app/platform/ui/lists/timeline.tsx";
import { isolated } from "../scan-texts.ts";
import type { findEscalation } from "./escalation.server.ts";

type Escalation = NonNullable<Awaited<ReturnType<typeof findEscalation>>>;

type Step = Escalation["steps"][number];

/** Lists on which channels a contact was notified, with the delivery status of each. */
function SentBy({ emailState, carriers, deliveries }: Pick<Step, "emailState" | "carriers" | "deliveries">) {
  const t = useT();
  const ways: DeliveryLine[] = [
    ...(emailState ? [{ name: "email" as const, state: emailState, reason: null }] : []),
    ...carriers.map(({ carrier, state }) => ({ name: carrier, state, reason: null })),
    ...deliveries.flatMap(linesOf),
  ];
  const line = (way: DeliveryLine) =>
    t("notifications.deliveryLine", {
      channel: t(`notifications.channels.${way.name}`),
      state: t(`notifications.states.${way.state}`),
    });
  return ways.map(line).join("\u00a0· ");
}

/** Card that shows which emergency contacts were notified and when, who is next, and who is on it. */
export function EscalationCard({ escalation, isHome }: { escalation: Escalation; isHome: boolean }) {
  const { t, format } = useViewer();
  const time = (at: Date | null) => at && <bdi>{format.date(at, "time")}</bdi>;
  const named = (name: string) => ({ name: isolated(name) });
  const { steps, next, stoppedAt, endedBy } = escalation;
  const items: TimelineItem[] = steps.flatMap(({ name, notifiedAt, isLeftOut, acceptedAt, ...sent }) => [
    {
      state: "done",
      title: t(isLeftOut ? "escalation.leftOut" : "escalation.notified", named(name)),
      time: time(notifiedAt),
      note: <SentBy {...sent} />,
    },
    ...(acceptedAt
      ? [{ state: "now" as const, title: t("escalation.accepted", named(name)), time: time(acceptedAt) }]
      : []),
  ]);
  if (isHome) items.push({ state: "done", title: t("escalation.home") });
  else if (endedBy === "owner") items.push({ state: "now", title: t("escalation.you"), time: time(stoppedAt) });
  else if (next)
    items.push({ state: "next", title: t("escalation.nextNotified", named(next.name)), time: time(next.at) });
  else if (!stoppedAt) {
    const isAnyLeftOut = steps.some(({ isLeftOut }) => isLeftOut);
    items.push({ state: "now", title: t(isAnyLeftOut ? "escalation.nobodyElse" : "escalation.nobodyLeft") });
  }
  return (
    <Card as="section">
      <CardHeader title={t("escalation.card")} />
      <Timeline items={items} />
    </Card>
  );
}
