/** The most characters of a saved filter's name. */
export const maxFilterNameLength = 40;

/** Query parameters of a list that are no filters. */
const passing = ["page", "after", "run", "index"];

/** The filters of a list's address, without page and result, in one order, so that equal ones compare equal. */
export function readFilters(query: URLSearchParams): string {
  const params = [...query].filter(([name, value]) => value !== "" && !passing.includes(name));
  return new URLSearchParams(params.sort(([a], [b]) => (a < b ? -1 : 1))).toString();
}

/** Whether filters narrow a list, not only order it. */
export function isNarrowed(filters: string): boolean {
  return [...new URLSearchParams(filters).keys()].some((name) => name !== "sort");
}
