import type { Db } from "./connection/database.server.ts";

/**
 * Returns a query whose text is built once for each connection or pool: `build` gets it as `db`, writes `sql.placeholder`
 * for what changes, and ends with `.prepare(unnamed)`.
 */
export function prepareOnce<Query>(build: (db: Db) => Query): (db: Db) => Query {
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

/** Not kept by the server, so that a pooler may give each transaction another connection. */
export const unnamed = "";
