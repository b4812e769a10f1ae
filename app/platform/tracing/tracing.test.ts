// What people wrote would be passed to the service that collects traces.
import { expect, test } from "vitest";
import { readStatement } from "./tracing.server.ts";

test("parseStatement returns the operation and table, never a value", () => {
  for (const [text, operation, table] of [
    ['select "pets"."id" from "pets" where "name" = $1', "select", "pets"],
    ["insert into jobs.job (name) values ('x')", "insert", "jobs.job"],
    ['update "tags" set "code" = $1', "update", "tags"],
    ["delete from only sessions", "delete", "sessions"],
    ["begin", "begin", undefined],
    ["  (select 1)", "select", undefined],
  ] as const)
    expect(readStatement(text)).toEqual({ operation, table });
});
