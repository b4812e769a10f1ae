import Bowser from "bowser";
import { isbot } from "isbot";

export interface Device {
  browser: string;
  browserVersion: number;
  os: string;
  device: string;
  isCrawler: boolean;
}

const cache = new Map<string, Device>();
const maxKnown = 2000;

/** Parses a user agent into browser, system and device type; the most common ones are cached. */
export function readUserAgent(userAgent: string): Device {
  const cached = cache.get(userAgent);
  if (cached) return cached;
  const parsed = userAgent ? Bowser.parse(userAgent) : null;
  const version = parsed?.browser.version ?? "";
  const device: Device = {
    browser: parsed?.browser.name ?? "",
    browserVersion: Number.parseFloat(version) || 0,
    os: [parsed?.os.name, parsed?.os.versionName ?? parsed?.os.version].filter(Boolean).join(" ").slice(0, 60),
    device: parsed?.platform.type ?? "other",
    // Headless Chrome counts as a browser here, because other evidence decides; crawlers identify themselves.
    isCrawler: isbot(userAgent.replace("HeadlessChrome", "Chrome")),
  };
  if (cache.size >= maxKnown) cache.clear();
  cache.set(userAgent, device);
  return device;
}
