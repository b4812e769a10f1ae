import { href, Link, useSearchParams } from "react-router";
import { requireUser } from "#app/features/auth/guards.server.ts";
import { Money } from "#app/features/catalog/money.tsx";
import { nameIn } from "#app/features/catalog/products.rules.ts";
import { ProductPicture } from "#app/features/catalog/store/product-picture.tsx";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { readPage } from "#app/platform/http/list-query.ts";
import { dayIn } from "#app/platform/i18n/dates/wall-clock.rules.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import { ButtonLink } from "#app/platform/ui/button.tsx";
import { Card } from "#app/platform/ui/card.tsx";
import { CollarDrawing } from "#app/platform/ui/drawings/collar-drawing.tsx";
import { EmptyState } from "#app/platform/ui/lists/empty-state.tsx";
import { FilterChips } from "#app/platform/ui/lists/filter-chips.tsx";
import { Pager } from "#app/platform/ui/lists/pager.tsx";
import { optionsOf, SearchForm } from "#app/platform/ui/lists/search-form.tsx";
import { Code } from "#app/platform/ui/ltr.tsx";
import { PageHeader } from "#app/platform/ui/page/page-header.tsx";
import { orderStatuses } from "../orders.rules.ts";
import { listOwnOrders } from "../orders.server.ts";
import type { Route } from "./+types/orders-page";
import { StatusChip } from "./status-chip.tsx";

export const handle = { i18n: ["cart", "orders"], title: "orders.title" };

export async function loader({ request, context }: Route.LoaderArgs) {
  const { ctx, actor } = await requireUser(request, context);
  const query = new URL(request.url).searchParams;
  const search = query.get("q") ?? "";
  const status = orderStatuses.find((one) => one === query.get("status"));
  const found = await listOwnOrders(ctx, actor, { search, status, page: readPage(query.get("page")) });
  return { ...found, search, status };
}

/** Page that lists the buyer's orders, newest first. */
export default function OrdersPage({ loaderData }: Route.ComponentProps) {
  const t = useT();
  const { orders, total, page, pageCount, search, status } = loaderData;
  const [query] = useSearchParams();
  const isFiltered = Boolean(search || status);
  const toPage = (number: number) => `?${new URLSearchParams({ ...Object.fromEntries(query), page: String(number) })}`;
  return (
    <div className="grid gap-6">
      <PageHeader title={t("orders.title")} lead={total > 0 ? t("orders.count", { count: total }) : t("orders.lead")} />
      {(total > 0 || isFiltered) && (
        <div className="grid grid-cols-1 gap-2">
          <SearchForm text={{ label: t("orders.search"), value: search }} otherParams={{ status }} />
          <FilterChips
            label={t("orders.status")}
            name="status"
            value={status}
            options={optionsOf(orderStatuses, (one) => t(`orders.statuses.${one}`))}
          />
        </div>
      )}
      {orders.length === 0 ? (
        <EmptyState
          inCard
          drawing={<CollarDrawing />}
          title={isFiltered ? t("orders.noneFound") : t("orders.emptyTitle")}
          text={isFiltered ? undefined : t("orders.emptyText")}
          actions={
            <ButtonLink to={isFiltered ? href("/dashboard/orders") : href("/store")}>
              {isFiltered ? t("orders.showAll") : t("cart.toStore")}
            </ButtonLink>
          }
        />
      ) : (
        <ul className="grid grid-cols-1 gap-2.5 md:gap-4">
          {orders.map((order) => (
            <OrderCard key={order.id} order={order} />
          ))}
        </ul>
      )}
      <Pager label={t("orders.pages")} page={page} pageCount={pageCount} toPage={toPage} />
    </div>
  );
}

type Listed = Awaited<ReturnType<typeof listOwnOrders>>["orders"][number];
const shownLines = 3;

function OrderCard({ order }: { order: Listed }) {
  const { t, format, language, timeZone, now } = useViewer();
  const { number, status, lines, arrivesFrom, arrivesTo } = order;
  const isWithinMonth = arrivesFrom.slice(0, 7) === arrivesTo.slice(0, 7);
  const to = format.day(arrivesTo, "dayMonth");
  const yearOf = (moment: Date) => dayIn(moment, timeZone).slice(0, 4);
  const dayOf = (moment: Date) =>
    format.date(moment, yearOf(moment) === yearOf(new Date(now)) ? "dayMonth" : "shortDate");
  const isOnTheWay = ["pending", "processing", "shipped"].includes(status);
  // The most relevant date comes first, because phones show only one line.
  const dates = [
    isOnTheWay &&
      (isWithinMonth
        ? t("orders.arrives", { from: String(Number(arrivesFrom.slice(8))), to })
        : t("orders.arrivesBy", { date: to })),
    order.deliveredAt && t("orders.deliveredOn", { date: dayOf(order.deliveredAt) }),
    t("orders.placedOn", { date: dayOf(order.placedAt) }),
  ];
  return (
    <Card as="li" lift pad="none" className="flex flex-wrap items-center gap-3 px-3.5 py-2 md:gap-4 md:p-5">
      <div className="flex w-16 shrink-0 -space-x-10 md:w-24 md:-space-x-6">
        {lines.slice(0, shownLines).map(({ photoId, category }, at) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: lines are identified by their position in the order
            key={at}
            className="size-12 overflow-hidden rounded-full border-2 border-surface"
          >
            <ProductPicture photoId={photoId} category={category} alt="" sizes="3rem" />
          </span>
        ))}
      </div>
      <div className="grid min-w-0 flex-[1_1_7rem] leading-snug md:gap-1.5">
        <Link
          to={href("/dashboard/orders/:orderNumber", { orderNumber: number })}
          prefetch="intent"
          className="stretched justify-self-start font-[650] whitespace-nowrap max-[16rem]:whitespace-normal md:text-lg"
        >
          <Code>{number}</Code>
        </Link>
        <p className="text-xs text-ink-2 max-md:line-clamp-1 md:text-sm">
          {dates.filter(Boolean).map((one, at) => (
            <span key={String(one)} className={at > 0 ? "max-md:hidden" : undefined}>
              {at > 0 && "\u00a0· "}
              {one}
            </span>
          ))}
        </p>
        <p className="text-xs wrap-anywhere max-md:line-clamp-1 md:text-sm">
          {lines.slice(0, shownLines).map((line, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines are identified by their position in the order
            <span key={at}>
              {at > 0 && "\u00a0· "}
              {line.quantity}
              {"\u00A0×\u00A0"}
              <bdi>{nameIn(language, line)}</bdi>
            </span>
          ))}
          {lines.length > shownLines && ` ${t("orders.andMore", { count: lines.length - shownLines })}`}
        </p>
      </div>
      <div className="ms-auto grid shrink-0 content-start justify-items-end gap-1 self-start">
        <Money cents={order.totalCents} className="font-[650] tabular-nums md:text-lg" />
        <StatusChip status={status} />
      </div>
    </Card>
  );
}
