import { type RefObject, useEffect, useState } from "react";
import { isOnline } from "#app/platform/ui/network.ts";
import { here, waitingReport } from "./waiting-report.ts";

/**
 * Holds back a report that is submitted offline and submits it once the device is online, on this page or when it is
 * opened again. Meanwhile its draft is stored on the device. Returns whether a report is waiting.
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
      // Runs before React Router's own submission, which would end on an error screen.
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
      // The response has arrived, or the user left the page. If the page is closed before the response, the report
      // keeps waiting; the server ignores duplicates.
      if (isSent) waitingReport.over(account);
    };
  }, [form, account, isNew, isAnswered]);
  return isWaiting;
}
