// Whoever prints a record or a slip would get half of it, with the menu beside it.
import type { Page } from "@playwright/test";
import { expect, open, test } from "./fixtures.ts";

/** Size of A4 paper in CSS pixels. */
const paper = { width: 794, height: 1123 };

/** Expects that a page prints on white paper in full width, without navigation and buttons. */
async function expectPrintable(page: Page, address: string): Promise<void> {
  await test.step(address, async () => {
    await open(page, address);
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    await page.setViewportSize(paper);
    await expect(page.getByRole("navigation")).toHaveCount(0);
    // Pins show a place and are buttons only in name here.
    await expect(
      page.getByRole("main").getByRole("button").and(page.locator(":not(.leaflet-marker-icon)")),
    ).toHaveCount(0);
    const main = await page.getByRole("main").boundingBox();
    expect(main?.width ?? 0).toBeGreaterThan(paper.width * 0.9);
    const root = await page.evaluate(() => {
      const { backgroundColor } = getComputedStyle(document.documentElement);
      return { backgroundColor, isTooWide: document.documentElement.scrollWidth > innerWidth };
    });
    expect(root).toEqual({ backgroundColor: "rgb(255, 255, 255)", isTooWide: false });
    await page.emulateMedia({ media: null, colorScheme: null });
  });
}

/** Returns the first address in a list that starts with `start`. */
async function firstOf(page: Page, list: string, start: string): Promise<string> {
  await open(page, list);
  const first = page.getByRole("main").locator(`a[href^="${start}"]:not([href$="/new"])`).first();
  return (await first.getAttribute("href")) ?? "";
}

test("the owner's pages print in full width", async ({ page, signIn }) => {
  test.slow();
  await signIn(page, "owner@aleef.test");
  await expectPrintable(page, await firstOf(page, "/dashboard/orders", "/dashboard/orders/AL-"));
  const pet = await firstOf(page, "/dashboard/pets", "/dashboard/pets/0");
  await expectPrintable(page, pet);
  await expectPrintable(page, `${pet}/health`);
  const report = await firstOf(page, "/community-reports?q=Mishmish", "/community-reports/0");
  // Tall enough that the map is visible and therefore loaded.
  await page.setViewportSize({ width: 1280, height: 3_000 });
  await open(page, report);
  await expect(page.locator(".leaflet-marker-icon").first()).toBeVisible();
  await expectPrintable(page, report);
  await expectPrintable(page, "/privacy");
});

test("the administrator's pages print in full width", async ({ page, signIn }) => {
  await signIn(page, "admin@aleef.test");
  await expectPrintable(page, await firstOf(page, "/admin/orders?status=all", "/admin/orders/AL-"));
});
