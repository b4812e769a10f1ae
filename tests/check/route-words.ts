// No existing tool knows which translation namespaces a page loads.

import type { IDependency } from "dependency-cruiser";
import * as english from "#app/locales/english.ts";
import { sharedNamespaces } from "#app/locales/namespaces.ts";
import { listPageRoutes } from "../pages.ts";
import { readText } from "./files.ts";
import { readImports } from "./imports.ts";
import { counted, type Outcome } from "./report.ts";
import { findUses, flatten, plural } from "./words.ts";

const isOfBrowser = (file: string) => /^app\/.*\.tsx?$/.test(file) && !/\.server\.tsx?$/.test(file);
const isCode = ({ dependencyTypes }: IDependency) => !dependencyTypes.includes("type-only");

/** Returns the namespaces in lists such as `i18n: […]`, `loadNamespaces([…])` and `…Namespaces = […]`. */
const namesIn = (text: string, list: RegExp): string[] =>
  [...text.matchAll(list)].flatMap(([, names]) => names?.match(/\w+/g) ?? []);

/** Translation keys that a file uses, and the namespaces that it loads itself. */
interface FileTexts extends ReturnType<typeof findUses> {
  fetched: string[];
}

async function readFileTexts(file: string): Promise<FileTexts> {
  const text = (await readText(file)) ?? "";
  const fetched = namesIn(text, /Namespaces(?:\(| = )\[([^\]]*)\]/g);
  return { ...findUses(text), fetched };
}

/** Returns the paths of the pages that the worker stores before anybody has opened them. */
async function listPagesStoredFirst(): Promise<string[]> {
  const worker = (await readText("app/pwa/offline-worker.ts")) ?? "";
  const paths = /const firstPages = \[([^\]]*)\]/.exec(worker)?.[1]?.match(/[^"\s,]+/g) ?? [];
  if (paths.length === 0) throw new Error("offline-worker.ts names no pages that it stores first");
  return [...paths, "/dashboard/pets/:petId"];
}

/** Checks that each page loads all namespaces that its modules use, and that those of pages stored for offline are stored. */
export async function checkRouteWords(): Promise<Outcome> {
  const { modules } = await readImports();
  const imports = new Map(modules.map((module) => [module.source, module.dependencies.filter(isCode)]));
  const files = modules.map(({ source }) => source).filter(isOfBrowser);
  const textsByFile = new Map(await Promise.all(files.map(async (file) => [file, await readFileTexts(file)] as const)));
  const all = [...new Set(flatten(english).map(([key]) => key.replace(plural, "")))];
  const keysByFile = new Map(
    [...textsByFile].map(([file, { exact, patterns }]) => [
      file,
      all.filter((key) => exact.includes(key) || patterns.some((pattern) => pattern.test(key))),
    ]),
  );
  const problems = new Set<string>();
  const pages = await listPageRoutes();
  const storedFirst = await listPagesStoredFirst();
  const storedWords = textsByFile.get("app/pwa/use-worker.ts")?.fetched ?? [];
  for (const path of storedFirst)
    if (!pages.some(({ pattern }) => pattern === path)) problems.add(`${path}, which the worker stores, is no page`);
  for (const { pattern, files } of pages) {
    const named = await Promise.all(
      files.map(async (file) => namesIn((await readText(file)) ?? "", /i18n: \[([^\]]*)\]/g)),
    );
    const notStored = storedFirst.includes(pattern)
      ? named.at(-1)?.find((one) => !storedWords.includes(one))
      : undefined;
    if (notStored) problems.add(`${pattern} lacks ${notStored} while offline: app/pwa/use-worker.ts`);
    const seen = new Set<string>();
    const look = (file: string, inherited: readonly string[]) => {
      const texts = textsByFile.get(file);
      if (!texts || seen.has(file)) return;
      seen.add(file);
      const loaded = [...inherited, ...texts.fetched];
      const missing = keysByFile.get(file)?.find((key) => !loaded.includes(key.split(".")[0] as string));
      if (missing) problems.add(`${pattern} lacks ${missing}, which ${file} says`);
      for (const { resolved } of imports.get(file) ?? []) look(resolved, loaded);
    };
    for (const file of files.toReversed()) look(file, [...sharedNamespaces, ...named.flat()]);
  }
  return { summary: `${counted(pages.length, "page")}, each with its words`, problems: [...problems] };
}
