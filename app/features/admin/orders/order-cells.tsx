import Phone from "lucide-react/icons/phone";
import { href, Link, useNavigation } from "react-router";
import { ShortcutHint } from "#app/features/admin-lists/shortcuts.tsx";
import { formatAttributes } from "#app/features/catalog/attribute-texts.ts";
import { nameIn } from "#app/features/catalog/products.rules.ts";
import { ProductPicture } from "#app/features/catalog/store/product-picture.tsx";
import { PaymentChip, StatusChip } from "#app/features/orders/history/status-chip.tsx";
import { canConfirm } from "#app/features/orders/orders.rules.ts";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { dayMs } from "#app/platform/durations.rules.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import { Button, type ButtonProps } from "#app/platform/ui/button.tsx";
import { Chip } from "#app/platform/ui/chip.tsx";
import { Excerpt } from "#app/platform/ui/excerpt.tsx";
import { AppForm } from "#app/platform/ui/forms/app-form.tsx";
import { Code, Ltr } from "#app/platform/ui/ltr.tsx";
import type { listOrders } from "./admin-orders.server.ts";

export type OrderRow = Awaited<ReturnType<typeof listOrders>>["orders"][number];

/** Between two facts: at the end of a line, never at the beginning of one. */
const dot = "\u00a0· ";

/** Number and time; how long an order has been waiting to be packed or shipped, in red after a day. */
export function OrderCell({ order, now }: { order: OrderRow; now: Date }) {
  const { format } = useViewer();
  const age = now.getTime() - order.placedAt.getTime();
  const isWaiting = order.status === "pending" || order.status === "processing";
  const day = format.date(order.placedAt, "dayMonth");
  const isToday = day === format.date(now, "dayMonth") && age < dayMs;
  const time = format.date(order.placedAt, "time");
  return (
    <span className="block min-w-0 @2xl:whitespace-nowrap">
      <Link
        to={href("/admin/orders/:orderNumber", { orderNumber: order.number })}
        prefetch="intent"
        className="link @2xl:font-semibold"
      >
        <Code>{order.number}</Code>
      </Link>
      <span className="@2xl:hidden">
        {order.city && (
          <>
            {dot}
            <Excerpt max={40}>{order.city}</Excerpt>
          </>
        )}
        <span className="text-xs text-ink-2">{dot}</span>
      </span>
      <span className="text-xs text-ink-2 @2xl:block">
        <bdi className="@max-2xl:hidden">{isToday ? time : `${day} ${time}`}</bdi>
        {isWaiting ? (
          <span className={age > dayMs ? "font-[550] text-lost" : undefined}>
            <span className="@max-2xl:hidden">{dot}</span>
            <bdi className="whitespace-nowrap">{format.span(age / 1000, { isShort: true })}</bdi>
          </span>
        ) : (
          <bdi className="whitespace-nowrap @2xl:hidden">{day}</bdi>
        )}
      </span>
    </span>
  );
}

/** Picture and words of the first line, and the number of the others. */
export function ItemsCell({ lines }: { lines: OrderRow["lines"] }) {
  const { t, format, language } = useViewer();
  const [first] = lines;
  if (!first) return null;
  const { engraving, ...attributes } = first.attributes;
  const chosen = formatAttributes(t, attributes);
  return (
    <span className="flex items-center gap-2">
      <span className="size-8 shrink-0 overflow-hidden rounded-1">
        <ProductPicture photoId={first.photoId} category={first.category} alt="" sizes="2rem" />
      </span>
      <span className="line-clamp-2 leading-snug wrap-anywhere">
        {first.quantity > 1 && `${format.number(first.quantity)} × `}
        <bdi>{nameIn(language, first)}</bdi>
        {chosen && `\u00a0· ${chosen}`}
        {engraving && t("adminOrders.engraved", { text: `\u2068${engraving}\u2069` })}
      </span>
      {lines.length > 1 && (
        <span className="text-ink-2">
          <Ltr>+{format.number(lines.length - 1)}</Ltr>
        </span>
      )}
    </span>
  );
}

/** Only what is not as usual: express, not confirmed, money; in a list of several statuses, the status too. */
export function OrderExceptions({ order, isMixed }: { order: OrderRow; isMixed: boolean }) {
  const t = useT();
  const { status, payment, totalCents } = order;
  const isOpen = status === "pending" || status === "processing";
  const isPaid = payment === "collected";
  const isOddPayment =
    status === "delivered" ? !isPaid : status === "cancelled" || status === "refunded" ? isPaid : payment !== "unpaid";
  return (
    <span className="inline-flex flex-wrap gap-1">
      {isMixed && <StatusChip status={status} />}
      {isOpen && order.shipping === "express" && <Chip tone="lost">{t("checkout.methods.express")}</Chip>}
      {canConfirm(order) && <Chip tone="sun">{t("adminOrders.unconfirmed")}</Chip>}
      {totalCents > 0 && isOddPayment && <PaymentChip reader="team" payment={payment} />}
    </span>
  );
}

interface CallCellProps {
  order: OrderRow;
  attempts: { calls: number; calledAt: Date | null; remindedAt: Date | null } | undefined;
}

/** The buyer's number, called with one press, and what was tried before. */
export function CallCell({ order, attempts }: CallCellProps) {
  const { t, format } = useViewer();
  const time = (at: Date) => `\u2068${format.date(at, "dateTime")}\u2069`;
  return (
    <span className="grid">
      {order.phone && (
        <a href={`tel:${order.phone}`} className="link inline-flex items-center gap-1.5 whitespace-nowrap">
          <Phone aria-hidden className="size-4" />
          <Ltr>{order.phoneText}</Ltr>
        </a>
      )}
      {attempts?.calledAt && (
        <span className="text-xs text-ink-2">
          {t("adminOrders.unansweredCalls", {
            count: attempts.calls,
            time: time(attempts.calledAt),
          })}
        </span>
      )}
      {attempts?.remindedAt && (
        <span className="text-xs text-ink-2">{t("adminOrders.reminded", { time: time(attempts.remindedAt) })}</span>
      )}
    </span>
  );
}

/** Forms that the buttons of the rows submit: the rows stand in the form of the bulk actions. */
export function RowForms() {
  return (["confirm", "notReached"] as const).map((intent) => (
    <AppForm key={intent} id={`${intent}-one`} intent={intent} preventScrollReset />
  ));
}

interface RowButtonProps extends ButtonProps {
  intent: "confirm" | "notReached";
  order: OrderRow;
}

function RowButton({ intent, order, ...rest }: RowButtonProps) {
  const { formData } = useNavigation();
  const pending = formData?.get("intent") === intent && formData.get("ids") === order.id;
  return (
    <Button size="sm" {...rest} type="submit" form={`${intent}-one`} name="ids" value={order.id} pending={pending} />
  );
}

/** Button for an order that its buyer confirmed on the phone. */
export function ConfirmButton({ order }: { order: OrderRow }) {
  const t = useT();
  return (
    <RowButton
      intent="confirm"
      order={order}
      aria-keyshortcuts="c"
      aria-label={t("adminOrders.confirmOne", { name: order.number })}
    >
      {t("adminOrders.confirmed")} <ShortcutHint letter="c" />
    </RowButton>
  );
}

/** Buttons for the answer to the call. */
export function ConfirmCell({ order }: { order: OrderRow }) {
  const t = useT();
  return (
    <span className="flex gap-1.5 @2xl:ms-auto @2xl:w-max">
      <ConfirmButton order={order} />
      <RowButton
        intent="notReached"
        order={order}
        variant="ghost"
        aria-label={t("adminOrders.notReachedOne", { name: order.number })}
      >
        {t("adminOrders.notReached")}
      </RowButton>
    </span>
  );
}
