import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const page = readFileSync("docs/asvs.md", "utf8");
const pages = ["asvs", "security", "privacy"].map((name) => readFileSync(`docs/${name}.md`, "utf8")).join("\n");

/** Files that the pages refer to, with the quoted text if there is one. */
const named = [...pages.matchAll(/`([\w./-]+\.(?:tsx?|json|md))`(?: “([^”]+)”)?/g)].map(([, file, words]) => ({
  file: file!,
  words,
}));

/** Returns the requirement numbers in the table under this heading. */
function idsOf(heading: string): string[] {
  const [, table = ""] = page.split(`\n## ${heading}`);
  return table
    .split("\n#")[0]!
    .split("\n")
    .flatMap((row) => row.match(/^\| (\d[\d., ]+) \|/)?.[1]?.split(", ") ?? []);
}

test("every file in the pages on security and privacy exists and contains the quoted text", () => {
  expect(named.length).toBeGreaterThan(150);
  const missingFiles = named.filter(({ file }) => !existsSync(file));
  const missingTexts = named.filter(
    ({ file, words }) => words && existsSync(file) && !readFileSync(file, "utf8").includes(words),
  );
  expect([missingFiles, missingTexts]).toEqual([[], []]);
});

test("each requirement is in exactly one table, and the totals are correct", () => {
  const tables = ["Met", "Operator's responsibility", "Deviations", "Not applicable"].map(idsOf);
  const all = tables.flat();
  expect(all.filter((id, at) => all.indexOf(id) !== at)).toEqual([]);
  const counted = [...(/^Of 253 .+$/m.exec(page)?.[0] ?? "").matchAll(/\d+/g)].map(([number]) => Number(number));
  const [sum, byTest = 0, byCode = 0, byPage = 0, ...others] = counted;
  expect([all.length, ...tables.map((ids) => ids.length)]).toEqual([sum, byTest + byCode + byPage, ...others]);
});
