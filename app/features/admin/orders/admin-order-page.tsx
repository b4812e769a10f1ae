import { href, Link } from "react-router";
import { selectionForm } from "#app/features/admin-lists/bulk/bulk.forms.server.ts";
import { BulkRunCard } from "#app/features/admin-lists/bulk/bulk-run-card.tsx";
import { getListPath, readBulkRun, redirectToBulkRun } from "#app/features/admin-lists/bulk/bulk-runs.server.ts";
import { requireUser } from "#app/features/auth/guards.server.ts";
import { AddressBlock, ConfirmFields } from "#app/features/orders/address-block.tsx";
import { confirmForBuyer } from "#app/features/orders/confirmation/confirm-order.server.ts";
import { addressForm, updateOrderAddress } from "#app/features/orders/correct-address/correct-address.server.ts";
import { CorrectAddressCard } from "#app/features/orders/correct-address/correct-address-card.tsx";
import {
  markCashCollected,
  markOrderWrittenOff,
  updateOrderStatus,
  updateTracking,
} from "#app/features/orders/fulfilment/order-status.server.ts";
import { StatusChip } from "#app/features/orders/history/status-chip.tsx";
import { OrderLines, OrderTimeline, type ShownLine } from "#app/features/orders/order-lines.tsx";
import {
  confirmForm,
  moveForm,
  orderForm,
  trackingForm,
  writeOffForm,
} from "#app/features/orders/orders.forms.server.ts";
import { canConfirm, canCorrectAddress } from "#app/features/orders/orders.rules.ts";
import { getOrderView, type OrderView } from "#app/features/orders/orders.server.ts";
import { openReturnStatuses } from "#app/features/orders/returns.rules.ts";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { defineIntent, handleIntents } from "#app/platform/http/forms/form.server.ts";
import { requestInfoContext } from "#app/platform/http/request-info.server.ts";
import { redirectWithToast, type Toast } from "#app/platform/http/toast.server.ts";
import { formatMoney } from "#app/platform/i18n/money.rules.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import { Button } from "#app/platform/ui/button.tsx";
import { Card, CardHeader } from "#app/platform/ui/card.tsx";
import { AppForm } from "#app/platform/ui/forms/app-form.tsx";
import { Checkbox } from "#app/platform/ui/forms/choice.tsx";
import { FormErrors } from "#app/platform/ui/forms/form-errors.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { Code, Ltr, WithCodes } from "#app/platform/ui/ltr.tsx";
import { ConfirmDialog } from "#app/platform/ui/overlays/confirm-dialog.tsx";
import { Disclosure } from "#app/platform/ui/overlays/disclosure.tsx";
import { PageHeader } from "#app/platform/ui/page/page-header.tsx";
import type { Route } from "./+types/admin-order-page";
import { countRefusals, getOrder } from "./admin-orders.server.ts";
import { NextStep, OrderMenu, OrderWarnings, ParcelCard, PaymentCard, StepQuestion } from "./order-steps.tsx";
import { listTagsToRelease, releaseOrderTags } from "./release-tags.server.ts";

export const handle = {
  i18n: ["adminOrders", "cart", "checkout", "orders", "returns", "store"],
  title: "adminOrders.title",
};

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const { ctx, actor } = await requireUser(request, context);
  const order = await getOrder(ctx, actor, params.orderNumber);
  return {
    ...(await getOrderView(ctx, order, context.get(requestInfoContext).language)),
    buyerId: order.userId,
    history: await countRefusals(ctx, actor, order),
    tagsToRelease: await listTagsToRelease(ctx, actor, order),
    run: await readBulkRun({ request, context }, actor),
  };
}

export async function action(args: Route.ActionArgs) {
  const { ctx, actor } = await requireUser(args.request, args.context);
  const order = await getOrder(ctx, actor, args.params.orderNumber);
  const { number } = order;
  const done = (toast: Toast | Toast["code"]) =>
    redirectWithToast(href("/admin/orders/:orderNumber", { orderNumber: number }), toast);
  const listPath = getListPath(args);
  return handleIntents(
    args,
    {
      releaseTags: defineIntent(selectionForm, async ({ ids }) =>
        redirectToBulkRun(listPath, await releaseOrderTags(ctx, actor, order, { ids, listPath })),
      ),
      move: defineIntent(moveForm, async ({ orderId, ...move }) => {
        await updateOrderStatus(ctx, actor, orderId, move);
        if (move.to !== "refunded") return done("adminOrders.changed");
        const amount = `\u2066${formatMoney(order.collectedCents - order.refundedCents)}\u2069`;
        return done({
          type: "success",
          code: "adminOrders.paidBack",
          params: { amount, number: `\u2066${number}\u2069` },
        });
      }),
      collect: defineIntent(orderForm, async ({ orderId }) => {
        await markCashCollected(ctx, actor, orderId);
        return done("adminOrders.collected");
      }),
      confirm: defineIntent(confirmForm.extend(orderForm.shape), async ({ orderId, ...form }) => {
        await confirmForBuyer(ctx, actor, orderId, form);
        return done("orders.confirm.done");
      }),
      address: defineIntent(addressForm, async (form) => {
        await updateOrderAddress(ctx, actor, form);
        return done("orders.correctAddress.saved");
      }),
      writeOff: defineIntent(writeOffForm, async ({ orderId, note }) => {
        await markOrderWrittenOff(ctx, actor, orderId, note);
        return done("adminOrders.writtenOff");
      }),
      tracking: defineIntent(trackingForm, async ({ orderId, trackingNumber }) => {
        await updateTracking(ctx, actor, orderId, trackingNumber);
        return done("adminOrders.trackingSaved");
      }),
    },
    { failed: "orders.changeFailed" },
  );
}

/**
 * Card to take back tags that the buyer of a cancelled or refunded order still has; a separate step, since pets may
 * wear them.
 */
function ReleaseTagsCard({ tags }: { tags: Awaited<ReturnType<typeof listTagsToRelease>> }) {
  const t = useT();
  if (tags.length === 0) return null;
  return (
    <Card as="section" className="print:hidden">
      <CardHeader title={t("adminOrders.releaseTags.title")} text={t("adminOrders.releaseTags.text")} />
      <AppForm intent="releaseTags" className="grid gap-3">
        {tags.map(({ id, code, petName }) => (
          <Checkbox
            key={id}
            name="ids"
            value={id}
            label={<bdi dir="ltr">{code}</bdi>}
            hint={
              petName
                ? t("adminOrders.releaseTags.protects", { name: `\u2068${petName}\u2069` })
                : t("adminOrders.releaseTags.unlinked")
            }
          />
        ))}
        <ConfirmDialog
          trigger={
            <Button type="submit" variant="ghost" className="justify-self-start">
              {t("adminOrders.releaseTags.action")}
            </Button>
          }
          title={t("adminOrders.releaseTags.askTitle")}
          description={t("adminOrders.releaseTags.askText")}
        />
      </AppForm>
    </Card>
  );
}

/**
 * Forms to approve a line's declined return or to record that its parcel arrived after all; unless the pieces were
 * returned or requested since.
 */
function DeclinedReturn({ details, line }: { details: OrderView; line: ShownLine }) {
  const t = useT();
  const ofLine = details.returns.filter(({ lineId }) => lineId === line.id);
  const declined = ofLine.findLast(({ status }) => status === "declined");
  const isOpen = ofLine.some(({ status }) => openReturnStatuses.includes(status));
  const isLeft = declined && line.quantity - line.returned >= declined.quantity;
  if (!isLeft || isOpen || details.order.status !== "delivered") return null;
  const action = href("/admin/orders/returns");
  return (
    <Disclosure summary={t("adminOrders.decideAgain")}>
      <p className="mb-3 text-sm text-ink-2">{t("adminOrders.decideAgainText")}</p>
      <div className="flex flex-wrap gap-2">
        <AppForm intent="decide" values={{ returnId: declined.id, from: "declined" }} action={action}>
          <SubmitButton name="to" value="approved" size="sm" variant="ghost">
            {t("adminOrders.approve")}
          </SubmitButton>
        </AppForm>
        <AppForm intent="receive" values={{ returnId: declined.id }} action={action} className="flex flex-wrap gap-2">
          <SubmitButton name="condition" value="ok" size="sm" variant="ghost">
            {t("adminOrders.receivedOk")}
          </SubmitButton>
          <SubmitButton name="condition" value="damaged" size="sm" variant="ghost">
            {t("adminOrders.receivedDamaged")}
          </SubmitButton>
        </AppForm>
      </div>
    </Disclosure>
  );
}

/** Page of one order: contents, customer and the next step. */
export default function AdminOrderPage({ loaderData, actionData: answer }: Route.ComponentProps) {
  const { t, format } = useViewer();
  const details = loaderData;
  const { order, lines, events, buyerId, history } = details;
  const problems = Object.values(answer?.form.error ?? {}).flatMap((messages) => messages ?? []);
  return (
    <>
      <PageHeader
        path={[{ label: t("adminOrders.title"), to: href("/admin/orders") }]}
        current={<Code>{order.number}</Code>}
        title={<WithCodes>{t("orders.orderOf", { number: `\u2066${order.number}\u2069` })}</WithCodes>}
        lead={
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            {t("orders.placedOn", { date: format.date(order.placedAt, "dateTime") })}
            <StatusChip status={order.status} />
          </span>
        }
        actions={
          <>
            <NextStep order={order} returns={details.returns} />
            <OrderMenu order={order} returns={details.returns} />
          </>
        }
      />
      <div className="mb-5 empty:hidden">
        <FormErrors errors={problems.map((message) => ({ message }))} />
      </div>
      <StepQuestion order={order} returns={details.returns} />
      <OrderWarnings order={order} returns={details.returns} history={history} />
      <div className="grid grid-cols-1 items-start gap-5 xl:grid-cols-[minmax(0,1.6fr)_minmax(0,1fr)]">
        <div className="grid grid-cols-1 gap-5">
          {canConfirm(order) && (
            <Card as="section" tone="sun" className="print:hidden">
              <CardHeader title={t("adminOrders.unconfirmed")} text={t("adminOrders.unconfirmedText")} />
              <AppForm
                id="confirm"
                intent="confirm"
                values={{ orderId: order.id }}
                className="grid gap-3 sm:grid-cols-2"
              >
                <ConfirmFields landmark={order.landmark} />
              </AppForm>
            </Card>
          )}
          {details.run && <BulkRunCard run={details.run} />}
          <ParcelCard order={order} lines={lines} />
          <ReleaseTagsCard tags={details.tagsToRelease} />
          <Card as="section">
            <CardHeader title={t("adminOrders.items")} />
            <OrderLines isAdmin details={details} after={(line) => <DeclinedReturn details={details} line={line} />} />
          </Card>
        </div>
        <div className="grid grid-cols-1 gap-5">
          <PaymentCard order={order} />
          <Card as="section">
            <CardHeader
              title={t("adminOrders.buyer")}
              action={
                buyerId && (
                  <Link to={href("/admin/users/:userId", { userId: buyerId })} className="link text-sm">
                    {t("adminOrders.toBuyer")}
                  </Link>
                )
              }
            />
            <AddressBlock to={order} isCalled />
            {order.email && (
              <p className="mt-1 text-sm wrap-anywhere">
                <a href={`mailto:${order.email}`} className="link">
                  <Ltr>{order.email}</Ltr>
                </a>
              </p>
            )}
            {order.deliveryWindow && (
              <p className="mt-1 text-sm">{t(`orders.confirm.windows.${order.deliveryWindow}`)}</p>
            )}
            {order.isAnonymous && <p className="text-sm text-ink-2">{t("adminOrders.anonymous")}</p>}
          </Card>
          {canCorrectAddress(order) && (
            <div id="address">
              <CorrectAddressCard order={order} answer={answer?.intent === "address" ? answer : undefined} />
            </div>
          )}
          <Card as="section">
            <CardHeader title={t("orders.timeline")} />
            <OrderTimeline events={events} status={order.status} reader="team" />
          </Card>
        </div>
      </div>
    </>
  );
}
