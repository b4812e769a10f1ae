import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";

const file = path.join(import.meta.dirname, "results.md");
const head = "# Benchmark\n\nEach part as it was last measured: `npm run bench -- PART`, or all by `npm run bench`.";

/** Replaces a part's section in `results.md`, keeping the order of `all`. */
export async function keepResult(part: string, lines: string[], all: string[]): Promise<void> {
  const before = await readFile(file, "utf8").catch(() => "");
  const sections = new Map(
    before
      .split(/^## /m)
      .slice(1)
      .map((section) => [section.slice(0, section.indexOf("\n")), section.slice(section.indexOf("\n")).trim()]),
  );
  sections.set(part, lines.join("\n"));
  const kept = all.flatMap((name) => (sections.has(name) ? [`## ${name}\n\n${sections.get(name)}`] : []));
  await writeFile(file, `${[head, ...kept].join("\n\n")}\n`);
}
