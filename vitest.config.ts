import os from "node:os";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { minified } from "./vite-minified.ts";

/** Where files begin that take longest: mostly they wait for processes, clocks and networks. */
const longest = ["/tests/resilience/", "/seed/", "/tests/check/", "/tests/http/"];

/** The longest files first, so that none is left running alone at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const rank = ({ moduleId }: TestSpecification) => {
      const place = longest.findIndex((folder) => moduleId.includes(folder));
      return place < 0 ? longest.length : place;
    };
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other));
  }
}

export default defineConfig({
  plugins: [minified()],
  test: {
    include: ["{app,seed}/**/*.test.ts", "tests/{check,http,resilience}/**/*.test.ts"],
    globalSetup: ["./tests/shared.setup.ts"],
    setupFiles: ["./tests/strict.setup.ts", "./tests/cheap-hashes.setup.ts"],
    pool: "forks",
    // Half of the time went into reading the same modules anew for each file; a file opens its own app context and database.
    isolate: false,
    // One more than processors: who waits leaves them to others.
    maxWorkers: os.availableParallelism() + 1,
    sequence: { sequencer: LongestFirst },
    testTimeout: 90_000,
    hookTimeout: 120_000,
    restoreMocks: true,
  },
});
