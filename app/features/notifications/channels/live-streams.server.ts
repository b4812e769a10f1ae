import { sessionTopic } from "#app/features/auth/sessions/end-sessions.server.ts";
import { type AdminEvent, liveTopic } from "#app/features/users/live-events.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { getIdTime } from "#app/platform/db/uuid.server.ts";
import { listNotificationsSince } from "../notifications.server.ts";

const heartbeat = 20_000;
/** Minimum milliseconds between two `waiting` events sent to administrators. */
const adminPauseMs = 1_000;
/** Milliseconds by which catching up overlaps: notifications may become visible in another order than their times. */
const overlapMs = 5_000;

/** Maximum number of open streams per session. The oldest is closed for a new one. */
const maxPerSession = 6;
/** Milliseconds after which a stream closed for a newer one reconnects. */
const reconnectDelayMs = 60_000;

interface Stream {
  userId: string;
  isAdmin: boolean;
  session: Session;
  send(text: string): void;
  end(): void;
}

/** Streams of one session, oldest first; its validity is checked once for all of them. */
interface Session {
  streams: Set<Stream>;
  check(): Promise<void>;
  close(): void;
}

const open = new Map<object, Set<Stream>>();
const sessions = new WeakMap<object, Map<string, Session>>();

/**
 * Returns the session with this key, creating it if necessary. When it is no longer valid, all its streams get a
 * `signed-out` event and end.
 */
function getOrCreateSession(ctx: AppContext, key: string, isStillValid: () => Promise<boolean>): Session {
  const all = sessions.get(ctx.listener) ?? new Map<string, Session>();
  sessions.set(ctx.listener, all);
  const existing = all.get(key);
  if (existing) return existing;
  let checking: Promise<void> | null = null;
  const session: Session = {
    streams: new Set(),
    check() {
      checking ??= checkValidity().finally(() => {
        checking = null;
      });
      return checking;
    },
    close() {
      clearInterval(timer);
      all.delete(key);
    },
  };
  async function checkValidity(): Promise<void> {
    if (await isStillValid().catch(() => true)) return;
    for (const stream of session.streams) {
      stream.send("event: signed-out\ndata: {}\n\n");
      stream.end();
    }
  }
  const timer = setInterval(async () => {
    await session.check();
    for (const stream of session.streams) stream.send(": still here\n\n");
  }, heartbeat);
  all.set(key, session);
  return session;
}

function getOrCreateStreams(ctx: AppContext): Set<Stream> {
  let streams = open.get(ctx.listener);
  if (streams) return streams;
  streams = new Set();
  open.set(ctx.listener, streams);
  const all = streams;
  ctx.listener.on(liveTopic, (payload) => {
    const event = JSON.parse(payload) as { user: string; notification?: string } | AdminEvent;
    if ("admins" in event) return notifyAdmins();
    const { user, notification } = event;
    for (const stream of all)
      if (stream.userId === user)
        stream.send(notification ? notificationEvent(notification) : "event: change\ndata: {}\n\n");
  });
  let isNotified = false;
  let isNew = false;
  /** Sends immediately, and again after a second if there was more: a bulk action changes thousands of rows. */
  function notifyAdmins(): void {
    if (isNotified) {
      isNew = true;
      return;
    }
    isNotified = true;
    for (const stream of all) if (stream.isAdmin) stream.send(waitingEvent);
    setTimeout(() => {
      isNotified = false;
      if (isNew) {
        isNew = false;
        notifyAdmins();
      }
    }, adminPauseMs).unref();
  }
  ctx.listener.on(sessionTopic, (userId) => {
    const own = [...all].filter((stream) => stream.userId === userId);
    for (const session of new Set(own.map((stream) => stream.session))) void session.check();
  });
  // Events may have been missed while the connection was down; browsers reconnect with the last id they saw.
  ctx.listener.onReturn(() => {
    for (const stream of all) stream.end();
  });
  return streams;
}

const waitingEvent = "event: waiting\ndata: {}\n\n";

const notificationEvent = (id: string) => `id: ${id}\nevent: alert\ndata: ${JSON.stringify({ id })}\n\n`;

/** Ends every stream of this process, so that it can stop; browsers reconnect to another one. */
export function endStreams(): void {
  for (const streams of open.values()) for (const stream of streams) stream.end();
}

/**
 * Returns a Server-Sent Events response (WHATWG HTML §9.2) with the ids of the user's notifications as they happen. It
 * first catches up from the table: from `Last-Event-ID` after a reconnect, or from `since` initially. `isStillValid` is
 * called at each heartbeat and whenever a session of this user ends, once for all streams of one `session`; an invalid
 * session ends them, and their pages are told to sign out.
 */
export function openStream(
  ctx: AppContext,
  reader: { id: string; isAdmin: boolean },
  from: { session: string; lastId: string | null; since: Date | null; signal: AbortSignal },
  isStillValid: () => Promise<boolean>,
): Response {
  const encoder = new TextEncoder();
  const asked = from.lastId ? new Date(getIdTime(from.lastId).getTime() - overlapMs) : from.since;
  // A forged id or time may be out of the database's range.
  const start = asked && Math.abs(asked.getTime()) <= ctx.clock.now().getTime() ? asked : null;
  let stream: Stream;
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      let ended = false;
      const sent = new Set<string>();
      const session = getOrCreateSession(ctx, from.session, isStillValid);
      stream = {
        userId: reader.id,
        isAdmin: reader.isAdmin,
        session,
        send(text) {
          if (ended) return;
          const id = /^id: (.+)$/m.exec(text)?.[1];
          if (id && (sent.has(id) || id === from.lastId)) return;
          if (id) sent.add(id);
          controller.enqueue(encoder.encode(text));
        },
        end() {
          if (ended) return;
          ended = true;
          getOrCreateStreams(ctx).delete(stream);
          session.streams.delete(stream);
          if (session.streams.size === 0) session.close();
          try {
            controller.close();
          } catch {
            // The client has already disconnected.
          }
        },
      };
      for (const oldest of [...session.streams].slice(0, Math.max(0, session.streams.size + 1 - maxPerSession))) {
        oldest.send(`retry: ${reconnectDelayMs}\n\n`);
        oldest.end();
      }
      session.streams.add(stream);
      from.signal.addEventListener("abort", () => stream.end());
      getOrCreateStreams(ctx).add(stream);
      if (from.signal.aborted) return stream.end();
      stream.send("retry: 2000\n\n");
      // Covers changes between loading the page and opening the stream, or while the stream was down.
      if (reader.isAdmin) stream.send(waitingEvent);
      if (start)
        for (const id of await listNotificationsSince(ctx, reader.id, start)) stream.send(notificationEvent(id));
    },
    // The client disconnected; sending to it from now on would throw an uncaught error.
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
