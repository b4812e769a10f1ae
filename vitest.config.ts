import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["{app,seed}/**/*.test.ts", "tests/{check,requests,faults}/**/*.test.ts"],
    globalSetup: ["./tests/database.setup.ts"],
    setupFiles: ["./tests/strict.setup.ts"],
    pool: "forks",
    maxWorkers: 2,
    testTimeout: 90_000,
    hookTimeout: 120_000,
    restoreMocks: true,
  },
});
