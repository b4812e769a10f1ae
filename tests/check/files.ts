import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { root } from "./report.ts";

/** Lists all project files that `.gitignore` does not exclude, without using git. */
export async function listFiles(): Promise<string[]> {
  const ignored = (await readFile(path.join(root, ".gitignore"), "utf8")).split("\n").filter(Boolean);
  const isIgnored = (place: string) =>
    place === ".git" || ignored.some((pattern) => path.matchesGlob(place, pattern.replace(/\/$/, "")));
  const found: string[] = [];
  const walk = async (folder: string) => {
    for (const entry of await readdir(path.join(root, folder), { withFileTypes: true })) {
      if (isIgnored(entry.name)) continue;
      const place = path.posix.join(folder, entry.name);
      if (entry.isDirectory()) await walk(place);
      else if (entry.isFile()) found.push(place);
    }
  };
  await walk("");
  return found.sort();
}

/** Returns the text of a file, or null for binary files. */
export async function readText(file: string): Promise<string | null> {
  const bytes = await readFile(path.join(root, file));
  return bytes.subarray(0, 8000).includes(0) ? null : bytes.toString("utf8");
}

/** Returns the matches of a global pattern as `file:line: match`. */
export function findAll(file: string, text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map((match) => {
    const line = text.slice(0, match.index).split("\n").length;
    return `${file}:${line}: ${match[0].trim()}`;
  });
}
