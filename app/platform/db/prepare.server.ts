import { createHash } from "node:crypto";
import type { Db } from "./connection/database.server.ts";

interface Preparable<Query> {
  toSQL(): { sql: string };
  prepare(name: string): Query;
}

/**
 * Returns a function that builds a query once per connection or pool; `build` receives it as `db` and uses
 * `sql.placeholder` for parameters. The server keeps the statement under a name derived from its text, so that it is
 * parsed and planned only once per connection, except behind a pooler (`pool.server.ts`).
 */
export function createPreparedQuery<Query>(build: (db: Db) => Preparable<Query>): (db: Db) => Query {
  const built = new WeakMap<Db, Query>();
  return (db) => {
    let query = built.get(db);
    if (!query) {
      const builder = build(db);
      query = builder.prepare(statementName(builder.toSQL().sql));
      built.set(db, query);
    }
    return query;
  };
}

const names = new Map<string, string>();

/** Returns the name under which a server keeps a statement; the same text has the same name. */
export function statementName(text: string): string {
  let name = names.get(text);
  if (!name) {
    name = createHash("sha256").update(text).digest("base64url").slice(0, 22);
    names.set(text, name);
  }
  return name;
}
