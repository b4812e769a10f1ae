import type { ReactNode } from "react";
import { href, Link } from "react-router";
import { AttributeText } from "#app/features/catalog/attribute-text.tsx";
import { Money } from "#app/features/catalog/money.tsx";
import { nameIn } from "#app/features/catalog/products.rules.ts";
import { ProductPicture } from "#app/features/catalog/store/product-picture.tsx";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import { Chip } from "#app/platform/ui/chip.tsx";
import { Timeline, type TimelineItem } from "#app/platform/ui/lists/timeline.tsx";
import { Code, WithCodes } from "#app/platform/ui/ltr.tsx";
import { type CourierState, type EventKind, type OrderStatus, removeUndoneEvents } from "./orders.rules.ts";
import type { OrderView } from "./orders.server.ts";

export type ShownLine = OrderView["lines"][number];

/** Lines of an order as purchased, with totals. `after` is rendered below each line. */
export function OrderLines({
  details,
  after,
  isAdmin = false,
}: {
  details: OrderView;
  after?: (line: ShownLine) => ReactNode;
  isAdmin?: boolean;
}) {
  const t = useT();
  const { order, lines, returns } = details;
  return (
    <>
      <ul className="divide-y divide-line">
        {lines.map((line) => (
          <li key={line.id} className="grid gap-3 py-4 first:pt-0">
            <Line line={line} />
            {returns
              .filter(({ lineId }) => lineId === line.id)
              .map(({ id, quantity, status, answer }) => (
                <p key={id} className="flex flex-wrap items-center gap-2 text-sm">
                  <Chip tone={status === "declined" ? "plain" : "info"}>
                    {t("returns.some", {
                      quantity,
                      status: t(`returns.${isAdmin ? "adminStatuses" : "statuses"}.${status}`),
                    })}
                  </Chip>
                  {answer && <bdi className="text-ink-2">{answer}</bdi>}
                </p>
              ))}
            {after?.(line)}
          </li>
        ))}
      </ul>
      <dl className="ms-auto mt-2 grid max-w-80 gap-1.5 border-t border-line pt-4 text-sm">
        <Sum label={t("orders.subtotal")} cents={order.subtotalCents} />
        <Sum
          label={t("orders.shippingCost", { method: t(`checkout.methods.${order.shipping}`) })}
          cents={order.shippingCents}
        />
        <div className="flex justify-between gap-4 text-base font-[650]">
          <dt>{t("orders.total")}</dt>
          <dd>
            <Money cents={order.totalCents} />
          </dd>
        </div>
        {order.taxCents > 0 && (
          <Sum
            label={t("orders.taxIncluded", { rate: `\u2066${order.taxBasisPoints / 100}%\u2069` })}
            cents={order.taxCents}
          />
        )}
        {order.refundedCents > 0 && <Sum label={t("orders.paidBack")} cents={-order.refundedCents} />}
      </dl>
    </>
  );
}

function Sum({ label, cents }: { label: string; cents: number }) {
  const t = useT();
  return (
    <div className="flex justify-between gap-4">
      <dt className="text-ink-2">{label}</dt>
      <dd>{cents === 0 ? t("orders.free") : <Money cents={cents} />}</dd>
    </div>
  );
}

function Line({ line }: { line: ShownLine }) {
  const { t, language } = useViewer();
  return (
    <div className="flex flex-wrap items-start gap-x-4 gap-y-1">
      <span className="size-16 shrink-0 overflow-hidden rounded-2">
        <ProductPicture photoId={line.photoId} category={line.category} alt="" sizes="4rem" />
      </span>
      <div className="min-w-[min(100%,7rem)] flex-1">
        <Link
          to={href("/store/product/:id", { id: line.productId })}
          className="font-semibold wrap-anywhere hover:underline"
        >
          {line.quantity} × <bdi>{nameIn(language, line)}</bdi>
        </Link>
        <AttributeText attributes={line.attributes} />
        {line.petName && (
          <p className="text-xs text-ink-2">{t("orders.forPet", { name: `\u2068${line.petName}\u2069` })}</p>
        )}
        {line.replacedCode && (
          <p className="text-xs text-ink-2">
            <WithCodes>{t("orders.inPlaceOf", { code: `\u2066${line.replacedCode}\u2069` })}</WithCodes>
          </p>
        )}
        {line.tagCodes.length > 0 && (
          <p className="text-xs text-ink-2">
            <WithCodes>
              {t("orders.tagCodes", { codes: line.tagCodes.map((code) => `\u2066${code}\u2069`).join(", ") })}
            </WithCodes>
          </p>
        )}
        <p className="text-xs text-ink-3">
          <Code>{line.sku}</Code>
        </p>
      </div>
      {line.isReplacement ? (
        <span className="font-semibold">{t("orders.free")}</span>
      ) : (
        <Money cents={line.priceCents * line.quantity} className="ms-auto font-semibold tabular-nums" />
      )}
    </div>
  );
}

interface ShownEvent {
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
  const { t, format } = useViewer();
  const titleOf = (step: EventKind) =>
    reader === "team" && (step === "processing" || step === "shipped")
      ? t(`orders.adminSteps.${step}`)
      : t(`orders.steps.${step}`);
  const isOver = status === "cancelled" || status === "refunded" || status === "delivered";
  const here = status === "pending" ? "placed" : status;
  const done = (reader === "buyer" ? removeUndoneEvents(events) : events).map(
    ({ kind, note, cents, at }): TimelineItem => ({
      state: !isOver && kind === here ? "now" : "done",
      title: titleOf(kind),
      note: (note || cents) && (
        <span className="wrap-anywhere">
          {note && <bdi>{kind === "courier" ? t(`orders.courierStates.${note as CourierState}`) : note}</bdi>}
          {cents !== null && <Money cents={cents} />}
        </span>
      ),
      time: <bdi>{format.date(at, "dateTime")}</bdi>,
    }),
  );
  const next = isOver ? [] : way.slice((way as readonly string[]).indexOf(status) + 1);
  const coming = next.map((step): TimelineItem => ({ state: "next", title: titleOf(step) }));
  return <Timeline items={[...done, ...coming]} />;
}
