import { useEffect } from "react";
import {
  type DataStrategyResult,
  isRouteErrorResponse,
  type MiddlewareFunction,
  useLocation,
  useMatches,
  useNavigation,
  useRevalidator,
} from "react-router";
import { cancelDocument, openDocument } from "#app/platform/ui/connection/document-load.ts";

type Results = Record<string, DataStrategyResult>;

/** Milliseconds until a background reload without a response is tried again. */
const pause = 10_000;
/** Statuses of proxies, and 429 of our own rate limits. */
const unansweredStatuses = [429, 502, 503, 504];

/** The page as it is shown: its path with query, and the data of each of its routes. */
let shown: { path: string; data: ReadonlyMap<string, unknown> } | null = null;
let onMissed = () => undefined as unknown;

const isUnanswered = (error: unknown) =>
  isRouteErrorResponse(error) ? unansweredStatuses.includes(error.status) : error instanceof TypeError;

/** Returns whether an error says that no answer of ours was received: no network, a proxy's error, a cut response. */
const isLost = (error: unknown) =>
  isRouteErrorResponse(error)
    ? error.status >= 500 && typeof error.data === "string"
    : error instanceof Error && error.message !== "Unexpected Server Error";

/** Path of the page that is being navigated to; null if none is. */
let going: string | null = null;

/** Returns whether a request belongs to a navigation; those of the router's fetchers do not. */
async function isNavigation(path: string): Promise<boolean> {
  // An answer may come before the pending navigation is rendered.
  for (let tries = 0; tries < 10 && going !== path; tries += 1) await new Promise((resolve) => setTimeout(resolve, 30));
  return going === path;
}

/**
 * Client middleware of the root route. If the server cannot be reached while the shown page is reloaded in the
 * background, the page keeps its data and everything typed. If the data of the next page cannot be had, the shown page
 * stays, and the next one is loaded as a document once the server can be reached. Without this, the router would replace
 * the page with an error.
 */
export const keepShownData: MiddlewareFunction<Results> = async ({ request }, next) => {
  const results = await next();
  if (request.method !== "GET") return results;
  const { pathname, search } = new URL(request.url);
  const path = pathname + search;
  if (shown?.path !== path) {
    const isMissing = Object.values(results).some(({ type, result }) => type === "error" && isLost(result));
    if (!isMissing || request.signal.aborted || !(await isNavigation(path))) return results;
    void openDocument(path);
    // Another navigation takes its place.
    await new Promise((resolve) => request.signal.addEventListener("abort", resolve));
    cancelDocument();
    return results;
  }
  const { data } = shown;
  const missed = Object.entries(results).filter(
    ([id, { type, result }]) => type === "error" && isUnanswered(result) && data.has(id),
  );
  if (missed.length > 0) onMissed();
  return { ...results, ...Object.fromEntries(missed.map(([id]) => [id, { type: "data", result: data.get(id) }])) };
};

/** Tells `keepShownData` which page is shown, and reloads its data once the server can be reached again. */
export function useBackgroundReload(): void {
  const { pathname, search } = useLocation();
  const { state, location: next } = useNavigation();
  const { revalidate } = useRevalidator();
  const matches = useMatches();

  useEffect(() => {
    // A navigation that gets no response shows an error, even if it leads to the same page.
    shown =
      state === "idle"
        ? { path: pathname + search, data: new Map(matches.map(({ id, loaderData }) => [id, loaderData])) }
        : null;
    going = next ? next.pathname + next.search : null;
  }, [pathname, search, state, matches, next]);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const reload = () => {
      clearTimeout(timer);
      removeEventListener("online", reload);
      // A navigation loads data anyway.
      if (shown) void revalidate();
    };
    onMissed = () => {
      clearTimeout(timer);
      timer = setTimeout(reload, pause);
      addEventListener("online", reload);
    };
    return () => {
      clearTimeout(timer);
      removeEventListener("online", reload);
    };
  }, [revalidate]);
}
