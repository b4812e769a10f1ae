import { type RefObject, useEffect, useEffectEvent } from "react";
import { onFormAccepted } from "./drafts.ts";

/**
 * Calls `onAccepted` with what was sent when the server has accepted a submission of this form. What was sent is read at
 * the press, since the answer can arrive before React has rendered the navigation.
 */
export function useAcceptedForm(form: RefObject<HTMLFormElement | null>, onAccepted: (sent: FormData) => void): void {
  const accept = useEffectEvent(onAccepted);
  useEffect(() => {
    let sent: FormData | null = null;
    // A press on another form of the page takes the place of a submission that is still on its way.
    const onSubmit = (event: SubmitEvent) => {
      sent = event.target === form.current && form.current ? new FormData(form.current) : null;
    };
    document.addEventListener("submit", onSubmit, true);
    const stop = onFormAccepted(() => {
      if (sent) accept(sent);
      sent = null;
    });
    return () => {
      document.removeEventListener("submit", onSubmit, true);
      stop();
    };
  }, [form]);
}
