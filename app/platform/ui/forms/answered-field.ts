import type { SubmissionResult } from "@conform-to/react";

/**
 * Returns what was typed in a field of a rejected form, `first` before that, and why it was rejected: for the forms
 * without `useAppForm`.
 */
export function answeredField(answer: { form: SubmissionResult<string[]> } | undefined, name: string, first = "") {
  const { initialValue, error } = answer?.form ?? {};
  return { typed: answer ? String(initialValue?.[name] ?? "") : first, errors: error?.[name] ?? undefined };
}
