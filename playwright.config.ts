import { defineConfig } from "@playwright/test";
import { findChromium } from "./tests/e2e/chromium.ts";
import type { FixtureOptions } from "./tests/e2e/fixtures.ts";

/** Journeys that do not depend on the language run in one of them; what people read is looked at in both. */
const onlyIn = {
  english: [
    "admin-access",
    "admin-bulk",
    "admin-presses",
    "camera",
    "database-outage",
    "escalation",
    "handover",
    "live-updates",
    "notifications",
    "offline",
    "orders",
    "slow-network",
    "street-map",
    "untrusted-text",
  ],
  arabic: ["admin", "live-location", "nfc", "plans", "settings", "sidebar", "tags"],
};
const specs = (names: string[]) => names.map((name) => `**/${name}.spec.ts`);

export default defineConfig<FixtureOptions>({
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
    { name: "English", use: { language: "en" }, testIgnore: specs(onlyIn.arabic) },
    { name: "Arabic", use: { language: "ar" }, testIgnore: specs(onlyIn.english) },
  ],
});
