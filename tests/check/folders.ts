import path from "node:path";
import type { ICruiseResult } from "dependency-cruiser";
import { readImports } from "./imports.ts";
import { counted, type Outcome } from "./report.ts";

/** Folders whose parts are ordered: each feature, the platform, each part of it, and every folder inside them. */
const ordered = /^app\/(platform$|(features|platform)\/[^/]+)/;
const isTest = (file: string) => /\.test\.tsx?$/.test(file);

/** For each part of a folder, the parts that it imports, each with one such import. A part is a folder or a file. */
type Parts = Map<string, Map<string, string>>;

/** Returns for each folder how its parts import each other. Tests may import everything. */
function readParts(modules: Pick<ICruiseResult["modules"][number], "source" | "dependencies">[]) {
  const folders = new Map<string, Parts>();
  for (const { source, dependencies } of modules.filter(({ source }) => ordered.test(source) && !isTest(source)))
    for (const { resolved } of dependencies) {
      const [from, to] = [source.split("/"), resolved.split("/")];
      const depth = from.findIndex((name, place) => name !== to[place]);
      const folder = from.slice(0, depth).join("/");
      if (depth < 0 || !ordered.test(folder)) continue;
      const parts: Parts = folders.get(folder) ?? new Map();
      const imported = parts.get(from[depth]!) ?? new Map<string, string>();
      const places = [source, resolved].map((file) => path.posix.relative(folder, file));
      imported.set(to[depth]!, places.join(" → "));
      folders.set(folder, parts.set(from[depth]!, imported));
    }
  return folders;
}

function leadsTo(parts: Parts, from: string, to: string, seen = new Set<string>()): boolean {
  if (from === to) return true;
  if (seen.has(from)) return false;
  seen.add(from);
  return [...(parts.get(from)?.keys() ?? [])].some((next) => leadsTo(parts, next, to, seen));
}

/** Returns the imports of a folder's parts that lead back to where they come from. */
function findCircles(parts: Parts): string[] {
  return [...parts].flatMap(([from, imported]) =>
    [...imported].filter(([to]) => leadsTo(parts, to, from)).map(([, example]) => example),
  );
}

/** Checks that the folders and files inside a feature, and inside the platform, never import in a circle. */
export async function checkFolders(): Promise<Outcome> {
  const folders = readParts((await readImports()).modules);
  const problems = [...folders].flatMap(([folder, parts]) =>
    findCircles(parts)
      .sort()
      .map((example) => `${folder} imports in a circle: ${example}`),
  );
  if (folders.size === 0) problems.push("no imports were seen");
  return { summary: `${counted(folders.size, "folder")} in order`, problems };
}
