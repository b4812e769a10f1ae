// A first visit over a slow line waits for scripts that nothing on the page needs yet, or a page of text works only with them.

import { getTranslator } from "#app/locales/words.server.ts";
import { otherLanguage } from "#app/platform/i18n/language.ts";
import { buttonOf, expect, open, phone, test, toast, waitUntilHydrated } from "./fixtures.ts";

const texts = ["/", "/about", "/features", "/learn-more", "/terms", "/privacy", "/nowhere"];

test("pages of text fetch no scripts, and all of their controls work", async ({
  visitor,
  language,
  loggedErrors,
  t,
}) => {
  loggedErrors.allow(/status of 404/);
  const page = await visitor({ ...phone, colorScheme: "light" });
  const scripts: string[] = [];
  page.on("request", (request) => {
    if (request.resourceType() === "script") scripts.push(new URL(request.url()).pathname);
  });
  for (const path of texts) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await page.waitForLoadState("networkidle");
  }
  await page.goto("/about");
  const banner = page.getByRole("banner");
  await banner.getByRole("link", { name: t("shell.openMenu") }).click();
  await banner.getByRole("link", { name: t("site.navigation.features"), exact: true }).click();
  await expect(page).toHaveURL("/features");
  const other = otherLanguage(language);
  await banner
    .getByRole("button", { name: t(`common.languages.${other}`) })
    .first()
    .click();
  await expect(page.locator("html")).toHaveAttribute("lang", other);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(getTranslator(other)("pages.features.head"));
  expect(scripts).toEqual([]);
  // "Learn more" alone says nothing in a list of links.
  const tOther = getTranslator(other);
  const name = `${tOther("site.footer.learnMore")} ${tOther("site.footer.aboutAleef")}`;
  await expect(page.getByRole("contentinfo").getByRole("link", { name, exact: true })).toBeVisible();
});

test("a page of text knows the cart of a visitor who comes back, and opens without a reload", async ({ page, t }) => {
  await open(page, "/store");
  await page.evaluate(() => Object.assign(window, { isSame: true }));
  await page.getByRole("contentinfo").locator('a[href="/about"]').click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("pages.about.head"));
  expect(await page.evaluate(() => "isSame" in window)).toBe(true);

  await open(page, "/store");
  await page.getByRole("main").locator('li a[href*="/store/product/"]').first().click();
  await buttonOf(page, t("store.add")).click();
  await expect(toast(page, t("cart.added"))).toBeVisible();
  await open(page, "/privacy");
  await expect(page.getByRole("banner")).toContainText(t("shell.cart.count", { count: 1 }));
});

test("other pages ask for their scripts once they have loaded", async ({ page }) => {
  for (const path of ["/store", "/community-reports"]) {
    await open(page, path);
    const early = await page.evaluate(() => {
      const [visit] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
      const files = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
      const isEarly = ({ name, startTime }: PerformanceEntry) =>
        /\.js$/.test(name) && startTime < visit!.loadEventStart;
      return files.filter(isEarly).map(({ name }) => name);
    });
    expect([path, early]).toEqual([path, []]);
  }
});

test("a press on a page that still loads starts its scripts", async ({ page }) => {
  // A picture that never comes.
  await page.route("**/photos/**", () => undefined);
  await page.goto("/store", { waitUntil: "commit" });
  await page.getByRole("heading", { level: 1 }).click();
  await waitUntilHydrated(page);
});
