import { useSyncExternalStore } from "react";

function onVisibility(changed: () => void): () => void {
  document.addEventListener("visibilitychange", changed);
  return () => document.removeEventListener("visibilitychange", changed);
}

/** Whether somebody has the page before them; a tab in the background is not looked at. */
export function useLookedAt(): boolean {
  return useSyncExternalStore(
    onVisibility,
    () => !document.hidden,
    () => false,
  );
}
