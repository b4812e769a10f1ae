import { useTranslation } from "react-i18next";
import { Money } from "#app/features/catalog/money.tsx";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { formatDate } from "#app/platform/i18n/format.ts";
import { Timeline, type TimelineItem } from "#app/platform/ui/lists/timeline.tsx";
import type { CourierState, EventKind, OrderStatus } from "../orders.rules.ts";

export interface ShownEvent {
  kind: EventKind;
  note: string | null;
  cents: number | null;
  at: Date;
}

const way = ["processing", "shipped", "delivered"] as const;

interface OrderTimelineProps {
  events: readonly ShownEvent[];
  status: OrderStatus;
  /** Whether the buyer or an administrator reads it. */
  reader?: "buyer" | "team";
}

/** Past events of an order, its current status and the remaining steps. */
export function OrderTimeline({ events, status, reader = "buyer" }: OrderTimelineProps) {
  const { t } = useTranslation();
  const { language, timeZone } = useViewer();
  const titleOf = (step: EventKind) =>
    reader === "team" && (step === "processing" || step === "shipped")
      ? t(`orders.admin.steps.${step}`)
      : t(`orders.steps.${step}`);
  const isOver = status === "cancelled" || status === "refunded" || status === "delivered";
  const here = status === "pending" ? "placed" : status;
  const done = events.map(
    ({ kind, note, cents, at }): TimelineItem => ({
      state: !isOver && kind === here ? "now" : "done",
      title: titleOf(kind),
      note: (note || cents) && (
        <span className="wrap-anywhere">
          {note && <bdi>{kind === "courier" ? t(`orders.courierStates.${note as CourierState}`) : note}</bdi>}
          {cents !== null && <Money cents={cents} />}
        </span>
      ),
      time: <bdi>{formatDate(at, language, timeZone, "dateTime")}</bdi>,
    }),
  );
  const next = isOver ? [] : way.slice((way as readonly string[]).indexOf(status) + 1);
  const coming = next.map((step): TimelineItem => ({ state: "next", title: titleOf(step) }));
  return <Timeline items={[...done, ...coming]} />;
}
