// A person would press the wrong button because the page moved under the finger.
import type { Page } from "@playwright/test";
import { expect, phone, test } from "./fixtures.ts";

/**
 * Maximum layout shift: the share of the screen that moves times the distance (Layout Instability API). Up to 0.1
 * counts as good; a button's height is about 0.02.
 */
const maxShift = 0.006;

const ofVisitors = [
  "/auth",
  "/auth?mode=sign-up",
  "/auth/phone",
  "/auth/checkout",
  "/store",
  "/cart",
  "/community-reports/new",
];
const ofOwners = ["/dashboard", "/dashboard/pets/new", "/dashboard/tags-management", "/dashboard/inbox", "/checkout"];

type Shifted = { value: number; moved: string[]; ignoresUntil: number };

/** Runs in the page before its scripts and sums up the layout shifts. */
function observeShifts(): void {
  const shifted: Shifted = { value: 0, moved: [], ignoresUntil: 0 };
  Object.assign(globalThis, { shifted });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number; sources: { node?: Node }[] })[]) {
      if (entry.startTime < shifted.ignoresUntil) continue;
      shifted.value += entry.value;
      for (const { node } of entry.sources) shifted.moved.push(node?.textContent?.slice(0, 40) ?? "");
    }
  }).observe({ type: "layout-shift", buffered: true });
}

/** Runs in the page after `observeShifts` and ignores shifts before hydration, such as those by fonts. */
function ignoreUntilHydration(): void {
  const { shifted } = globalThis as unknown as { shifted: Shifted };
  shifted.ignoresUntil = Number.POSITIVE_INFINITY;
  const waitForReact = () => {
    if (Object.keys(document).some((key) => key.startsWith("__reactContainer$")))
      shifted.ignoresUntil = performance.now();
    else requestAnimationFrame(waitForReact);
  };
  waitForReact();
}

/** Returns the layout shifts so far, after two frames: one renders the last changes, the next reports their shift. */
async function readShifts(page: Page): Promise<Shifted> {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  return page.evaluate(() => (globalThis as unknown as { shifted: Shifted }).shifted);
}

/** Opens a page with delayed scripts and returns the layout shifts from React's start until hydration. */
async function measureShifts(page: Page, path: string): Promise<Shifted> {
  await page.goto(path);
  await page.waitForFunction(() => {
    const [, container] = Object.entries(document).find(([key]) => key.startsWith("__reactContainer$")) ?? [];
    return container?.stateNode.current.memoizedState.isDehydrated === false;
  });
  return readShifts(page);
}

async function watch(page: Page): Promise<void> {
  await page.route("**/assets/*.js", async (route) => {
    await new Promise((late) => setTimeout(late, 500));
    await route.continue().catch(() => undefined);
  });
  await page.addInitScript(observeShifts);
  await page.addInitScript(ignoreUntilHydration);
}

async function expectStill(page: Page, path: string): Promise<void> {
  const { value, moved } = await measureShifts(page, path);
  expect(value, `${path}: ${moved.join(" | ")}`).toBeLessThanOrEqual(maxShift);
}

test("nothing moves when scripts arrive late", async ({ visitor, signIn, language }) => {
  test.slow();
  // A phone in Arabic and a wide window in English, as pages are inspected elsewhere.
  const page = await visitor(language === "ar" ? phone : undefined);
  await watch(page);
  for (const path of ofVisitors) await expectStill(page, path);
  await signIn(page, "owner@aleef.test");
  for (const path of ofOwners) await expectStill(page, path);
});

/** Maximum layout shift of a visit while fonts load, on the narrowest common phone. */
const maxShiftOfFonts = 0.05;

test("fonts that arrive late move little on a narrow phone", async ({ visitor, signIn }) => {
  const page = await visitor({ ...phone, viewport: { width: 360, height: 640 } });
  await page.route("**/*.woff2", async (route) => {
    await new Promise((late) => setTimeout(late, 700));
    await route.continue().catch(() => undefined);
  });
  await page.addInitScript(observeShifts);
  const measure = async (path: string) => {
    await page.goto(path);
    await page.evaluate(() => document.fonts.ready);
    const { value, moved } = await readShifts(page);
    expect(value, `${path}: ${moved.join(" | ")}`).toBeLessThanOrEqual(maxShiftOfFonts);
  };
  for (const path of ["/", "/store", "/community-reports"]) await measure(path);
  await signIn(page, "owner@aleef.test");
  for (const path of ["/dashboard", "/dashboard/tags", "/checkout"]) await measure(path);
});

test("the header of the site stays in one row on a narrow phone", async ({ visitor }) => {
  for (const width of [320, 360]) {
    const page = await visitor({ ...phone, viewport: { width, height: 640 } });
    for (const path of ["/", "/checkout"]) {
      await page.goto(path);
      const { height, overflow } = await page.evaluate(() => ({
        height: document.querySelector("header")?.offsetHeight ?? 0,
        overflow: document.documentElement.scrollWidth - innerWidth,
      }));
      expect(height, `${path} at ${width} px`).toBeLessThan(80);
      expect(overflow, `${path} at ${width} px`).toBeLessThanOrEqual(0);
    }
  }
});
