import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { explainMismatch } from "#tests/mutation/mutant.ts";
import { mutants } from "#tests/mutation/mutant-list.ts";

const textOf = (file: string) => (existsSync(file) ? readFileSync(file, "utf8") : null);

test("every text that a mutant replaces occurs exactly once in its file", () => {
  const changes = mutants.flatMap((defect) => defect.changes);
  expect(changes.map((change) => explainMismatch(change, textOf(change.file))).filter(Boolean)).toEqual([]);
});

test("every mutant names existing tests and has a unique name", () => {
  for (const { name, tests, only } of mutants) {
    const texts = tests.map((file) => textOf(file) ?? "");
    const isThere = texts.every(Boolean) && (only === undefined || texts.some((text) => text.includes(only)));
    expect([name, isThere]).toEqual([name, true]);
  }
  expect(new Set(mutants.map(({ name }) => name)).size).toBe(mutants.length);
});

test("misplaced reports texts that are missing, occur twice or would stay unchanged", () => {
  const change = { file: "a.ts", from: "lock()", to: "" };
  expect(explainMismatch(change, "x; lock(); y")).toBeNull();
  for (const text of [null, "x; y", "lock(); lock()"]) expect(explainMismatch(change, text)).toContain("a.ts");
  expect(explainMismatch({ ...change, to: "lock()" }, "lock()")).toContain("a.ts");
});
