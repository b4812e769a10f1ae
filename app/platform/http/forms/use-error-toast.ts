import { useEffect } from "react";
import { showToast } from "../../ui/toasts/toaster.tsx";
import type { FormAnswer } from "./form.server.ts";

/** Shows a toast for an error that belongs to no field; without JavaScript, the root shows the same message. */
export function useErrorToast(answer: FormAnswer | null | undefined): void {
  const refusal = answer?.refusal;
  const at = answer?.at;
  useEffect(() => {
    if (refusal && at) showToast({ type: "error", title: refusal });
  }, [refusal, at]);
}
