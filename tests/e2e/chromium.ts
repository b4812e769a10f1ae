import { existsSync } from "node:fs";
import { chromium } from "@playwright/test";

/** The browser of the e2e tests: Debian's, or the one that Playwright installed; null when there is none. */
export function findChromium(): string | null {
  const places = [
    process.env.CHROMIUM,
    // Without the parts around a window, which cost a sixth of the time.
    "/usr/bin/chromium-headless-shell",
    "/usr/bin/chromium",
    "/usr/bin/chromium-browser",
    chromium.executablePath(),
  ];
  return places.find((place) => place && existsSync(place)) ?? null;
}
