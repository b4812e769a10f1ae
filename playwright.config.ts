import os from "node:os";
import { defineConfig } from "@playwright/test";
import { findChromium } from "./tests/e2e/chromium.ts";
import type { FixtureOptions } from "./tests/e2e/fixtures.ts";

/**
 * Specs that do not depend on the language run in only one; of the others, tests marked `inOneLanguage` run in Arabic
 * and the rest in both.
 */
const onlyIn = {
  english: [
    "admin-access",
    "admin-bulk",
    "admin-presses",
    "camera",
    "caregivers",
    "database-outage",
    "escalation",
    "every-page",
    "finder-languages",
    "handover",
    "live-updates",
    "looks",
    "missing-code",
    "notifications",
    "offline",
    "orders",
    "picture-sizes",
    "reports",
    "scan-to-home",
    "slow-network",
    "street-map",
    "transfer",
    "untrusted-text",
  ],
  arabic: [
    "accounts",
    "admin",
    "admin-overview",
    "admin-products",
    "admin-user",
    "attachments",
    "buyer-by-phone",
    "emergency",
    "finder-presses",
    "first-visit",
    "form-recovery",
    "inquiry",
    "live-location",
    "lost",
    "nfc",
    "passkeys",
    "pets",
    "phone",
    "phone-sign-in",
    "plans",
    "print",
    "reminders",
    "replacement",
    "scan-to-conversation",
    "scans",
    "settings",
    "share-report",
    "ship-parcels",
    "sidebar",
    "store",
    "tags",
    "two-factor",
    "upload",
  ],
};
const specs = (names: string[]) => names.map((name) => `**/${name}.spec.ts`);

export default defineConfig<FixtureOptions>({
  testDir: "tests/e2e",
  outputDir: "test-results",
  globalSetup: "./tests/e2e/data-dir.setup.ts",
  fullyParallel: true,
  // One more than there are processors, because tests that wait leave theirs idle.
  workers: os.availableParallelism() + 1,
  retries: process.env.CI ? 1 : 0,
  forbidOnly: Boolean(process.env.CI),
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: "list",
  use: {
    browserName: "chromium",
    launchOptions: {
      executablePath: findChromium() ?? undefined,
      args: [
        // Drawing by the processor alone takes less of its time than an emulated graphics card.
        "--disable-gpu",
        // Pages live for seconds: optimizing their scripts costs more than it saves.
        "--js-flags=--no-opt --no-maglev",
        // Chromium's sandbox does not work as root.
        ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
      ],
    },
    actionTimeout: 15_000,
    screenshot: "only-on-failure",
  },
  projects: [
    { name: "English", use: { language: "en" }, testIgnore: specs(onlyIn.arabic), grepInvert: /@one-language/ },
    { name: "Arabic", use: { language: "ar" }, testIgnore: specs(onlyIn.english) },
  ],
});
