import { type ClientActionFunctionArgs, data, isRouteErrorResponse } from "react-router";
import { announceAccepted } from "../../ui/forms/drafts.ts";
import { storeMessages } from "../../ui/forms/messages.ts";
import { setUnsentReason, type UnsentReason } from "../../ui/forms/unsent-form.ts";
import type { FormAnswer } from "./form.server.ts";

type DataOf<Value> = ReturnType<typeof data<Value>>;

/**
 * Client action of every route with an action. If the form does not reach the server (no network, a proxy error, an
 * expired session) or the server fails, the page keeps everything typed and shows the reason. A response with `isOutdated` makes the page
 * reload its data.
 */
export async function submitForm<Answer extends FormAnswer>({
  serverAction,
  request,
}: ClientActionFunctionArgs): Promise<Answer | DataOf<Answer | undefined>> {
  setUnsentReason(null);
  try {
    const answer = (await serverAction<unknown>()) as Answer;
    storeMessages(answer?.messages);
    // The router only reloads data after a successful action.
    return answer?.isOutdated ? data(answer, { status: 200 }) : answer;
  } catch (error) {
    // Redirects are thrown as well.
    if (error instanceof Response && error.status >= 300 && error.status < 400) announceAccepted(request.url);
    // The user cancelled an upload; the form stays unchanged.
    if (error instanceof DOMException && error.name === "AbortError" && !request.signal.aborted)
      return data(undefined, { status: 503 });
    // Aborted by a navigation.
    const reason = request.signal.aborted ? null : getUnsentReason(error);
    if (!reason) throw error;
    setUnsentReason(reason);
    return data(undefined, { status: 503 });
  }
}

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
