// A press after a deployment, or while the server cannot be reached, shows a blank page and loses what was typed.
import type { Page, Route } from "@playwright/test";
import { expect, fieldOf, open, phone, test } from "./fixtures.ts";
import { givePlan } from "./people.ts";

test.beforeEach(({ loggedErrors }) =>
  loggedErrors.allow(
    /ERR_FAILED|ERR_CONNECTION_RESET|status of (404|50\d)|Error loading route module|dynamically imported|Failed to fetch|JSON|Syntax|^page: $/,
  ),
);

const storePage = /\/assets\/store-page-/;
const text = "Where do I find the code of my tag?";
const reply =
  (status: number, body = "") =>
  (route: Route) =>
    route.fulfill({ status, body, contentType: status === 200 ? "text/javascript" : "text/html" });

for (const isCurrent of [true, false])
  test.describe(
    isCurrent ? "in a current browser, with something typed" : "in an older browser, with something typed",
    () => {
      let page: Page;
      let message: ReturnType<Page["getByLabel"]>;
      let link: ReturnType<Page["locator"]>;

      test.beforeEach(async ({ visitor, t }) => {
        page = await visitor({ isCurrent });
        await open(page, "/contact");
        message = fieldOf(page, t("pages.contact.body"));
        await message.fill(text);
        link = page.getByRole("contentinfo").locator('a[href="/store"]');
      });

      /** Expects the store, and that the form still has its text on the way back. */
      async function expectArrival(heading: string) {
        await expect(page.getByRole("heading", { level: 1 })).toHaveText(heading);
        await expect(page).toHaveURL("/store");
        await page.goBack();
        await expect(message).toHaveValue(text);
      }

      for (const [name, answer] of [
        ["is gone", reply(404)],
        ["is answered with an error", reply(500)],
        ["is cut in half", reply(200, "export const handle = {")],
        ["cannot be fetched", (route: Route) => route.abort()],
      ] as const)
        test(`a press opens its page when the page's code ${name}`, async ({ t }) => {
          await page.route(storePage, answer);
          await link.click();
          await expectArrival(t("store.heading"));
        });

      // Older browsers cannot keep a page that the router reloads: they show their own error page until then, and do not
      // ask for the code of a link that is pointed at.
      if (!isCurrent) return;
      test("a press opens its page after pointing at the link failed", async ({ t }) => {
        await page.route(storePage, reply(404));
        const failed = page.waitForEvent("response", (response) => storePage.test(response.url()));
        await page.getByRole("banner").locator('a[href="/store"]').first().hover();
        await failed;
        await expect(message).toHaveValue(text);
        await page.unroute(storePage);
        await link.click();
        await expectArrival(t("store.heading"));
      });

      for (const [name, answer] of [
        ["cannot be reached", (route: Route) => route.abort()],
        ["is behind a proxy that answers with an error", reply(502, "<h1>Bad gateway</h1>")],
      ] as const)
        test(`a press waits with the page while the server ${name}`, async ({ t }) => {
          await page.route(/./, answer);
          await link.click();
          await expect(page.getByText(t("offline.opening"))).toBeVisible();
          await expect(message).toHaveValue(text);
          await expect(page).toHaveURL("/contact");
          await page.unroute(/./);
          await page.evaluate(() => dispatchEvent(new Event("online")));
          await expectArrival(t("store.heading"));
        });

      test("a press opens its page when its data is cut in half", async ({ t }) => {
        await page.route("**/store.data*", reply(200, "[{"));
        await link.click();
        await expectArrival(t("store.heading"));
      });

      test("the person may stay", async ({ t }) => {
        await page.route(/./, (route) => route.abort());
        await link.click();
        await page.getByRole("button", { name: t("offline.stay") }).click();
        await page.unroute(/./);
        await page.evaluate(() => dispatchEvent(new Event("online")));
        await expect(page.getByText(t("offline.opening"))).toBeHidden();
        await expect(message).toHaveValue(text);
      });
    },
  );

for (const slowness of [1, 10])
  test(`a form of another page is sent although its code is gone, ${slowness} times as slow`, async ({
    visitor,
    language,
  }) => {
    const page = await visitor({ isCurrent: true });
    const devTools = await page.context().newCDPSession(page);
    await devTools.send("Emulation.setCPUThrottlingRate", { rate: slowness });
    await page.route(/\/assets\/set-language-/, reply(404));
    await open(page, "/get-started");
    await page
      .getByRole("banner")
      .locator(`button[value="${language === "en" ? "ar" : "en"}"]`)
      .first()
      .click();
    await expect(page.locator("html")).toHaveAttribute("lang", language === "en" ? "ar" : "en");
  });

for (const [name, answer] of [
  ["404", reply(404)],
  ["500", reply(500)],
  ["cut in half", reply(200, "import{a}from")],
] as const)
  test(`a page whose scripts are answered ${name} says so and can be used`, async ({ visitor, t }) => {
    const page = await visitor(phone);
    await page.route(/\/assets\/.*\.js/, answer);
    await page.goto("/get-started");
    await expect(page.getByText(t("offline.partMissing"))).toBeVisible();
    await page.getByRole("contentinfo").locator('a[href="/contact"]').last().click();
    await expect(page).toHaveURL("/contact");
    await expect(page.getByText(t("offline.partMissing"))).toBeVisible();
    await page.unroute(/\/assets\/.*\.js/);
    await page.getByRole("link", { name: t("common.error.reload") }).click();
    await expect(page.getByText(t("offline.partMissing"))).toBeHidden();
  });

test("a page that marks its news as read stays when the connection ends at that moment", async ({
  visitor,
  apiClient,
  newMember,
  signIn,
}) => {
  const member = await newMember();
  await givePlan(apiClient, member, "comfort");
  const page = await visitor();
  await signIn(page, member.email, member.password);
  await page.route(/\/assets\/notifications-seen|\/alerts\/seen$/, (route) => route.abort("connectionreset"));
  const cut = page.waitForEvent("requestfailed", (request) => /notifications-seen|\/alerts\/seen$/.test(request.url()));
  await page.goto("/dashboard/subscription");
  // The router reloads a page whose next code does not come.
  expect((await cut).url()).not.toContain("/assets/");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
});
