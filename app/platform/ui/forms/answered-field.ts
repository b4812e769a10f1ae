import type { SubmissionResult } from "@conform-to/react";
import { useEffect, useRef } from "react";

type Answer = { form: SubmissionResult<string[]> } | undefined;

/**
 * Returns what was typed in a field of a rejected form, `first` before that, and why it was rejected: for the forms
 * without `useAppForm`.
 */
export function answeredField(answer: Answer, name: string, first = "") {
  const { initialValue, error } = answer?.form ?? {};
  return { typed: answer ? String(initialValue?.[name] ?? "") : first, errors: error?.[name] ?? undefined };
}

/** Returns the ref of a form without `useAppForm` whose first rejected field gets the focus. */
export function useRejectedFocus(answer: Answer) {
  const ref = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (answer?.form.error) ref.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [answer]);
  return ref;
}
