import { useRef } from "react";
import { useRouteLoaderData } from "react-router";
import type { Toast } from "../toast.server.ts";

/**
 * Returns a key for forms that stay on the page after success: it changes with each success, whole or partial, so that
 * they start empty and without errors. After a refusal it stays, and what was typed with it.
 */
export function useFormKey(): number {
  const root = useRouteLoaderData("root") as { toast: (Pick<Toast, "type"> & { at: number }) | null } | undefined;
  const succeededAt = useRef(0);
  if (root?.toast && root.toast.type !== "error") succeededAt.current = root.toast.at;
  return succeededAt.current;
}
