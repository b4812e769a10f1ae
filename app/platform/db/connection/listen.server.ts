import pg from "pg";
import type { Logger } from "pino";

type OnMessage = (payload: string) => void;

export interface Listener {
  /** Calls `onMessage` for every NOTIFY on `topic` from any process; returns a function that unsubscribes. */
  on(topic: string, onMessage: OnMessage): () => void;
  /** Resolves once listening has started. */
  opened: Promise<void>;
  /** Calls `onReconnect` after a lost connection was restored; listeners must then catch up from the tables. */
  onReturn(onReconnect: () => void): () => void;
  close(): Promise<void>;
}

/** Milliseconds between two checks of the connection. */
const heartbeat = 5_000;
const timeoutMs = 3_000;

/**
 * Opens one connection for LISTEN and reopens it if lost, with a backoff of at most 10 s. It is queried every five
 * seconds, because a dead connection would otherwise go unnoticed.
 */
export function createListener(
  url: string,
  topics: string[],
  log: Logger,
  { everyMs = heartbeat }: { everyMs?: number } = {},
): Listener {
  const listeners = new Map<string, Set<OnMessage>>(topics.map((topic) => [topic, new Set<OnMessage>()]));
  const reconnectListeners = new Set<() => void>();
  const first = Promise.withResolvers<void>();
  let client: pg.Client | undefined;
  let closed = false;
  let pause = 250;
  let timer: NodeJS.Timeout | undefined;

  async function open(isReconnect: boolean): Promise<void> {
    const next = new pg.Client({
      connectionString: url,
      application_name: "aleef-listen",
      connectionTimeoutMillis: timeoutMs,
      query_timeout: Math.min(timeoutMs, everyMs),
    });
    let isLost = false;
    let beat: NodeJS.Timeout | undefined;
    const lost = () => {
      clearInterval(beat);
      if (isLost || closed) return;
      isLost = true;
      next.end().catch(() => undefined);
      timer = setTimeout(() => open(true).catch(lost), pause);
      pause = Math.min(pause * 2, 10_000);
    };
    next.on("error", lost);
    next.on("end", lost);
    next.on("notification", ({ channel: topic, payload }) => {
      for (const onMessage of listeners.get(topic) ?? []) onMessage(payload ?? "");
    });
    try {
      await next.connect();
      for (const topic of topics) await next.query(`listen ${pg.escapeIdentifier(topic)}`);
    } catch (error) {
      log.warn({ err: error }, "LISTEN for live notifications failed, retrying");
      lost();
      return;
    }
    client = next;
    // Closed while it was being opened.
    if (closed) return next.end();
    beat = setInterval(() => next.query("select 1").catch(lost), everyMs);
    pause = 250;
    first.resolve();
    if (isReconnect) for (const listener of reconnectListeners) listener();
  }

  void open(false);
  return {
    opened: first.promise,
    on(topic, onMessage) {
      const set = listeners.get(topic);
      if (!set) throw new Error(`No listener for ${topic}`);
      set.add(onMessage);
      return () => set.delete(onMessage);
    },
    onReturn(onReconnect) {
      reconnectListeners.add(onReconnect);
      return () => reconnectListeners.delete(onReconnect);
    },
    async close() {
      closed = true;
      clearTimeout(timer);
      await client?.end().catch(() => undefined);
    },
  };
}
