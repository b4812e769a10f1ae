// A demoted administrator would go on working in the panel, or an outage would take what a real one typed.
import type { Page } from "@playwright/test";
import pg from "pg";
import { buttonOf, expect, open, test, toast } from "./fixtures.ts";

/** Longer than the minute after which an open admin page checks the session again. */
const overAMinute = 61_000;

/** The badges and the live stream send requests in the same minute, which are rejected too. */
const rejectedRequests = /ERR_FAILED|status of 401/;

/** Pauses the page's clock, so that messages shown for a few seconds cannot be missed. */
const pauseClock = (page: Page) => page.clock.pauseAt(Date.now() + 30_000);

/** Opens an admin page and waits for its first session check. */
async function openAdminPage(page: Page, path: string): Promise<void> {
  const sessionChecked = page.waitForResponse("**/session");
  await open(page, path);
  await sessionChecked;
}

/** Expects a redirect once the reason has been readable. Its timer may start a moment after the reason is shown. */
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

test("tells a demoted administrator within a minute and redirects to their own pages", async ({
  page,
  newMember,
  signIn,
  app,
  loggedErrors,
  t,
}) => {
  loggedErrors.allow(rejectedRequests);
  const { email, password } = await newMember();
  const setRole = (role: string) => sql(app.databaseUrl, "update users set role = $1 where email = $2", [role, email]);
  await setRole("admin");
  await page.clock.install();
  await signIn(page, email, password);
  await openAdminPage(page, "/admin/users");
  await pauseClock(page);
  await setRole("user");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("adminUsers.title"));
  await page.clock.fastForward(overAMinute);
  await expect(page.getByRole("alert")).toContainText(t("adminArea.check.denied"));
  await expect(page.getByRole("alert")).toContainText(t("adminArea.check.deniedText"));
  await expectRedirect(page, "/dashboard");
});

test("rejects an action by a demoted administrator and redirects", async ({ page, newMember, signIn, app, t }) => {
  const [acting, other] = [await newMember(), await newMember()];
  await sql(app.databaseUrl, "update users set role = 'admin' where email = $1", [acting.email]);
  await signIn(page, acting.email, acting.password);
  await open(page, `/admin/users?q=${encodeURIComponent(other.email)}`);
  await page.locator("tbody").getByRole("link").first().click();
  await page.getByLabel(t("adminUsers.suspendReason")).fill("Too late");
  await sql(app.databaseUrl, "update users set role = 'user' where email = $1", [acting.email]);
  await buttonOf(page, t("adminUsers.suspend")).click();
  await buttonOf(page.getByRole("dialog"), t("adminUsers.suspend")).click();
  await expect(toast(page, t("accounts.accessDenied"))).toContainText(t("accounts.adminRequired"));
  await expect(page).toHaveURL("/dashboard");
});

test("asks a user who was signed out elsewhere to log in and returns to the page afterwards", async ({
  page,
  visitor,
  newMember,
  signIn,
  app,
  loggedErrors,
  t,
}) => {
  loggedErrors.allow(rejectedRequests);
  const { email, password } = await newMember();
  await sql(app.databaseUrl, "update users set role = 'admin' where email = $1", [email]);
  await page.clock.install();
  await signIn(page, email, password);
  await openAdminPage(page, "/admin/audit");
  await pauseClock(page);
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

test("leaves the admin area when the session check gets a foreign response", async ({ page, signIn, t }) => {
  await signIn(page, "admin@aleef.test");
  await page.route("**/session", (route) => route.fulfill({ body: "<html>Captive portal</html>" }));
  await open(page, "/admin");
  const notice = toast(page, t("common.error.short"));
  await expect(notice).toContainText(t("adminArea.check.failed"));
  await expect(page).toHaveURL("/");
});

test("says that access could not be checked while the server is down, and keeps the page with what was typed", async ({
  page,
  signIn,
  loggedErrors,
  t,
}) => {
  loggedErrors.allow(/status of 500/);
  await page.clock.install();
  await signIn(page, "admin@aleef.test");
  await openAdminPage(page, "/admin/products/new");
  const name = page.getByLabel(t("adminProducts.fields.nameEn"));
  await name.fill("A bell for cats");
  await page.route("**/session", (route) => route.fulfill({ status: 500, body: "" }));
  await page.clock.fastForward(overAMinute);
  await expect(async () => {
    await page.clock.fastForward(5_000);
    await expect(toast(page, t("adminArea.check.unknown"))).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 15_000 });
  await page.clock.fastForward(5_000);
  await expect(page.getByText(t("adminArea.check.denied"))).toHaveCount(0);
  await expect(name).toHaveValue("A bell for cats");
  await expect(page).toHaveURL("/admin/products/new");
  await name.fill("");
  await page.clock.fastForward(overAMinute + 10_000);
  await expect(toast(page, t("adminArea.check.unknown"))).toBeVisible();
  await expect(page.getByText(t("adminArea.check.denied"))).toHaveCount(0);
  await expect(page).toHaveURL("/admin/products/new");
});

test("the red badges count waiting items and are updated every minute", async ({ page, signIn, app, t }) => {
  await page.clock.install();
  await signIn(page, "admin@aleef.test");
  await open(page, "/admin/audit");
  const link = page.getByRole("link", { name: t("adminArea.upgrades") });
  await expect(link).toContainText(t("shell.waiting", { count: 1 }));
  const setStatus = (from: string, to: string, closed: string) =>
    sql(
      app.databaseUrl,
      `update subscription_requests set status = $2, closed_at = ${closed} where status = $1 and full_name = 'Karim Adel'`,
      [from, to],
    );
  await setStatus("pending", "withdrawn", "now()");
  await page.clock.fastForward(overAMinute);
  await expect(link).not.toContainText(t("shell.waiting", { count: 1 }));
  await setStatus("withdrawn", "pending", "null");
  await page.clock.fastForward(overAMinute);
  await expect(link).toContainText(t("shell.waiting", { count: 1 }));
});

test("links to settings and the site, shows unknown addresses, and reports a failed logout", async ({
  page,
  signIn,
  loggedErrors,
  t,
}) => {
  loggedErrors.allow(/status of 404|ERR_FAILED/);
  await signIn(page, "admin@aleef.test");
  await open(page, "/admin/no/such/page");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("common.notFound.title"));
  const aside = page.locator("#admin-links");
  await expect(aside).toContainText("Amina Farouk");
  await aside.getByRole("link", { name: t("adminArea.settings"), exact: true }).click();
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
