import { href, redirect } from "react-router";
import { AdminList } from "#app/features/admin-lists/admin-list.tsx";
import { readSelection, type Selection, selectionForm } from "#app/features/admin-lists/bulk/bulk.forms.server.ts";
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
import { listAttempts } from "#app/features/orders/confirmation/confirm-order.server.ts";
import { maxLengths, orderStatuses } from "#app/features/orders/orders.rules.ts";
import { useViewer } from "#app/features/users/use-viewer.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { createOptionalField, createTextField } from "#app/platform/http/forms/fields.server.ts";
import { defineIntent, handleIntents } from "#app/platform/http/forms/form.server.ts";
import { formatListQuery } from "#app/platform/http/list-query.ts";
import { readSiteSettings } from "#app/platform/site-settings.server.ts";
import { BadgeCount } from "#app/platform/ui/badge-count.tsx";
import { ButtonLink } from "#app/platform/ui/button.tsx";
import { CollarDrawing } from "#app/platform/ui/drawings/collar-drawing.tsx";
import { Excerpt } from "#app/platform/ui/excerpt.tsx";
import { EmptyState } from "#app/platform/ui/lists/empty-state.tsx";
import { optionsOf } from "#app/platform/ui/lists/search-form.tsx";
import { TabsNav } from "#app/platform/ui/page/tabs-nav.tsx";
import type { Route } from "./+types/admin-orders-page";
import {
  countOrdersByStatus,
  countToConfirm,
  listOrders,
  type orderViews,
  readOrderSearch,
  selectOrders,
} from "./admin-orders.server.ts";
import {
  collectOrders,
  confirmOrders,
  moveOrders,
  recordUnansweredCalls,
  remindBuyers,
  writeOffOrders,
} from "./bulk-orders.server.ts";
import { type bulkSteps, OrderActions } from "./order-actions.tsx";
import {
  CallCell,
  ConfirmCell,
  ItemsCell,
  OrderCell,
  OrderExceptions,
  type OrderRow,
  RowForms,
} from "./order-cells.tsx";
import { OrderPeek } from "./order-peek.tsx";
import { type PackCounts, PackQuestion, withoutQuestion } from "./pack-question.tsx";

export const handle = {
  i18n: ["adminOrders", "cart", "checkout", "orders", "returns", "store"],
  title: "adminOrders.title",
};

export async function loader({ request, context }: Route.LoaderArgs) {
  const { ctx, actor } = await requireUser(request, context);
  const query = readOrderSearch(request);
  const list = await listOrders(ctx, actor, query);
  return {
    ...(await readListState({ request, context }, actor, query)),
    ...list,
    counts: await countOrdersByStatus(ctx, actor),
    attempts:
      query.view === "toConfirm"
        ? await listAttempts(
            ctx,
            actor,
            list.orders.map(({ id }) => id),
          )
        : null,
    now: ctx.clock.now(),
    pack: await readPackQuestion(ctx, actor, request),
  };
}

/** Returns how many of the orders to be packed are unconfirmed; null unless the URL asks what to do with them. */
async function readPackQuestion(ctx: AppContext, actor: Actor, request: Request): Promise<PackCounts | null> {
  const { searchParams } = new URL(request.url);
  if (!searchParams.has("ask")) return null;
  const counts = await countToConfirm(ctx, actor, readSelection(searchParams), readOrderSearch(request));
  const mayPackAll = readSiteSettings(ctx).orders.confirmHours === 0;
  return counts.toConfirm > 0 ? { ...counts, mayPackAll } : null;
}

const cancelReason = { note: createOptionalField(createTextField(maxLengths.note)).optional() };

export async function action(args: Route.ActionArgs) {
  const { ctx, actor } = await requireUser(args.request, args.context);
  const url = new URL(getListPath(args), args.url);
  const listPath = url.pathname + withoutQuestion(url.searchParams);
  const search = readOrderSearch(args.request);
  const start = <Params,>(
    action: BulkAction<Params>,
    selection: Selection,
    params: Params,
    only?: "toConfirm" | "confirmed",
  ) =>
    selectOrders(ctx, actor, selection, search, only).then(async (subjects) =>
      redirectToBulkRun(listPath, await startBulkRun(ctx, actor, action, { params, listPath, subjects })),
    );
  const move = (to: (typeof bulkSteps)[number]) =>
    defineIntent(selectionForm.extend(cancelReason), ({ note, ...selection }) =>
      start(moveOrders, selection, { to, note: note ?? null }),
    );
  return handleIntents(
    args,
    {
      processing: defineIntent(selectionForm, async (selection) => {
        const { toConfirm } = await countToConfirm(ctx, actor, selection, search);
        if (toConfirm === 0) return start(moveOrders, selection, { to: "processing" });
        const asked = new URLSearchParams([
          ...new URL(listPath, url).searchParams,
          ["ask", "pack"],
          ...(selection.all ? [["all", "1"]] : selection.ids.map((id) => ["ids", id])),
        ]);
        return redirect(`${url.pathname}?${asked}`, 303);
      }),
      packConfirmed: defineIntent(selectionForm, (selection) =>
        start(moveOrders, selection, { to: "processing" }, "confirmed"),
      ),
      packAll: move("processing"),
      remind: defineIntent(selectionForm, (selection) => start(remindBuyers, selection, {}, "toConfirm")),
      confirm: defineIntent(selectionForm, (selection) => start(confirmOrders, selection, {})),
      notReached: defineIntent(selectionForm, (selection) => start(recordUnansweredCalls, selection, {})),
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
  const { t, format } = useViewer();
  const { orders, search, view, filters, order, counts, attempts, pack, now } = loaderData;
  const listed = formatListQuery({ search, filters, order });
  const tab = (to: (typeof orderViews)[number], label: string, count?: number) => ({
    to: `${href("/admin/orders")}?status=${to}`,
    label,
    ...(count !== undefined && { count: format.number(count) }),
    current: view === to,
  });
  return (
    <AdminList
      title={t("adminOrders.title")}
      lead={t("adminOrders.lead")}
      actions={
        <>
          <ButtonLink to={href("/admin/orders/couriers")} variant="ghost">
            {t("adminOrders.couriers")}
          </ButtonLink>
          <ButtonLink
            to={href("/admin/orders/returns")}
            variant="ghost"
            iconEnd={<BadgeCount count={counts.returns} format={format.number} />}
          >
            {t("adminOrders.returns")}
          </ButtonLink>
        </>
      }
      below={<RowForms />}
      list={loaderData}
      search={{
        label: t("adminOrders.search"),
        choices: [
          {
            name: "shipping",
            label: t("adminOrders.shipping"),
            any: t("adminOrders.anyShipping"),
            options: optionsOf(shippingMethods, (one) => t(`checkout.methods.${one}`)),
          },
          {
            name: "confirmed",
            label: t("adminOrders.confirmation"),
            any: t("adminOrders.anyConfirmation"),
            options: optionsOf(["yes", "no"], (one) =>
              t(one === "yes" ? "adminOrders.confirmed" : "adminOrders.unconfirmed"),
            ),
          },
        ],
      }}
      csv={href("/admin/orders.csv")}
      bulk={{
        label: ({ number }) => t("adminOrders.select", { number }),
        errors: answer?.form.error?.[""] ?? undefined,
        filters: listed,
        actions: (selection) => <OrderActions view={view} selection={selection} listed={listed} />,
      }}
      caption={t("adminOrders.title")}
      count={{
        text: (count) => t("orders.count", { count }),
        moreThan: (number) => t("adminOrders.moreThan", { number }),
      }}
      rows={orders}
      rowKey={({ id }) => id}
      empty={(isNarrowed) => {
        const isFiltered = isNarrowed || view !== "all";
        return (
          <EmptyState
            inCard
            drawing={<CollarDrawing />}
            title={t(search ? "orders.noneFound" : isFiltered ? "adminOrders.noneHere" : "adminOrders.emptyTitle")}
            text={isFiltered ? undefined : t("adminOrders.emptyText")}
          />
        );
      }}
      rowsClass="order-rows"
      columns={[
        {
          key: "number",
          sort: "placed",
          head: t("orders.number"),
          cell: (order) => <OrderCell order={order} now={now} />,
        },
        {
          key: "customer",
          sort: "name",
          head: t("adminOrders.customer"),
          primary: true,
          cell: (order) => (
            <>
              <Excerpt className="block" max={60}>
                {order.fullName ?? t("adminOrders.anonymous")}
              </Excerpt>
              {order.city && (
                <Excerpt className="block text-xs font-normal text-ink-2 @max-2xl:hidden" max={60}>
                  {order.city}
                </Excerpt>
              )}
            </>
          ),
        },
        ...(attempts
          ? [
              {
                key: "call",
                head: t("adminOrders.call"),
                cell: (order: OrderRow) => <CallCell order={order} attempts={attempts.get(order.id)} />,
              },
            ]
          : []),
        {
          key: "items",
          isWide: true,
          head: t("adminOrders.items"),
          cell: (order) => <ItemsCell lines={order.lines} />,
        },
        ...(attempts
          ? []
          : [
              {
                key: "status",
                head: t("orders.status"),
                cell: (order: OrderRow) => (
                  <OrderExceptions order={order} isMixed={view === "all" || view === "unpaid"} />
                ),
              },
            ]),
        {
          key: "total",
          sort: "total",
          head: t("orders.total"),
          end: true,
          cell: (order) => <Money cents={order.totalCents} />,
        },
        ...(attempts
          ? [
              {
                key: "confirm",
                head: t("adminOrders.confirmation"),
                hideHead: true,
                end: true,
                cell: (order: OrderRow) => <ConfirmCell order={order} />,
              },
            ]
          : []),
      ]}
    >
      <OrderPeek orders={orders} />
      {pack && <PackQuestion counts={pack} />}
      <TabsNav
        label={t("orders.status")}
        tabs={[
          tab("toConfirm", t("adminOrders.toConfirm"), counts.toConfirm),
          ...orderStatuses.map((one) => tab(one, t(`orders.statuses.${one}`), counts.byStatus[one] ?? 0)),
          tab("unpaid", t("adminOrders.unpaid"), counts.unpaid),
          tab("all", t("adminOrders.all")),
        ]}
      />
    </AdminList>
  );
}
