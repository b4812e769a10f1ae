import pg from "pg";

/** The database works but is overloaded: a caller waited in vain for a connection. */
export class Overloaded extends Error {
  constructor(cause?: unknown) {
    super("The database has too much to do", { cause });
  }
}

/** Whether the server had no free connection (53300, too_many_connections). */
export function isFull(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === "53300";
}

/** Whether an error or its cause is an overload. */
export function isOverloaded(error: unknown): boolean {
  return error instanceof Error && (error instanceof Overloaded || isFull(error) || isOverloaded(error.cause));
}
