// No tool knows which groups of words a page is sent with.

import type { IDependency } from "dependency-cruiser";
import { groupsOf, type WordGroup, wordGroups } from "#app/shell/load-words.ts";
import { readPages } from "../pages.ts";
import { readText } from "./files.ts";
import { readImports } from "./imports.ts";
import { counted, type Outcome, root } from "./report.ts";
import { flatten, plural, usesIn } from "./words.ts";

const isOfBrowser = (file: string) => /^app\/.*\.tsx?$/.test(file) && !/\.server\.tsx?$|\.(en|ar)\.ts$/.test(file);
const isCode = ({ dependencyTypes }: IDependency) => !dependencyTypes.includes("type-only");

/** Some address of a page. */
const addressOf = (pattern: string) => pattern.replaceAll(/:\w+/g, "x").replace("*", "x");

type Keys = ReadonlySet<string>;

async function keysOf(group: string): Promise<Keys> {
  const { words } = await import(`#app/shell/words-${group}.en.ts`);
  return new Set(flatten(words).map(([key]) => key.replace(plural, "")));
}

/** What a file may say, and the groups of words that it fetches by itself before it shows what it imports. */
interface Speaker extends ReturnType<typeof usesIn> {
  fetched: string[];
}

async function speakerOf(file: string): Promise<Speaker> {
  const text = (await readText(file)) ?? "";
  const fetched = [...text.matchAll(/ensureWords\(\[([^\]]*)\]/g)].flatMap(([, names]) => names?.match(/\w+/g) ?? []);
  return { ...usesIn(text), fetched };
}

/** Each page is sent with the words that its screen and what that is made of may say. */
export async function checkRouteWords(): Promise<Outcome> {
  const { modules } = await readImports(root);
  const imports = new Map(modules.map((module) => [module.source, module.dependencies.filter(isCode)]));
  const files = modules.map(({ source }) => source).filter(isOfBrowser);
  const speakers = new Map(await Promise.all(files.map(async (file) => [file, await speakerOf(file)] as const)));
  const groups = new Map(await Promise.all(wordGroups.map(async (group) => [group, await keysOf(group)] as const)));
  const all = [...new Set([...groups.values()].flatMap((keys) => [...keys]))];
  const saidBy = new Map(
    [...speakers].map(([file, { exact, patterns }]) => [
      file,
      all.filter((key) => exact.includes(key) || patterns.some((pattern) => pattern.test(key))),
    ]),
  );
  const problems = new Set<string>();
  const pages = await readPages();
  for (const { pattern, files } of pages) {
    const path = addressOf(pattern);
    const seen = new Set<string>();
    const look = (file: string, there: readonly string[]) => {
      const speaker = speakers.get(file);
      if (!speaker || seen.has(file)) return;
      seen.add(file);
      const known = [...there, ...speaker.fetched];
      const missing = saidBy.get(file)?.find((key) => !known.some((group) => groups.get(group as WordGroup)?.has(key)));
      if (missing) problems.add(`${path} lacks ${missing}, which ${file} says`);
      for (const { resolved } of imports.get(file) ?? []) look(resolved, known);
    };
    for (const file of files.toReversed()) look(file, groupsOf(path));
  }
  return { summary: `${counted(pages.length, "page")}, each with its words`, problems: [...problems] };
}
