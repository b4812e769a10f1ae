import { useSyncExternalStore } from "react";

/** How often a page that came from this device asks whether the server can be reached again, in milliseconds. */
const pause = 5_000;

/**
 * Whether the server can be reached, as far as this page knows. A browser calls itself online wherever it has a network,
 * also one that leads nowhere; the service worker therefore marks each page that it answered from this device.
 */
export const isOnline = (): boolean => navigator.onLine && !("kept" in document.documentElement.dataset);

/** Takes the mark off as soon as the server answers, and announces it as the browser announces a network. */
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

/** Whether the server can be reached; true while the page is not alive yet. */
export function useIsOnline(): boolean {
  return useSyncExternalStore(subscribe, isOnline, () => true);
}
