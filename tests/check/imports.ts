import path from "node:path";
import { cruise, type ICruiseResult } from "dependency-cruiser";
import extractOptions from "dependency-cruiser/config-utl/extract-depcruise-options";
import { counted, type Outcome, root } from "./report.ts";

const parts = ["app", "seed", "tests", "bench", "server.ts", "serve.ts", "cli.ts", "open-app.ts"];

let imports: Promise<ICruiseResult> | undefined;

/** Returns all imports, including type imports, and the violations of `.dependency-cruiser.js`; read once. */
export function readImports(): Promise<ICruiseResult> {
  imports ??= analyseImports();
  return imports;
}

async function analyseImports(): Promise<ICruiseResult> {
  const { enhancedResolveOptions, ...options } = await extractOptions(path.join(root, ".dependency-cruiser.js"));
  const { output } = await cruise(parts, { ...options, baseDir: root }, enhancedResolveOptions);
  if (typeof output === "string") throw new Error("dependency-cruiser gave a text instead of modules");
  return output;
}

/**
 * Returns, for each component (`.tsx`) that benches load, how they reach it: Node runs the benches without the bundler,
 * and cannot read components. Type imports do not count, which a `reachable` rule of dependency-cruiser cannot express.
 */
function findComponentsInBenches({ modules }: ICruiseResult): string[] {
  const loadedBy = new Map(
    modules
      .map(({ source }) => source)
      .filter((source) => source.startsWith("bench/"))
      .map((bench) => [bench, bench]),
  );
  const importsOf = new Map(modules.map(({ source, dependencies }) => [source, dependencies]));
  const found: string[] = [];
  // The map grows while it is iterated.
  for (const [source, way] of loadedBy) {
    if (source.endsWith(".tsx")) found.push(`benches-load-no-components: ${way}`);
    else
      for (const { resolved, dependencyTypes } of importsOf.get(source) ?? [])
        if (!dependencyTypes.includes("type-only") && !loadedBy.has(resolved))
          loadedBy.set(resolved, `${way} → ${resolved}`);
  }
  return found;
}

/** Checks layers, the order of features, cycles, packages and names, and what benches load. */
export async function checkImports(): Promise<Outcome> {
  const result = await readImports();
  const { violations, totalCruised, totalDependenciesCruised = 0 } = result.summary;
  const problems = violations.map(({ rule, from, to, cycle }) => {
    const way = cycle ? [from, ...cycle.map(({ name }) => name)].join(" → ") : `${from} → ${to}`;
    return `${rule.name}: ${way}`;
  });
  problems.push(...findComponentsInBenches(result));
  if (totalDependenciesCruised === 0) problems.push("dependency-cruiser saw nothing");
  return {
    summary: `${counted(totalCruised, "module")}, ${counted(totalDependenciesCruised, "import")}`,
    problems,
  };
}
