import type { Db } from "./connection/database.server.ts";

/**
 * Returns a function that builds a query once per connection or pool. `build` receives it as `db`, uses
 * `sql.placeholder` for parameters, and ends with `.prepare(unnamed)`.
 */
export function createPreparedQuery<Query>(build: (db: Db) => Query): (db: Db) => Query {
  const built = new WeakMap<Db, Query>();
  return (db) => {
    let query = built.get(db);
    if (!query) {
      query = build(db);
      built.set(db, query);
    }
    return query;
  };
}

/**
 * Name of statements that the server does not keep, so that a pooler may use another connection for each transaction.
 */
export const unnamed = "";
