import { useForm as useConformForm } from "@conform-to/react";
import { useEffect, useState } from "react";
import { useLocation } from "react-router";
import { onFormAccepted } from "./drafts.ts";

/** Result that has nothing to report, which removes the errors of the one before it. */
const createAccepted = () => ({ status: "success" }) as const;

/**
 * Conform's `useForm`, whose errors leave when a form of the page is accepted and leads back to the same page; Conform
 * itself would keep showing them. They stay through everything else, for example while the language is changed.
 */
export const useForm: typeof useConformForm = (options) => {
  const { lastResult } = options;
  const { pathname } = useLocation();
  /** The accepted result, and the one that was shown before it. */
  const [accepted, setAccepted] = useState<{ result: ReturnType<typeof createAccepted>; before: unknown } | null>(null);
  useEffect(
    () =>
      onFormAccepted((path) => {
        if (path.split("?")[0] === pathname) setAccepted({ result: createAccepted(), before: lastResult });
      }),
    [pathname, lastResult],
  );
  const isRefusedAgain = accepted !== null && lastResult !== undefined && lastResult !== accepted.before;
  if (isRefusedAgain) setAccepted(null);
  return useConformForm({ ...options, lastResult: accepted && !isRefusedAgain ? accepted.result : lastResult });
};
