import { and, gte, lt, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { dayStart } from "../i18n/dates/time-zones.rules.ts";
import { clampPage } from "./list-query.ts";

/** A select with the column `id` in the order of its list, made `$dynamic()`. */
interface SortedSelect {
  limit(count: number): { offset(count: number): SQLWrapper };
}

interface AskedPage {
  /** Number of matching rows, or with `isMore` a lower bound of it. */
  total: number;
  isMore?: boolean;
  /** Starts at 1; beyond the end, the last page is meant. */
  page?: number | undefined;
  size: number;
}

/**
 * Returns one page of a list. `sorted` finds the ids, for which an index suffices; `read` reads the rows of only these
 * ids and sorts them again, in the same statement.
 */
export async function pageOf<Row>(
  sorted: SortedSelect,
  { total, isMore = false, page: asked = 1, size }: AskedPage,
  read: (ids: SQL) => PromiseLike<Row[]>,
) {
  const page = clampPage(asked, { total, isMore }, size);
  const found = sorted.limit(size).offset((page - 1) * size);
  const rows = await read(sql`(select id from ${found} as page)`);
  return { rows, total, isMore, page, pageCount: Math.max(1, Math.ceil(total / size)) };
}

/**
 * Yields the rows of a list in batches of `size`: `read` returns those after the given id, at most `size`. No
 * connection is held in between.
 */
export async function* inBatches<Row extends { id: string }>(
  size: number,
  read: (after: string | undefined) => PromiseLike<Row[]>,
): AsyncGenerator<Row[]> {
  let after: string | undefined;
  for (;;) {
    const rows = await read(after);
    if (rows.length > 0) yield rows;
    if (rows.length < size) return;
    after = rows.at(-1)?.id;
  }
}

/** Returns the condition that a time lies within calendar days (`YYYY-MM-DD`), both inclusive; those left out do not count. */
export function isWithinDays(
  column: PgColumn,
  { from, to }: { from?: string | undefined; to?: string | undefined },
  timeZone: string,
): SQL | undefined {
  const since = dayStart(from, timeZone);
  const until = dayStart(to, timeZone, 1);
  return and(since && gte(column, since), until && lt(column, until));
}
