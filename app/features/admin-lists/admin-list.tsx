import Download from "lucide-react/icons/download";
import { Fragment, type ReactNode, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { useViewer } from "#app/features/users/use-viewer.ts";
import type { ListOrder } from "#app/platform/http/list-query.ts";
import { formatNumber } from "#app/platform/i18n/format-number.ts";
import { ButtonLink } from "#app/platform/ui/button.tsx";
import { Pager } from "#app/platform/ui/lists/pager.tsx";
import { type Choice, type SearchDays, SearchForm, type SearchText } from "#app/platform/ui/lists/search-form.tsx";
import { type Column, OrderLinks, Table } from "#app/platform/ui/lists/table.tsx";
import { PageHeader } from "#app/platform/ui/page/page-header.tsx";

import { BulkForm, type BulkOptions, selectColumn } from "./bulk/bulk-form.tsx";
import { BulkRunCard } from "./bulk/bulk-run-card.tsx";
import type { BulkRunView } from "./bulk/bulk-runs.server.ts";
import { SavedFilters } from "./saved-filters/saved-filters.tsx";
import { useListKeys } from "./use-list-keys.ts";

/** Pagination: by cursor, or by page number. */
type Paging = { after: string | null; label: string } | { page: number; pageCount: number };

interface AdminListProps<Row> {
  title: string;
  lead: string;
  /** Breadcrumb or link to a page above this one. */
  above?: ReactNode;
  actions?: ReactNode;
  /** Rendered between the header and the search: forms, charts, tabs. */
  children?: ReactNode;
  /** Search field (`q` in the URL unless `name` is set) with its filters. */
  search?: {
    name?: string;
    label: string;
    value: string;
    placeholder?: string;
    moreTexts?: readonly SearchText[];
    filters?: readonly Choice[];
    days?: SearchDays;
  };
  /** Query parameters to keep when searching. */
  otherParams?: Record<string, string | null | undefined | false>;
  /** Notice about a further filter, with a link that removes it. */
  note?: ReactNode;
  /** Number of matching rows. */
  count?: string | undefined;
  caption: string;
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** Rendered instead of the list when there are no rows. */
  empty: ReactNode;
  /**
   * Columns of a table, or a card for each row, which gets the row's checkbox, and the orders offered for the cards.
   */
  columns:
    | readonly Column<Row>[]
    | {
        card: (row: Row, box: ReactNode) => ReactNode;
        sorts?: readonly { sort: string; label: string }[];
      };
  /** Bulk actions; gives each row a checkbox. */
  bulk?: BulkOptions<Row> | undefined;
  /** The bulk run to show above the list. */
  run?: BulkRunView | null;
  /** Current order; columns with `sort` link to another one. */
  order?: ListOrder;
  /** URL of the same rows as CSV. */
  csv?: string;
  paging?: Paging | undefined;
  /** Rendered below the list: charts, exports. */
  below?: ReactNode;
}

/** List page of the admin panel: header, search with filters, rows and pagination. */
export function AdminList<Row>({
  title,
  lead,
  above,
  actions,
  children,
  search,
  otherParams,
  note,
  count,
  caption,
  rows,
  rowKey,
  empty,
  columns,
  bulk,
  run,
  order,
  csv,
  paging,
  below,
}: AdminListProps<Row>) {
  const { t } = useTranslation();
  const [query] = useSearchParams();
  const list = useRef<HTMLDivElement>(null);
  useListKeys(list);
  const toOrder = (sort: string) => {
    const { page: _page, after: _after, run: _run, ...others } = Object.fromEntries(query);
    return `?${new URLSearchParams({ ...others, sort })}`;
  };
  const box = bulk && selectColumn(bulk, rowKey, { text: t("bulk.choose"), run: run ?? null });
  const found =
    "card" in columns ? (
      <ul aria-label={caption} className="grid grid-cols-1 gap-4">
        {rows.map((row) => (
          <Fragment key={rowKey(row)}>{columns.card(row, box?.cell(row))}</Fragment>
        ))}
      </ul>
    ) : (
      <Table
        isDense
        caption={caption}
        rows={rows}
        rowKey={rowKey}
        columns={box ? [box, ...columns] : columns}
        order={order && { ...order, to: toOrder }}
      />
    );
  return (
    <div ref={list} className="grid grid-cols-1 gap-4">
      <PageHeader above={above} title={title} lead={lead} actions={actions} />
      {children}
      {search && (
        <SearchForm
          text={{
            name: search.name ?? "q",
            label: search.label,
            value: search.value,
            placeholder: search.placeholder ?? search.label,
          }}
          moreTexts={search.moreTexts ?? []}
          choices={search.filters ?? []}
          withChips
          days={search.days}
          otherParams={otherParams ?? {}}
        />
      )}
      <SavedFilters />
      {run && <BulkRunCard run={run} />}
      {note}
      {(count || csv) && (
        <div className="flex flex-wrap items-center justify-between gap-3 text-sm text-ink-2">
          <p role="status">{count}</p>
          {"card" in columns && columns.sorts && order && rows.length > 0 && (
            <OrderLinks label={t("bulk.sortedBy")} sorts={columns.sorts} order={{ ...order, to: toOrder }} />
          )}
          {csv && rows.length > 0 && (
            <a href={csv} download className="link inline-flex min-h-11 items-center gap-2">
              <Download aria-hidden className="size-4.5" />
              {t("bulk.csv")}
            </a>
          )}
        </div>
      )}
      {rows.length === 0 ? (
        empty
      ) : bulk ? (
        <BulkForm bulk={bulk} rowCount={rows.length} hasRowForms={"card" in columns}>
          {found}
        </BulkForm>
      ) : (
        found
      )}
      {paging && <ListPaging paging={paging} />}
      {below}
    </div>
  );
}

function ListPaging({ paging }: { paging: Paging }) {
  const { t } = useTranslation();
  const { language } = useViewer();
  const [query] = useSearchParams();
  const rest = Object.fromEntries(query);
  if ("after" in paging)
    return (
      paging.after && (
        <ButtonLink
          to={`?${new URLSearchParams({ ...rest, after: paging.after })}`}
          variant="ghost"
          className="justify-self-center"
        >
          {paging.label}
        </ButtonLink>
      )
    );
  return (
    <Pager
      label={t("form.pages")}
      page={paging.page}
      pageCount={paging.pageCount}
      toPage={(to) => `?${new URLSearchParams({ ...rest, page: String(to) })}`}
      previous={t("form.previous")}
      next={t("form.next")}
      number={(page) => formatNumber(page, language)}
      pageLabel={(number) => t("form.page", { number })}
    />
  );
}
