import { useState } from "react";
import { useRouteLoaderData } from "react-router";
import type { Toast } from "../toast.server.ts";

/**
 * Returns a key for forms that stay on the page after submission. It changes with each full or partial success, so that
 * the form starts empty and without errors; it stays the same after an error, which keeps what was typed.
 */
export function useFormKey(): number {
  const root = useRouteLoaderData("root") as { toast: (Pick<Toast, "type"> & { at: number }) | null } | undefined;
  const [succeededAt, setSucceededAt] = useState(0);
  const at = root?.toast && root.toast.type !== "error" ? root.toast.at : succeededAt;
  if (at !== succeededAt) setSucceededAt(at);
  return at;
}
