import { href } from "react-router";
import { readPage } from "#app/platform/http/list-query.ts";
import { withQuery } from "#app/platform/http/safe-path.ts";
import { foldDigits } from "#app/platform/i18n/text/digits.rules.ts";
import { asLine } from "#app/platform/i18n/text/plain-text.ts";
import { type Category, categories, maxPrice, type Sort, sorts } from "../products.rules.ts";

/**
 * Search, filters, sorting and page of the store. Kept in the URL, so that it can be bookmarked, shared and navigated
 * back to.
 */
export interface StoreQuery {
  q: string;
  category: Category | null;
  /** Whole units of the store's currency, inclusive. */
  from: number | null;
  to: number | null;
  inStock: boolean;
  onSale: boolean;
  sort: Sort;
  page: number;
}

const maxQueryLength = 80;

const oneOf = <Value extends string>(values: readonly Value[], text: string | null) =>
  values.find((value) => value === text) ?? null;

function readWholeUnits(text: string | null): number | null {
  const bare = foldDigits(text ?? "").trim();
  if (!/^\d{1,6}$/.test(bare)) return null;
  return Math.min(Number(bare), maxPrice);
}

/** Reads the query from the URL; invalid values count as not given. */
export function readStoreQuery(params: URLSearchParams): StoreQuery {
  return {
    q: asLine((params.get("q") ?? "").slice(0, maxQueryLength)),
    category: oneOf(categories, params.get("category")),
    from: readWholeUnits(params.get("from")),
    to: readWholeUnits(params.get("to")),
    inStock: params.get("inStock") === "1",
    onSale: params.get("onSale") === "1",
    sort: oneOf(sorts, params.get("sort")) ?? "featured",
    page: readPage(params.get("page")),
  };
}

/** Returns the store's URL for a query, with only the values that differ from the default. */
export function storePath(query: Partial<StoreQuery>): string {
  const params = new URLSearchParams();
  const { q, category, from, to, inStock, onSale, sort, page = 1 } = query;
  if (q) params.set("q", q);
  if (category) params.set("category", category);
  if (from != null) params.set("from", String(from));
  if (to != null) params.set("to", String(to));
  if (inStock) params.set("inStock", "1");
  if (onSale) params.set("onSale", "1");
  if (sort && sort !== "featured") params.set("sort", sort);
  if (page > 1) params.set("page", String(page));
  return withQuery(href("/store"), params);
}
