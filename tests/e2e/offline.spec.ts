import type { Page, Route } from "@playwright/test";
import { expect, open, test, toast, unfold } from "./fixtures.ts";
import { inspect } from "./layout.ts";

const withWorker = { serviceWorkers: "allow" } as const;

const has = (page: Page, path: string) =>
  page.evaluate(async (wanted) => Boolean(await caches.match(wanted)), path).catch(() => null);

/** Waits until the worker has kept a page, or has it no more. */
const isKept = (page: Page, path: string, wanted = true) =>
  expect.poll(() => has(page, path), { message: `${path} is kept: ${wanted}`, timeout: 30_000 }).toBe(wanted);

test.beforeEach(({ complaints }) =>
  complaints.forgive(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch|status of 401/),
);

test("without a network an owner reads pets and scans, and nobody after signing out", async ({
  visitor,
  signIn,
  t,
}) => {
  const page = await visitor(withWorker);
  await signIn(page, "owner@aleef.test");
  await open(page, "/dashboard");
  await isKept(page, "/dashboard/lost-found/new");
  const card = await page.evaluate(async () => {
    const pets = await (await caches.match("/dashboard/pets"))!.text();
    return /\/dashboard\/pets\/[0-9a-f-]{36}/.exec(pets)![0];
  });
  await isKept(page, card);

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

  // As if the session had ended while this device was off.
  await page.evaluate(async () => {
    const name = (await caches.keys()).find((store) => store.startsWith("kept-"))!;
    await (await caches.open(name)).put("/kept-until", new Response("1 2"));
  });
  await page.goto("/dashboard/scan-records");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("offlinePage.title"));
  await expect(page.getByRole("link", { name: t("offlinePage.pets") })).toHaveCount(0);
  await isKept(page, card, false);

  await page.context().setOffline(false);
  // The page that was asked for comes by itself.
  await expect(page.getByRole("heading", { level: 1 })).not.toHaveText(t("offlinePage.title"));
  await open(page, "/dashboard");
  await isKept(page, "/dashboard/pets");
  await page.getByRole("button", { name: t("shell.logout") }).click();
  await expect(toast(page, t("accounts.loggedOut"))).toBeVisible();
  await isKept(page, "/dashboard/pets", false);
  await page.context().setOffline(true);
  await page.goto("/dashboard/pets");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("offlinePage.title"));
  await expect(page.getByRole("link", { name: t("offlinePage.pets") })).toHaveCount(0);
  await page.context().setOffline(false);
  await expect(page).toHaveURL(/\/auth\?to=/);
});

test("a report of a lost pet that is sent without a network goes out when there is one", async ({
  visitor,
  newMember,
  signIn,
  t,
}) => {
  const page = await visitor(withWorker);
  const { email, password } = await newMember();
  await signIn(page, email, password);
  await open(page, "/dashboard");
  await isKept(page, "/dashboard/lost-found/new");

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
  await page.getByRole("button", { name: t("reportForm.publish"), exact: true }).click();
  await expect(page.getByText(t("reportForm.waits"))).toBeVisible();
  // Its writer closes the page and opens another one later, where there is a network.
  await page.goto("/about");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("offlinePage.title"));
  await page.context().setOffline(false);
  // This page is closed as well, before it has heard that the report arrived.
  const answers: Route[] = [];
  await page.route(/\/lost-found\/new\.data/, (route) =>
    route.request().method() === "POST" && answers.push(route) === 1 ? undefined : route.continue(),
  );
  // Where the page has come back by itself already, it is on its way to the report.
  await page.goto("/about").catch(() => undefined);
  await expect.poll(() => answers.length).toBe(1);
  await page.goto("/about");
  await expect(page).toHaveURL(/\/dashboard\/lost-found\/[0-9a-f-]{36}$/, { timeout: 30_000 });
  await expect(page.getByRole("main")).toContainText(/Maadi, Cairo|المعادي، القاهرة/);
  await open(page, "/dashboard/lost-found/new");
  await expect(page.getByText(t("form.draftKept"))).toHaveCount(0);
});

test("a new build is offered, and taken at a press", async ({ visitor, t }) => {
  const page = await visitor(withWorker);
  await open(page, "/about");
  await page.evaluate(() => navigator.serviceWorker.ready);
  // The page's own worker first: registered after the newer one it would take its place.
  await page.addInitScript(() => {
    const { serviceWorker } = navigator;
    const register = serviceWorker.register.bind(serviceWorker);
    serviceWorker.register = async (...worker) => {
      const registration = await register(...worker);
      document.documentElement.dataset.registered = String(worker[0]);
      return registration;
    };
  });
  await open(page, "/about");
  await expect(page.locator("html[data-registered='/sw.js']")).toBeAttached();
  // Another address of the worker is to the browser what another text of it is: a newer one, which waits.
  await page.evaluate(() => navigator.serviceWorker.register("/sw.js?newer"));
  await page.getByRole("button", { name: t("offline.reload") }).click();
  const worker = () => page.evaluate(() => navigator.serviceWorker.controller?.scriptURL).catch(() => null);
  await expect.poll(worker).toMatch(/\?newer$/);
});
