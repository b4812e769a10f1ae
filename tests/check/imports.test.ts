import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import extractOptions from "dependency-cruiser/config-utl/extract-depcruise-options";
import { afterAll, expect, test } from "vitest";
import { featureNames } from "./features.ts";
import { findComponentsInBenches, readImports } from "./imports.ts";

const folders: string[] = [];
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))));

/**
 * Creates a small project in a temporary folder from files and their imports, and returns the names of the violated
 * rules.
 */
async function violatedRules(files: Record<string, string[]>): Promise<string[]> {
  const { summary } = await readProject(files);
  return [...new Set(summary.violations.map(({ rule }) => rule.name))].sort();
}

/** Creates the project, and returns all its imports. A target that begins with `type ` is imported only as a type. */
async function readProject(files: Record<string, string[]>) {
  const root = await mkdtemp(path.join(os.tmpdir(), "aleef-imports-"));
  folders.push(root);
  const write = async (file: string, text: string) => {
    await mkdir(path.dirname(path.join(root, file)), { recursive: true });
    await writeFile(path.join(root, file), text);
  };
  const named = { type: "module", imports: { "#app/*": "./app/*", "#seed/*": "./seed/*", "#tests/*": "./tests/*" } };
  const packages = { dependencies: { pg: "1", "pg-boss": "1", pino: "1" }, devDependencies: { vite: "1" } };
  await write("package.json", JSON.stringify({ ...named, ...packages }));
  for (const name of ["pg", "pg-boss", "pino", "vite"]) {
    await write(`node_modules/${name}/package.json`, JSON.stringify({ name, version: "1.0.0", main: "main.js" }));
    await write(`node_modules/${name}/main.js`, "");
  }
  const targets = Object.values(files)
    .flat()
    .map((target) => target.replace(typeOnly, ""));
  const all = new Set([...Object.keys(files), ...targets].filter((file) => /\.tsx?$/.test(file)));
  for (const file of all) {
    const from = (target: string) =>
      /\.tsx?$/.test(target) && /^(app|seed|tests)\//.test(target) ? `#${target}` : target;
    const lines = (files[file] ?? []).map((target, at) =>
      typeOnly.test(target)
        ? `import type { x as x${at} } from "${from(target.replace(typeOnly, ""))}";\nexport type T${at} = typeof x${at};`
        : `import { x as x${at} } from "${from(target)}";\nx${at};`,
    );
    await write(file, [...lines, "export const x = 1;"].join("\n"));
  }
  const result = await readImports(root);
  expect(result.summary.totalCruised).toBeGreaterThan(0);
  return result;
}

const typeOnly = /^type /;

/** Files in which each feature imports the next one, which is forbidden. */
const neighbours = featureNames
  .slice(0, -1)
  .map((name, at): [string, string[]] => [`app/features/${name}/a.ts`, [`app/features/${featureNames[at + 1]}/b.ts`]]);

test("every rule detects a violation", async () => {
  const found = await violatedRules({
    ...Object.fromEntries(neighbours),
    "app/platform/db/one.ts": ["app/features/pets/b.ts"],
    "app/features/pets/c.ts": ["app/layouts/frame.ts", "pg", "pg-boss", "vite", "tests/test-app.ts", "node:fs", "pino"],
    "app/extras/utils.ts": ["app/features/pets/b.ts"],
    "app/features/pages/d.ts": ["app/features/pets/list-page.tsx"],
    "app/layouts/frame.ts": ["app/root.tsx", "app/features/pets/list-page.tsx", "seed/demo.ts"],
    "app/features/pets/pets.rules.ts": ["app/features/pets/words.ts"],
    "app/features/tags/one.ts": ["app/features/tags/two.ts"],
    "app/features/tags/two.ts": ["app/features/tags/one.ts"],
    "seed/demo.ts": ["app/layouts/words.ts"],
    "server.ts": ["app/features/pets/b.ts"],
  });
  const { ruleSet } = await extractOptions("./.dependency-cruiser.js");
  expect(found).toEqual([...new Set(ruleSet?.forbidden?.map(({ name }) => name))].sort());
});

test("accepts a project that follows the rules", async () => {
  const found = await violatedRules({
    "server.ts": ["app/handler.ts", "app/platform/db/one.ts"],
    "app/handler.ts": ["seed/demo.ts", "app/layouts/words.ts", "app/features/pets/pets.ts"],
    "app/routes.ts": ["vite"],
    "app/layouts/words.ts": ["app/features/pages/pages.ts", "app/platform/i18n/say.ts"],
    "app/features/pages/pages.ts": ["app/features/pets/card.tsx"],
    "app/features/pets/pets.server.ts": ["node:fs", "pino"],
    "app/features/pets/pets.ts": ["app/features/pets/pets.rules.ts", "app/features/users/actor.ts"],
    "app/features/pets/pets.rules.ts": ["app/features/users/users.rules.ts"],
    "app/features/pets/pets.test.ts": ["tests/test-app.ts", "app/features/tags/tags.ts", "pg"],
    "app/platform/db/one.ts": ["pg"],
    "app/platform/jobs/jobs.ts": ["pg-boss"],
    "seed/demo.ts": ["app/features/pets/pets.ts"],
    "tests/test-app.ts": ["app/layouts/words.ts", "app/platform/db/one.ts", "pg"],
  });
  expect(found).toEqual([]);
});

test("detects a cycle of type imports", async () => {
  const root = await mkdtemp(path.join(os.tmpdir(), "aleef-imports-"));
  folders.push(root);
  await writeFile(path.join(root, "package.json"), "{}");
  await mkdir(path.join(root, "app/platform"), { recursive: true });
  const text = (other: string) => `import type { T } from "./${other}.ts";\nexport type { T };\n`;
  await writeFile(path.join(root, "app/platform/a.ts"), text("b"));
  await writeFile(path.join(root, "app/platform/b.ts"), text("a"));
  const { summary } = await readImports(root);
  expect(summary.violations.map(({ rule }) => rule.name)).toContain("no-circles");
});

test.each([
  "app/features/pets/utils.ts",
  "app/platform/lib/clock.ts",
  "app/features/pets/index.ts",
  "tests/helpers/clock.ts",
])("rejects %s as a meaningless name, whether it is imported or not", async (file) => {
  expect(await violatedRules({ [file]: [] })).toEqual(["names-say-what-is-inside"]);
  expect(await violatedRules({ "tests/one.ts": [file] })).toEqual(["names-say-what-is-inside"]);
});

test.each(["app/features/vets/vets.server.ts", "app/extras/one.ts", "app/one.ts"])(
  "rejects %s because it belongs to no layer",
  async (file) => expect(await violatedRules({ [file]: [] })).toEqual(["each-file-belongs-to-a-layer"]),
);

test("benches load no component, neither directly nor through a server module, except its types", async () => {
  const result = await readProject({
    "bench/typed.ts": ["type app/features/pets/card.tsx", "app/features/pets/read.server.ts"],
    "app/features/pets/read.server.ts": ["type app/features/pets/card.tsx"],
    "bench/shown.ts": ["app/features/tags/list.server.ts"],
    "app/features/tags/list.server.ts": ["app/features/tags/chips.tsx"],
    "app/features/tags/page.server.ts": ["app/features/tags/card.tsx"],
  });
  expect(findComponentsInBenches(result)).toEqual([
    "benches-load-no-components: bench/shown.ts → app/features/tags/list.server.ts → app/features/tags/chips.tsx",
  ]);
});

test("accepts meaningful names", async () =>
  expect(
    await violatedRules({
      "app/features/auth/common-passwords.server.ts": [],
      "app/platform/i18n/types-of-words.ts": [],
      "app/entry.client.tsx": [],
    }),
  ).toEqual([]));
