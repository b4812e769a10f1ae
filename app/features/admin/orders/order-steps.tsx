import Banknote from "lucide-react/icons/banknote";
import { href, Link, useSearchParams } from "react-router";
import { PaymentChip } from "#app/features/orders/history/status-chip.tsx";
import type { ShownLine } from "#app/features/orders/order-lines.tsx";
import {
  canCollect,
  canConfirm,
  cancelReasons,
  canWriteOff,
  maxLengths,
  type OrderStatus,
} from "#app/features/orders/orders.rules.ts";
import type { OrderView } from "#app/features/orders/orders.server.ts";
import { listNextSteps } from "#app/features/orders/returns.rules.ts";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { formatMoney } from "#app/platform/i18n/money.rules.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import { Button, ButtonLink, buttonClass } from "#app/platform/ui/button.tsx";
import { Card, CardHeader } from "#app/platform/ui/card.tsx";
import { Chip } from "#app/platform/ui/chip.tsx";
import { AppForm } from "#app/platform/ui/forms/app-form.tsx";
import { Checkbox } from "#app/platform/ui/forms/choice.tsx";
import { Field } from "#app/platform/ui/forms/field.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { NativeSelect, Options, TextInput } from "#app/platform/ui/forms/text-input.tsx";
import { Notice } from "#app/platform/ui/notice.tsx";
import { ConfirmDialog } from "#app/platform/ui/overlays/confirm-dialog.tsx";
import { Disclosure } from "#app/platform/ui/overlays/disclosure.tsx";
import { Menu } from "#app/platform/ui/overlays/menu.tsx";
import { Question } from "./question.tsx";

type ShownOrder = OrderView["order"];
type Returns = OrderView["returns"];

const isolate = (cents: number) => `\u2066${formatMoney(cents)}\u2069`;

const pathOf = ({ number }: ShownOrder) => href("/admin/orders/:orderNumber", { orderNumber: number });

/** Form of the parcel, whose fields the button in the header sends too. */
const parcelForm = "parcel";

/** The order's next step, as one button. */
export function NextStep({ order, returns }: { order: ShownOrder; returns: Returns }) {
  const t = useT();
  const { moves } = listNextSteps(order, returns);
  if (canConfirm(order))
    return (
      <SubmitButton form="confirm" name="intent" value="confirm">
        {t("adminOrders.confirmByPhone")}
      </SubmitButton>
    );
  if (moves.includes("shipped"))
    return (
      <SubmitButton form={parcelForm} name="intent" value="move">
        {t("adminOrders.moves.shipped")}
      </SubmitButton>
    );
  const to = moves.find((one) => one === "processing" || one === "delivered");
  if (to)
    return (
      <AppForm intent="move" values={{ orderId: order.id, to }}>
        <SubmitButton>{t(`adminOrders.moves.${to}`)}</SubmitButton>
      </AppForm>
    );
  return canCollect(order) ? <CollectButton order={order} /> : null;
}

function CollectButton({ order, isQuiet }: { order: ShownOrder; isQuiet?: boolean }) {
  const t = useT();
  const total = isolate(order.totalCents);
  return (
    <AppForm intent="collect" values={{ orderId: order.id }}>
      <ConfirmDialog
        tone="main"
        trigger={
          <Button type="submit" {...(isQuiet && { variant: "ghost", size: "sm" })} icon={<Banknote aria-hidden />}>
            {t("adminOrders.collect", { total })}
          </Button>
        }
        title={t("adminOrders.collectTitle")}
        description={t("adminOrders.collectText", { total })}
      />
    </AppForm>
  );
}

/** Further steps and documents of an order, behind three dots. */
export function OrderMenu({ order, returns }: { order: ShownOrder; returns: Returns }) {
  const t = useT();
  const [query] = useSearchParams();
  const { moves } = listNextSteps(order, returns);
  const item = buttonClass({ variant: "quiet", size: "sm", full: true });
  const asked = (["processing", "cancelled", "refunded"] as const).filter(
    (to) => moves.includes(to) && (to !== "processing" || canConfirm(order)),
  );
  return (
    <Menu key={query.get("ask")} label={t("adminOrders.more")}>
      {(["packing-slip", "invoice"] as const).map((kind) => (
        <a key={kind} href={href(`/admin/orders/:orderNumber/${kind}`, { orderNumber: order.number })} className={item}>
          {t(kind === "invoice" ? "orders.invoice" : "adminOrders.packingSlip")}
        </a>
      ))}
      {asked.map((to) => (
        <Link key={to} to={`${pathOf(order)}?ask=${to}`} preventScrollReset className={item}>
          {t(`adminOrders.asked.${to}`)}
        </Link>
      ))}
    </Menu>
  );
}

/** Asks before a step that cannot be undone, or that the buyer has not confirmed, when the URL names it. */
export function StepQuestion({ order, returns }: { order: ShownOrder; returns: Returns }) {
  const t = useT();
  const [query] = useSearchParams();
  const to = listNextSteps(order, returns).moves.find((one) => one === query.get("ask"));
  if (to !== "processing" && to !== "cancelled" && to !== "refunded") return null;
  const amount = isolate(order.collectedCents - order.refundedCents);
  const name = `\u2068${order.fullName ?? t("adminOrders.anonymous")}\u2069`;
  const words = {
    processing: { title: t("adminOrders.unconfirmed"), text: t("adminOrders.pack.text") },
    cancelled: { title: t("orders.cancelTitle"), text: t("adminOrders.moveText") },
    refunded: { title: t("adminOrders.payBackTitle", { amount, name }), text: t("adminOrders.payBackText") },
  }[to];
  return (
    <Question {...words} back={pathOf(order)}>
      <AppForm intent="move" values={{ orderId: order.id, to }} className="grid gap-4">
        {to === "cancelled" && (
          <Field label={t("adminOrders.cancelReason")}>
            <NativeSelect name="cancelReason" defaultValue={order.status === "shipped" ? "refusedAtDoor" : "other"}>
              <Options values={cancelReasons} label={(one) => t(`orders.cancelReasons.${one}`)} />
            </NativeSelect>
          </Field>
        )}
        {to !== "processing" && order.status !== "pending" && (
          <Checkbox name="isDamaged" label={t("adminOrders.damaged")} />
        )}
        {to !== "processing" && (
          <Field label={t("adminOrders.note")} mark={t("form.optional")}>
            <TextInput name="note" maxLength={maxLengths.note} dir="auto" />
          </Field>
        )}
        <div className="flex flex-wrap gap-3">
          <SubmitButton variant={to === "processing" ? "main" : "lost"}>
            {to === "refunded" ? t("adminOrders.payBack", { amount }) : t(`adminOrders.moves.${to}`)}
          </SubmitButton>
          <ButtonLink to={pathOf(order)} replace preventScrollReset variant="ghost">
            {t("adminOrders.payBackNotYet")}
          </ButtonLink>
        </div>
      </AppForm>
    </Question>
  );
}

/** Fields of the parcel: its tracking number, and on shipping the codes of its tags. */
export function ParcelCard({ order, lines }: { order: ShownOrder; lines: readonly ShownLine[] }) {
  const t = useT();
  const isPacking = order.status === "processing";
  if (!isPacking && order.status !== "shipped") return null;
  const tags = lines.filter(({ petName, replacedCode }) => petName !== null || replacedCode !== null);
  return (
    <Card as="section" className="print:hidden">
      <CardHeader title={t("adminOrders.parcel")} />
      <AppForm
        id={parcelForm}
        values={{ orderId: order.id, to: "shipped" satisfies OrderStatus }}
        className="grid gap-4"
      >
        {isPacking &&
          tags.map((line) => (
            <Field
              key={line.id}
              label={
                line.petName
                  ? t("adminOrders.codesFor", { name: `\u2068${line.petName}\u2069` })
                  : t("orders.inPlaceOf", { code: `\u2066${line.replacedCode}\u2069` })
              }
              hint={t("adminOrders.codesHint", { count: line.quantity })}
            >
              <TextInput name={`codes.${line.id}`} ltr autoComplete="off" autoCapitalize="characters" required />
            </Field>
          ))}
        <Field label={t("orders.tracking")} mark={t("form.optional")}>
          <TextInput
            name="trackingNumber"
            defaultValue={order.trackingNumber ?? ""}
            maxLength={maxLengths.tracking}
            ltr
            autoComplete="off"
          />
        </Field>
        <SubmitButton
          name="intent"
          value="tracking"
          variant="ghost"
          size="sm"
          formNoValidate
          className="justify-self-start"
        >
          {t("adminOrders.saveTracking")}
        </SubmitButton>
      </AppForm>
    </Card>
  );
}

/** The money of an order: what is due, and when it was paid. */
export function PaymentCard({ order }: { order: ShownOrder }) {
  const { t, format } = useViewer();
  if (order.totalCents === 0 || order.status === "pending" || order.status === "processing") return null;
  return (
    <Card as="section" className="grid gap-3 print:hidden">
      <CardHeader
        title={t("orders.payment")}
        action={
          order.payment === "collected" && order.collectedAt ? (
            <Chip tone="ok">{t("adminOrders.paidOn", { date: format.date(order.collectedAt, "dayMonth") })}</Chip>
          ) : (
            <PaymentChip reader="team" payment={order.payment} />
          )
        }
      />
      {order.status === "shipped" && canCollect(order) && <CollectButton order={order} isQuiet />}
      {canWriteOff(order) && (
        <Disclosure summary={t("adminOrders.writeOff")}>
          <AppForm intent="writeOff" values={{ orderId: order.id }} className="grid gap-3 text-ink">
            <p className="text-sm text-ink-2">{t("adminOrders.writeOffText")}</p>
            <Field label={t("adminOrders.writeOffReason")}>
              <TextInput name="note" maxLength={maxLengths.note} dir="auto" required />
            </Field>
            <SubmitButton variant="ghost" className="justify-self-start">
              {t("adminOrders.writeOff")}
            </SubmitButton>
          </AppForm>
        </Disclosure>
      )}
    </Card>
  );
}

/** A floor, a flat or a house of its own, in either language. */
const namesFloor = /دور|طابق|شق[ةه]|فيلا|أرضي|floor|\bfl\b|flat|apartment|\bapt|villa|ground|\bunit\b/i;

interface WarningsProps {
  order: ShownOrder;
  returns: Returns;
  history: { refused: number; orders: number };
}

/** What to know before the next step: the money or return it waits for, a vague address, refused parcels. */
export function OrderWarnings({ order, returns, history }: WarningsProps) {
  const t = useT();
  const { moves, waitsFor } = listNextSteps(order, returns);
  const isLeaving = order.status === "pending" || order.status === "processing";
  const isVague = isLeaving && order.address && !namesFloor.test(`${order.address} ${order.landmark ?? ""}`);
  const warnings = [
    waitsFor.includes("cash") && t("adminOrders.collectFirst", { total: isolate(order.totalCents) }),
    waitsFor.includes("return") && t("adminOrders.returnFirst"),
    isVague && t("adminOrders.noFloor"),
    history.refused > 0 && t("adminOrders.refusedBefore", { count: history.refused, orders: history.orders }),
  ].filter((text) => typeof text === "string");
  if (warnings.length > 0)
    return (
      <Notice tone="sun" className="mb-5 print:hidden">
        {warnings.map((text) => (
          <p key={text}>{text}</p>
        ))}
      </Notice>
    );
  const isDone = moves.every((to) => to === "refunded");
  return isDone && <p className="mb-5 text-sm text-ink-2 print:hidden">{t("adminOrders.done")}</p>;
}
