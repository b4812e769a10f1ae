import { readFile } from "node:fs/promises";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import routes from "#app/routes.ts";

/** A route that somebody looks at, with the file of its screen and, before it, those of root and the layouts. */
export interface PageRoute {
  /** As React Router writes it: `/dashboard/pets/:petId`. */
  pattern: string;
  files: string[];
}

function leavesOf(entries: RouteConfigEntry[], path = "", around = ["root.tsx"]): PageRoute[] {
  return entries.flatMap((entry) => {
    const pattern = [path, entry.path].filter(Boolean).join("/");
    const files = [...around, entry.file];
    if (entry.children) return leavesOf(entry.children, pattern, files);
    return [{ pattern: `/${pattern}`, files: files.map((file) => `app/${file}`) }];
  });
}

/** Every route of the product that answers with a page, not with a file or a redirect. */
export async function readPages(): Promise<PageRoute[]> {
  const leaves = leavesOf(await routes);
  const texts = await Promise.all(leaves.map(({ files }) => readFile(files.at(-1) as string, "utf8")));
  return leaves.filter((_, index) => texts[index]?.includes("export default"));
}
