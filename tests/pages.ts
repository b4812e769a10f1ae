import { readFile } from "node:fs/promises";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import routes from "#app/routes.ts";

/** The route of a page with its file, preceded by those of the root and its layouts. */
export interface PageRoute {
  /** Route pattern such as `/dashboard/pets/:petId`. */
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

/** Lists all routes that render a page. */
export async function listPageRoutes(): Promise<PageRoute[]> {
  const leaves = leavesOf(await routes);
  const texts = await Promise.all(leaves.map(({ files }) => readFile(files.at(-1) as string, "utf8")));
  return leaves.filter((_, index) => texts[index]?.includes("export default"));
}
