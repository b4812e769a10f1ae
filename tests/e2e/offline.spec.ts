// An owner without network could not look up a pet, or a lost report written there would never be sent.
import type { Page, Route } from "@playwright/test";
import { expect, open, publishWithoutPhoto, test, toast, unfold } from "./fixtures.ts";
import { inspect } from "./layout.ts";

const withWorker = { serviceWorkers: "allow" } as const;

const isCached = (page: Page, path: string) =>
  page.evaluate(async (wanted) => Boolean(await caches.match(wanted)), path).catch(() => null);

/** Waits until the service worker has cached a page, or no longer has it. */
const expectCached = (page: Page, path: string, wanted = true) =>
  expect.poll(() => isCached(page, path), { message: `${path} is kept: ${wanted}`, timeout: 30_000 }).toBe(wanted);

test.beforeEach(({ loggedErrors }) =>
  loggedErrors.allow(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch|status of 401/),
);

test("pets and scans can be read offline, but not after signing out", async ({ visitor, signIn, t }) => {
  const page = await visitor(withWorker);
  await signIn(page, "owner@aleef.test");
  await open(page, "/dashboard");
  await expectCached(page, "/dashboard/lost-found/new");
  const card = await page.evaluate(async () => {
    const pets = await (await caches.match("/dashboard/pets"))!.text();
    return /\/dashboard\/pets\/[0-9a-f-]{36}/.exec(pets)![0];
  });
  await expectCached(page, card);

  await page.context().setOffline(true);
  await page.goto("/dashboard/pets");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("pets.title"));
  await expect(page.getByText(t("offline.now"))).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "Rocky" }).first().click();
  await expect(page).toHaveURL(card);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Rocky");
  await page.goto("/dashboard/scan-records");
  await expect(page.getByRole("main")).toContainText("Zamalek");
  await page.goto("/store");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("offlinePage.title"));
  await inspect(page, "the page without a network");
  await page.getByRole("link", { name: t("offlinePage.pets") }).click();
  await expect(page).toHaveURL("/dashboard/pets");

  // Simulates a session that expired while the device was off.
  await page.evaluate(async () => {
    const name = (await caches.keys()).find((store) => store.startsWith("kept-"))!;
    await (await caches.open(name)).put("/kept-until", new Response("1 2"));
  });
  await page.goto("/dashboard/scan-records");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("offlinePage.title"));
  await expect(page.getByRole("link", { name: t("offlinePage.pets") })).toHaveCount(0);
  await expectCached(page, card, false);

  await page.context().setOffline(false);
  // The requested page loads automatically.
  await expect(page.getByRole("heading", { level: 1 })).not.toHaveText(t("offlinePage.title"));
  await open(page, "/dashboard");
  await expectCached(page, "/dashboard/pets");
  await page.getByRole("button", { name: t("shell.logout") }).click();
  await expect(toast(page, t("accounts.loggedOut"))).toBeVisible();
  await expectCached(page, "/dashboard/pets", false);
  await page.context().setOffline(true);
  await page.goto("/dashboard/pets");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("offlinePage.title"));
  await expect(page.getByRole("link", { name: t("offlinePage.pets") })).toHaveCount(0);
  await page.context().setOffline(false);
  await expect(page).toHaveURL(/\/auth\?to=/);
});

test("a report of a lost pet that is submitted offline is sent once online", async ({ visitor, t, signInNew }) => {
  const page = await visitor(withWorker);
  await signInNew(page);
  await open(page, "/dashboard");
  await expectCached(page, "/dashboard/lost-found/new");

  await page.context().setOffline(true);
  await page.goto("/dashboard/lost-found/new");
  const main = page.getByRole("main");
  await expect(page.getByText(t("reportForm.offline"))).toBeVisible();
  await main.locator("input[name=kind][value=lost]").check();
  await unfold(page);
  await page.getByRole("radio", { name: t("pets.types.bird") }).check();
  await page.getByRole("checkbox", { name: t("lostFound.colours.green"), exact: true }).check();
  await main.locator("input[name=petName]").fill("Kiwi");
  await main.getByLabel(t("reportForm.area")).fill("Maadi, Cairo");
  await main.getByLabel(t("reportForm.description")).fill("A green parrot that says good morning");
  await publishWithoutPhoto(page, t);
  await expect(page.getByText(t("reportForm.waits"))).toBeVisible();
  // The user closes the page and opens another one later, when online.
  await page.goto("/about");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("offlinePage.title"));
  await page.context().setOffline(false);
  // This page is closed as well, before the response to the report arrives.
  const answers: Route[] = [];
  await page.route(/\/lost-found\/new\.data/, (route) =>
    route.request().method() === "POST" && answers.push(route) === 1 ? undefined : route.continue(),
  );
  // The page may already have reloaded by itself and be navigating to the report.
  await page.goto("/about").catch(() => undefined);
  await expect.poll(() => answers.length).toBe(1);
  await page.goto("/about");
  await expect(page).toHaveURL(/\/dashboard\/lost-found\/[0-9a-f-]{36}(\/first-steps)?$/, { timeout: 30_000 });
  await expect(page.getByRole("main")).toContainText(/Maadi, Cairo|المعادي، القاهرة/);
  await open(page, "/dashboard/lost-found/new");
  await expect(page.getByText(t("form.draftKept"))).toHaveCount(0);
});

test("offers a new build and activates it with one press", async ({ visitor, t }) => {
  const page = await visitor(withWorker);
  await open(page, "/get-started");
  await page.evaluate(() => navigator.serviceWorker.ready);
  // Waits for the registration of the page's own worker, which would replace the newer one if it came later.
  await page.addInitScript(() => {
    const { serviceWorker } = navigator;
    const register = serviceWorker.register.bind(serviceWorker);
    serviceWorker.register = async (...worker) => {
      const registration = await register(...worker);
      document.documentElement.dataset.registered = String(worker[0]);
      return registration;
    };
  });
  await open(page, "/get-started");
  await expect(page.locator("html[data-registered='/sw.js']")).toBeAttached();
  // A different URL makes the browser treat it as a newer worker, which then waits.
  await page.evaluate(() => navigator.serviceWorker.register("/sw.js?newer"));
  await page.getByRole("button", { name: t("offline.reload") }).click();
  const worker = () => page.evaluate(() => navigator.serviceWorker.controller?.scriptURL).catch(() => null);
  await expect.poll(worker).toMatch(/\?newer$/);
});
