import { defineConfig } from "vitest/config";
import { minified } from "./vite-minified.ts";

export default defineConfig({
  plugins: [minified()],
  test: {
    include: ["{app,seed}/**/*.test.ts", "tests/{check,http,resilience}/**/*.test.ts"],
    globalSetup: ["./tests/shared.setup.ts"],
    setupFiles: ["./tests/strict.setup.ts", "./tests/cheap-hashes.setup.ts"],
    pool: "forks",
    // Half of the time went into reading the same modules anew for each file; a file opens its own app context and database.
    isolate: false,
    maxWorkers: 2,
    testTimeout: 90_000,
    hookTimeout: 120_000,
    restoreMocks: true,
  },
});
