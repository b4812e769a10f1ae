import { useEffect, useRef } from "react";
import { useNavigation } from "react-router";
import type { FormAnswer } from "#app/platform/http/forms/form.server.ts";

/** Returns a form ref that resets the form after a successful submission; after an error the typed values remain. */
export function useResetOnSuccess(intent: string, answer: FormAnswer | undefined) {
  const form = useRef<HTMLFormElement>(null);
  const isSent = useRef(false);
  const navigation = useNavigation();
  useEffect(() => {
    if (navigation.formData?.get("intent") === intent) isSent.current = true;
    if (navigation.state !== "idle" || !isSent.current) return;
    isSent.current = false;
    if (!answer) form.current?.reset();
  }, [navigation, intent, answer]);
  return form;
}
