/** Milliseconds without a byte received after which a server counts as silent. */
export const silenceTimeout = 2_000;
const tickMs = 100;

/** Byte counters of a connection, as sockets have them. */
interface ByteCounters {
  readonly bytesRead: number;
  readonly bytesWritten: number;
}

/**
 * Calls `callback` once the process has listened for `ms` milliseconds; returns a function that cancels. Time is
 * measured in turns of the event loop: a late turn counts like a punctual one, because nothing could be received while
 * the loop was blocked.
 */
export function startListeningTimer(
  ms: number,
  callback: () => void,
  isReceived: () => boolean = () => false,
): () => void {
  let listened = 0;
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    listened = isReceived() ? 0 : listened + Math.min(now - last, tickMs * 1.5);
    last = now;
    if (listened < ms) return;
    clearInterval(timer);
    // Lets data that has already arrived be read first.
    setImmediate(callback);
  }, tickMs).unref();
  return () => clearInterval(timer);
}

/**
 * Calls `callback` once the other end of `socket` owes a response and has sent nothing for `silenceTimeout`; returns a
 * function that cancels.
 */
export function startSilenceTimer(socket: ByteCounters, callback: () => void): () => void {
  let read = socket.bytesRead;
  let written = socket.bytesWritten;
  let isOurTurn = false;
  return startListeningTimer(silenceTimeout, callback, () => {
    if (socket.bytesRead !== read) isOurTurn = true;
    else if (socket.bytesWritten !== written) isOurTurn = false;
    const hasMoved = socket.bytesRead !== read || socket.bytesWritten !== written;
    read = socket.bytesRead;
    written = socket.bytesWritten;
    return hasMoved || isOurTurn;
  });
}
