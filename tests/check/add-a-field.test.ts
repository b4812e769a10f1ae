import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { listFiles, readText } from "./files.ts";

test("the guide for adding a field lists exactly the files that mention a comparable field", async () => {
  const [, steps = ""] = /^1\. ([\s\S]+?)^6\. /m.exec(readFileSync("docs/how-to-add-a-field.md", "utf8")) ?? [];
  const recipe = [...steps.matchAll(/`((?:app|seed)\/[^`]+)`/g)].map(([, file = ""]) => file);
  const sources = (await listFiles()).filter((file) => /^(?:app|seed)\//.test(file) && !/\.test\.tsx?$/.test(file));
  const naming = [];
  for (const file of sources) if (/\bbloodType\b/.test((await readText(file)) ?? "")) naming.push(file);
  expect(naming).toEqual([...new Set(recipe)].sort());
});
