import Download from "lucide-react/icons/download";
import { type MouseEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { Form, href, Link } from "react-router";
import { requireUser } from "#app/features/auth/guards.server.ts";
import { Money } from "#app/features/catalog/money.tsx";
import { updateOrderStatuses } from "#app/features/orders/fulfilment/order-status.server.ts";
import { PaymentChip, StatusChip } from "#app/features/orders/history/status-chip.tsx";
import { bulkForm } from "#app/features/orders/orders.forms.server.ts";
import { isFinal, type OrderStatus, orderStatuses } from "#app/features/orders/orders.rules.ts";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { handleForm } from "#app/platform/http/forms/form.server.ts";
import { submitForm } from "#app/platform/http/forms/submit-form.ts";
import { useErrorToast } from "#app/platform/http/forms/use-error-toast.ts";
import { useFormKey } from "#app/platform/http/forms/use-form-key.ts";
import { readListQuery } from "#app/platform/http/list-query.ts";
import { redirectWithToast } from "#app/platform/http/toast.server.ts";
import { formatDate } from "#app/platform/i18n/format.ts";
import { formatNumber } from "#app/platform/i18n/format-number.ts";
import { BadgeCount } from "#app/platform/ui/badge-count.tsx";
import { Ltr } from "#app/platform/ui/bdi.tsx";
import { Button, ButtonLink } from "#app/platform/ui/button.tsx";
import { Card } from "#app/platform/ui/card.tsx";
import { CollarDrawing } from "#app/platform/ui/drawings/collar-drawing.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { NativeSelect, TextInput } from "#app/platform/ui/forms/text-input.tsx";
import { EmptyState } from "#app/platform/ui/lists/empty.tsx";
import { Notice } from "#app/platform/ui/notice.tsx";
import { ConfirmDialog } from "#app/platform/ui/overlays/confirm-dialog.tsx";
import { TabsNav } from "#app/platform/ui/page/tabs-nav.tsx";
import { AdminList } from "../admin-list.tsx";
import type { Route } from "./+types/admin-orders-page";
import { countOrdersByStatus, listOrders, listSalesByDay } from "./admin-orders.server.ts";
import { SalesChart } from "./sales-chart.tsx";

export const handle = { i18n: ["orders"], title: "orders.admin.title" };

export async function loader({ request, context }: Route.LoaderArgs) {
  const { ctx, actor } = await requireUser(request, context);
  const { search, filters, page } = readListQuery(request, { status: orderStatuses, unpaid: ["1"] });
  const asked = { search, status: filters.status, unpaid: Boolean(filters.unpaid) };
  const found = await listOrders(ctx, actor, { ...asked, page });
  const today = new Intl.DateTimeFormat("en-CA", { timeZone: actor.timeZone }).format(ctx.clock.now());
  return {
    ...found,
    ...asked,
    today,
    counts: await countOrdersByStatus(ctx, actor),
    sales: await listSalesByDay(ctx, actor),
  };
}

export async function action(args: Route.ActionArgs) {
  const { ctx, actor } = await requireUser(args.request, args.context);
  const here = new URL(args.url);
  return handleForm(
    args,
    bulkForm,
    async ({ orderId, to }) => {
      const { moved, refused } = await updateOrderStatuses(ctx, actor, orderId, to);
      return redirectWithToast(
        here.pathname + here.search,
        refused > 0
          ? { type: "warning", code: "orders.admin.movedSome", params: { moved, refused } }
          : { type: "success", code: "orders.admin.moved", params: { count: moved } },
      );
    },
    { failed: "orders.changeFailed" },
  );
}

export const clientAction = submitForm;

/** Everything that was ordered: found, counted, moved on in bulk. */
export default function AdminOrdersScreen({ loaderData, actionData: answer }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { language, timeZone } = useViewer();
  const { orders, total, isMore, page, pageCount, search, status, unpaid, today, counts, sales } = loaderData;
  const formKey = useFormKey();
  useErrorToast(answer);
  const number = (value: number) => formatNumber(value, language);
  const isFiltered = Boolean(search || status || unpaid);
  const noChoice = answer?.form.error?.orderId;
  return (
    <AdminList
      title={t("orders.admin.title")}
      lead={t("orders.admin.lead")}
      actions={
        <form method="get" action={href("/admin/orders/cash.csv")} className="flex flex-wrap items-center gap-2">
          <ButtonLink
            to={href("/admin/orders/returns")}
            variant="ghost"
            iconEnd={<BadgeCount count={counts.returns} format={number} />}
          >
            {t("orders.admin.returns")}
          </ButtonLink>
          <span className="w-44">
            <TextInput type="date" name="day" defaultValue={today} max={today} aria-label={t("orders.admin.cashDay")} />
          </span>
          <Button type="submit" variant="ghost" icon={<Download aria-hidden />}>
            {t("orders.admin.cashSheet")}
          </Button>
        </form>
      }
      search={{ label: t("orders.admin.search"), value: search }}
      kept={{ status, unpaid: unpaid && "1" }}
      caption={t("orders.admin.title")}
      count={isMore ? t("orders.admin.moreThan", { number: number(total) }) : t("orders.count", { count: total })}
      rows={orders}
      rowKey={({ id }) => id}
      empty={
        <EmptyState
          inCard
          drawing={<CollarDrawing />}
          title={isFiltered ? t("orders.noneFound") : t("orders.admin.emptyTitle")}
          text={isFiltered ? undefined : t("orders.admin.emptyText")}
        />
      }
      columns={[
        {
          key: "select",
          head: t("orders.admin.selectHead"),
          hideHead: true,
          cell: (order) => (
            <label className="flex min-h-11 items-center gap-3 @max-2xl:pt-1">
              <input
                type="checkbox"
                name="orderId"
                value={order.id}
                aria-label={t("orders.admin.select", { number: order.number })}
                className="size-5 accent-brand"
              />
              <span className="@2xl:sr-only">{t("orders.admin.choose")}</span>
            </label>
          ),
        },
        {
          key: "number",
          head: t("orders.number"),
          primary: true,
          cell: (order) => (
            <Link
              to={href("/admin/orders/:orderNumber", { orderNumber: order.number })}
              prefetch="intent"
              className="link"
            >
              <Ltr>{order.number}</Ltr>
            </Link>
          ),
        },
        {
          key: "customer",
          head: t("orders.admin.customer"),
          cell: (order) => <bdi className="wrap-anywhere">{order.fullName ?? t("orders.admin.anonymous")}</bdi>,
        },
        { key: "status", head: t("orders.status"), cell: (order) => <StatusChip status={order.status} /> },
        {
          key: "payment",
          head: t("orders.payment"),
          cell: (order) =>
            order.status === "cancelled" ? "–" : <PaymentChip payment={order.payment} totalCents={order.totalCents} />,
        },
        {
          key: "placed",
          head: t("orders.admin.placed"),
          cell: (order) => <bdi>{formatDate(order.placedAt, language, timeZone, "shortDate")}</bdi>,
        },
        { key: "pieces", head: t("orders.admin.pieces"), end: true, cell: (order) => number(order.pieces) },
        { key: "total", head: t("orders.total"), end: true, cell: (order) => <Money cents={order.totalCents} /> },
      ]}
      wrap={(table) => (
        <Form key={formKey} method="post" className="grid grid-cols-1 gap-4">
          {noChoice && (
            <Notice tone="lost" role="alert">
              {noChoice.join(" ")}
            </Notice>
          )}
          {table}
          <BulkBar />
        </Form>
      )}
      paging={{ page, pageCount }}
    >
      <SalesChart days={sales} />
      <TabsNav
        label={t("orders.status")}
        tabs={[
          { to: href("/admin/orders"), label: t("orders.admin.all"), current: !status && !unpaid },
          ...orderStatuses.map((one) => ({
            to: `${href("/admin/orders")}?status=${one}`,
            label: t(`orders.statuses.${one}`),
            count: number(counts.byStatus[one] ?? 0),
            current: status === one,
          })),
          {
            to: `${href("/admin/orders")}?unpaid=1`,
            label: t("orders.admin.unpaid"),
            count: number(counts.unpaid),
            current: unpaid,
          },
        ]}
      />
    </AdminList>
  );
}

/** Moves the ticked orders on; asks first where that cannot be undone. */
function BulkBar() {
  const { t } = useTranslation();
  const [to, setTo] = useState<Exclude<OrderStatus, "pending">>("processing");
  const [count, setCount] = useState(0);
  const countTicked = (event: MouseEvent<HTMLButtonElement>) => {
    const { form } = event.currentTarget;
    const ticked = new FormData(form ?? undefined).getAll("orderId").length;
    setCount(ticked);
    if (ticked > 0) return;
    // Nothing to ask about: the answer says that none was chosen.
    event.preventDefault();
    form?.requestSubmit(event.currentTarget);
  };
  return (
    <Card pad="sm" className="flex flex-wrap items-center gap-3">
      <label htmlFor="bulk-to" className="text-sm font-[550]">
        {t("orders.admin.bulk")}
      </label>
      <NativeSelect
        id="bulk-to"
        name="to"
        value={to}
        onChange={(event) => setTo(event.target.value as typeof to)}
        className="min-w-44"
      >
        {orderStatuses.slice(1).map((one) => (
          <option key={one} value={one}>
            {t(`orders.statuses.${one}`)}
          </option>
        ))}
      </NativeSelect>
      {isFinal(to) ? (
        <ConfirmDialog
          trigger={
            <Button type="submit" onClick={countTicked}>
              {t("orders.admin.apply")}
            </Button>
          }
          title={t("orders.admin.bulkTitle", { count, status: t(`orders.statuses.${to}`) })}
          description={t("orders.admin.bulkText")}
          confirmLabel={t(`orders.admin.moves.${to}`)}
          cancelLabel={t("form.cancel")}
        />
      ) : (
        <SubmitButton match={{}}>{t("orders.admin.apply")}</SubmitButton>
      )}
    </Card>
  );
}
