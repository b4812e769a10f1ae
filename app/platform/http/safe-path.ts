/**
 * A path of this site to return to, or the fallback. Decided by the URL parser that the browser uses, so that
 * `//evil`, `/\evil`, `/<tab>/evil`, `javascript:` and other origins all lose.
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

/** An address that carries along where to go afterwards, if anywhere. */
export function withTo(path: string, to: string): string {
  return to ? `${path}?to=${encodeURIComponent(to)}` : path;
}
