import { useEffect, useRef } from "react";
import { useNavigation } from "react-router";
import { onFormAccepted } from "./drafts.ts";

/**
 * Calls `onSettled` after each submission of the form with this intent, with whether the server accepted it. A form
 * that did not reach the server was not accepted, although the action returned no errors.
 */
export function useSettledForm(intent: string, onSettled: (isAccepted: boolean) => void): void {
  const isSending = useNavigation().formData?.get("intent") === intent;
  const wasSending = useRef(false);
  const isAccepted = useRef(false);
  useEffect(
    () =>
      onFormAccepted(() => {
        isAccepted.current = wasSending.current;
      }),
    [],
  );
  useEffect(() => {
    if (wasSending.current && !isSending) {
      onSettled(isAccepted.current);
      isAccepted.current = false;
    }
    wasSending.current = isSending;
  }, [isSending, onSettled]);
}
