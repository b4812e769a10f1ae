import os from "node:os";
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { minified } from "./vite-minified.ts";

/**
 * Folders with the slowest test files, which mostly wait for processes, timers and networks. Those of the other project
 * come last, because its processes start anew.
 */
const folders = ["/tests/resilience/", "/seed/", "/tests/check/", "/permissions.test.ts", "/app/", "/tests/http/"];

/** Starts the slowest files first, so that none runs alone at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const rank = ({ moduleId }: TestSpecification) => folders.findIndex((folder) => moduleId.includes(folder));
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other));
  }
}

const inherited: TestProjectInlineConfiguration["test"] = {
  setupFiles: ["./tests/strict.setup.ts", "./tests/cheap-hashes.setup.ts"],
  pool: "forks",
  // Isolation doubles the time, because each file would load the same modules again; every file creates its own app
  // context and database.
  isolate: false,
  testTimeout: 90_000,
  hookTimeout: 120_000,
  restoreMocks: true,
};

/** Requests every page as every role with the development build of React, whose warnings fail the test. */
const everyPage = "tests/http/permissions.test.ts";

export default defineConfig({
  test: {
    globalSetup: ["./tests/shared.setup.ts"],
    // One more than there are processors, because files that wait leave theirs idle.
    maxWorkers: os.availableParallelism() + 1,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        plugins: [minified()],
        test: {
          ...inherited,
          name: "code",
          include: ["{app,seed}/**/*.test.ts", "tests/{check,resilience}/**/*.test.ts", everyPage],
        },
      },
      {
        plugins: [minified()],
        test: {
          ...inherited,
          name: "production",
          include: ["tests/http/**/*.test.ts"],
          exclude: [everyPage],
          // The build of React that is served.
          env: { NODE_ENV: "production" },
        },
      },
    ],
  },
});
