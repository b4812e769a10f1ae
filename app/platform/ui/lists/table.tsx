import ArrowDown from "lucide-react/icons/arrow-down";
import ArrowUp from "lucide-react/icons/arrow-up";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { cx } from "../cx.ts";

export interface Column<Row> {
  key: string;
  head: string;
  /** Null for a missing value: shown as a dash, and omitted from the compact rows of a narrow screen. */
  cell: (row: Row) => ReactNode;
  /** Aligns the column to the end, for numbers and actions. */
  end?: boolean;
  /** Uses the column as the title of the card that a row becomes on a narrow screen. */
  primary?: boolean;
  /** Hides the column head visually, for example above buttons. */
  hideHead?: boolean;
  /** Omits the column on a narrow screen, where a dense table has no room for it. */
  isWide?: boolean;
  /** Name of the sort order by this column in the URL (`sort=…`). */
  sort?: string;
}

/** Current sort order, and a function that returns the list's URL in another one. */
export interface TableSort {
  by: string;
  isDescending: boolean;
  to: (sort: string) => string;
}

export interface TableProps<Row> {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  empty?: ReactNode;
  /**
   * Layout of rows on a narrow screen: cards whose cells repeat their column heads, or compact rows without heads in
   * one card, whose cells `className` places in two columns.
   */
  narrow?: keyof typeof narrowClasses;
  className?: string;
  /** Turns the heads of columns with `sort` into links that sort the rows. */
  order?: TableSort | undefined;
  /** Compact rows; on a narrow screen, each has two or three lines of values without column heads. */
  isDense?: boolean;
}

const narrowClasses = { cards: "", rows: "low-rows" };

/** Table from a width of 672 px; below that, each row is a card or compact row. */
export function Table<Row>(props: TableProps<Row>) {
  const { caption, columns, rows, rowKey, empty, narrow = "cards", className, order, isDense } = props;
  if (rows.length === 0 && empty) return empty;
  return (
    <div className="@container">
      <table
        className={cx(
          "w-full border-separate border-spacing-0 text-sm @max-2xl:block",
          "@2xl:overflow-clip @2xl:rounded-2 @2xl:border @2xl:border-line @2xl:bg-surface @2xl:shadow-1",
          narrowClasses[narrow],
          className,
        )}
      >
        <caption className="sr-only">{caption}</caption>
        <thead className="@max-2xl:sr-only">
          <tr>
            {columns.map(({ key, head, end, hideHead, sort }) => (
              <th
                key={key}
                scope="col"
                aria-sort={sort && order?.by === sort ? (order.isDescending ? "descending" : "ascending") : undefined}
                className={cx(
                  "border-b border-line bg-sunken/60 text-xs font-[550] text-ink-2",
                  isDense ? "h-12 px-2.5 py-0" : "px-5 py-3",
                  end ? "text-end" : "text-start",
                )}
              >
                <Head text={head} isHidden={hideHead} sort={sort} order={order} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody
          className={cx("group/body @max-2xl:grid @max-2xl:grid-cols-1", isDense ? "@max-2xl:gap-2" : "@max-2xl:gap-3")}
        >
          {rows.map((row) => (
            <tr
              key={rowKey(row)}
              className={cx(
                "group/row @max-2xl:rounded-2 @max-2xl:border @max-2xl:border-line @max-2xl:bg-surface @max-2xl:shadow-1 @2xl:hover:bg-sunken/40",
                isDense
                  ? "focus-within:bg-brand-soft/50 has-checked:bg-brand-soft/50 @max-2xl:flex @max-2xl:flex-wrap @max-2xl:items-center @max-2xl:gap-x-3 @max-2xl:gap-y-0.5 @max-2xl:px-3 @max-2xl:py-2"
                  : "@max-2xl:grid @max-2xl:grid-cols-1 @max-2xl:gap-2 @max-2xl:p-4",
              )}
            >
              {columns.map((column) => (
                <Cell key={column.key} column={column} row={row} isDense={isDense} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Width of a row's main text on phones, so that it stands beside the row's checkbox; below it in narrow windows. */
export const besideCheckbox = "max(9.5rem, 100cqi - 7rem)";

interface HeadProps {
  text: string;
  isHidden: boolean | undefined;
  sort: string | undefined;
  order: TableSort | undefined;
}

function Head({ text, isHidden, sort, order }: HeadProps) {
  if (isHidden) return <span className="sr-only">{text}</span>;
  if (!sort || !order) return text;
  return <OrderLink text={text} sort={sort} order={order} className="-my-3" />;
}

interface OrderLinkProps {
  text: string;
  sort: string;
  order: TableSort;
  className?: string;
}

/** Link that sorts by a column; if already sorted by it, reverses the order. */
function OrderLink({ text, sort, order, className }: OrderLinkProps) {
  const isCurrent = order.by === sort;
  const Arrow = order.isDescending ? ArrowDown : ArrowUp;
  return (
    <Link
      to={order.to(isCurrent && !order.isDescending ? `-${sort}` : sort)}
      preventScrollReset
      aria-current={isCurrent || undefined}
      className={cx("inline-flex min-h-11 items-center gap-1 rounded-1 hover:text-ink", className)}
    >
      {text}
      {isCurrent && <Arrow aria-hidden className="size-3.5" />}
    </Link>
  );
}

interface OrderLinksProps {
  label: string;
  sorts: readonly { sort: string; label: string }[];
  order: TableSort;
}

/** Same for rows shown as cards, which have no column heads. */
export function OrderLinks({ label, sorts, order }: OrderLinksProps) {
  return (
    <nav aria-label={label} className="flex flex-wrap items-center gap-x-4">
      <span aria-hidden>{label}</span>
      {sorts.map(({ sort, label }) => (
        <OrderLink key={sort} text={label} sort={sort} order={order} />
      ))}
    </nav>
  );
}

interface CellProps<Row> {
  column: Column<Row>;
  row: Row;
  isDense: boolean | undefined;
}

function Cell<Row>({ column, row, isDense }: CellProps<Row>) {
  const { head, cell, end, primary, hideHead, isWide } = column;
  const label = !primary && !hideHead && !isDense;
  const shown = cell(row);
  return (
    <td
      data-key={column.key}
      data-label={label ? head : undefined}
      className={cx(
        "[&_bdi:not([dir])]:wrap-anywhere @2xl:[&_[data-chip]]:whitespace-nowrap",
        "@2xl:border-b @2xl:border-line @2xl:align-middle @2xl:group-last/row:border-b-0",
        isDense
          ? "@2xl:px-2.5 @2xl:py-0.5 @max-2xl:text-xs @max-2xl:wrap-anywhere @max-2xl:text-ink-2"
          : "@2xl:px-5 @2xl:py-3.5 @2xl:has-[bdi:not([dir])]:min-w-28",
        (isWide || (isDense && shown === null)) && "@max-2xl:hidden",
        end && "tabular-nums @2xl:text-end",
        primary && "font-semibold",
        primary &&
          (isDense ? "@2xl:min-w-32 @max-2xl:text-sm" : "@2xl:min-w-44 @max-2xl:order-first @max-2xl:text-base"),
        label &&
          "@max-2xl:flex @max-2xl:items-baseline @max-2xl:justify-between @max-2xl:gap-4 @max-2xl:text-end @max-2xl:wrap-anywhere @max-2xl:before:shrink-0 @max-2xl:before:text-xs @max-2xl:before:text-ink-3 @max-2xl:before:content-[attr(data-label)]",
        hideHead && !isDense && "@max-2xl:pt-1",
      )}
    >
      {shown ?? "–"}
    </td>
  );
}
