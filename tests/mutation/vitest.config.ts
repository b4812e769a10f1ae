import path from "node:path";
import { defineConfig } from "vitest/config";

/** Runs only the tests of pure rules, which need neither database nor build, so that each mutant takes milliseconds. */
export default defineConfig({
  root: path.resolve(import.meta.dirname, "../.."),
  test: {
    include: [
      "app/**/*.rules.test.ts",
      "app/platform/http/{safe-path,csv/read-csv,csv/csv}.test.ts",
      "app/features/pages/type-code/scanned-code.test.ts",
    ],
    setupFiles: ["./tests/no-console-errors.setup.ts"],
    isolate: false,
    testTimeout: 90_000,
    restoreMocks: true,
  },
});
