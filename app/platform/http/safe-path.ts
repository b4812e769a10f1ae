/**
 * Returns `text` if it is a path on this site, otherwise the fallback. Uses the same URL parser as browsers, so that
 * `//evil`, `/\evil`, `/<tab>/evil`, `javascript:` and other origins fail.
 */
export function safePath(text: string | null | undefined, fallback = "/"): string {
  if (!text || text.length > 1_000 || !text.startsWith("/")) return fallback;
  try {
    const url = new URL(text, "http://here.invalid");
    if (url.origin !== "http://here.invalid") return fallback;
    const path = url.pathname + url.search + url.hash;
    return path.startsWith("//") || path.startsWith("/\\") ? fallback : path;
  } catch {
    return fallback;
  }
}

/** Adds the path to return to as a query parameter. */
export function withTo(path: string, to: string): string {
  return to ? `${path}?to=${encodeURIComponent(to)}` : path;
}

/** Appends a query to a path, if there is one. Does not need `URLSearchParams.size`, which Safari has since 17. */
export function withQuery(path: string, query: URLSearchParams): string {
  const text = query.toString();
  return text ? `${path}?${text}` : path;
}
