import { useEffect } from "react";
import { useFetcher } from "react-router";
import { usePageVisible } from "./use-page-visible.ts";

/** Posts the intent `seen` once new content is visible; a background tab does not count. */
export function useMarkSeen(isNew: boolean): void {
  const { submit } = useFetcher();
  const isLookedAt = usePageVisible();
  useEffect(() => {
    if (isNew && isLookedAt) void submit({ intent: "seen" }, { method: "post" });
  }, [isNew, isLookedAt, submit]);
}
