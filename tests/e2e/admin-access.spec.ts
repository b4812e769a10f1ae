import type { Page } from "@playwright/test";
import pg from "pg";
import { expect, open, test, toast } from "./fixtures.ts";

/** Longer than the minute after which an open page of the administration asks again who is there. */
const overAMinute = 61_000;

/** The badges and the live stream ask in the same minute, and are refused too. */
const refusedCounts = /ERR_FAILED|status of 401/;

/** From here on the page's time passes only when it is told to: what is shown for seconds cannot be missed. */
const stopClock = (page: Page) => page.clock.pauseAt(Date.now() + 30_000);

/** Opens a page of the administration and waits until it has looked for the first time who is there. */
async function openReview(page: Page, path: string): Promise<void> {
  const hasLooked = page.waitForResponse("**/session");
  await open(page, path);
  await hasLooked;
}

/** The page leads away once its reason could be read; its timer may begin a moment after the reason is painted. */
async function expectRedirect(page: Page, address: string): Promise<void> {
  await expect(async () => {
    await page.clock.fastForward(3_000);
    await expect(page).toHaveURL(address, { timeout: 1_000 });
  }).toPass({ timeout: 15_000 });
}

async function sql(url: string, text: string, values: unknown[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(text, values);
  await client.end();
}

test("whoever is no administrator any more is told so within a minute, and led to their own pages", async ({
  page,
  newMember,
  signIn,
  app,
  complaints,
  t,
}) => {
  complaints.forgive(refusedCounts);
  const { email, password } = await newMember();
  const setRole = (role: string) => sql(app.databaseUrl, "update users set role = $1 where email = $2", [role, email]);
  await setRole("admin");
  await page.clock.install();
  await signIn(page, email, password);
  await openReview(page, "/admin/users");
  await stopClock(page);
  await setRole("user");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("adminUsers.title"));
  await page.clock.fastForward(overAMinute);
  await expect(page.getByRole("alert")).toContainText(t("adminArea.check.denied"));
  await expect(page.getByRole("alert")).toContainText(t("adminArea.check.deniedText"));
  await expectRedirect(page, "/dashboard");
});

test("whoever presses a button after they were demoted is refused and led away", async ({
  page,
  newMember,
  signIn,
  app,
  t,
}) => {
  const [acting, other] = [await newMember(), await newMember()];
  await sql(app.databaseUrl, "update users set role = 'admin' where email = $1", [acting.email]);
  await signIn(page, acting.email, acting.password);
  await open(page, `/admin/users?q=${encodeURIComponent(other.email)}`);
  await page.locator("tbody").getByRole("link").first().click();
  await page.getByLabel(t("adminUsers.suspendReason")).fill("Too late");
  await sql(app.databaseUrl, "update users set role = 'user' where email = $1", [acting.email]);
  await page.getByRole("button", { name: t("adminUsers.suspend"), exact: true }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: t("adminUsers.suspend"), exact: true })
    .click();
  await expect(toast(page, t("accounts.accessDenied"))).toContainText(t("accounts.adminRequired"));
  await expect(page).toHaveURL("/dashboard");
});

test("whoever is signed out elsewhere is told to log in, and comes back afterwards", async ({
  page,
  visitor,
  newMember,
  signIn,
  app,
  complaints,
  t,
}) => {
  complaints.forgive(refusedCounts);
  const { email, password } = await newMember();
  await sql(app.databaseUrl, "update users set role = 'admin' where email = $1", [email]);
  await page.clock.install();
  await signIn(page, email, password);
  await openReview(page, "/admin/audit");
  await stopClock(page);
  await sql(app.databaseUrl, "delete from sessions where user_id = (select id from users where email = $1)", [email]);
  await page.clock.fastForward(overAMinute);
  await expect(page.getByRole("alert")).toContainText(t("adminArea.check.unauthorized"));
  await expect(page.getByRole("alert")).toContainText(t("adminArea.check.unauthorizedText"));
  await expectRedirect(page, `/auth?to=${encodeURIComponent("/admin/audit")}`);
  const again = await visitor();
  await again.goto("/admin/audit");
  await expect(toast(again, t("accounts.pleaseLogIn"))).toBeVisible();
  await signIn(again, email, password);
  await expect(again).toHaveURL("/admin/audit");
});

test("an answer that is none of ours leads out of the administration", async ({ page, signIn, t }) => {
  await signIn(page, "admin@aleef.test");
  await page.route("**/session", (route) => route.fulfill({ body: "<html>Captive portal</html>" }));
  await open(page, "/admin");
  const told = toast(page, t("common.error.short"));
  await expect(told).toContainText(t("adminArea.check.failed"));
  await expect(page).toHaveURL("/");
});

test("while nobody answers who is there, what was typed stays on the page", async ({ page, signIn, complaints, t }) => {
  complaints.forgive(/status of 500/);
  await page.clock.install();
  await signIn(page, "admin@aleef.test");
  await openReview(page, "/admin/products/new");
  const name = page.getByLabel(t("adminProducts.fields.nameEn"));
  await name.fill("A bell for cats");
  await page.route("**/session", (route) => route.fulfill({ status: 500, body: "" }));
  await page.clock.fastForward(overAMinute);
  await expect(async () => {
    await page.clock.fastForward(5_000);
    await expect(toast(page, t("adminArea.check.unknown"))).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 15_000 });
  await page.clock.fastForward(5_000);
  await expect(name).toHaveValue("A bell for cats");
  await expect(page).toHaveURL("/admin/products/new");
});

test("the red badges count what waits, and count again every minute", async ({ page, signIn, app, t }) => {
  await page.clock.install();
  await signIn(page, "admin@aleef.test");
  await open(page, "/admin/audit");
  const link = page.getByRole("link", { name: t("adminArea.upgrades") });
  await expect(link).toContainText(t("adminArea.waiting", { count: 1 }));
  const setStatus = (from: string, to: string, closed: string) =>
    sql(
      app.databaseUrl,
      `update subscription_requests set status = $2, closed_at = ${closed} where status = $1 and full_name = 'Karim Adel'`,
      [from, to],
    );
  await setStatus("pending", "withdrawn", "now()");
  await page.clock.fastForward(overAMinute);
  await expect(link).not.toContainText(t("adminArea.waiting", { count: 1 }));
  await setStatus("withdrawn", "pending", "null");
  await page.clock.fastForward(overAMinute);
  await expect(link).toContainText(t("adminArea.waiting", { count: 1 }));
});

test("settings, the way back to the site, an unknown address, and a logout that fails and then does not", async ({
  page,
  signIn,
  complaints,
  t,
}) => {
  complaints.forgive(/status of 404|ERR_FAILED/);
  await signIn(page, "admin@aleef.test");
  await open(page, "/admin/no/such/page");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("common.notFound.title"));
  const aside = page.locator("#admin-links");
  await expect(aside).toContainText("Amina Farouk");
  await aside.getByRole("link", { name: t("adminArea.settings") }).click();
  await expect(page).toHaveURL("/dashboard/settings");
  await open(page, "/admin/audit");
  await page
    .locator("#admin-links")
    .getByRole("link", { name: t("adminArea.toSite") })
    .click();
  await expect(page).toHaveURL("/");

  await open(page, "/admin/audit");
  const logout = page.locator("#admin-links").getByRole("button", { name: t("shell.logout") });
  await page.route("**/healthz", (route) => route.abort());
  await logout.click();
  await expect(toast(page, t("common.error.short"))).toContainText(t("adminArea.check.logoutFailed"));
  await expect(page).toHaveURL("/admin/audit");
  await page.unroute("**/healthz");
  await logout.click();
  await expect(toast(page, t("accounts.loggedOut"))).toBeVisible();
  await expect(page).toHaveURL("/");
});
