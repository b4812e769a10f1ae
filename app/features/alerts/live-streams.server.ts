import { sessionChannel } from "#app/features/accounts/session-end.server.ts";
import type { World } from "#app/platform/world.server.ts";
import { alertsSince, liveChannel } from "./alerts.server.ts";

const beat = 20_000;
/** Alerts committed a moment apart may become visible in another order than their times. */
const overlap = 5_000;

interface Stream {
  userId: string;
  /** Ends it with a last word when the session it was opened with is over. */
  check(): Promise<void>;
  send(text: string): void;
  end(): void;
}

const open = new Map<object, Set<Stream>>();

function streamsOf(world: World): Set<Stream> {
  let streams = open.get(world.listener);
  if (streams) return streams;
  streams = new Set();
  open.set(world.listener, streams);
  const all = streams;
  world.listener.on(liveChannel, (payload) => {
    const { user, alert } = JSON.parse(payload) as { user: string; alert?: string };
    for (const stream of all)
      if (stream.userId === user) stream.send(alert ? alertEvent(alert) : "event: change\ndata: {}\n\n");
  });
  world.listener.on(sessionChannel, (userId) => {
    for (const stream of all) if (stream.userId === userId) void stream.check();
  });
  // News may have been missed while the connection was away: browsers come back with the last id they saw.
  world.listener.onReturn(() => {
    for (const stream of all) stream.end();
  });
  return streams;
}

const alertEvent = (id: string) => `id: ${id}\nevent: alert\ndata: ${JSON.stringify({ id })}\n\n`;

/** Ends every stream of this process, so that it can stop; browsers reconnect to another one. */
export function endStreams(): void {
  for (const streams of open.values()) for (const stream of streams) stream.end();
}

/** The time inside a UUIDv7, in milliseconds. */
const timeOf = (id: string) => Number.parseInt(id.replaceAll("-", "").slice(0, 12), 16);

/**
 * A Server-Sent Events answer (WHATWG HTML §9.2) with the ids of this user's alerts as they happen. It first catches up
 * from the table: from `Last-Event-ID` after a break, or from `since` at the start. `isStillValid` is asked at each beat
 * and whenever a session of this user ends; a session that is over ends the stream, and the page is told to leave.
 */
export function openStream(
  world: World,
  userId: string,
  from: { lastId: string | null; since: Date | null; signal: AbortSignal },
  isStillValid: () => Promise<boolean>,
): Response {
  const encoder = new TextEncoder();
  const asked = from.lastId ? new Date(timeOf(from.lastId) - overlap) : from.since;
  // An id or a time that somebody made up may lie beyond what the database can compare.
  const start = asked && Math.abs(asked.getTime()) <= world.clock.now().getTime() ? asked : null;
  let stream: Stream;
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      let ended = false;
      const told = new Set<string>();
      stream = {
        userId,
        send(text) {
          if (ended) return;
          const id = /^id: (.+)$/m.exec(text)?.[1];
          if (id && (told.has(id) || id === from.lastId)) return;
          if (id) told.add(id);
          controller.enqueue(encoder.encode(text));
        },
        async check() {
          if (await isStillValid().catch(() => true)) return;
          stream.send("event: signed-out\ndata: {}\n\n");
          stream.end();
        },
        end() {
          if (ended) return;
          ended = true;
          clearInterval(timer);
          streamsOf(world).delete(stream);
          try {
            controller.close();
          } catch {
            // The reader has gone already.
          }
        },
      };
      const timer = setInterval(async () => {
        await stream.check();
        stream.send(": still here\n\n");
      }, beat);
      from.signal.addEventListener("abort", () => stream.end());
      streamsOf(world).add(stream);
      if (from.signal.aborted) return stream.end();
      stream.send("retry: 2000\n\n");
      if (start) for (const id of await alertsSince(world, userId, start)) stream.send(alertEvent(id));
    },
    // The reader went away: what is sent to it from now on would be an error that nobody catches.
    cancel: () => stream.end(),
  });
  return new Response(body, {
    headers: {
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-store, no-transform",
      "x-accel-buffering": "no",
    },
  });
}
