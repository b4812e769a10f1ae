import { existsSync } from "node:fs";
import { chmod, cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { startEmbeddedPostgres } from "#app/platform/db/embedded/embedded-postgres.server.ts";
import { superuserOf } from "#tests/databases.ts";
import { runProgram } from "../check/command.ts";
import { counted, root } from "../check/report.ts";
import { explainMismatch, type Mutant } from "./mutant.ts";
import { mutants } from "./mutant-list.ts";

/** The parts of Vitest's report that are used here. */
interface Report {
  numPassedTests: number;
  numFailedTests: number;
  testResults: { assertionResults: { status: string; fullName: string }[] }[];
}

interface Outcome {
  report: Report | null;
  output: string;
}

const print = (line: string) => process.stdout.write(`${line}\n`);
const place = await mkdtemp(path.join(os.tmpdir(), "aleef-mutants-"));
const copy = path.join(place, "project");
const databases = path.join(place, "databases");

/** Copies the project as it is now, so that mutants never touch the original. */
async function copyProject(): Promise<void> {
  const { output } = await runProgram("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"]);
  await mkdir(copy);
  for (const file of output.split("\0").filter((one) => one && existsSync(path.join(root, one))))
    await cp(path.join(root, file), path.join(copy, file), { recursive: true });
  await rm(path.join(copy, "node_modules"), { recursive: true, force: true });
  await symlink(path.join(root, "node_modules"), path.join(copy, "node_modules"), "junction");
}

/** Builds the copy. Throws the build's output if it fails. */
async function build(): Promise<void> {
  await rm(path.join(copy, "build"), { recursive: true, force: true });
  const { code, output } = await runProgram("react-router", ["build"], {}, copy);
  if (code !== 0) throw new Error(output);
}

async function runTests(tests: readonly string[], databaseUrl: string, more: string[] = []): Promise<Outcome> {
  const file = path.join(place, "report.json");
  await rm(file, { force: true });
  const parameters = ["run", ...tests, "--reporter=json", `--outputFile.json=${file}`, ...more];
  const { output } = await runProgram("vitest", parameters, { TEST_DATABASE_URL: databaseUrl }, copy);
  return { report: await readFile(file, "utf8").then(JSON.parse, () => null), output };
}

/** Applies the mutant to the copy and returns a function that reverts it. */
async function applyMutant({ changes }: Mutant): Promise<() => Promise<void>> {
  const before = new Map<string, string>();
  for (const change of changes) {
    const file = path.join(copy, change.file);
    const text = await readFile(file, "utf8").catch(() => null);
    const why = explainMismatch(change, text);
    if (why) throw new Error(why);
    if (!before.has(file)) before.set(file, text as string);
    await writeFile(
      file,
      (text as string).replace(change.from, () => change.to),
    );
  }
  return async () => {
    for (const [file, text] of before) await writeFile(file, text);
  };
}

/** Returns the test that failed in each run, or why the mutant counts as undetected. */
async function detect(defect: Mutant, databaseUrl: string): Promise<{ by: string | null; why: string }> {
  const { tests, only, isRace, needsBuild } = defect;
  const revert = await applyMutant(defect);
  try {
    if (needsBuild) await build();
    let by: string | null = null;
    for (let turn = 0; turn < (isRace ? 3 : 1); turn++) {
      const { report, output } = await runTests(tests, databaseUrl, ["--bail=1", ...(only ? ["-t", only] : [])]);
      if (!report) return { by: null, why: output };
      const failed = report.testResults.flatMap((file) =>
        file.assertionResults.filter((one) => one.status === "failed"),
      );
      // A file that cannot be loaded fails too, but then no test has detected anything.
      if (report.numFailedTests === 0 || !failed[0])
        return { by: null, why: report.numPassedTests > 0 ? `All tests pass in run ${turn + 1}.` : output };
      by = failed[0].fullName;
    }
    return { by, why: "" };
  } finally {
    await revert();
  }
}

/** Checks that all of these tests pass without a mutant: a test that fails anyway would detect anything. */
async function passesWithoutMutants(defects: readonly Mutant[], databaseUrl: string): Promise<boolean> {
  if (defects.some(({ needsBuild }) => needsBuild)) await build();
  const tests = [...new Set(defects.flatMap((defect) => defect.tests))];
  const { report, output } = await runTests(tests, databaseUrl);
  const hasPassed = report !== null && report.numFailedTests === 0 && report.numPassedTests > 0;
  print(
    hasPassed
      ? `Without a defect ${counted(report.numPassedTests, "test")} pass.`
      : `Tests fail without any defect:\n${output}`,
  );
  return hasPassed;
}

async function testAll(defects: readonly Mutant[], databaseUrl: string): Promise<number> {
  let notFound = 0;
  for (const defect of defects) {
    const began = performance.now();
    const { by, why } = await detect(defect, databaseUrl).catch((error: Error) => ({ by: null, why: error.message }));
    const seconds = Math.round((performance.now() - began) / 1000);
    print(`${by ? "found    " : "NOT FOUND"} ${String(seconds).padStart(4)} s  ${defect.name}`);
    print(
      `                  ${by ? `by “${by}”${defect.isRace ? ", three times of three" : ""}` : why.trim().slice(-2_000)}`,
    );
    if (!by) notFound++;
  }
  return notFound;
}

const named = process.argv.slice(2).join(" ").toLowerCase();
const chosen = mutants.filter(({ name }) => name.toLowerCase().includes(named));
await copyProject();
// Lets PostgreSQL's user enter the folder. When run as root, the data would otherwise be stored elsewhere and left
// behind.
await mkdir(databases);
await chmod(place, 0o755);
const postgres = await startEmbeddedPostgres({ dataDir: databases, print: () => undefined });
try {
  const databaseUrl = await superuserOf(postgres);
  const hasPassed = chosen.length > 0 && (await passesWithoutMutants(chosen, databaseUrl));
  const notFound = hasPassed ? await testAll(chosen, databaseUrl) : chosen.length;
  print(`\n${chosen.length - notFound} of ${counted(chosen.length, "seeded defect")} found`);
  process.exitCode = chosen.length > 0 && notFound === 0 ? 0 : 1;
} finally {
  await postgres.stop();
  await rm(place, { recursive: true, force: true });
}
