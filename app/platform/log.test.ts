// Whoever reads the log would find what people typed, or could not tell why something failed.
import { DrizzleQueryError } from "drizzle-orm/errors";
import pg from "pg";
import { expect, test } from "vitest";
import { createLog } from "./log.server.ts";

function databaseError(): Error {
  const cause = new pg.DatabaseError("duplicate key: (email)=(victim@example.com)", 10, "error");
  Object.assign(cause, {
    code: "23505",
    severity: "ERROR",
    constraint: "users_email_unique",
    detail: "victim@example.com",
  });
  return new DrizzleQueryError("insert into users values ($1, $2)", ["victim@example.com", "scrypt:hash"], cause);
}

/** Returns the log line of an error, raw and parsed. */
function logged(error: unknown) {
  const lines: string[] = [];
  createLog("info", { write: (line: string) => void lines.push(line) }).error({ err: error }, "request failed");
  expect(lines).toHaveLength(1);
  return { line: lines[0]!, err: JSON.parse(lines[0]!).err };
}

test("logs a database error by type, code and place, without its values", () => {
  const { line, err } = logged(databaseError());
  expect(line).not.toMatch(/victim|scrypt|insert into/);
  expect(err).toMatchObject({ type: "DrizzleQueryError", cause: { code: "23505", constraint: "users_email_unique" } });
  expect(err.place).toContain("log.test.ts");
});

test("keeps the message of other errors, and logs non-errors by type", () => {
  const { line, err } = logged(new RangeError("too far", { cause: databaseError() }));
  expect(err).toMatchObject({ type: "RangeError", message: "too far", cause: { type: "DrizzleQueryError" } });
  expect(line).not.toMatch(/victim|scrypt|insert into/);
  const copy = (error: Error) => ({ ...error, message: error.message, stack: error.stack, queue: "emails" });
  expect(logged(copy(new Error("terminating"))).err).toMatchObject({
    message: "terminating",
    place: expect.any(String),
  });
  expect(logged(copy(databaseError().cause as Error)).line).not.toMatch(/victim|scrypt|insert into/);
  expect(logged("secret").err).toEqual({ type: "string" });
  expect(logged(null).err).toEqual({ type: "object" });
});
