/** Milliseconds for which a server may say nothing while this process listens. */
export const patience = 2_000;
const step = 100;

/** Counts the bytes of one connection, as a socket does. */
interface Heard {
  readonly bytesRead: number;
  readonly bytesWritten: number;
}

/**
 * Calls `tell` once the process has listened for `ms` milliseconds. Time counts in turns of the event loop: a turn that came
 * late counts as one that came on time, since nothing could be heard during it. Returns how to stop.
 */
export function afterListening(ms: number, tell: () => void, isHeard: () => boolean = () => false): () => void {
  let listened = 0;
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    listened = isHeard() ? 0 : listened + Math.min(now - last, step * 1.5);
    last = now;
    if (listened < ms) return;
    clearInterval(timer);
    // Over the turn comes what lies there already.
    setImmediate(tell);
  }, step).unref();
  return () => clearInterval(timer);
}

/** Calls `tell` once the other end of `socket` has owed an answer for so long without saying a single byte. */
export function onSilence(socket: Heard, tell: () => void): () => void {
  let read = socket.bytesRead;
  let written = socket.bytesWritten;
  let isOurTurn = false;
  return afterListening(patience, tell, () => {
    if (socket.bytesRead !== read) isOurTurn = true;
    else if (socket.bytesWritten !== written) isOurTurn = false;
    const hasMoved = socket.bytesRead !== read || socket.bytesWritten !== written;
    read = socket.bytesRead;
    written = socket.bytesWritten;
    return hasMoved || isOurTurn;
  });
}
