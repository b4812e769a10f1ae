import { defineConfig } from "@playwright/test";
import { findChromium } from "./tests/e2e/chromium.ts";
import type { JourneyOptions } from "./tests/e2e/fixtures.ts";

export default defineConfig<JourneyOptions>({
  testDir: "tests/e2e",
  outputDir: "test-results",
  globalSetup: "./tests/e2e/data-dir.setup.ts",
  fullyParallel: true,
  workers: 2,
  retries: process.env.CI ? 1 : 0,
  forbidOnly: Boolean(process.env.CI),
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: "list",
  use: {
    browserName: "chromium",
    launchOptions: {
      executablePath: findChromium() ?? undefined,
      // Chromium has no sandbox as root.
      args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
    },
    actionTimeout: 15_000,
    screenshot: "only-on-failure",
  },
  projects: [
    { name: "English", use: { language: "en" } },
    { name: "Arabic", use: { language: "ar" } },
  ],
});
