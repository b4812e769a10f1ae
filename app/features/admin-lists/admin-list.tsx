import Download from "lucide-react/icons/download";
import { Fragment, type ReactNode, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { useViewer } from "#app/features/users/use-viewer.ts";
import type { ListOrder } from "#app/platform/http/list-query.ts";
import { formatNumber } from "#app/platform/i18n/format-number.ts";
import { ButtonLink } from "#app/platform/ui/button.tsx";
import { Pager } from "#app/platform/ui/lists/pager.tsx";
import { type Choice, type SearchDays, SearchForm } from "#app/platform/ui/lists/search-form.tsx";
import { type Column, OrderLinks, Table } from "#app/platform/ui/lists/table.tsx";
import { PageHeader } from "#app/platform/ui/page/page-header.tsx";

import { BulkForm, type BulkOptions, selectColumn } from "./bulk/bulk-form.tsx";
import { BulkRunCard } from "./bulk/bulk-run-card.tsx";
import type { BulkRunView } from "./bulk/bulk-runs.server.ts";
import { SavedFilters } from "./saved-filters/saved-filters.tsx";
import { useListKeys } from "./use-list-keys.ts";

/** Where the list continues: after its last row, or on numbered pages. */
type Paging = { after: string | null; label: string } | { page: number; pageCount: number };

interface AdminListProps<Row> {
  title: string;
  lead: string;
  /** The way back to a page above this one. */
  above?: ReactNode;
  actions?: ReactNode;
  /** Between the head and the search: forms, charts, tabs. */
  children?: ReactNode;
  /** The words that are looked for and the filters beside them; a list may bring a search form of its own. */
  search?:
    | { label: string; value: string; placeholder?: string; filters?: readonly Choice[]; days?: SearchDays }
    | { form: ReactNode };
  /** What stays in the address while something is looked for. */
  otherParams?: Record<string, string | null | undefined | false>;
  /** What narrows the list beside the search, with the way out of it. */
  note?: ReactNode;
  /** How many rows were found. */
  count?: string | undefined;
  caption: string;
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** What stands in the place of a list without rows. */
  empty: ReactNode;
  /** The columns of a table; or each row as a card, with the box that ticks it, and by what the cards can be ordered. */
  columns:
    | readonly Column<Row>[]
    | {
        card: (row: Row, box: ReactNode) => ReactNode;
        sorts?: readonly { sort: string; label: string }[];
      };
  /** What can be done with many rows at once; gives each row a box to tick. */
  bulk?: BulkOptions<Row> | undefined;
  /** Above the list: the bulk action that was started last. */
  run?: BulkRunView | null;
  /** The current order; columns with `sort` can be pressed for another. */
  order?: ListOrder;
  /** The address of the same rows as CSV. */
  csv?: string;
  paging?: Paging | undefined;
  /** Below the list: charts, exports. */
  below?: ReactNode;
}

/** A list page of the panel: head, search with filters, what was found, and the way to the next page. */
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
  const box = bulk && selectColumn(bulk, rowKey, t("bulk.choose"));
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
      {search &&
        ("form" in search ? (
          search.form
        ) : (
          <SearchForm
            text={{ label: search.label, value: search.value, placeholder: search.placeholder ?? search.label }}
            choices={search.filters ?? []}
            withChips
            days={search.days}
            otherParams={otherParams ?? {}}
          />
        ))}
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
        <BulkForm bulk={bulk} rowCount={rows.length} isApart={"card" in columns}>
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
