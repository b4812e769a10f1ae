import { checkArchitecture } from "./check/architecture.ts";
import { runTool } from "./check/command.ts";
import { checkDocuments } from "./check/documents.ts";
import { checkFolders } from "./check/folders.ts";
import { checkGlossary } from "./check/glossary.ts";
import { checkImports } from "./check/imports.ts";
import { checkMigrations } from "./check/migrations.ts";
import { checkPackages } from "./check/packages.ts";
import { type Check, counted } from "./check/report.ts";
import { checkRouteWords } from "./check/route-words.ts";
import { checkTestFiles } from "./check/test-files.ts";
import { checkDirections, checkDots, checkPlaces } from "./check/text.ts";
import { checkWords } from "./check/words.ts";

const countOf = (output: string, pattern: RegExp) => output.match(pattern)?.length ?? 0;

/** A type error about a key without words; TypeScript prints the union of all keys with it. */
const missingWords =
  /^(\S+)\((\d+),\d+\): error TS\d+: (?:Argument of type|Type) '(.+?)' is not assignable to (?:parameter of )?type '.*\d+ more \.\.\./;

/** Returns the errors with one line per missing key instead of the union of all keys for each use of it. */
function nameMissingWords(errors: readonly string[]): string[] {
  const places = new Map<string, string[]>();
  const others: string[] = [];
  for (const error of errors) {
    const [, file, line, key] = missingWords.exec(error) ?? [];
    if (!key) others.push(error);
    else places.set(key, [...(places.get(key) ?? []), `${file}:${line}`]);
  }
  const named = [...places].map(([key, [first, ...more]]) => {
    const rest = more.length > 0 ? ` and ${counted(more.length, "other place")}` : "";
    return `app/locales/en has no words for ${key}, used in ${first}${rest}`;
  });
  return [...named, ...others];
}

/**
 * Generates the route types, then checks all types with TypeScript 7, which is several times faster than version 6.
 * Version 6 stays installed for tools that need its API.
 */
async function checkTypes() {
  const routes = await runTool("react-router", ["typegen"], () => "the types of the routes could not be written");
  if (routes.problems.length > 0) return routes;
  const { summary, problems } = await runTool(
    "node",
    ["node_modules/typescript-7/bin/tsc", "--noEmit"],
    (output) => `${countOf(output, /error TS/g)} errors`,
  );
  return { summary, problems: nameMissingWords(problems) };
}

const checks: Check[] = [
  { name: "Types", run: checkTypes },
  {
    name: "Lint and format",
    run: () =>
      runTool(
        "biome",
        ["check", "--error-on-warnings", "."],
        (output) => /Checked \d+ files/.exec(output)?.[0] ?? "not run",
      ),
  },
  {
    name: "Patterns, bodies, SQL, forms",
    run: () =>
      runTool(
        "eslint",
        ["app", "seed", "server.ts", "serve.ts", "cli.ts", "open-app.ts"],
        (output) => `${countOf(output, / error /g)} errors`,
      ),
  },
  { name: "Layers and imports", run: checkImports },
  { name: "Order inside features", run: checkFolders },
  { name: "Architecture page", run: checkArchitecture },
  {
    name: "Unused code",
    run: () =>
      runTool("knip", ["--no-progress"], (output) => (/^Unused|^Unlisted/m.test(output) ? "found some" : "none")),
  },
  { name: "Migrations and tables", run: checkMigrations },
  { name: "Words", run: checkWords },
  { name: "Glossary", run: checkGlossary },
  { name: "Words of each route", run: checkRouteWords },
  { name: "Start and end, not left and right", run: checkDirections },
  { name: "Dots stay with what stands before them", run: checkDots },
  { name: "No places of one machine", run: checkPlaces },
  { name: "Test files", run: checkTestFiles },
  { name: "Documents", run: checkDocuments },
  { name: "Packages", run: checkPackages },
];

async function runOne({ name, run }: Check): Promise<boolean> {
  const started = performance.now();
  const { summary, problems } = await run().catch((error: unknown) => ({
    summary: "could not be run",
    problems: [error instanceof Error ? (error.stack ?? error.message) : String(error)],
  }));
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const lines = [`${problems.length === 0 ? "✓" : "✗"} ${name}: ${summary} (${seconds} s)`, ...problems];
  process.stdout.write(`${lines.join("\n    ")}\n`);
  return problems.length === 0;
}

/** Runs all checks, two at a time, and prints the result of each. */
export async function runChecks(): Promise<{ passed: number; failed: number }> {
  const waiting = [...checks];
  const passes: boolean[] = [];
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) passes.push(await runOne(next));
  };
  await Promise.all([work(), work()]);
  const passed = passes.filter(Boolean).length;
  return { passed, failed: passes.length - passed };
}

if (import.meta.main) {
  const { passed, failed } = await runChecks();
  process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
  process.exitCode = failed > 0 ? 1 : 0;
}
