import { readFile } from "node:fs/promises";
import { features } from "./features.ts";
import { counted, type Outcome } from "./report.ts";

const page = "docs/architecture.md";

/** Checks that the table in `docs/architecture.md` lists every feature in order. */
export async function checkArchitecture(): Promise<Outcome> {
  const text = await readFile(page, "utf8");
  const rows = features.map(({ name, about }) => `| ${name} | ${about} |`).join("\n");
  return {
    summary: `${counted(features.length, "feature")} in order`,
    problems: text.replaceAll("\r\n", "\n").includes(rows)
      ? []
      : [`${page}: its table of features should read\n${rows}`],
  };
}
