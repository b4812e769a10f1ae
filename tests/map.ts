import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { drawMap } from "./check/drawing.ts";
import { readImports } from "./check/imports.ts";
import { type Outcome, root } from "./check/report.ts";

const file = path.join(root, "docs/map.md");

/** `docs/map.md` shows the imports as they are. */
export async function checkMap(): Promise<Outcome> {
  const now = drawMap(await readImports(root));
  const kept = await readFile(file, "utf8").catch(() => "");
  const arrows = now.match(/ --> /g)?.length ?? 0;
  const isSame = kept.replaceAll("\r\n", "\n") === now;
  return { summary: `${arrows} arrows`, problems: isSame ? [] : ["docs/map.md is out of date: npm run map"] };
}

if (import.meta.main) {
  await writeFile(file, drawMap(await readImports(root)));
  process.stdout.write("docs/map.md is drawn\n");
}
