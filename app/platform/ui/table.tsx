import type { ReactNode } from "react";
import { cx } from "./cx.ts";

export interface Column<Row> {
  key: string;
  head: string;
  cell: (row: Row) => ReactNode;
  /** Numbers and actions stand at the end of their column. */
  end?: boolean;
  /** The title of the card that a row becomes on a narrow screen. */
  primary?: boolean;
  /** The head is only read out, as for a column of buttons. */
  hideHead?: boolean;
}

export interface TableProps<Row> {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  empty?: ReactNode;
  className?: string;
}

/** A real table where there is room; below 768 px each row is a card and each cell carries its own head. */
export function Table<Row>({ caption, columns, rows, rowKey, empty, className }: TableProps<Row>) {
  if (rows.length === 0 && empty) return empty;
  return (
    // The roles keep it a table for screen readers where the narrow layout takes the table display away.
    <table
      role="table"
      className={cx(
        "w-full border-separate border-spacing-0 text-sm max-md:block",
        "md:overflow-clip md:rounded-2 md:border md:border-line md:bg-surface md:shadow-1",
        className,
      )}
    >
      <caption className="sr-only">{caption}</caption>
      <thead role="rowgroup" className="max-md:sr-only">
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
      <tbody role="rowgroup" className="group/body max-md:grid max-md:gap-3">
        {rows.map((row) => (
          <tr
            key={rowKey(row)}
            role="row"
            className="group/row max-md:grid max-md:gap-2 max-md:rounded-2 max-md:border max-md:border-line max-md:bg-surface max-md:p-4 max-md:shadow-1 md:hover:bg-sunken/40"
          >
            {columns.map((column) => (
              <Cell key={column.key} column={column} row={row} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
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
        "md:border-b md:border-line md:px-5 md:py-3.5 md:align-middle md:group-last/row:border-b-0",
        end && "tabular-nums md:text-end",
        primary && "font-semibold max-md:order-first max-md:text-base",
        label &&
          "max-md:flex max-md:items-baseline max-md:justify-between max-md:gap-4 max-md:text-end max-md:before:shrink-0 max-md:before:text-xs max-md:before:text-ink-3 max-md:before:content-[attr(data-label)]",
        hideHead && "max-md:pt-1",
      )}
    >
      {cell(row)}
    </td>
  );
}
