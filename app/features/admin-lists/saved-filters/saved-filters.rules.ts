/** Maximum number of characters of a saved filter's name. */
export const maxFilterNameLength = 40;

const nonFilters = ["page", "after", "run", "index"];

/** Returns the filters of a list's query string, without page and run, sorted so that equal filters compare equal. */
export function readFilters(query: URLSearchParams): string {
  const params = [...query].filter(([name, value]) => value !== "" && !nonFilters.includes(name));
  return new URLSearchParams(params.sort(([a], [b]) => (a < b ? -1 : 1))).toString();
}

/** Whether the filters narrow the list, rather than only sort it. */
export function isNarrowed(filters: string): boolean {
  return [...new URLSearchParams(filters).keys()].some((name) => name !== "sort");
}
