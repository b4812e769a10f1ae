import { receiveScans } from "#app/features/scans/recording/receive-scan.server.ts";
import type { Visit } from "#app/features/scans/recording/request-signals.server.ts";
import {
  createScanToken,
  sendPlace,
  startFinderConversation,
} from "#app/features/scans/submissions/finder-submissions.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { createId } from "#app/platform/db/uuid.server.ts";
import { readUserAgent } from "#app/platform/http/user-agent.server.ts";
import { hoursAgo } from "./hours-ago.server.ts";

const iphone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1";
const android =
  "Mozilla/5.0 (Linux; Android 15; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36";
const whatsapp = "WhatsApp/2.23.20.0";

function visitOf(code: string, userAgent: string, values: Partial<Visit> = {}): Visit {
  const device = readUserAgent(userAgent);
  const isBrowser = userAgent !== whatsapp;
  return {
    code,
    medium: "nfc",
    language: "en",
    address: "198.51.100.24",
    earlier: null,
    fresh: createId(),
    userId: null,
    device,
    signals: {
      method: "GET",
      userAgent,
      fetchMode: isBrowser ? "navigate" : null,
      fetchDest: isBrowser ? "document" : null,
      isTrustworthyOrigin: true,
      isCrawler: device.isCrawler,
      browser: device.browser,
      browserVersion: device.browserVersion,
    },
    ...values,
  };
}

/** Creates scans of the last days: by a person, by a link preview, and of a found pet. */
export async function seedScans(ctx: AppContext): Promise<void> {
  const code = "DEMO-LINKED";
  const unfurler = { medium: "link", address: "203.0.113.81" } as const;
  await hoursAgo(ctx, 190, (then) =>
    receiveScans(then, [visitOf(code, android, { medium: "qr", address: "203.0.113.80" })]),
  );
  await hoursAgo(ctx, 52, (then) => receiveScans(then, [visitOf(code, whatsapp, unfurler)]));
  await hoursAgo(ctx, 26, async (then) => {
    const [seen] = await receiveScans(then, [visitOf(code, iphone)]);
    if (seen?.state !== "linked") return;
    const token = createScanToken(then, seen.scanId);
    const place = { latitude: 30.0609, longitude: 31.2193, accuracy: 18, place: "Zamalek, Cairo" };
    await sendPlace(then, token, place, { address: "198.51.100.24" });
    const note = "He's with me at the pharmacy. He's fine.";
    await startFinderConversation(then, token, { name: "Karim", note }, { address: "198.51.100.24", language: "en" });
  });
}
