import Download from "lucide-react/icons/download";
import { Fragment, type ReactNode, useRef } from "react";
import { useSearchParams } from "react-router";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { formatListQuery, formatListSort, type ListFilters, type ListSort } from "#app/platform/http/list-query.ts";
import { ButtonLink } from "#app/platform/ui/button.tsx";
import { Pager } from "#app/platform/ui/lists/pager.tsx";
import { type Choice, SearchForm, type SearchText } from "#app/platform/ui/lists/search-form.tsx";
import { type Column, OrderLinks, Table } from "#app/platform/ui/lists/table.tsx";
import type { Crumb } from "#app/platform/ui/page/breadcrumb.tsx";
import { PageHeader } from "#app/platform/ui/page/page-header.tsx";

import { BulkForm, type BulkOptions, selectColumn } from "./bulk/bulk-form.tsx";
import { BulkRunCard } from "./bulk/bulk-run-card.tsx";
import type { BulkRunView } from "./bulk/bulk-runs.server.ts";
import { SavedFilters } from "./saved-filters/saved-filters.tsx";
import { useListKeys } from "./use-list-keys.ts";

/** What a list's loader returns beside its rows: what its URL asks for, and what was found. */
export interface LoadedList {
  search?: string;
  /** All filters of the list; search form, CSV file and emptiness follow from them. */
  filters?: ListFilters;
  order?: ListSort;
  /** Today in the administrator's time zone, for lists with the filters `from` and `to`. */
  today?: string;
  run?: BulkRunView | null;
  total?: number;
  /** Whether there are more than `total` rows. */
  isMore?: boolean;
  page?: number;
  pageCount?: number;
}

interface AdminListProps<Row> {
  title: string;
  lead: string;
  /** Pages that lead to this one. */
  path?: readonly Crumb[];
  actions?: ReactNode;
  /** Rendered between the header and the search: forms, charts, tabs. */
  children?: ReactNode;
  list: LoadedList;
  /** Search field: `q` in the URL, or the filter `name`; `moreTexts` and `choices` are filters too. */
  search: {
    name?: string;
    label: string;
    placeholder?: string;
    moreTexts?: readonly Omit<SearchText, "value">[];
    choices?: readonly Omit<Choice, "value">[];
  };
  /** Notice about a further filter, with a link that removes it. */
  note?: ReactNode;
  /** Says how many rows match; `moreThan` if they were not all counted. */
  count?: { text: (count: number) => string; moreThan?: (number: string) => string };
  caption: string;
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** Rendered instead of the list when there are no rows, which may be because of the search form. */
  empty: ReactNode | ((isNarrowed: boolean) => ReactNode);
  /**
   * Columns of a table, or a card for each row, which gets the row's checkbox, and the orders offered for the cards.
   */
  columns:
    | readonly Column<Row>[]
    | {
        card: (row: Row, box: ReactNode) => ReactNode;
        sorts?: readonly { sort: string; label: string }[];
      };
  /** Classes of the table, such as for the layout of its rows on a narrow screen. */
  rowsClass?: string;
  /** Bulk actions; gives each row a checkbox. */
  bulk?: (Omit<BulkOptions<Row>, "total"> & { total?: number }) | undefined;
  /** Path of the same rows as CSV. */
  csv?: string;
  /** Link to the rows after the cursor `after`, for lists without page numbers. */
  older?: { after: string | null; label: string } | undefined;
  /** Rendered below the list: charts, exports. */
  below?: ReactNode;
}

/** On a phone, the lines after the first begin beside the row's checkbox, too; with large text there is no room. */
const besideBox = "@max-2xl:@min-[20rem]:[&_tbody_tr]:ps-17 @max-2xl:@min-[20rem]:[&_[data-key=select]]:-ms-14";

/** List page of the admin panel: header, search with filters, rows and pagination. */
export function AdminList<Row>({
  title,
  lead,
  path,
  actions,
  children,
  list,
  search,
  note,
  count,
  caption,
  rows,
  rowKey,
  empty,
  columns,
  rowsClass,
  bulk,
  csv,
  older,
  below,
}: AdminListProps<Row>) {
  const { t, format } = useViewer();
  const [query] = useSearchParams();
  const frame = useRef<HTMLDivElement>(null);
  useListKeys(frame);
  const { search: text = "", filters = {}, order, today = "", run = null, total = rows.length, isMore } = list;
  const { name: textName = "q", choices = [], moreTexts = [] } = search;
  const { from, to, ...others } = filters;
  const shown = [textName, ...[...choices, ...moreTexts].map(({ name }) => name)];
  const isNarrowed = Boolean(
    text || from || to || shown.some((name) => filters[name] && filters[name] !== defaultOf(choices, name)),
  );
  const toOrder = (sort: string) => {
    const { page: _page, after: _after, run: _run, ...others } = Object.fromEntries(query);
    return `?${new URLSearchParams({ ...others, sort })}`;
  };
  const options = bulk && { total, ...bulk };
  const box = options && selectColumn(options, rowKey, { text: t("bulk.choose"), run });
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
        className={rowsClass ?? (bulk && !bulk.save ? besideBox : undefined)}
        caption={caption}
        rows={rows}
        rowKey={rowKey}
        columns={box ? [box, ...columns] : columns}
        order={order && { ...order, to: toOrder }}
      />
    );
  const nothing = typeof empty === "function" ? empty(isNarrowed) : empty;
  return (
    <div ref={frame} className="grid grid-cols-1 gap-4">
      <PageHeader path={path} title={title} lead={lead} actions={actions} />
      {children}
      <SearchForm
        text={{ ...search, name: textName, value: filters[textName] ?? text }}
        moreTexts={moreTexts.map((one) => ({ ...one, value: filters[one.name] ?? "" }))}
        choices={choices.map((one) => ({ ...one, value: filters[one.name] ?? defaultOf(choices, one.name) }))}
        withChips
        days={"from" in filters ? { from, to, today } : undefined}
        otherParams={{
          ...Object.fromEntries(Object.entries(others).filter(([name]) => !shown.includes(name))),
          sort: order && formatListSort(order),
        }}
      />
      <SavedFilters />
      {run && <BulkRunCard run={run} />}
      {note}
      {(count || csv) && (
        <div className="flex flex-wrap items-center justify-between gap-3 text-sm text-ink-2">
          <p role="status">{isMore && count?.moreThan ? count.moreThan(format.number(total)) : count?.text(total)}</p>
          {"card" in columns && columns.sorts && order && rows.length > 0 && (
            <OrderLinks label={t("bulk.sortedBy")} sorts={columns.sorts} order={{ ...order, to: toOrder }} />
          )}
          {csv && rows.length > 0 && (
            <a
              href={`${csv}?${formatListQuery({ search: text, filters })}`}
              download
              className="link inline-flex min-h-11 items-center gap-2"
            >
              <Download aria-hidden className="size-4.5" />
              {t("bulk.csv")}
            </a>
          )}
        </div>
      )}
      {rows.length === 0 ? (
        nothing
      ) : options ? (
        <BulkForm bulk={options} rowCount={rows.length} hasRowForms={"card" in columns}>
          {found}
        </BulkForm>
      ) : (
        found
      )}
      {list.pageCount !== undefined && <Pages page={list.page ?? 1} pageCount={list.pageCount} />}
      {older?.after && (
        <ButtonLink
          to={`?${new URLSearchParams({ ...Object.fromEntries(query), after: older.after })}`}
          variant="ghost"
          className="justify-self-center"
        >
          {older.label}
        </ButtonLink>
      )}
      {below}
    </div>
  );
}

/** The value that a choice without an empty option has at first. */
const defaultOf = (choices: readonly Omit<Choice, "value">[], name: string) => {
  const choice = choices.find((one) => one.name === name);
  return choice && !choice.any ? choice.options[0]?.value : undefined;
};

function Pages({ page, pageCount }: { page: number; pageCount: number }) {
  const { format } = useViewer();
  const [query] = useSearchParams();
  const rest = Object.fromEntries(query);
  return (
    <Pager
      page={page}
      pageCount={pageCount}
      toPage={(to) => `?${new URLSearchParams({ ...rest, page: String(to) })}`}
      number={(page) => format.number(page)}
    />
  );
}
