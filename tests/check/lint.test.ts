import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { ESLint } from "eslint";
import { expect, test } from "vitest";
import { runProgram } from "./command.ts";
import { root } from "./report.ts";

const eslint = new ESLint();

/** Returns the names of the lint rules that the source text violates. */
async function violatedRules(text: string): Promise<string[]> {
  const [result] = await eslint.lintText(text, { filePath: "app/features/pets/seeded.server.ts" });
  return [...new Set(result?.messages.map(({ ruleId, message }) => ruleId ?? message))];
}

test.each([
  String.raw`/\/+$/`,
  String.raw`/\s*\n\s*/`,
  String.raw`/([a-z-]+)-(\d+)(?=: )/`,
  String.raw`/^[^\s@]+@[^\s@]+\.[^\s@]+$/`,
  "/^(?:a|ab|b)*x*a*b*c/",
  String.raw`/[^\p{L}]+$/u`,
  ["new RegExp(`^$", "{digit}+\\\\s+\\\\s*$`)"].join(""),
])("rejects %s, which takes quadratic time", async (pattern) => {
  const [rule] = await violatedRules(`const digit = "[0-9]"; export const found = [digit, ${pattern}];`);
  expect(rule).toMatch(/^regexp\/no-super-linear/);
});

test.each([
  String.raw`/^\d+$/`,
  `/[&<>"']/g`,
  "/^[a-z]{1,5}(-[a-z]+)?$/i",
  String.raw`/(?<![a-z-])([a-z-]+)-(\d+)(?=: )/g`,
  String.raw`/^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/`,
  String.raw`/\p{M}/gu`,
])("accepts %s, which takes linear time", async (pattern) =>
  expect(await violatedRules(`export const found = ${pattern};`)).toEqual([]),
);

test.each([
  "new RegExp(name)",
  "RegExp(name)",
  ["sql", "raw(name)"].join("."),
  ["request", "formData()"].join("."),
  ["request", "clone()", "text()"].join("."),
  ["import.meta", "env"].join("."),
])("rejects %s", async (code) =>
  expect(await violatedRules(`export const made = (name: string) => ${code};`)).toEqual(["no-restricted-syntax"]),
);

test("rejects destructuring the environment from process", async () =>
  expect(await violatedRules("const { env } = process;\nexport { env };")).toEqual(["no-restricted-syntax"]));

test("accepts allowed code", async () =>
  expect(
    await violatedRules(
      "export const made = async (answer: Response) => [sql`select 1`, await answer.clone().json()];",
    ),
  ).toEqual([]));

test("Biome rejects access to the environment and re-exporting everything from another file", async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), "aleef-lint-"));
  const text =
    'import { env } from "node:process";\nexport * from "./pets.ts";\nexport const all = [env, process.env];\n';
  const parameters = ["lint", `--config-path=${path.join(root, "biome.json")}`, "--vcs-enabled=false", "seeded.ts"];
  await writeFile(path.join(folder, "seeded.ts"), text);
  const { output } = await runProgram("biome", parameters, {}, folder);
  await rm(folder, { recursive: true });
  expect([...output.matchAll(/ lint\/\w+\/(\w+)/g)].map(([, rule]) => rule)).toEqual([
    "noRestrictedImports",
    "noReExportAll",
    "noProcessEnv",
  ]);
});
