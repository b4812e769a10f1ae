import { type ClientActionFunctionArgs, data, isRouteErrorResponse } from "react-router";
import { announceAccepted } from "../../ui/forms/drafts.ts";
import { keepMessages } from "../../ui/forms/messages.ts";
import { setUnsentReason, type UnsentReason } from "../../ui/forms/unsent-form.ts";
import type { FormAnswer } from "./form.server.ts";

type DataOf<Value> = ReturnType<typeof data<Value>>;

/**
 * The client action of every route with an action. When the form does not reach the server (no network, a proxy error,
 * an ended session), the page keeps everything typed and announces the reason. An answer with `isOutdated` lets the
 * page load its data again.
 */
export async function submitForm<Answer extends FormAnswer>({
  serverAction,
  request,
}: ClientActionFunctionArgs): Promise<Answer | DataOf<Answer | undefined>> {
  setUnsentReason(null);
  try {
    const answer = (await serverAction<unknown>()) as Answer;
    keepMessages(answer?.messages);
    // The router reloads data only after an action that succeeded.
    return answer?.isOutdated ? data(answer, { status: 200 }) : answer;
  } catch (error) {
    // A redirect is thrown as well.
    if (error instanceof Response && error.status >= 300 && error.status < 400) announceAccepted(request.url);
    // The reader cancelled sending a file; the form stays as it is.
    if (error instanceof DOMException && error.name === "AbortError" && !request.signal.aborted)
      return data(undefined, { status: 503 });
    // Aborted by navigation.
    const reason = request.signal.aborted ? null : unsentReasonOf(error);
    if (!reason) throw error;
    setUnsentReason(reason);
    return data(undefined, { status: 503 });
  }
}

/** Statuses of proxies, and 429 of our own limits: the form was not read. */
const unread = [429, 502, 503, 504];

function unsentReasonOf(error: unknown): UnsentReason | null {
  if (isRouteErrorResponse(error)) {
    if (error.status === 401) return "signedOut";
    return unread.includes(error.status) ? "noAnswer" : null;
  }
  // Thrown by `fetch` when the answer did not come or broke off.
  const isNetworkError = error instanceof TypeError || (error instanceof Error && error.cause instanceof TypeError);
  return isNetworkError ? "noAnswer" : null;
}
