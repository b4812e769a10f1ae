import { type DestinationStream, type Logger, pino } from "pino";
import { openLogOutput } from "./log-output.server.ts";

interface KnownError extends Error {
  code?: string;
  constraint?: string;
  status?: number;
}

/** The job queue tells of errors by copies that are plain objects. */
const isError = (error: unknown): error is Error =>
  error instanceof Error ||
  (typeof error === "object" && error !== null && "stack" in error && typeof error.stack === "string");

/**
 * Errors are logged by name, code and place. Their text is left out when it comes from the database layer, because
 * there it carries the bound values: e-mail addresses, password hashes.
 */
function describeError(error: unknown): object {
  if (!isError(error)) return { type: typeof error };
  const { code, constraint, status } = error as KnownError;
  // Drizzle's error has `query` and `params` and no name of its own; PostgreSQL's has a severity.
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

/** One JSON line per event, on standard output when no other place is given; nobody ever waits for it. */
export function openLog(level: string, destination: DestinationStream = openLogOutput()): Logger {
  return pino({ level, base: null, serializers: { err: describeError } }, destination);
}
