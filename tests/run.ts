import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm, statfs } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { ensureChromium } from "./browser.ts";
import { environment, runProgram } from "./check/command.ts";
import { root } from "./check/report.ts";
import { runChecks } from "./check.ts";
import { listUninspectedPages } from "./e2e/uninspected-pages.ts";

interface Tally {
  passed: number;
  failed: number;
}

/** Keeps temporary files in memory if there is enough of it, because hundreds of databases are created and dropped. */
const memory = "/dev/shm";
const room = await statfs(memory).then(
  ({ bavail, bsize }) => Math.min(bavail * bsize, os.freemem()),
  () => 0,
);
if (room > 8 * 2 ** 30) process.env.TMPDIR = memory;

/** Given paths or names: only these tests run. */
const given = process.argv.slice(process.argv[2] === "e2e" ? 3 : 2);
const folder = await mkdtemp(path.join(os.tmpdir(), "aleef-run-"));
const print = (line: string) => process.stdout.write(`${line}\n`);

/** Runs a test tool and reads its counts from the JSON file that it writes. */
async function runSuite(program: string, parameters: string[], read: (figures: never) => Tally): Promise<Tally> {
  const file = path.join(folder, `${program}.json`);
  const code = await new Promise<number>((ended, failed) => {
    const child = spawn(program, [...parameters, ...given], {
      cwd: root,
      env: { ...environment, TMPDIR: os.tmpdir(), PLAYWRIGHT_JSON_OUTPUT_FILE: file },
      stdio: ["ignore", "inherit", "inherit"],
    });
    child.on("error", failed);
    child.on("close", (status) => ended(status ?? 1));
  });
  const figures = await readFile(file, "utf8").then(JSON.parse, () => null);
  const tally = figures ? read(figures as never) : { passed: 0, failed: 0 };
  // A file that cannot be loaded or an error outside a test fails the run too.
  return code !== 0 && tally.failed === 0 ? { ...tally, failed: 1 } : tally;
}

/** Builds the app from scratch. */
async function build(): Promise<Tally> {
  await rm(path.join(root, "build"), { recursive: true, force: true });
  const { code, output } = await runProgram("react-router", ["build"]);
  if (code !== 0) print(output);
  return { passed: 0, failed: code === 0 ? 0 : 1 };
}

const unitTests = () =>
  runSuite(
    "vitest",
    ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${path.join(folder, "vitest.json")}`],
    (found: { numPassedTests: number; numFailedTests: number }) => ({
      passed: found.numPassedTests,
      failed: found.numFailedTests,
    }),
  );

async function endToEnd(): Promise<Tally> {
  try {
    await ensureChromium();
  } catch (error) {
    print(error instanceof Error ? error.message : String(error));
    return { passed: 0, failed: 1 };
  }
  const tally = await runSuite(
    "playwright",
    ["test", "--reporter=list,json"],
    ({ stats }: { stats: { expected: number; unexpected: number; flaky: number } }) => {
      if (stats.flaky > 0)
        print(`${stats.flaky} of the end-to-end tests passed only at their second try: look into each.`);
      return { passed: stats.expected + stats.flaky, failed: stats.unexpected };
    },
  );
  // Only for complete runs: a partial run visits only some of the pages.
  if (given.length > 0) return tally;
  const uninspected = await listUninspectedPages(path.join(root, "test-results"));
  for (const page of uninspected) print(`No end-to-end test looked at ${page}.`);
  return {
    passed: tally.passed + (uninspected.length === 0 ? 1 : 0),
    failed: tally.failed + (uninspected.length > 0 ? 1 : 0),
  };
}

type Part = [name: string, run: () => Promise<Tally>];
const checks: Part = ["Checks", runChecks];
const fresh: Part = ["Build", build];
const units: Part = ["Unit, db, http and resilience tests", unitTests];
const journeys: Part = ["End-to-end tests", endToEnd];

/** Returns the parts to run: all, those of `npm run e2e`, or those of the given tests, which have a build if they need it. */
function listParts(): Part[] {
  if (process.argv[2] === "e2e") return [fresh, journeys];
  if (given.length === 0) return [checks, fresh, units, journeys];
  const needsBuild = given.some((one) => /tests\/(http|resilience|e2e)/.test(one));
  return [...(needsBuild ? [fresh] : []), given.some((one) => /\.spec\.ts|tests\/e2e/.test(one)) ? journeys : units];
}

const total: Tally = { passed: 0, failed: 0 };
for (const [name, run] of listParts()) {
  print(`\n── ${name}`);
  const started = performance.now();
  const { passed, failed } = await run();
  total.passed += passed;
  total.failed += failed;
  print(`── ${name}: ${failed === 0 ? "done" : "failed"} in ${Math.round((performance.now() - started) / 1000)} s`);
  if (failed > 0) break;
}
await rm(folder, { recursive: true, force: true });
process.exitCode = total.failed > 0 ? 1 : 0;
print(`\n${total.passed} passed, ${total.failed} failed`);
