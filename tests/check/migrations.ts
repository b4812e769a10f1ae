// `drizzle-kit check` compares migrations with each other but not with the table definitions, and `generate` would
// write a file.

import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { isDeepStrictEqual } from "node:util";
import config from "../../drizzle.config.ts";
import { listFiles } from "./files.ts";
import { counted, type Outcome, root } from "./report.ts";

type Tree = Record<string, unknown>;

const isTree = (value: unknown): value is Tree => typeof value === "object" && value !== null;

/** Returns the paths at which two snapshots differ. */
function differences(kept: unknown, now: unknown, at: string): string[] {
  if (isDeepStrictEqual(kept, now)) return [];
  if (!isTree(kept) || !isTree(now)) return [at];
  const keys = new Set([...Object.keys(kept), ...Object.keys(now)]);
  return [...keys].flatMap((key) => differences(kept[key], now[key], at ? `${at}.${key}` : key));
}

/**
 * Returns the tables and columns that a migration renames. The previous release must run on the new tables while
 * processes restart one after the other; code may call a column by another name than the database does.
 */
const findRenames = (sql: string): string[] =>
  sql.match(/alter table [^;]*? rename (?:to|column) [^;]*/gi)?.map((statement) => statement.trim()) ?? [];

/** The first migration that may not rename; earlier ones are part of the first release. */
const firstWithoutRenames = 15;

/**
 * Checks that the newest migration matches the table definitions, that only its snapshot is kept, and that no migration
 * renames what the previous release reads.
 */
export async function checkMigrations(): Promise<Outcome> {
  const readJson = async (file: string) => JSON.parse(await readFile(path.join(root, "migrations", file), "utf8"));
  const { entries } = await readJson("meta/_journal.json");
  const { idx, tag } = entries.at(-1);
  const newest = `${String(idx).padStart(4, "0")}_snapshot.json`;
  const { id: _id, prevId: _before, ...kept } = await readJson(`meta/${newest}`);
  const older = (await readdir(path.join(root, "migrations/meta"))).filter(
    (file) => file.endsWith("_snapshot.json") && file !== newest,
  );

  const renames = await Promise.all(
    entries.slice(firstWithoutRenames).map(async (entry: { tag: string }) => {
      const sql = await readFile(path.join(root, `migrations/${entry.tag}.sql`), "utf8");
      return findRenames(sql).map(
        (statement) => `migrations/${entry.tag}.sql stops the previous release: ${statement}`,
      );
    }),
  );

  const patterns = [config.schema ?? []].flat().map((pattern) => pattern.replace(/^\.\//, ""));
  const files = (await listFiles()).filter((file) => patterns.some((pattern) => path.matchesGlob(file, pattern)));
  const tables = await Promise.all(files.map((file) => import(path.join(root, file))));
  // Loaded only here, because it extends `Array.prototype`, which other tests in the same process would see.
  const { generateDrizzleJson } = await import("drizzle-kit/api");
  const {
    id: _made,
    prevId: _none,
    ...now
  } = generateDrizzleJson(Object.assign({}, ...tables), undefined, undefined, "snake_case");
  const plain = JSON.parse(JSON.stringify(now));
  return {
    summary: `${counted(Object.keys(plain.tables).length, "table")}, newest migration ${tag}`,
    problems: [
      ...differences(kept, plain, "").map((place) => `not in a migration yet: ${place}`),
      ...older.map((file) => `delete migrations/meta/${file}: only the newest snapshot is compared`),
      ...renames.flat(),
    ],
  };
}
