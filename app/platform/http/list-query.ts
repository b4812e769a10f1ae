import { asLine } from "../i18n/text/plain-text.ts";

/** Filters of a list page in the URL: each is one of fixed values, or a text with a maximum length. */
type FilterFields = Record<string, readonly string[] | number>;

type FilterValue<Field> = Field extends readonly (infer Value)[] ? Value | undefined : string;

/** Query parameters of a list page. */
export interface ListQuery<Fields extends FilterFields> {
  /** Search text (`q`). */
  search: string;
  filters: { [Name in keyof Fields]: FilterValue<Fields[Name]> };
  /** Cursor: the row after which the list continues (`after`), for lists with a cursor. */
  after: string | null;
  /** Page number from 1 (`page`), for lists with page numbers. */
  page: number;
}

/** Filters of a list as they are in its URL, by the names of their parameters. */
export type ListFilters = Record<string, string | undefined>;

/** Sort order of a list: by one of its columns (`sort=total`), descending with a minus sign (`-total`). */
export interface ListSort<Column extends string = string> {
  by: Column;
  isDescending: boolean;
}

/** Returns the sort order in the URL, or else the list's default, given in the same format. */
export function readListSort<const Column extends string>(
  request: Request,
  columns: readonly Column[],
  defaultOrder: NoInfer<Column | `-${Column}`>,
): ListSort<Column> {
  const read = (text: string) => {
    const by = columns.find((column) => column === text.replace(/^-/, ""));
    return by && { by, isDescending: text.startsWith("-") };
  };
  const requested = new URL(request.url).searchParams.get("sort") ?? "";
  return read(requested) ?? (read(defaultOrder) as ListSort<Column>);
}

/** Formats the sort order for the URL. */
export function formatListSort({ by, isDescending }: ListSort): string {
  return `${isDescending ? "-" : ""}${by}`;
}

/** Formats search text and filters, and the sort order if given, as the query of a list's URL. Empty ones are left out. */
export function formatListQuery({
  search,
  filters,
  order,
}: {
  search: string;
  filters: ListFilters;
  order?: ListSort;
}) {
  const values = { q: search, ...filters, sort: order && formatListSort(order) };
  return new URLSearchParams(Object.entries(values).flatMap(([name, value]) => (value ? [[name, value]] : [])));
}

const maxSearchLength = 100;
const maxPage = 10_000;

/** Parses a page number from 1; anything invalid is page 1. */
export function readPage(text: string | null): number {
  return text && /^[1-9]\d{0,5}$/.test(text) ? Math.min(Number(text), maxPage) : 1;
}

/** Returns the requested page of a list, or the last one when there are fewer by now. */
export function clampPage(page: number, { total, isMore = false }: { total: number; isMore?: boolean }, size: number) {
  return isMore ? page : Math.max(1, Math.min(page, Math.ceil(total / size)));
}

/**
 * Reads the query parameters of a list page. The search text is one line of at most 100 characters; invalid filter
 * values are ignored.
 */
export function readListQuery<const Fields extends FilterFields>(request: Request, fields: Fields): ListQuery<Fields> {
  const query = new URL(request.url).searchParams;
  const read = (name: string, field: readonly string[] | number) =>
    typeof field === "number"
      ? asLine((query.get(name) ?? "").slice(0, field))
      : field.find((value) => value === query.get(name));
  return {
    search: asLine((query.get("q") ?? "").slice(0, maxSearchLength)),
    filters: Object.fromEntries(
      Object.entries(fields).map(([name, field]) => [name, read(name, field)]),
    ) as ListQuery<Fields>["filters"],
    after: query.get("after"),
    page: readPage(query.get("page")),
  };
}
