import type { Page } from "@playwright/test";
import { expect, phone, test } from "./fixtures.ts";

/**
 * Maximum layout shift: the share of the screen that moves times the distance (Layout Instability API). Up to 0.1
 * counts as good; a button's height is about 0.02.
 */
const maxShift = 0.006;

const ofVisitors = ["/", "/auth", "/auth?mode=sign-up", "/auth/phone", "/store", "/cart", "/community-reports/new"];
const ofOwners = ["/dashboard", "/dashboard/pets/new", "/dashboard/tags-management", "/dashboard/inbox", "/checkout"];

/** Opens a page with delayed scripts and returns the layout shifts until hydration. */
async function measureShifts(page: Page, path: string): Promise<{ value: number; moved: string[] }> {
  await page.goto(path);
  await page.waitForFunction(() => {
    const [, container] = Object.entries(document).find(([key]) => key.startsWith("__reactContainer$")) ?? [];
    return container?.stateNode.current.memoizedState.isDehydrated === false;
  });
  // Waits two frames: one renders the changes of effects, the next reports the shift.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  return page.evaluate(() => (globalThis as unknown as { shifted: { value: number; moved: string[] } }).shifted);
}

async function watch(page: Page): Promise<void> {
  await page.route("**/assets/*.js", async (route) => {
    await new Promise((late) => setTimeout(late, 500));
    await route.continue().catch(() => undefined);
  });
  await page.addInitScript(() => {
    const shifted = { value: 0, moved: [] as string[] };
    Object.assign(globalThis, { shifted });
    // Ignores shifts before hydration, such as those by fonts.
    let from = Number.POSITIVE_INFINITY;
    const waitForReact = () => {
      if (Object.keys(document).some((key) => key.startsWith("__reactContainer$"))) from = performance.now();
      else requestAnimationFrame(waitForReact);
    };
    waitForReact();
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; sources: { node?: Node }[] })[]) {
        if (entry.startTime < from) continue;
        shifted.value += entry.value;
        for (const { node } of entry.sources) shifted.moved.push(node?.textContent?.slice(0, 40) ?? "");
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
}

async function expectStill(page: Page, path: string): Promise<void> {
  const { value, moved } = await measureShifts(page, path);
  expect(value, `${path}: ${moved.join(" | ")}`).toBeLessThanOrEqual(maxShift);
}

for (const viewport of [phone, undefined])
  test(`nothing moves when scripts arrive late${viewport ? ", on a phone" : ""}`, async ({ visitor, signIn }) => {
    test.slow();
    const page = await visitor(viewport);
    await watch(page);
    for (const path of ofVisitors) await expectStill(page, path);
    await signIn(page, "owner@aleef.test");
    for (const path of ofOwners) await expectStill(page, path);
  });
