import fs from "node:fs";

/** Bytes that may wait for a reader or a disk that takes nothing; what comes beyond is left out. */
const room = 4 * 1024 * 1024;
const untilRetry = 250;

/** Where lines of the log go, and how they get there; given by tests alone. */
type Write = (fd: number, text: Buffer, done: (error: Error | null, written: number) => void) => void;

export interface LogOutput {
  write(line: string): void;
  /** How many lines were left out because there was no room for them. */
  leftOut(): number;
}

/**
 * Writes lines in the background. Where they go may be a full disk or a reader who stands still: then the newest lines are
 * left out, the oldest are tried again, and nobody ever waits for it, not even the end of the process.
 */
export function openLogOutput(fd = 1, write: Write = fs.write): LogOutput {
  let waiting: Buffer[] = [];
  let bytes = 0;
  let leftOut = 0;
  let isWriting = false;
  let hasFailed = false;

  function next(): void {
    if (isWriting || waiting.length === 0) return;
    isWriting = true;
    const piece = Buffer.concat(waiting);
    waiting = [piece];
    write(fd, piece, (error, written) => {
      isWriting = false;
      hasFailed = error !== null;
      if (error) {
        setTimeout(next, untilRetry).unref();
        return;
      }
      const rest = piece.subarray(written);
      waiting = [...(rest.length > 0 ? [rest] : []), ...waiting.slice(1)];
      bytes -= written;
      next();
    });
  }

  // The last words; a place that took nothing before takes nothing now, and might never return.
  process.on("exit", () => {
    if (isWriting || hasFailed || waiting.length === 0) return;
    try {
      fs.writeSync(fd, Buffer.concat(waiting));
    } catch {
      // Nobody is left to hear of it.
    }
  });

  return {
    write(line) {
      const piece = Buffer.from(line);
      if (bytes + piece.length > room) {
        leftOut++;
        return;
      }
      waiting.push(piece);
      bytes += piece.length;
      if (!hasFailed) next();
    },
    leftOut: () => leftOut,
  };
}
