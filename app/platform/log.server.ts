import fs from "node:fs";
import { type DestinationStream, type Logger, pino } from "pino";

interface KnownError extends Error {
  code?: string;
  constraint?: string;
  status?: number;
}

/** Returns whether a value is an error or, as the job queue passes them, a plain copy of one. */
const isError = (error: unknown): error is Error =>
  error instanceof Error ||
  (typeof error === "object" && error !== null && "stack" in error && typeof error.stack === "string");

/**
 * Describes an error for the log by type, code and place. Database errors are logged without their message, because it
 * contains bound values such as e-mail addresses and password hashes.
 */
function describeError(error: unknown): object {
  if (!isError(error)) return { type: typeof error };
  const { code, constraint, status } = error as KnownError;
  // Drizzle errors have `params`, PostgreSQL errors have `severity`.
  const carriesValues = "params" in error || "severity" in error || constraint !== undefined;
  const cause = error.cause ? { cause: describeError(error.cause) } : {};
  const place = error.stack
    ?.split("\n")
    .filter((line) => line.trimStart().startsWith("at "))
    .slice(0, 8)
    .join("\n");
  return {
    type: error.constructor.name,
    ...(carriesValues ? {} : { message: error.message }),
    code,
    constraint,
    status,
    place,
    ...cause,
  };
}

/** Maximum number of bytes buffered while the output is blocked; further lines are dropped. */
const maxBufferedBytes = 4 * 1024 * 1024;
const retryDelayMs = 250;

/** Function that writes to the log's output; tests pass their own. */
type Write = (fd: number, text: Buffer, done: (error: Error | null, written: number) => void) => void;

interface LogOutput {
  write(line: string): void;
  droppedLines(): number;
}

/**
 * Creates an output that writes lines in the background. If it is blocked (full disk or pipe), the oldest lines are
 * retried and the newest dropped; nothing waits for it, not even process exit.
 */
export function createLogOutput(fd = 1, write: Write = fs.write): LogOutput {
  let waiting: Buffer[] = [];
  let bytes = 0;
  let droppedLines = 0;
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
        setTimeout(next, retryDelayMs).unref();
        return;
      }
      const rest = piece.subarray(written);
      waiting = [...(rest.length > 0 ? [rest] : []), ...waiting.slice(1)];
      bytes -= written;
      next();
    });
  }

  // Writes the remaining lines, unless the output is blocked and a synchronous write might never return.
  process.on("exit", () => {
    if (isWriting || hasFailed || waiting.length === 0) return;
    try {
      fs.writeSync(fd, Buffer.concat(waiting));
    } catch {
      // The process ends; errors are ignored.
    }
  });

  return {
    write(line) {
      const piece = Buffer.from(line);
      if (bytes + piece.length > maxBufferedBytes) {
        droppedLines++;
        return;
      }
      waiting.push(piece);
      bytes += piece.length;
      if (!hasFailed) next();
    },
    droppedLines: () => droppedLines,
  };
}

/** Creates the logger: one JSON line per event, on standard output by default. Writing never blocks. */
export function createLog(level: string, destination: DestinationStream = createLogOutput()): Logger {
  return pino({ level, base: null, serializers: { err: describeError } }, destination);
}
