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

/**
 * Client middleware of the root route: if the server cannot be reached while the shown page is reloaded in the
 * background, the page keeps its data and everything typed. Without this, the router would replace it with an error.
 */
export const keepShownData: MiddlewareFunction<Results> = async ({ request }, next) => {
  const results = await next();
  const { pathname, search } = new URL(request.url);
  if (request.method !== "GET" || shown?.path !== pathname + search) return results;
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
  const { state } = useNavigation();
  const { revalidate } = useRevalidator();
  const matches = useMatches();

  useEffect(() => {
    // A navigation that gets no response shows an error, even if it leads to the same page.
    shown =
      state === "idle"
        ? { path: pathname + search, data: new Map(matches.map(({ id, loaderData }) => [id, loaderData])) }
        : null;
  }, [pathname, search, state, matches]);

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
