import { type ClientActionFunctionArgs, data, isRouteErrorResponse } from "react-router";
import { setUnsentReason, type UnsentReason } from "../../ui/forms/unsent-form.ts";
import type { FormAnswer } from "./form.server.ts";

type DataOf<Value> = ReturnType<typeof data<Value>>;

/**
 * The client action of every route with an action. Where the form does not get through (no network, a proxy that answers
 * for a server that is down, a session that has ended), the page stays as it is with everything typed, and the reason is
 * announced. An answer that says "what you saw is out of date" lets the page be read again beside what was typed.
 */
export async function submitForm<Answer extends FormAnswer>({
  serverAction,
  request,
}: ClientActionFunctionArgs): Promise<Answer | DataOf<Answer | undefined>> {
  setUnsentReason(null);
  try {
    const answer = (await serverAction<unknown>()) as Answer;
    // The router reads a page again only after an action that did not fail.
    return answer?.isOutdated ? data(answer, { status: 200 }) : answer;
  } catch (error) {
    // Whoever went to another page broke it off themselves.
    const reason = request.signal.aborted ? null : unsentReasonOf(error);
    if (!reason) throw error;
    setUnsentReason(reason);
    return data(undefined, { status: 503 });
  }
}

/** Of proxies, and of our own door when too much comes at once (429): nobody looked at the form. */
const unread = [429, 502, 503, 504];

function unsentReasonOf(error: unknown): UnsentReason | null {
  if (isRouteErrorResponse(error)) {
    if (error.status === 401) return "signedOut";
    return unread.includes(error.status) ? "noAnswer" : null;
  }
  // What `fetch` throws when no answer came, or when it broke off in the middle.
  const isNetworkError = error instanceof TypeError || (error instanceof Error && error.cause instanceof TypeError);
  return isNetworkError ? "noAnswer" : null;
}
