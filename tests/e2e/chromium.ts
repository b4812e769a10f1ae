import { existsSync } from "node:fs";
import { chromium } from "@playwright/test";

/**
 * Returns the path of the browser for the e2e tests: the one in `CHROMIUM`, Debian's or Playwright's; null if there is
 * none.
 */
export function findChromium(): string | null {
  const places = [
    process.env.CHROMIUM,
    // Has no window code, which saves a sixth of the time.
    "/usr/bin/chromium-headless-shell",
    "/usr/bin/chromium",
    "/usr/bin/chromium-browser",
    chromium.executablePath(),
  ];
  return places.find((place) => place && existsSync(place)) ?? null;
}

/** Launch options of a browser with a microphone that beeps. */
export const withMicrophone = {
  executablePath: findChromium() ?? undefined,
  args: ["--no-sandbox", "--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"],
};
