import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";

const standard = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
const widths = [1280, 390, 320];

/** A pin stands where its place is, beside another or not (WCAG 2.5.8, essential); the list says the same as the map. */
const isPin = (html: string) => html.includes("leaflet-marker-icon");

async function findings(page: Page): Promise<string[]> {
  // The other mode is for frames of other sites; it takes twice as long.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().withTags(standard).analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes
      .filter(({ html }) => !(id === "target-size" && isPin(html)))
      .map(({ target, failureSummary }) => `${id} ${target} ${failureSummary}`),
  );
}

/** Colours that change under the eyes of axe are neither the old nor the new ones. */
const settle = (page: Page) =>
  page.evaluate(async () => {
    const ending = document.getAnimations().filter((one) => Number.isFinite(one.effect?.getComputedTiming().endTime));
    await Promise.allSettled(ending.map((one) => one.finished));
  });

/** In the page: what makes it wider than its window, by the classes of the first few. */
function tooWide(): string[] {
  const { clientWidth, scrollWidth } = document.documentElement;
  if (scrollWidth <= clientWidth) return [];
  const isOut = (one: Element) => {
    const { left, right } = one.getBoundingClientRect();
    return left < -1 || right > clientWidth + 1;
  };
  const out = [...document.querySelectorAll("body *")].filter(isOut).slice(0, 4);
  return [`${scrollWidth} px`, ...out.map((one) => `${one.tagName} ${one.className} ${one.textContent?.slice(0, 40)}`)];
}

/** In the page: opens whatever can be folded out. */
function unfold(): void {
  for (const one of document.querySelectorAll("main details")) one.setAttribute("open", "");
}

/**
 * A screen in light and wide, in dark and narrow: axe finds nothing, and nothing is wider than the window; `unfolded`
 * looks at what is folded away too.
 */
export async function look(page: Page, path: string, { unfolded = false } = {}): Promise<void> {
  await test.step(path, async () => {
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.emulateMedia({ colorScheme: "light" });
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
    if (unfolded) await page.evaluate(unfold);
    await settle(page);
    expect.soft(await findings(page), `${path}, wide and light`).toEqual([]);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      expect.soft(await page.evaluate(tooWide), `${path} fits into ${width} px`).toEqual([]);
    }
    await page.setViewportSize({ width: 390, height: 900 });
    await page.emulateMedia({ colorScheme: "dark" });
    await settle(page);
    expect.soft(await findings(page), `${path}, narrow and dark`).toEqual([]);
  });
}
