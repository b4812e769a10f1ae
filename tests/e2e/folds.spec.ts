import type { Locator } from "@playwright/test";
import { expect, open, test } from "./fixtures.ts";

const fold = 844;

/** The screen of a common phone. */
const narrow = { viewport: { width: 390, height: fold } };

/** Expects the whole of an element within the first screen. */
async function expectAboveFold(element: Locator, lowest = fold): Promise<void> {
  await expect(element).toBeVisible();
  const box = await element.boundingBox();
  expect(box && box.y + box.height).toBeLessThanOrEqual(lowest);
}

test("the first reports of the board are on the first screen of a phone", async ({ visitor, t }) => {
  const page = await visitor(narrow);
  await open(page, "/community-reports");
  const reports = page
    .getByRole("main")
    .getByRole("listitem")
    .filter({ has: page.getByRole("heading", { level: 3 }) });
  await expectAboveFold(reports.first(), 500);
  await expectAboveFold(reports.nth(2));
  await expectAboveFold(page.getByRole("link", { name: t("lostFound.iSaw") }));
});

test("a chip of the board acts at once and comes off again", async ({ visitor, t }) => {
  const page = await visitor(narrow);
  await open(page, "/community-reports");
  const chip = page.getByRole("main").getByRole("link", { name: t("lostFound.kinds.lost"), exact: true });
  await chip.click();
  await expect(page).toHaveURL(/\?kind=lost$/);
  await expect(chip).toHaveAttribute("aria-current", "true");
  await chip.click();
  await expect(page).toHaveURL(/\/community-reports$/);
});

test("the first products of the store are on the first screen of a phone", async ({ visitor, t }) => {
  const page = await visitor(narrow);
  await open(page, "/store");
  const products = page.getByRole("region", { name: t("store.title") }).getByRole("heading", { level: 3 });
  await expectAboveFold(products.first(), 620);
  await expectAboveFold(products.nth(1));
});

test("on a phone the price and a button stay in sight of a product, and a quantity is whole", async ({
  visitor,
  t,
  language,
}) => {
  const page = await visitor(narrow);
  await open(page, "/store?q=ALF-CLASSIC");
  await page
    .getByRole("region", { name: t("store.title") })
    .getByRole("heading", { level: 3 })
    .first()
    .click();
  const buttons = page.getByRole("button", { name: t("store.add"), exact: true });
  const bar = buttons.last();
  await expect(buttons).toHaveCount(2);
  await expect(bar).toBeInViewport({ ratio: 1 });
  await page.getByRole("heading", { name: t("store.shipping.title") }).scrollIntoViewIfNeeded();
  await expect(bar).toBeInViewport({ ratio: 1 });

  const quantity = page.getByLabel(t("store.product.quantity"), { exact: true });
  for (const wrong of ["1.5", "-1", "0"]) {
    await quantity.fill(wrong);
    await quantity.press("Enter");
    await expect(page.getByText(t("store.product.wholePieces"))).toBeVisible();
    await expect(quantity).toHaveValue(wrong);
    await expect(quantity).toBeFocused();
  }
  await expect(page).toHaveURL(/\/store\/product\//);
  await quantity.fill(language === "ar" ? "٢" : "2");
  await expect(page.getByText(t("store.product.wholePieces"))).toBeHidden();
  // The form's own button is in sight.
  await expect(buttons).toHaveCount(1);
});

test("the picture follows the chosen colour", async ({ visitor, t }) => {
  const page = await visitor(narrow);
  await open(page, "/store?q=ALF-LEASH");
  await page
    .getByRole("region", { name: t("store.title") })
    .getByRole("heading", { level: 3 })
    .first()
    .click();
  const pictures = page.getByRole("main").locator("li[id^=picture-]");
  await expect(pictures.first()).toBeInViewport();
  await page.getByRole("radio", { name: t("store.colors.brown") }).check({ force: true });
  await page.evaluate(() => scrollTo(0, 0));
  await expect(pictures.nth(2)).toBeInViewport({ ratio: 0.9 });
});
