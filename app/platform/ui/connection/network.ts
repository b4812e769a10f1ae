import { useSyncExternalStore } from "react";

/** Milliseconds between checks whether the server can be reached again, on a page served from this device. */
const pause = 5_000;

/**
 * Returns whether the server can be reached, as far as this page knows. A browser considers itself online if there is
 * any network, even without internet access; so the service worker marks pages that it served from this device.
 */
export const isOnline = (): boolean => navigator.onLine && !("kept" in document.documentElement.dataset);

/** Removes that mark as soon as the server responds, and dispatches `online` as if the network had returned. */
async function waitForServer(): Promise<void> {
  const answer = await fetch("/healthz", { cache: "no-store" }).catch(() => null);
  if (!answer) {
    setTimeout(waitForServer, pause);
    return;
  }
  delete document.documentElement.dataset.kept;
  dispatchEvent(new Event("online"));
}

let isWaiting = false;

function subscribe(listener: () => void): () => void {
  if (!isWaiting && "kept" in document.documentElement.dataset) {
    isWaiting = true;
    void waitForServer();
  }
  addEventListener("online", listener);
  addEventListener("offline", listener);
  return () => {
    removeEventListener("online", listener);
    removeEventListener("offline", listener);
  };
}

/** Returns whether the server can be reached; true until the page is hydrated. */
export function useIsOnline(): boolean {
  return useSyncExternalStore(subscribe, isOnline, () => true);
}
