import type { Browser } from "@playwright/test";

const kinds = ["Script", "Stylesheet", "Font", "Image", "Fetch"] as const;
type Kind = (typeof kinds)[number];

/** A file that the browser fetched for a page. */
export interface Loaded {
  kind: Kind;
  path: string;
  /** Compressed size of the body in bytes. */
  bytes: number;
}

/** Milliseconds without requests after which a page counts as loaded. */
const quiet = 400;

/** Opens a page with an empty cache and returns the files that the browser fetches. */
export async function loadPage(
  browser: Browser,
  origin: string,
  path: string,
  cookie: string | null,
): Promise<Loaded[]> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: "ar-EG" });
  try {
    if (cookie) {
      const at = cookie.indexOf("=");
      await context.addCookies([{ name: cookie.slice(0, at), value: cookie.slice(at + 1), url: origin }]);
    }
    const page = await context.newPage();
    const network = await context.newCDPSession(page);
    await network.send("Network.enable");
    const files = new Map<string, Loaded>();
    let open = 0;
    let last = performance.now();
    const end = ({ requestId }: { requestId: string }) => {
      if (files.has(requestId)) open--;
      last = performance.now();
    };
    network.on("Network.requestWillBeSent", ({ requestId, type, request: { url } }) => {
      const kind = kinds.find((one) => one === type);
      if (!kind || !url.startsWith(origin) || files.has(requestId)) return;
      files.set(requestId, { kind, path: url.slice(origin.length), bytes: 0 });
      open++;
      last = performance.now();
    });
    network.on("Network.dataReceived", ({ requestId, encodedDataLength }) => {
      const file = files.get(requestId);
      if (file) file.bytes += encodedDataLength;
    });
    network.on("Network.loadingFinished", end);
    network.on("Network.loadingFailed", end);
    const answer = await page.goto(origin + path, { waitUntil: "load", timeout: 60_000 });
    if (answer?.status() !== 200 || new URL(page.url()).pathname !== path)
      throw new Error(`${path} led to ${page.url()} with ${answer?.status()}.`);
    while (open > 0 || performance.now() - last < quiet) await page.waitForTimeout(50);
    return [...files.values()];
  } finally {
    await context.close();
  }
}
