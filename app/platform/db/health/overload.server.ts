import pg from "pg";

/** The database lives, but has more to do than it can: nobody got to it in time. It passes, and says nothing of its health. */
export class Overloaded extends Error {
  constructor(cause?: unknown) {
    super("The database has too much to do", { cause });
  }
}

/** Whether a server that lives had no connection left (53300, too_many_connections). */
export function isFull(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === "53300";
}

/** Whether an error, or what caused it, only says that there was too much to do. */
export function isOverloaded(error: unknown): boolean {
  return error instanceof Error && (error instanceof Overloaded || isFull(error) || isOverloaded(error.cause));
}
