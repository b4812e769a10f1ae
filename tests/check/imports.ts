import { readdir } from "node:fs/promises";
import { cruise, type ICruiseResult } from "dependency-cruiser";
import { houseRules } from "./house-rules.ts";

const parts = ["app", "seed", "tests", "bench", "server.ts"];
const known = new Map<string, Promise<ICruiseResult>>();

/** Who imports whom, type imports included, and every breach of the law. */
export function readImports(root: string): Promise<ICruiseResult> {
  const read = known.get(root) ?? cruiseOver(root);
  known.set(root, read);
  return read;
}

async function cruiseOver(root: string): Promise<ICruiseResult> {
  const there = new Set(await readdir(root));
  const { output } = await cruise(
    parts.filter((part) => there.has(part)),
    {
      baseDir: root,
      validate: true,
      ruleSet: { forbidden: houseRules },
      tsPreCompilationDeps: true,
      doNotFollow: { path: "node_modules" },
      exclude: { path: "\\+types/" },
    },
    { exportsFields: ["exports"], conditionNames: ["import", "node", "default"] },
  );
  if (typeof output === "string") throw new Error("dependency-cruiser gave a text instead of modules");
  return output;
}
