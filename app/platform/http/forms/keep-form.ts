import { type DataStrategyResult, data, isRouteErrorResponse, type MiddlewareFunction } from "react-router";
import { setUnsentReason, type UnsentReason } from "#app/platform/ui/connection/unsent-form.ts";
import { announceAccepted } from "../../ui/forms/drafts.ts";
import type { FormAnswer } from "./form.server.ts";
import { refusals } from "./refusals.ts";

type DataOf<Value> = ReturnType<typeof data<Value>>;
const isWrapped = (result: unknown): result is DataOf<unknown> =>
  typeof result === "object" && result !== null && "init" in result && "data" in result;

/** Statuses of proxies, and 429 of our own rate limits: the form was not read. */
const unreadStatuses = [429, 502, 503, 504];

function getUnsentReason(error: unknown): UnsentReason | null {
  if (isRouteErrorResponse(error) || error instanceof Response) {
    if (error.status === 401) return "signedOut";
    if (unreadStatuses.includes(error.status)) return "noAnswer";
    return error.status >= 500 ? "failed" : null;
  }
  // Thrown by `fetch` if there was no response or it broke off.
  const isNetworkError = error instanceof TypeError || (error instanceof Error && error.cause instanceof TypeError);
  if (isNetworkError) return "noAnswer";
  // An exception in an action, whose message the server keeps to itself.
  return error instanceof Error ? "failed" : null;
}

function readResult(request: Request, outcome: DataStrategyResult): DataStrategyResult {
  // The router wraps whatever an action returns or throws, to add the status.
  const result = isWrapped(outcome.result) ? outcome.result.data : outcome.result;
  if (result instanceof Response && result.status >= 300 && result.status < 400) {
    announceAccepted(request.url);
    return outcome;
  }
  if (outcome.type === "data") {
    const answer = result as FormAnswer | null | undefined;
    if (answer?.refusal) refusals.set({ text: answer.refusal, at: answer.at });
    // The router only reloads data after a successful action.
    return answer?.isOutdated ? { type: "data", result: data(answer, { status: 200 }) } : outcome;
  }
  // Aborted by a navigation.
  if (request.signal.aborted) return outcome;
  // The user cancelled an upload; the form stays unchanged.
  const isCancelled = result instanceof DOMException && result.name === "AbortError";
  const reason = isCancelled ? null : getUnsentReason(result);
  if (!reason && !isCancelled) return outcome;
  if (reason) setUnsentReason(reason);
  return { type: "data", result: data(undefined, { status: 503 }) };
}

/**
 * Client middleware of the root route, for every form. If a form does not reach the server (no network, a proxy error, an
 * expired session) or the server fails, the page keeps everything typed and shows the reason. A response with
 * `isOutdated` makes the page reload its data.
 */
export const keepForm: MiddlewareFunction<Record<string, DataStrategyResult>> = async ({ request }, next) => {
  if (request.method === "GET") return next();
  setUnsentReason(null);
  const results = await next();
  return Object.fromEntries(Object.entries(results).map(([id, outcome]) => [id, readResult(request, outcome)]));
};
