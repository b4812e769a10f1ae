import { useEffect, useSyncExternalStore } from "react";
import { useFetcher } from "react-router";

function onVisibility(changed: () => void): () => void {
  document.addEventListener("visibilitychange", changed);
  return () => document.removeEventListener("visibilitychange", changed);
}

/** Returns whether the page is visible and focused. */
export function usePageVisible(): boolean {
  return useSyncExternalStore(
    onVisibility,
    () => !document.hidden,
    () => false,
  );
}

/** Posts the intent `seen` once new content is visible; a background tab does not count. */
export function useMarkSeen(isNew: boolean): void {
  const { submit } = useFetcher();
  const isVisible = usePageVisible();
  useEffect(() => {
    if (isNew && isVisible) void submit({ intent: "seen" }, { method: "post" });
  }, [isNew, isVisible, submit]);
}
