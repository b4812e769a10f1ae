import { useEffect } from "react";
import { showToast } from "../../ui/toasts/toaster.tsx";
import type { FormAnswer } from "./form.server.ts";

/** Announces a refusal that belongs to no field; the form itself shows the same sentence for those without scripts. */
export function useErrorToast(answer: FormAnswer | null | undefined): void {
  const refusal = answer?.refusal;
  const at = answer?.at;
  useEffect(() => {
    if (refusal && at) showToast({ type: "error", title: refusal });
  }, [refusal, at]);
}
