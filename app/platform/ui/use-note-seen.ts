import { useEffect } from "react";
import { useFetcher } from "react-router";
import { useLookedAt } from "./use-looked-at.ts";

/**
 * Posts the page's intent `seen` once something new is before somebody: what a tab in the background has loaded was seen
 * by nobody.
 */
export function useNoteSeen(isNew: boolean): void {
  const { submit } = useFetcher();
  const isLookedAt = useLookedAt();
  useEffect(() => {
    if (isNew && isLookedAt) void submit({ intent: "seen" }, { method: "post" });
  }, [isNew, isLookedAt, submit]);
}
