import { useSyncExternalStore } from "react";

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
