/** Appends a query to a path, if there is one. Does not need `URLSearchParams.size`, which Safari has since 17. */
export function withQuery(path: string, query: URLSearchParams): string {
  const text = query.toString();
  return text ? `${path}?${text}` : path;
}
