import pg from "pg";

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
