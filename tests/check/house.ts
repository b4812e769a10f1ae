import type { ICruiseResult } from "dependency-cruiser";
import { listFiles, readText } from "./files.ts";
import { readImports } from "./imports.ts";
import { badNames } from "./names.ts";
import { counted, type Outcome, root } from "./report.ts";

const ours = /^(app|seed|tests|bench)\/|^[^/]+\.ts$/;
const mayReadEnvironment = /^(server\.ts$|tests\/|bench\/|[^/]+\.config\.ts$)/;
const environment =
  /process\s*(\?\.|\.)\s*env|import\.meta\.env|\{[^}]*\benv\b[^}]*\}\s*=\s*process\b|from "node:process"/;

function breaches({ summary }: ICruiseResult): string[] {
  return summary.violations.map(({ rule, from, to, cycle }) => {
    const way = cycle ? [from, ...cycle.map(({ name }) => name)].join(" → ") : `${from} → ${to}`;
    return `${rule.name}: ${way}`;
  });
}

/** The law of the house: who may import whom, names, and who reads the environment. */
export async function checkHouse(): Promise<Outcome> {
  const files = (await listFiles()).filter((file) => ours.test(file));
  const imports = await readImports(root);
  const { totalCruised, totalDependenciesCruised = 0 } = imports.summary;
  const problems = [...breaches(imports), ...badNames(files)];
  if (totalCruised === 0 || totalDependenciesCruised === 0) problems.push("dependency-cruiser saw nothing");

  const texts = new Map<string, string>();
  for (const file of files.filter((one) => /\.(tsx?|css)$/.test(one))) texts.set(file, (await readText(file)) ?? "");
  for (const [file, text] of texts) {
    if (environment.test(text) && !mayReadEnvironment.test(file)) problems.push(`${file} reads the environment`);
    if (/^export \* from/m.test(text)) problems.push(`${file} passes on everything of another file`);
  }
  return {
    summary: `${counted(totalCruised, "module")}, ${counted(totalDependenciesCruised, "import")}`,
    problems,
  };
}
