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
