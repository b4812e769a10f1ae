import { useRef } from "react";
import { useRouteLoaderData } from "react-router";
import type { Toast } from "../toast.server.ts";

/**
 * A key for forms that stay on the page after they succeeded: it changes with each success, whole or in part, so that they begin anew,
 * without earlier errors. What was refused or not sent keeps its key, and so what was typed.
 */
export function useFormKey(): number {
  const root = useRouteLoaderData("root") as { toast: (Pick<Toast, "type"> & { at: number }) | null } | undefined;
  const succeededAt = useRef(0);
  if (root?.toast && root.toast.type !== "error") succeededAt.current = root.toast.at;
  return succeededAt.current;
}
