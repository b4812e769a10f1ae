// One long text, list or version number from anybody would occupy the server for minutes or end in a server error.
import path from "node:path";
import { expect, test } from "vitest";
import * as z from "zod";
import { listFiles } from "#tests/check/files.ts";

/** Number of characters, more than any field accepts. Senders need not be signed in. */
const length = 200_000;
const texts = [
  "a",
  " ",
  "0",
  "-",
  "+",
  "@",
  "a@a.",
  "\n",
  " \n",
  "/",
  "٣",
  "ـ",
  "\u0301",
  "%",
  "[",
  '{"a":',
  "😀",
  "0-",
  ". ",
].map((piece) => piece.repeat(length / piece.length));
/** Milliseconds. Linear validation takes about 10 ms, quadratic validation minutes. */
const timeoutMs = 2_000;

const now = new Date("2026-11-21T12:00:00Z");
const calls: unknown[][] = [[now, "Africa/Cairo"], ["2026-11-21"], ["2026-11-21", null], [[]], []];

/**
 * Returns the exported schema, or the one that an exported function returns for typical arguments; null if there is
 * none.
 */
function schemaOf(offered: unknown): z.ZodType | null {
  if (offered instanceof z.ZodType) return offered;
  if (typeof offered !== "function") return null;
  for (const call of calls) {
    try {
      const made = offered(...call);
      if (made instanceof z.ZodType) return made;
    } catch {
      // The function takes other arguments.
    }
  }
  return null;
}

const files = (await listFiles()).filter((file) => /^app\/features\/.*\.forms\.server\.ts$/.test(file));
const schemas = (
  await Promise.all(
    files.map(async (file) =>
      Object.entries(await import(path.resolve(file))).map(([name, offered]) => ({ name, schema: schemaOf(offered) })),
    ),
  )
).flat();

test("covers nearly every form", () => {
  expect(schemas.filter(({ schema }) => schema).length).toBeGreaterThan(60);
});

/** Returns a value in which every field is filled with `leaf`. Uses the first variant of a union. */
function filled(schema: z.ZodType, leaf: unknown): unknown {
  const inner = schema as unknown as {
    shape?: Record<string, z.ZodType>;
    def?: { in?: z.ZodType; innerType?: z.ZodType; options?: z.ZodType[]; element?: z.ZodType };
  };
  if (inner.shape)
    return Object.fromEntries(Object.entries(inner.shape).map(([name, field]) => [name, filled(field, leaf)]));
  if (inner.def?.element) return [filled(inner.def.element, leaf)];
  const within = inner.def?.in ?? inner.def?.innerType ?? inner.def?.options?.[0];
  return within ? filled(within, leaf) : leaf;
}

test.each(schemas.filter(({ schema }) => schema))(
  "$name validates a text of 200 kB within two seconds",
  ({ schema }) => {
    for (const text of texts) {
      const began = performance.now();
      schema?.safeParse(filled(schema, text));
      expect([text.slice(0, 4), performance.now() - began < timeoutMs]).toEqual([text.slice(0, 4), true]);
    }
  },
);

test.each(schemas.filter(({ schema }) => schema))("$name rejects lists and objects in place of texts", ({ schema }) => {
  // Fields submitted twice, with an index or with a part of their own.
  for (const leaf of [["a", "b"], { a: "b" }, [{ a: "b" }], [undefined, "a"]])
    expect(() => schema?.safeParse(filled(schema, leaf))).not.toThrow();
});

/** Returns whether a form has a field for the version of a record. */
const hasVersion = (schema: z.ZodType | null) => {
  const value = schema && filled(schema, "");
  return typeof value === "object" && value !== null && "version" in value;
};

test.each(schemas.filter(({ schema }) => hasVersion(schema)))(
  "$name rejects a version that the database cannot hold",
  ({ schema }) => {
    for (const version of [-1, 1.5, 2_147_483_648, 99_999_999_999]) {
      const paths = schema?.safeParse({ version }).error?.issues.map(({ path }) => path.join("."));
      expect([version, paths]).toEqual([version, expect.arrayContaining(["version"])]);
    }
  },
);
