import { liveState } from "./live-state.ts";

const firstPauseMs = 1_000;
const maxPauseMs = 30_000;
/** Milliseconds without a stream after which the page says so. */
const lateMs = 30_000;
/** Milliseconds in the background after which a stream may have ended unnoticed, for example while a phone slept. */
const suspendedAfterMs = 60_000;

/** Returns how long to wait before try number `tries`: 1, 2, 4… up to 30 seconds, and up to half of that more. */
export const pauseBefore = (tries: number, random = Math.random()): number =>
  Math.min(firstPauseMs * 2 ** tries, maxPauseMs) * (1 + random / 2);

/** Returns whether the server refuses the stream for good: the session or the link has ended. */
async function isRefused(address: string): Promise<boolean> {
  const leaving = new AbortController();
  const answer = await fetch(address, { signal: leaving.signal }).catch(() => null);
  leaving.abort();
  return answer !== null && [401, 403, 404, 410].includes(answer.status);
}

export interface LiveStreamOptions {
  /** Address of the stream; `last` of its query is the id of the last event received. */
  address: string;
  /** What to do for each kind of event. */
  on: Record<string, (event: MessageEvent) => void>;
  /** Called when the stream is back after a gap, in which events may have been missed. */
  onReturn: () => void;
  /** Called when there has been no stream for 30 seconds, and when it is back. */
  onLate?: (isLate: boolean) => void;
}

/**
 * Opens a stream of Server-Sent Events and keeps it open until the returned function is called. By the standard
 * (WHATWG HTML §9.2) a browser gives up after any answer but 200, such as a proxy's 503 during a restart; this opens it
 * again with growing pauses, and at once when the network is back or the page is shown again.
 */
export function openLiveStream({ address, on, onReturn, onLate = liveState.setLate }: LiveStreamOptions): () => void {
  let source: EventSource | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let late: ReturnType<typeof setTimeout> | undefined;
  let tries = 0;
  let lastId = "";
  let hasBeenOpen = false;
  let isClosed = false;
  let hiddenAt: number | null = null;

  function addressNow(): string {
    const url = new URL(address, location.href);
    if (lastId) url.searchParams.set("last", lastId);
    return url.href;
  }

  function connect(): void {
    clearTimeout(retry);
    source?.close();
    const own = new EventSource(addressNow());
    source = own;
    own.addEventListener("open", () => {
      const hasMissed = hasBeenOpen || tries > 0;
      hasBeenOpen = true;
      tries = 0;
      clearTimeout(late);
      late = undefined;
      onLate(false);
      if (hasMissed) onReturn();
    });
    own.addEventListener("error", () => {
      if (isClosed || own !== source) return;
      late ??= setTimeout(() => onLate(true), lateMs);
      // Otherwise the browser connects again by itself.
      if (own.readyState === EventSource.CLOSED) retry = setTimeout(() => void reconnect(), pauseBefore(tries));
      tries += 1;
    });
    for (const [type, react] of Object.entries(on))
      own.addEventListener(type, (event) => {
        lastId = (event as MessageEvent).lastEventId || lastId;
        react(event as MessageEvent);
      });
  }

  async function reconnect(): Promise<void> {
    const isOver = await isRefused(addressNow());
    if (isClosed) return;
    if (isOver) close();
    else connect();
  }

  const resume = () => {
    if (document.visibilityState === "hidden") {
      hiddenAt = performance.now();
      return;
    }
    const wasSuspended = hiddenAt !== null && performance.now() - hiddenAt > suspendedAfterMs;
    hiddenAt = null;
    if (wasSuspended || source?.readyState !== EventSource.OPEN) connect();
  };

  function close(): void {
    isClosed = true;
    clearTimeout(retry);
    clearTimeout(late);
    source?.close();
    document.removeEventListener("visibilitychange", resume);
    removeEventListener("online", resume);
    onLate(false);
  }

  document.addEventListener("visibilitychange", resume);
  addEventListener("online", resume);
  connect();
  return close;
}
