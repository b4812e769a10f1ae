import { asLine } from "../i18n/plain-text.ts";

/** What the address of a list may say beside words, cursor and page: one of fixed values, or a text of so many characters. */
type FilterFields = Record<string, readonly string[] | number>;

type FilterValue<Field> = Field extends readonly (infer Value)[] ? Value | undefined : string;

/** What a list page is asked for by its address. */
export interface ListQuery<Fields extends FilterFields> {
  /** The words that are looked for (`q`). */
  search: string;
  filters: { [Name in keyof Fields]: FilterValue<Fields[Name]> };
  /** The row after which the list continues (`after`), for lists with a cursor. */
  after: string | null;
  /** From 1 (`page`), for lists with page numbers. */
  page: number;
}

/** The order of a list: by one of its columns (`sort=total`), from the greatest on when a minus stands before (`-total`). */
export interface ListOrder<Column extends string = string> {
  by: Column;
  isDescending: boolean;
}

/** Reads the order that an address asks for, or takes the list's own, written in the same way. */
export function readListOrder<const Column extends string>(
  request: Request,
  columns: readonly Column[],
  otherwise: NoInfer<Column | `-${Column}`>,
): ListOrder<Column> {
  const read = (text: string) => {
    const by = columns.find((column) => column === text.replace(/^-/, ""));
    return by && { by, isDescending: text.startsWith("-") };
  };
  const asked = new URL(request.url).searchParams.get("sort") ?? "";
  return read(asked) ?? (read(otherwise) as ListOrder<Column>);
}

/** The order as an address says it. */
export function formatListOrder({ by, isDescending }: ListOrder): string {
  return `${isDescending ? "-" : ""}${by}`;
}

const maxSearchLength = 100;
const maxPage = 10_000;

/** The page that an address asks for, from 1; anything else is the first. */
export function readPage(text: string | null): number {
  return text && /^[1-9]\d{0,5}$/.test(text) ? Math.min(Number(text), maxPage) : 1;
}

/**
 * Reads what the address of a list page asks for. Words are one line of at most 100 characters; what is none of a filter's
 * values counts as not said.
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
