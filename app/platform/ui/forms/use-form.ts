import { useForm as useConformForm } from "@conform-to/react";

/** Result of a form that has nothing to report, which removes the errors of its last submission. */
const accepted = { status: "success" } as const;

/**
 * Conform's `useForm`, whose errors leave with the answer that brought them: without one, for example after a later
 * submission was accepted and led back to the same page, Conform itself would keep showing them.
 */
export const useForm: typeof useConformForm = (options) =>
  useConformForm({ ...options, lastResult: options.lastResult ?? accepted });
