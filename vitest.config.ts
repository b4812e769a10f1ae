import os from "node:os";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { minified } from "./vite-minified.ts";

/** Folders with the slowest test files, which mostly wait for processes, timers and networks. */
const slowFolders = ["/tests/resilience/", "/seed/", "/tests/check/", "/tests/http/"];

/** Starts the slowest files first, so that none runs alone at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const rank = ({ moduleId }: TestSpecification) => {
      const place = slowFolders.findIndex((folder) => moduleId.includes(folder));
      return place < 0 ? slowFolders.length : place;
    };
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other));
  }
}

export default defineConfig({
  plugins: [minified()],
  test: {
    include: ["{app,seed}/**/*.test.ts", "tests/{check,http,resilience}/**/*.test.ts"],
    globalSetup: ["./tests/shared.setup.ts"],
    setupFiles: ["./tests/no-console-errors.setup.ts", "./tests/fast-hashes.setup.ts"],
    pool: "forks",
    // What a library removes in its next version fails a test now, such as two queries at once on one connection.
    execArgv: ["--throw-deprecation"],
    // Isolation doubles the time, because each file would load the same modules again; every file creates its own app
    // context and database.
    isolate: false,
    // One more than there are processors, because files that wait leave theirs idle.
    maxWorkers: os.availableParallelism() + 1,
    sequence: { sequencer: LongestFirst },
    testTimeout: 90_000,
    hookTimeout: 120_000,
    restoreMocks: true,
  },
});
