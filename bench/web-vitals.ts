import { type Browser, type BrowserContext, chromium, devices, type Page } from "@playwright/test";
import { findChromium } from "#tests/e2e/chromium.ts";
import { signIn } from "#tests/resilience/people.ts";
import { type Figure, median } from "./figures.ts";

/**
 * Lighthouse's slow 4G (150 ms round trip, 1.6 Mbit/s down, 0.75 Mbit/s up) as Lighthouse has DevTools emulate it, which
 * delays requests and not packets: each waits as long as its connection, and nine tenths of the throughput are left.
 */
const slow4g = {
  offline: false,
  latency: 150 * 3.75,
  downloadThroughput: (0.9 * 1_638_400) / 8,
  uploadThroughput: (0.9 * 750_000) / 8,
};
const slowerCpu = 4;
const rounds = 3;

interface Visit {
  /** Largest Contentful Paint in milliseconds. */
  lcp: number;
  /** Cumulative Layout Shift of the visit. */
  cls: number;
  /** Interaction to Next Paint in milliseconds; null without an interaction. */
  inp: number | null;
}

interface Seen extends Visit {
  interactions: Record<number, number>;
}

/** Runs in the page before its scripts and records what the web-vitals library would report (LCP, CLS, INP). */
function watch(): void {
  const seen: Seen = { lcp: 0, cls: 0, inp: null, interactions: {} };
  Object.assign(window, { seen });
  const on = (type: string, look: (entry: PerformanceEntry) => void, more: object = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach(look)).observe({ type, buffered: true, ...more });
  on("largest-contentful-paint", ({ startTime }) => {
    seen.lcp = startTime;
  });
  on("layout-shift", (entry) => {
    const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
    if (!hadRecentInput) seen.cls += value;
  });
  on(
    "event",
    (entry) => {
      const { interactionId, duration } = entry as PerformanceEntry & { interactionId: number };
      if (interactionId) seen.inp = Math.max(seen.inp ?? 0, duration);
    },
    { durationThreshold: 16 },
  );
}

async function visit(context: BrowserContext, url: string, act?: (page: Page) => Promise<void>): Promise<Visit> {
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await page.addInitScript(watch);
  await devtools.send("Network.enable");
  await devtools.send("Network.setCacheDisabled", { cacheDisabled: true });
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: slowerCpu });
  await devtools.send("Network.emulateNetworkConditions", slow4g);
  await page.goto(url, { waitUntil: "load", timeout: 60_000 });
  await page.waitForLoadState("networkidle");
  if (act) await act(page);
  await page.waitForTimeout(600);
  const { lcp, cls, inp } = await page.evaluate(() => (window as unknown as { seen: Seen }).seen);
  await page.close();
  return { lcp, cls, inp };
}

const press = (page: Page, selector: string) => page.locator(selector).filter({ visible: true }).first().click();

interface Journey {
  what: string;
  path: string;
  /** Selector of the link on that page whose target is measured instead. */
  link?: string;
  as?: string;
  limits: { lcp?: number };
  act?: (page: Page) => Promise<void>;
}

/** Pages that visitors open first, with their main interaction. */
const journeys: Journey[] = [
  {
    what: "home",
    path: "/",
    limits: { lcp: 1800 },
    act: async (page) => {
      await press(page, "header a[href^='#']");
      await page.keyboard.press("Escape");
    },
  },
  { what: "store", path: "/store", limits: { lcp: 2200 }, act: (page) => press(page, 'header a[href="/cart"]') },
  {
    what: "finder page",
    path: "/tag/DEMO-LINKED",
    limits: { lcp: 1500 },
    act: (page) => press(page, "details summary"),
  },
  { what: "product", path: "/store", link: 'main li a[href*="/store/product/"]', limits: { lcp: 2200 } },
  { what: "lost and found", path: "/community-reports", limits: { lcp: 1800 } },
  { what: "owner's overview", path: "/dashboard", as: "owner@aleef.test", limits: {} },
  {
    what: "owner's tags",
    path: "/dashboard/tags",
    as: "owner@aleef.test",
    limits: {},
    act: (page) => press(page, "main li button"),
  },
];

const maxCls = 0.05;
const maxInp = 200;
const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`;

/** Measures web vitals on a slow phone: Moto G, slow 4G, CPU four times slower, empty cache, median of three visits. */
export async function measureWebVitals(url: string): Promise<Figure[]> {
  const browser = await chromium.launch({
    executablePath: findChromium() ?? undefined,
    args: ["--no-sandbox"],
  });
  try {
    const figures: Figure[] = [];
    for (const journey of journeys) figures.push(...(await figuresOf(browser, url, journey)));
    return figures;
  } finally {
    await browser.close();
  }
}

async function targetOf(browser: Browser, url: string, { path, link }: Journey): Promise<string> {
  if (!link) return path;
  const page = await browser.newPage();
  await page.goto(url + path);
  const target = await page.locator(link).first().getAttribute("href");
  await page.close();
  return target ?? path;
}

async function figuresOf(browser: Browser, url: string, journey: Journey): Promise<Figure[]> {
  const { what, as, limits, act } = journey;
  const path = await targetOf(browser, url, journey);
  const cookie = as && (await signIn(url, as));
  const visits: Visit[] = [];
  for (let round = 0; round < rounds; round++) {
    const context = await browser.newContext({ ...devices["Moto G4"], locale: round % 2 ? "ar-EG" : "en-GB" });
    if (cookie) {
      const at = cookie.indexOf("=");
      await context.addCookies([{ name: cookie.slice(0, at), value: cookie.slice(at + 1), url }]);
    }
    visits.push(await visit(context, url + path, act));
    await context.close();
  }
  const lcp = median(visits.map((one) => one.lcp));
  const cls = Math.max(...visits.map((one) => one.cls));
  const inp = act ? median(visits.map((one) => one.inp ?? 0)) : null;
  const figure = (name: string, measured: string, limit: string, isMet?: boolean): Figure => ({
    what: `On a slow phone, ${what} (${journey.link ? "a link on " : ""}${journey.path}): ${name}`,
    measured,
    beside: limit,
    ...(isMet === undefined ? {} : { isMet }),
  });
  return [
    figure(
      "largest contentful paint",
      seconds(lcp),
      limits.lcp ? `≤ ${seconds(limits.lcp)}` : "",
      limits.lcp ? lcp <= limits.lcp : undefined,
    ),
    figure("cumulative layout shift", cls.toFixed(3), `≤ ${maxCls}`, cls <= maxCls),
    ...(inp === null ? [] : [figure("interaction to next paint", `${inp} ms`, `≤ ${maxInp} ms`, inp <= maxInp)]),
  ];
}
