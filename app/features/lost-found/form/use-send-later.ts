import { type RefObject, useEffect, useState } from "react";
import { isOnline } from "#app/platform/ui/network.ts";
import { here, waitingReport } from "./waiting-report.ts";

/**
 * Holds back a report that is sent without a network, and sends it as soon as there is one, on this page or when it is
 * opened again. Its draft lies on this device meanwhile. Returns whether it waits.
 */
export function useSendLater(
  form: RefObject<HTMLFormElement | null>,
  account: string | null,
  isNew: boolean,
  isAnswered: boolean,
): boolean {
  const [isWaiting, setWaiting] = useState(false);
  useEffect(() => {
    const element = form.current;
    if (!element || !isNew) return;
    let isSent = false;
    const hold = (event: SubmitEvent) => {
      isSent = isOnline();
      if (isSent) return;
      // Before the page's own sending, which would end on the error screen.
      event.preventDefault();
      event.stopPropagation();
      waitingReport.wait(account, here());
      setWaiting(true);
    };
    const send = () => {
      if (waitingReport.path(account) !== here()) return;
      setWaiting(!isOnline());
      if (isOnline()) element.requestSubmit();
    };
    element.addEventListener("submit", hold);
    addEventListener("online", send);
    if (!isAnswered) send();
    return () => {
      element.removeEventListener("submit", hold);
      removeEventListener("online", send);
      // Answered, or left by its writer. Where the page was closed before the answer, the report still waits; the server
      // knows one that comes twice.
      if (isSent) waitingReport.over(account);
    };
  }, [form, account, isNew, isAnswered]);
  return isWaiting;
}
