import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { listFiles } from "./files.ts";

const files = await listFiles();
const pages = files.filter((file) => /^(README|docs\/.+)\.md$/.test(file));

/**
 * Returns whether a path or glob matches a file or folder. A bare file name matches a file of that name in any folder.
 */
function exists(named: string): boolean {
  const glob = named.replace(/<\w+>/g, "*").replace(/\/$/, "/**");
  const pattern = named.includes("/") ? glob : `**/${glob}`;
  return files.some((file) => file.startsWith(`${named}/`) || path.matchesGlob(file, pattern));
}

const extension = "(?:tsx?|js|json|md|sql|sh|css|cfg|yaml|service)";
const asPath = new RegExp(
  `^(?:[\\w.{},<>*@-]+/)*[\\w.{},<>*@-]+\\.${extension}$|^(?:app|docs|tests|seed|bench|deploy|migrations)/[\\w./-]*$`,
);

/** Returns the paths in code spans. Other words of a command are skipped. */
function pathsIn(text: string): string[] {
  return [...text.matchAll(/`([^`\n]+)`/g)].flatMap(([, code = ""]) =>
    code.split(" ").filter((word) => asPath.test(word)),
  );
}

test.each(pages)("every file and link in %s exists", (page) => {
  const text = readFileSync(page, "utf8");
  const links = [...text.matchAll(/\]\((?!\w+:)([^)#]+)/g)].map(([, to = ""]) => path.join(path.dirname(page), to));
  const missing = [...pathsIn(text).filter((named) => !exists(named)), ...links.filter((to) => !existsSync(to))];
  expect(missing).toEqual([]);
});

test("every test listed under tested failures exists", () => {
  const text = readFileSync("docs/operating.md", "utf8");
  const [, section = ""] = text.split("## Tested failures and attacks");
  const named = [...section.matchAll(/^\|[^|]+\| `([\w-]+)`/gm)].map(([, name]) => `tests/resilience/${name}.test.ts`);
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((file) => !files.includes(file))).toEqual([]);
});

test("finds paths that do not exist", () => {
  const missingPaths =
    "`app/gone.ts`, `gone.server.ts`, `npx vitest run tests/gone.test.ts`, `app/gone/`, `seed/*.gone.ts`";
  expect(pathsIn(missingPaths).filter((named) => !exists(named))).toHaveLength(5);
  const existingPaths = "`server.ts`, `app/routes.ts`, `*.rules.ts`, `app/locales/{en,ar}/<namespace>.json`, `seed/`";
  expect(pathsIn(existingPaths).filter((named) => !exists(named))).toEqual([]);
  expect(pathsIn(existingPaths)).toHaveLength(5);
});

test("the operating guide lists every setting", () => {
  const settings = readFileSync("app/platform/settings.server.ts", "utf8");
  const names = [...settings.matchAll(/^ {2}([A-Z][A-Z0-9_]+): /gm)].map(([, name]) => name);
  const guide = readFileSync("docs/operating.md", "utf8");
  expect(names.length).toBeGreaterThan(40);
  expect(names.filter((name) => !guide.includes(`\`${name}\``))).toEqual([]);
});
