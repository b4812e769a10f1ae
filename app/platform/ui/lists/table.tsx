import type { ReactNode } from "react";
import { cx } from "../cx.ts";

export interface Column<Row> {
  key: string;
  head: string;
  cell: (row: Row) => ReactNode;
  /** Aligns the column to the end, for numbers and actions. */
  end?: boolean;
  /** The title of the card that a row becomes on a narrow screen. */
  primary?: boolean;
  /** Hides the head visually, as for a column of buttons. */
  hideHead?: boolean;
}

export interface TableProps<Row> {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  empty?: ReactNode;
  /**
   * What a row becomes on a narrow screen: a card whose cells repeat their heads, or a low row without heads in one card,
   * whose cells `className` places in two columns.
   */
  narrow?: keyof typeof narrowLooks;
  className?: string;
}

const lowRows = cx(
  "@max-2xl:[&_tbody]:gap-0 @max-2xl:[&_tbody]:rounded-2 @max-2xl:[&_tbody]:border",
  "@max-2xl:[&_tbody]:border-line @max-2xl:[&_tbody]:bg-surface @max-2xl:[&_tbody]:shadow-1",
  "@max-2xl:[&_tbody_tr]:relative @max-2xl:[&_tbody_tr]:content-center",
  "@max-2xl:[&_tbody_tr]:grid-cols-[minmax(0,1fr)_auto] @max-2xl:[&_tbody_tr]:items-center",
  "@max-2xl:[&_tbody_tr]:gap-x-2 @max-2xl:[&_tbody_tr]:gap-y-0 @max-2xl:[&_tbody_tr]:rounded-none",
  "@max-2xl:[&_tbody_tr]:border-0 @max-2xl:[&_tbody_tr]:bg-transparent @max-2xl:[&_tbody_tr:not(:last-child)]:border-b @max-2xl:[&_tbody_tr]:shadow-none",
  "@max-2xl:[&_td]:row-start-1 @max-2xl:[&_td]:pt-0 @max-2xl:[&_td]:text-start @max-2xl:[&_td]:before:hidden",
);
const narrowLooks = { cards: "", rows: lowRows };

/** A table from 672 px of width on; below, each row is a card or a low row. */
export function Table<Row>({ caption, columns, rows, rowKey, empty, narrow = "cards", className }: TableProps<Row>) {
  if (rows.length === 0 && empty) return empty;
  return (
    <div className="@container">
      {/* The roles keep it a table for screen readers where the narrow layout takes the table display away. */}
      <table
        role="table"
        className={cx(
          "w-full border-separate border-spacing-0 text-sm @max-2xl:block",
          "@2xl:overflow-clip @2xl:rounded-2 @2xl:border @2xl:border-line @2xl:bg-surface @2xl:shadow-1",
          narrowLooks[narrow],
          className,
        )}
      >
        <caption className="sr-only">{caption}</caption>
        <thead role="rowgroup" className="@max-2xl:sr-only">
          <tr role="row">
            {columns.map(({ key, head, end, hideHead }) => (
              <th
                key={key}
                role="columnheader"
                scope="col"
                className={cx(
                  "border-b border-line bg-sunken/60 px-5 py-3 text-xs font-[550] text-ink-2",
                  end ? "text-end" : "text-start",
                )}
              >
                {hideHead ? <span className="sr-only">{head}</span> : head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" className="group/body @max-2xl:grid @max-2xl:grid-cols-1 @max-2xl:gap-3">
          {rows.map((row) => (
            <tr
              key={rowKey(row)}
              role="row"
              className="group/row @max-2xl:grid @max-2xl:grid-cols-1 @max-2xl:gap-2 @max-2xl:rounded-2 @max-2xl:border @max-2xl:border-line @max-2xl:bg-surface @max-2xl:p-4 @max-2xl:shadow-1 @2xl:hover:bg-sunken/40"
            >
              {columns.map((column) => (
                <Cell key={column.key} column={column} row={row} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Cell<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  const { head, cell, end, primary, hideHead } = column;
  const label = !primary && !hideHead;
  return (
    <td
      role="cell"
      data-label={label ? head : undefined}
      className={cx(
        "@2xl:has-[bdi:not([dir])]:min-w-28 [&_bdi:not([dir])]:wrap-anywhere @2xl:[&_[data-chip]]:whitespace-nowrap",
        "@2xl:border-b @2xl:border-line @2xl:px-5 @2xl:py-3.5 @2xl:align-middle @2xl:group-last/row:border-b-0",
        end && "tabular-nums @2xl:text-end",
        primary && "font-semibold @2xl:min-w-44 @max-2xl:order-first @max-2xl:text-base",
        label &&
          "@max-2xl:flex @max-2xl:items-baseline @max-2xl:justify-between @max-2xl:gap-4 @max-2xl:text-end @max-2xl:wrap-anywhere @max-2xl:before:shrink-0 @max-2xl:before:text-xs @max-2xl:before:text-ink-3 @max-2xl:before:content-[attr(data-label)]",
        hideHead && "@max-2xl:pt-1",
      )}
    >
      {cell(row)}
    </td>
  );
}
