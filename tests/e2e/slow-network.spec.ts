import type { Page, Route } from "@playwright/test";
import { query } from "../databases.ts";
import { expect, open, phone, test, toast } from "./fixtures.ts";

const bowl = { en: "Folding travel bowl", ar: "وعاء سفر قابل للطي" };

test.beforeEach(({ loggedErrors }) => loggedErrors.allow(/ERR_FAILED/));

/** Blocks files of the page. The returned function unblocks them and tells the page that it is online. */
async function blockFiles(page: Page, files: RegExp): Promise<() => Promise<void>> {
  await page.route(files, (route) => route.abort());
  return async () => {
    await page.unroute(files);
    await page.evaluate(() => dispatchEvent(new Event("online")));
  };
}

test("a page without its translations, notifications and map is readable and loads them later", async ({
  visitor,
  signIn,
  t,
}) => {
  const page = await visitor(phone);
  await signIn(page, "owner@aleef.test");
  const unblockAssets = await blockFiles(page, /\/assets\/(live-notifications|leaflet-map)-/);
  const unblockWords = await blockFiles(page, /\/assets\/words-(en|ar)-/);
  // Returns false while the page reloads, which it does in browsers that cache a module's failure.
  const isHydrated = () =>
    page.evaluate(() => Object.keys(document.body).some((key) => key.startsWith("__reactFiber"))).catch(() => false);

  const hasFailed = page.waitForEvent("requestfailed", (request) => request.url().includes("/assets/words-"));
  await page.goto("/dashboard/scans");
  await hasFailed;
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("scans.activity"));
  expect(await isHydrated()).toBe(false);
  await unblockWords();
  await expect.poll(isHydrated).toBe(true);

  const map = page.getByRole("region", { name: t("scans.placesAlt") });
  await map.scrollIntoViewIfNeeded();
  await expect(map).toHaveText(t("map.mapLate"));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("scans.activity"));
  const liveRequest = page.waitForRequest("**/live?*").catch(() => null);
  await unblockAssets();
  await expect(page.getByText(t("map.mapLate"))).toBeHidden();
  await expect(page.locator(".leaflet-pane").first()).toHaveCSS("position", "absolute");
  expect(await liveRequest).not.toBeNull();
});

test("the cart, camera and toasts work when their scripts are late", async ({ visitor, language, t }) => {
  const page = await visitor(phone);
  const unblockToasts = await blockFiles(page, /\/assets\/toast-stack-/);
  await open(page, "/store");
  await page.getByRole("link", { name: bowl[language], exact: true }).first().click();
  await page.getByRole("radio").first().check({ force: true });
  await page
    .getByRole("button", { name: t("store.add"), exact: true })
    .first()
    .click();
  const cart = page.getByRole("banner").getByRole("link", { name: new RegExp(t("shell.cart.open")) });
  await expect(cart).toContainText("1");
  await unblockToasts();
  await expect(toast(page, t("cart.added"))).toBeVisible();
  await expect(toast(page, t("cart.added"))).toHaveCSS("position", "absolute");
  await expect(toast(page, t("cart.added")).getByRole("button")).toBeInViewport({ ratio: 1 });

  await page.route(/\/assets\/cart-contents-/, (route) => route.abort());
  await cart.click();
  await expect(page).toHaveURL("/cart");

  const unblockCamera = await blockFiles(page, /\/assets\/qr-camera-/);
  await open(page, "/t");
  await page.getByRole("button", { name: t("pages.camera.open") }).click();
  await expect(page.getByRole("dialog").locator("svg.animate-spin")).toBeVisible();
  await unblockCamera();
  await expect(page.getByText(t("pages.camera.refusedText"))).toBeVisible();
});

test("an interrupted response shows an error in the reader's language", async ({ visitor, loggedErrors, t }) => {
  loggedErrors.allow(/ERR_|Failed to fetch|turbo-stream|status of 503|Error/);
  const page = await visitor(phone);
  await open(page, "/about");
  for (const broken of [
    (route: Route) => route.abort(),
    (route: Route) => route.fulfill({ status: 200, contentType: "text/x-script", body: "[{" }),
  ]) {
    await page.route("**/store.data*", broken);
    await page.getByRole("contentinfo").locator('a[href="/store"]').click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("common.error.title"));
    await expect(page.getByText(/fetch|turbo|JSON|Error/)).toHaveCount(0);
    await page.unroute("**/store.data*");
    await page.goBack();
    await expect(page.getByRole("contentinfo").locator('a[href="/store"]')).toBeVisible();
  }
  await page.route("**/store.data*", (route) =>
    route.fulfill({ status: 503, contentType: "text/plain", body: t("errors.tooManyPeople") }),
  );
  await page.getByRole("contentinfo").locator('a[href="/store"]').click();
  await expect(page.getByText(t("errors.tooManyPeople"))).toBeVisible();
});

test("error pages are complete without scripts", async ({ visitor, newMember, signIn, loggedErrors, app, t }) => {
  loggedErrors.allow(/status of 40[34]/);
  const page = await visitor({ ...phone, javaScriptEnabled: false });
  for (const path of ["/community-reports/01a21663-0000-7000-b5ee-ded3bbf2e167", "/store/product/none", "/no-page"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("common.notFound.title"));
  }
  const member = await newMember();
  await signIn(page, member.email, member.password);
  const { rows } = await query(app.databaseUrl, "select id from pets limit 1");
  // The same for a pet of somebody else as for one that does not exist.
  for (const id of ["01a21663-0000-7000-b5ee-ded3bbf2e167", rows[0].id]) {
    await page.goto(`/dashboard/pets/${id}`);
    await expect(page.getByRole("main")).toContainText(t("common.notFound.title"));
    await expect(page.getByRole("main")).toContainText(t("errorPage.otherAccount"));
    await expect(page.getByRole("main")).toContainText(member.email);
  }
  await page.getByRole("button", { name: t("errorPage.switchAccount") }).click();
  await expect(page).toHaveURL(`/auth?to=${encodeURIComponent(`/dashboard/pets/${rows[0].id}`)}`);
});

test("a product that a visitor adds before the scripts have run is in the cart once they have", async ({
  visitor,
  language,
  t,
}) => {
  const page = await visitor(phone);
  const unblockScripts = await blockFiles(page, /\/assets\/.*\.js/);
  await page.goto("/store");
  await page.getByRole("link", { name: bowl[language], exact: true }).first().click();
  await page.getByRole("radio").first().check({ force: true });
  await page
    .getByRole("button", { name: t("store.add"), exact: true })
    .first()
    .click();
  await expect(page).toHaveURL(/\/cart\?/);
  await expect(page.getByRole("heading", { name: t("checkout.bringing") })).toBeVisible();
  await unblockScripts();
  const unblockCart = await blockFiles(page, /\/cart\/lines/);
  await page.reload();
  await expect(toast(page, t("cart.failed")).first()).toBeVisible();
  await unblockCart();
  await page.reload();
  await expect(toast(page, t("cart.added"))).toBeVisible();
  await expect(page).toHaveURL(/\/cart$/);
  const quantity = page
    .getByRole("main")
    .getByRole("textbox", { name: t("cart.quantityOf", { name: bowl[language] }) });
  await expect(quantity).toHaveValue("1");
  await page.reload();
  await expect(quantity).toHaveValue("1");
});

test("a visitor without scripts is asked to log in for a cart", async ({ visitor, language, t }) => {
  const page = await visitor({ ...phone, javaScriptEnabled: false });
  await page.goto("/store");
  await page.getByRole("link", { name: bowl[language], exact: true }).first().click();
  await page.getByRole("radio").first().check({ force: true });
  await page
    .getByRole("button", { name: t("store.add"), exact: true })
    .first()
    .click();
  await expect(page.getByRole("heading", { name: t("checkout.bringing") })).toBeHidden();
  await page.getByRole("link", { name: t("cart.logIn") }).click();
  await expect(page).toHaveURL(/\/auth\?to=%2Fstore/);
});
