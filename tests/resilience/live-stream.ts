export interface LiveEvent {
  id: string;
  /** Time of arrival (`performance.now()`). */
  at: number;
}

export interface LiveStream {
  /** Received notifications in order. */
  notifications: LiveEvent[];
  /** Number of connections made so far. */
  connections(): number;
  close(): void;
}

/**
 * Listens to an owner's live stream as a browser's EventSource does (WHATWG HTML §9.2): after an interruption it
 * reconnects after the delay set by the server, with the last id. Resolves when the first stream is open.
 */
export async function openLiveStream(url: string, cookie: string): Promise<LiveStream> {
  const notifications: LiveEvent[] = [];
  const leaving = new AbortController();
  const opened = Promise.withResolvers<void>();
  // Sends the time at which the page was rendered, as pages do.
  const since = encodeURIComponent(new Date().toISOString());
  let retry = 2000;
  let connections = 0;

  function read(block: string): void {
    const field = (name: string) => new RegExp(`^${name}: ?(.*)$`, "m").exec(block)?.[1];
    retry = Number(field("retry") ?? retry);
    const id = field("id");
    if (field("event") === "alert" && id) notifications.push({ id, at: performance.now() });
  }

  async function connect(): Promise<void> {
    const last = notifications.at(-1)?.id;
    const answer = await fetch(`${url}/live?since=${since}`, {
      headers: { cookie, accept: "text/event-stream", ...(last ? { "last-event-id": last } : {}) },
      signal: leaving.signal,
    });
    if (answer.status !== 200 || !answer.body) throw new Error(`/live answered ${answer.status}`);
    connections++;
    opened.resolve();
    let rest = "";
    for await (const piece of answer.body.pipeThrough(new TextDecoderStream())) {
      const blocks = (rest + piece).split("\n\n");
      rest = blocks.pop() ?? "";
      for (const block of blocks) read(block);
    }
  }

  async function stay(): Promise<void> {
    while (!leaving.signal.aborted) {
      await connect().catch((error) => {
        if (connections === 0) opened.reject(error);
      });
      if (!leaving.signal.aborted) await new Promise((next) => setTimeout(next, retry));
    }
  }

  void stay();
  await opened.promise;
  return { notifications, connections: () => connections, close: () => leaving.abort() };
}
