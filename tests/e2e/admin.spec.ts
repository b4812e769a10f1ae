// A suspended person would go on using the site on another device, or nobody could make a backup by a press.
import { buttonOf, expect, fieldOf, open, test, toast } from "./fixtures.ts";
import { inspectPage } from "./layout.ts";

test("suspending a user signs them out on every device with an explanation; restoring lets them sign in again", async ({
  page,
  visitor,
  newMember,
  signIn,
  loggedErrors,
  t,
}) => {
  // Signing in is expected to fail.
  loggedErrors.allow(/status of 40[13]/);
  const { email, password } = await newMember();
  const [phone, laptop] = [await visitor(), await visitor()];
  for (const device of [phone, laptop]) await signIn(device, email, password);

  await signIn(page, "admin@aleef.test");
  await open(page, `/admin/users?q=${encodeURIComponent(email)}`);
  await page.locator("tbody").getByRole("link").first().click();
  await page.getByLabel(t("adminUsers.suspendReason")).fill("Sold tags that were not theirs");
  await buttonOf(page, t("adminUsers.suspend")).click();
  await buttonOf(page.getByRole("dialog"), t("adminUsers.suspend")).click();
  await expect(toast(page, t("adminUsers.suspended"))).toBeVisible();
  await expect(page.getByText(t("adminUsers.suspendedStill"))).toBeVisible();

  for (const device of [phone, laptop]) {
    await device.goto("/dashboard");
    await expect(device).toHaveURL(/\/auth\?to=/);
  }
  await fieldOf(phone, t("accounts.fields.email")).fill(email);
  await fieldOf(phone, t("accounts.fields.password")).fill(password);
  await buttonOf(phone, t("accounts.auth.signIn")).click();
  await expect(phone.getByText(t("accounts.suspended")).first()).toBeVisible();

  await page.getByRole("button", { name: t("adminUsers.restore") }).click();
  await expect(toast(page, t("adminUsers.restored"))).toBeVisible();
  await signIn(laptop, email, password);
  await expect(laptop).toHaveURL(/\/dashboard/);

  await open(page, `/admin/audit?who=${encodeURIComponent(email)}`);
  for (const action of ["audit.actions.user.suspend", "audit.actions.user.restore"] as const)
    await expect(page.getByRole("cell", { name: t(action) })).toBeVisible();
});

test("an administrator creates a backup, and the page shows when it is ready", async ({ page, signIn, t }) => {
  await signIn(page, "admin@aleef.test");
  await open(page, "/admin/system");
  await page.getByRole("button", { name: t("system.backupNow") }).click();
  await expect(toast(page, t("system.backupAsked"))).toBeVisible();
  await expect(async () => {
    await page.reload();
    await expect(page.getByText(/aleef-[-\dT]+\.tar\.gz/)).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 60_000 });
  await inspectPage(page, "/admin/system");
});
