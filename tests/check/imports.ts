import { readdir } from "node:fs/promises";
import path from "node:path";
import { cruise, type ICruiseResult } from "dependency-cruiser";
import extractOptions from "dependency-cruiser/config-utl/extract-depcruise-options";
import { counted, type Outcome, root } from "./report.ts";

const parts = ["app", "seed", "tests", "bench", "server.ts"];
const cache = new Map<string, Promise<ICruiseResult>>();

/**
 * Returns all imports, including type imports, and the violations of `.dependency-cruiser.js`. Cached per folder, so
 * that all checks share one run.
 */
export function readImports(folder: string): Promise<ICruiseResult> {
  const read = cache.get(folder) ?? cruiseOver(folder);
  cache.set(folder, read);
  return read;
}

async function cruiseOver(folder: string): Promise<ICruiseResult> {
  const there = new Set(await readdir(folder));
  const { enhancedResolveOptions, ...options } = await extractOptions(path.join(root, ".dependency-cruiser.js"));
  const { output } = await cruise(
    parts.filter((part) => there.has(part)),
    { ...options, baseDir: folder },
    enhancedResolveOptions,
  );
  if (typeof output === "string") throw new Error("dependency-cruiser gave a text instead of modules");
  return output;
}

/** Checks layers, the order of features, cycles, packages and names. */
export async function checkImports(): Promise<Outcome> {
  const { violations, totalCruised, totalDependenciesCruised = 0 } = (await readImports(root)).summary;
  const problems = violations.map(({ rule, from, to, cycle }) => {
    const way = cycle ? [from, ...cycle.map(({ name }) => name)].join(" → ") : `${from} → ${to}`;
    return `${rule.name}: ${way}`;
  });
  if (totalDependenciesCruised === 0) problems.push("dependency-cruiser saw nothing");
  return {
    summary: `${counted(totalCruised, "module")}, ${counted(totalDependenciesCruised, "import")}`,
    problems,
  };
}
