import pg from "pg";

/** Thrown when the database does not answer. */
export class DatabaseUnavailableError extends Error {
  constructor() {
    super("The database does not answer");
  }
}

/** Thrown when the database works but a caller waited in vain for a connection. */
export class Overloaded extends Error {
  constructor(cause?: unknown) {
    super("The database has too much to do", { cause });
  }
}

/** Returns whether the server had no free connection (53300, too_many_connections). */
export function isFull(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === "53300";
}

/** Returns whether an error or its cause is an overload. */
export function isOverloaded(error: unknown): boolean {
  return error instanceof Error && (error instanceof Overloaded || isFull(error) || isOverloaded(error.cause));
}

/**
 * Error codes of an unreachable database: no connection, shutdown (57P0x), out of disk or memory (53, except
 * connections), failed disk (58), read-only copy (25006).
 */
const codes = /^(ECONN|EPIPE$|ETIMEDOUT$|EHOST|ENET|EAI_|ENOTFOUND$|57P0[1-5]$|08|53(?!300)|58|25006$)/;
const messages = /connection terminated|not queryable|query read timeout/i;

/**
 * Returns whether an error means that the database was unreachable or out of resources, rather than that it rejected
 * the statement.
 */
export function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof DatabaseUnavailableError) return true;
  if (isOverloaded(error)) return false;
  const { code } = error as { code?: unknown };
  return (
    (typeof code === "string" && codes.test(code)) ||
    messages.test(error.message) ||
    isUnreachable(error.cause) ||
    (error instanceof AggregateError && error.errors.some(isUnreachable))
  );
}
