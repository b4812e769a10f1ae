import { href, Link } from "react-router";
import { AdminList } from "#app/features/admin-lists/admin-list.tsx";
import { type Selection, selectionForm } from "#app/features/admin-lists/bulk/bulk.forms.server.ts";
import {
  type BulkAction,
  getListPath,
  redirectToBulkRun,
  startBulkRun,
} from "#app/features/admin-lists/bulk/bulk-runs.server.ts";
import { readListState } from "#app/features/admin-lists/list-state.server.ts";
import { requireUser } from "#app/features/auth/guards.server.ts";
import { Money } from "#app/features/catalog/money.tsx";
import { shippingMethods } from "#app/features/catalog/shipping.rules.ts";
import { PaymentChip, StatusChip } from "#app/features/orders/history/status-chip.tsx";
import { maxLengths, orderStatuses } from "#app/features/orders/orders.rules.ts";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { createOptionalField, createTextField } from "#app/platform/http/forms/fields.server.ts";
import { defineIntent, handleIntents } from "#app/platform/http/forms/form.server.ts";
import { formatListQuery } from "#app/platform/http/list-query.ts";
import { formatDate } from "#app/platform/i18n/format.ts";
import { formatNumber } from "#app/platform/i18n/format-number.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import { BadgeCount } from "#app/platform/ui/badge-count.tsx";
import { ButtonLink } from "#app/platform/ui/button.tsx";
import { Chip } from "#app/platform/ui/chip.tsx";
import { CollarDrawing } from "#app/platform/ui/drawings/collar-drawing.tsx";
import { EmptyState } from "#app/platform/ui/lists/empty-state.tsx";
import { optionsOf } from "#app/platform/ui/lists/search-form.tsx";
import { Code } from "#app/platform/ui/ltr.tsx";
import { TabsNav } from "#app/platform/ui/page/tabs-nav.tsx";
import type { Route } from "./+types/admin-orders-page";
import {
  countOrdersByStatus,
  listOrders,
  listSalesByDay,
  type orderViews,
  readOrderSearch,
  selectOrders,
} from "./admin-orders.server.ts";
import { collectOrders, moveOrders, writeOffOrders } from "./bulk-orders.server.ts";
import { CashSheetForm } from "./cash-sheet-form.tsx";
import { type bulkSteps, OrderActions } from "./order-actions.tsx";
import { SalesChart } from "./sales-chart.tsx";

export const handle = { i18n: ["checkout", "orders"], title: "orders.admin.title" };

export async function loader({ request, context }: Route.LoaderArgs) {
  const { ctx, actor } = await requireUser(request, context);
  const query = readOrderSearch(request);
  return {
    ...(await readListState({ request, context }, actor, query)),
    ...(await listOrders(ctx, actor, query)),
    counts: await countOrdersByStatus(ctx, actor),
    sales: await listSalesByDay(ctx, actor),
  };
}

const cancelReason = { note: createOptionalField(createTextField(maxLengths.note)).optional() };

export async function action(args: Route.ActionArgs) {
  const { ctx, actor } = await requireUser(args.request, args.context);
  const listPath = getListPath(args);
  const start = <Params,>(action: BulkAction<Params>, selection: Selection, params: Params) =>
    selectOrders(ctx, actor, selection, readOrderSearch(args.request)).then(async (subjects) =>
      redirectToBulkRun(listPath, await startBulkRun(ctx, actor, action, { params, listPath, subjects })),
    );
  const move = (to: (typeof bulkSteps)[number]) =>
    defineIntent(selectionForm.extend(cancelReason), ({ note, ...selection }) =>
      start(moveOrders, selection, { to, note: note ?? null }),
    );
  return handleIntents(
    args,
    {
      processing: move("processing"),
      delivered: move("delivered"),
      cancelled: move("cancelled"),
      writeOff: defineIntent(selectionForm.extend(cancelReason), ({ note, ...selection }) =>
        start(writeOffOrders, selection, { note: note ?? null }),
      ),
      collect: defineIntent(selectionForm, (selection) => start(collectOrders, selection, {})),
    },
    { failed: "orders.changeFailed" },
  );
}

/** Page that lists all orders, with search, statistics and bulk actions. */
export default function AdminOrdersPage({ loaderData, actionData: answer }: Route.ComponentProps) {
  const t = useT();
  const { language, timeZone } = useViewer();
  const { orders, search, view, filters, order, today, counts, sales } = loaderData;
  const number = (value: number) => formatNumber(value, language);
  const listed = formatListQuery({ search, filters, order });
  const tab = (to: (typeof orderViews)[number], label: string, count?: number) => ({
    to: `${href("/admin/orders")}?status=${to}`,
    label,
    ...(count !== undefined && { count: number(count) }),
    current: view === to,
  });
  return (
    <AdminList
      title={t("orders.admin.title")}
      lead={t("orders.admin.lead")}
      actions={
        <>
          <ButtonLink to={href("/admin/orders/couriers")} variant="ghost">
            {t("orders.admin.couriers")}
          </ButtonLink>
          <ButtonLink
            to={href("/admin/orders/returns")}
            variant="ghost"
            iconEnd={<BadgeCount count={counts.returns} format={number} />}
          >
            {t("orders.admin.returns")}
          </ButtonLink>
        </>
      }
      below={
        <>
          <SalesChart days={sales} />
          <CashSheetForm today={today} />
        </>
      }
      list={loaderData}
      search={{
        label: t("orders.admin.search"),
        choices: [
          {
            name: "shipping",
            label: t("orders.admin.shipping"),
            any: t("orders.admin.anyShipping"),
            options: optionsOf(shippingMethods, (one) => t(`checkout.methods.${one}`)),
          },
          {
            name: "confirmed",
            label: t("orders.admin.confirmation"),
            any: t("orders.admin.anyConfirmation"),
            options: optionsOf(["yes", "no"], (one) =>
              t(one === "yes" ? "orders.admin.confirmed" : "orders.admin.unconfirmed"),
            ),
          },
        ],
      }}
      csv={href("/admin/orders.csv")}
      bulk={{
        label: ({ number }) => t("orders.admin.select", { number }),
        errors: answer?.form.error?.[""] ?? undefined,
        filters: listed,
        actions: (selection) => <OrderActions view={view} selection={selection} listed={listed} />,
      }}
      caption={t("orders.admin.title")}
      count={{
        text: (count) => t("orders.count", { count }),
        moreThan: (number) => t("orders.admin.moreThan", { number }),
      }}
      rows={orders}
      rowKey={({ id }) => id}
      empty={(isNarrowed) => {
        const isFiltered = isNarrowed || view !== "all";
        return (
          <EmptyState
            inCard
            drawing={<CollarDrawing />}
            title={t(search ? "orders.noneFound" : isFiltered ? "orders.admin.noneHere" : "orders.admin.emptyTitle")}
            text={isFiltered ? undefined : t("orders.admin.emptyText")}
          />
        );
      }}
      columns={[
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
              <Code>{order.number}</Code>
            </Link>
          ),
        },
        {
          key: "customer",
          sort: "name",
          head: t("orders.admin.customer"),
          cell: (order) => <bdi className="wrap-anywhere">{order.fullName ?? t("orders.admin.anonymous")}</bdi>,
        },
        {
          key: "city",
          sort: "city",
          head: t("orders.admin.city"),
          cell: (order) => order.city && <bdi>{order.city}</bdi>,
        },
        {
          key: "status",
          head: t("orders.status"),
          cell: (order) => (
            <span className="inline-flex flex-wrap gap-1">
              <StatusChip status={order.status} />
              {order.status === "pending" && order.confirmedAt && <Chip tone="ok">{t("orders.admin.confirmed")}</Chip>}
            </span>
          ),
        },
        {
          key: "payment",
          head: t("orders.payment"),
          cell: (order) =>
            order.status === "cancelled" ? null : (
              <PaymentChip reader="team" payment={order.payment} totalCents={order.totalCents} />
            ),
        },
        {
          key: "placed",
          sort: "placed",
          head: t("orders.admin.placed"),
          cell: (order) => <bdi>{formatDate(order.placedAt, language, timeZone, "shortDate")}</bdi>,
        },
        {
          key: "pieces",
          isWide: true,
          head: t("orders.admin.pieces"),
          end: true,
          cell: (order) => number(order.pieces),
        },
        {
          key: "total",
          sort: "total",
          head: t("orders.total"),
          end: true,
          cell: (order) => <Money cents={order.totalCents} />,
        },
      ]}
    >
      <TabsNav
        label={t("orders.status")}
        tabs={[
          ...orderStatuses.map((one) => tab(one, t(`orders.statuses.${one}`), counts.byStatus[one] ?? 0)),
          tab("unpaid", t("orders.admin.unpaid"), counts.unpaid),
          tab("all", t("orders.admin.all")),
        ]}
      />
    </AdminList>
  );
}
