// A finder on a slow phone network would look at a blank page, and presses would do nothing.
import type { Page, Route } from "@playwright/test";
import { query } from "../databases.ts";
import { buttonOf, expect, open, phone, test, toast } from "./fixtures.ts";

const bowl = { en: "Folding travel bowl", ar: "وعاء سفر قابل للطي" };

test.beforeEach(({ loggedErrors }) => loggedErrors.allow(/ERR_FAILED|^page: $/));

/** Blocks files of the page. The returned function unblocks them and tells the page that it is online. */
async function blockFiles(page: Page, files: RegExp): Promise<() => Promise<void>> {
  await page.route(files, (route) => route.abort());
  return async () => {
    await page.unroute(files);
    // The page may be reloading at this moment.
    await page.evaluate(() => dispatchEvent(new Event("online"))).catch(() => undefined);
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
  await page.goto("/dashboard/scans");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("scans.activity"));
  await expect(page.getByText(t("offline.partMissing"))).toBeVisible();
  await unblockWords();
  await open(page, "/dashboard/scans");

  const map = page.getByRole("region", { name: t("scans.placesAlt") });
  await map.scrollIntoViewIfNeeded();
  await expect(map).toHaveText(t("map.mapLate"));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("scans.activity"));
  const liveRequest = page.waitForRequest("**/live?*").catch(() => null);
  await unblockAssets();
  await page.getByRole("button", { name: t("common.error.reload") }).click();
  await map.scrollIntoViewIfNeeded();
  await expect(page.getByText(t("map.mapLate"))).toBeHidden();
  await expect(page.locator(".leaflet-pane").first()).toHaveCSS("position", "absolute");
  expect(await liveRequest).not.toBeNull();
});

test("an error page whose script does not come stays as the server sent it", async ({ visitor, t, loggedErrors }) => {
  loggedErrors.allow(/status of 404/);
  const page = await visitor(phone);
  await blockFiles(page, /\/assets\/error-page-/);
  const failed = page.waitForEvent("requestfailed", (request) => /error-page-/.test(request.url()));
  await open(page, "/back-in-stock/nothing");
  await failed;
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("common.notFound.title"));
  await page
    .getByRole("main")
    .getByRole("link", { name: t("common.notFound.home") })
    .click();
  await expect(page).toHaveURL("/");
  await expect(page.getByRole("heading", { level: 1 })).not.toHaveText(t("common.notFound.title"));
});

test("the cart, camera and toasts work when their scripts are late", async ({ visitor, language, t }) => {
  const page = await visitor(phone);
  const unblockToasts = await blockFiles(page, /\/assets\/toast-stack-/);
  await open(page, "/store");
  await page.getByRole("link", { name: bowl[language], exact: true }).first().click();
  await page.getByRole("radio").first().check({ force: true });
  await buttonOf(page, t("store.add")).first().click();
  const cart = page.getByRole("banner").getByRole("link", { name: new RegExp(t("shell.cart.open")) });
  await expect(cart).toContainText("1");
  await expect(page.getByRole("status").filter({ hasText: t("cart.added") })).toBeInViewport({ ratio: 1 });
  await unblockToasts();

  await page.route(/\/assets\/cart-contents-/, (route) => route.abort());
  await cart.click();
  await expect(page).toHaveURL("/cart");

  const unblockCamera = await blockFiles(page, /\/assets\/qr-camera-/);
  await open(page, "/t");
  await page.getByRole("button", { name: t("pages.camera.open") }).click();
  const reload = page.getByRole("dialog").getByRole("button", { name: t("common.error.reload") });
  await expect(reload).toBeVisible();
  await unblockCamera();
  await reload.click();
  await page.getByRole("button", { name: t("pages.camera.open") }).click();
  await expect(page.getByText(t("pages.camera.refusedText"))).toBeVisible();
});

test("a dialog whose content does not come says so, and has it after a reload", async ({ visitor, signIn, t }) => {
  const page = await visitor(phone);
  await signIn(page, "owner@aleef.test");
  await open(page, "/dashboard/pets");
  const pet = await page.locator('main a[href^="/dashboard/pets/0"]').first().getAttribute("href");
  await open(page, pet!);
  const unblock = await blockFiles(page, /\/assets\/photo-fields-/);
  const camera = page.getByRole("link", { name: t("pets.photo.change") });
  const dialog = page.getByRole("dialog", { name: t("pets.photo.change") });
  await camera.click();
  await expect(dialog.getByText(t("offline.partMissing"))).toBeVisible();
  await unblock();
  await dialog.getByRole("button", { name: t("common.error.reload") }).click();
  await expect(dialog).toBeHidden();
  await open(page, pet!);
  await camera.click();
  await expect(dialog.getByRole("button", { name: t("pets.photo.save") })).toBeVisible();
});

test("a page is opened although its data did not arrive", async ({ visitor, loggedErrors, t }) => {
  loggedErrors.allow(/ERR_|Failed to fetch|turbo-stream|status of (429|503)|Error/);
  const page = await visitor(phone);
  for (const broken of [
    (route: Route) => route.abort(),
    (route: Route) => route.fulfill({ status: 200, contentType: "text/x-script", body: "[{" }),
    (route: Route) => route.fulfill({ status: 503, contentType: "text/plain", body: t("errors.tooManyPeople") }),
  ]) {
    await open(page, "/get-started");
    await page.route("**/store.data*", broken);
    await page.getByRole("contentinfo").locator('a[href="/store"]').click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("store.heading"));
  }
  await open(page, "/get-started");
  // A limit of our own is no outage.
  await page.route("**/store.data*", (route) =>
    route.fulfill({ status: 429, contentType: "text/plain", body: t("errors.tooManyAtOnce") }),
  );
  await page.getByRole("contentinfo").locator('a[href="/store"]').click();
  await expect(page.getByText(t("errors.tooManyAtOnce"))).toBeVisible();
});

test("error pages are complete without scripts", async ({ visitor, loggedErrors, app, t, signInNew }) => {
  loggedErrors.allow(/status of 40[34]/);
  const page = await visitor({ ...phone, javaScriptEnabled: false });
  for (const path of ["/community-reports/01a21663-0000-7000-b5ee-ded3bbf2e167", "/store/product/none", "/no-page"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("common.notFound.title"));
  }
  const member = await signInNew(page);
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
  await buttonOf(page, t("store.add")).first().click();
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

test("a visitor without scripts takes the choice to the checkout", async ({ visitor, language, t }) => {
  const page = await visitor({ ...phone, javaScriptEnabled: false });
  await page.goto("/store");
  await page.getByRole("link", { name: bowl[language], exact: true }).first().click();
  await page.getByRole("radio").first().check({ force: true });
  await buttonOf(page, t("store.add")).first().click();
  await expect(page.getByRole("heading", { name: t("checkout.bringing") })).toBeHidden();
  await expect(page.getByRole("main")).toContainText(bowl[language]);
  await page.getByRole("link", { name: t("cart.toCheckout") }).click();
  await expect(page).toHaveURL(/\/auth\/checkout/);
});
