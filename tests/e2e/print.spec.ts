import type { Page } from "@playwright/test";
import { expect, open, test } from "./fixtures.ts";

/** A4 in CSS pixels. */
const paper = { width: 794, height: 1123 };

/** On paper a page is white, fills the sheet and shows nothing to press. */
async function printed(page: Page, address: string): Promise<void> {
  await test.step(address, async () => {
    await open(page, address);
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    await page.setViewportSize(paper);
    await expect(page.getByRole("navigation")).toHaveCount(0);
    // A pin is a place to be seen, and a button only where it can be pressed.
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

/** The first address of a list's things. */
async function firstOf(page: Page, list: string, start: string): Promise<string> {
  await open(page, list);
  const first = page.getByRole("main").locator(`a[href^="${start}"]:not([href$="/new"])`).first();
  return (await first.getAttribute("href")) ?? "";
}

test("what an owner prints fills the sheet", async ({ page, signIn }) => {
  test.slow();
  await signIn(page, "owner@aleef.test");
  await printed(page, await firstOf(page, "/dashboard/orders", "/dashboard/orders/AL-"));
  const pet = await firstOf(page, "/dashboard/pets", "/dashboard/pets/0");
  await printed(page, pet);
  await printed(page, `${pet}/health`);
  const report = await firstOf(page, "/community-reports?q=Mishmish", "/community-reports/0");
  // So tall that the map comes into view and is there.
  await page.setViewportSize({ width: 1280, height: 3_000 });
  await open(page, report);
  await expect(page.locator(".leaflet-marker-icon").first()).toBeVisible();
  await printed(page, report);
  await printed(page, "/privacy");
});

test("what administrators print fills the sheet", async ({ page, signIn }) => {
  await signIn(page, "admin@aleef.test");
  await printed(page, await firstOf(page, "/admin/orders?status=all", "/admin/orders/AL-"));
});
