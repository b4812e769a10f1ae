import { type DestinationStream, type Logger, pino } from "pino";
import { createLogOutput } from "./log-output.server.ts";

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

/** Creates the logger: one JSON line per event, on standard output by default. Writing never blocks. */
export function createLog(level: string, destination: DestinationStream = createLogOutput()): Logger {
  return pino({ level, base: null, serializers: { err: describeError } }, destination);
}
