import { readFile } from "node:fs/promises";
import path from "node:path";
import { matchPath } from "react-router";
import { listPageRoutes } from "../pages.ts";

/** File in Playwright's output folder to which the e2e tests write the inspected addresses. */
export const inspectedPagesFile = "looked-at.txt";

/** Returns the pages, each with its language, that no e2e test has inspected. */
export async function listUninspectedPages(folder: string): Promise<string[]> {
  const seen = (await readFile(path.join(folder, inspectedPagesFile), "utf8").catch(() => "")).split("\n");
  const patterns = (await listPageRoutes()).map(({ pattern }) => pattern);
  // The most specific pattern wins: `/dashboard/pets/new` is not a pet.
  const wildcards = (pattern: string) => (pattern.match(/[:*]/g) ?? []).length + (pattern.endsWith("*") ? 10 : 0);
  const inOrder = patterns.toSorted((one, other) => wildcards(one) - wildcards(other) || other.length - one.length);
  const found = new Set(
    seen.map((line) => {
      const [language, pathname = ""] = line.split(" ");
      return `${language} ${inOrder.find((pattern) => matchPath(pattern, pathname))}`;
    }),
  );
  return ["en", "ar"].flatMap((language) =>
    patterns.map((pattern) => `${language} ${pattern}`).filter((page) => !found.has(page)),
  );
}
