import type { Visit } from "#app/features/scans/recording/request-signals.server.ts";
import { createId } from "#app/platform/db/uuid.server.ts";
import { readUserAgent } from "#app/platform/http/user-agent.server.ts";

const chrome =
  "Mozilla/5.0 (Linux; Android 15; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36";

/** Returns a visit to a tag's page by a person with a phone. */
export function visitOf(code: string, values: Partial<Visit> = {}, signals: Partial<Visit["signals"]> = {}): Visit {
  const device = readUserAgent(chrome);
  return {
    code,
    medium: "qr",
    language: "en",
    address: "198.51.100.7",
    earlier: null,
    fresh: createId(),
    userId: null,
    device,
    signals: {
      method: "GET",
      userAgent: chrome,
      fetchMode: "navigate",
      fetchDest: "document",
      isTrustworthyOrigin: true,
      isCrawler: false,
      browser: device.browser,
      browserVersion: device.browserVersion,
      ...signals,
    },
    ...values,
  };
}
