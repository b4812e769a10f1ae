import { href } from "react-router";

const mark = { name: "cookies", value: "blocked" };

/**
 * Returns where to redirect with a new cookie: `to`, for a browser that sent no cookie yet through `/cookies`, which
 * leads on to `blocked` and says why if the browser does not keep cookies.
 */
export function withCookieCheck({ url, headers }: Request, to: string, blocked = to): string {
  // Scripts send no forms in a browser that blocks cookies, see `sendAsDocument`.
  return headers.has("cookie") || new URL(url).pathname.endsWith(".data")
    ? to
    : `${href("/cookies")}?${new URLSearchParams({ to, blocked })}`;
}

/** Adds the mark of a browser that blocks cookies to a path. */
export function withBlockedMark(path: string): string {
  const url = new URL(path, "http://here.invalid");
  url.searchParams.set(mark.name, mark.value);
  return url.pathname + url.search + url.hash;
}

/** Tells whether the page has to say that the browser blocks cookies. */
export const hasBlockedMark = ({ url, headers }: Request): boolean =>
  new URL(url).searchParams.get(mark.name) === mark.value && !headers.has("cookie");
