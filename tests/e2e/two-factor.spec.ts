// An owner would be locked out after changing phones, even with recovery codes in hand.
import { authenticator } from "../authenticator.ts";
import { buttonOf, expect, fieldOf, open, test, toast } from "./fixtures.ts";
import { inspect, inspectInBothLanguages } from "./layout.ts";
import { post } from "./people.ts";

const settings = "/dashboard/settings/security";
const here = `${settings}/two-steps`;

test("two-factor sign-in is turned on, used with the app and a recovery code, and turned off", async ({
  page,
  newMember,
  signIn,
  loggedErrors,
  app,
  t,
}) => {
  test.slow();
  loggedErrors.allow(/status of 400/);
  const { email, password } = await newMember();
  const press = (name: string) => buttonOf(page, name).click();
  const code = fieldOf(page, t("twoFactor.step.code"));
  const leave = async () => {
    await page.context().clearCookies();
    await open(page, `/auth?to=${encodeURIComponent(here)}`);
    await signIn(page, email, password);
    await expect(page).toHaveURL(/\/auth\/second-step\?to=/);
  };

  await signIn(page, email, password);
  await open(page, settings);
  await page.getByRole("link", { name: t("twoFactor.turnOn"), exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("twoFactor.title"));
  await inspectInBothLanguages(page, here);
  await fieldOf(page, t("accounts.fields.currentPassword")).fill(password);
  await press(t("twoFactor.begin.submit"));
  await expect(page.getByRole("img", { name: t("twoFactor.setup.picture") })).toBeVisible();
  await inspectInBothLanguages(page, here);

  const key = await page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent();
  const shown = authenticator(key ?? "");
  await code.fill("12");
  await press(t("twoFactor.setup.submit"));
  await expect(page.getByText(t("twoFactor.notACode"))).toBeVisible();
  await inspect(page, "a code that is none");
  await code.fill(shown(new Date()));
  await press(t("twoFactor.setup.submit"));
  await expect(page.getByRole("heading", { name: t("twoFactor.codes.head") })).toBeVisible();
  // They are shown only once, so a reload in the background, as after a while in another app, must not remove them.
  const reloaded = page.waitForResponse((response) => response.url().includes("two-steps.data"));
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
  await reloaded;
  await page.evaluate(() => new Promise((done) => setTimeout(done, 300)));
  await inspect(page, "recovery codes");
  const codes = await page.getByText(/^[0-9A-Z]{5}-[0-9A-Z]{5}$/).allTextContents();
  expect(codes).toHaveLength(10);
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: t("twoFactor.codes.download") }).click(),
  ]);
  expect(file.suggestedFilename()).toBe("aleef-recovery-codes.txt");
  await page.getByRole("link", { name: t("twoFactor.codes.done") }).click();
  await expect(page.getByText(t("twoFactor.left", { count: 10 }))).toBeVisible();
  await inspectInBothLanguages(page, here);

  await leave();
  await inspectInBothLanguages(page, "/auth/second-step");
  await inspectInBothLanguages(page, "/auth/second-step?with=recovery");
  await open(page, `/auth/second-step?to=${encodeURIComponent(here)}`);
  // The code of the current time step was used to turn it on; that of the next one is accepted already.
  await code.fill(shown(new Date(), 1));
  await press(t("twoFactor.step.submit"));
  await expect(page).toHaveURL(here);
  await expect(toast(page, t("accounts.loggedIn"))).toBeVisible();

  await leave();
  await page.getByRole("link", { name: t("twoFactor.step.withRecovery") }).click();
  await fieldOf(page, t("twoFactor.step.recovery")).fill(codes[0]!.toLowerCase());
  await press(t("twoFactor.step.submit"));
  await expect(page).toHaveURL(here);
  await expect(page.getByText(t("twoFactor.left", { count: 9 }))).toBeVisible();
  const used = t("accountEmails.recoveryUsed.subject");
  expect(await app.mails.emailTo(email, ({ subject }) => subject === used)).toBeDefined();

  const end = page.locator("section").filter({ has: page.getByRole("heading", { name: t("twoFactor.end.head") }) });
  await fieldOf(end, t("accounts.fields.currentPassword")).fill(password);
  await fieldOf(end, t("twoFactor.anyCode")).fill(codes[1]!);
  await buttonOf(end, t("twoFactor.end.submit")).click();
  await buttonOf(page.getByRole("dialog"), t("twoFactor.end.submit")).click();
  await expect(toast(page, t("twoFactor.turnedOff"))).toBeVisible();
  await expect(page).toHaveURL(settings);
  await expect(page.getByRole("link", { name: t("twoFactor.turnOn"), exact: true })).toBeVisible();
});

test("an administrator turns off two-factor sign-in for a user without phone and recovery codes", async ({
  page,
  newMember,
  signIn,
  apiClient,
  app,
  t,
}) => {
  test.slow();
  const member = await newMember();
  await post(apiClient, "/auth", { intent: "signIn", ...member, to: "" });
  await post(apiClient, here, { intent: "begin", currentPassword: member.password });
  const [key = ""] = /([A-Z2-7]{4} ){7}[A-Z2-7]{4}/.exec(await (await apiClient.get(here)).text()) ?? [];
  const code = authenticator(key)(new Date());
  expect((await apiClient.post(here, { form: { intent: "confirm", code } })).status()).toBe(200);

  await signIn(page, "admin@aleef.test");
  await open(page, `/admin/users?q=${encodeURIComponent(member.email)}`);
  await page.locator("tbody").getByRole("link").first().click();
  const off = buttonOf(page, t("adminUsers.twoFactorOff"));
  await expect(off).toBeVisible();
  await inspectInBothLanguages(page, new URL(page.url()).pathname);
  await page.getByLabel(t("adminUsers.twoFactorOffReason")).fill("Knew the last order");
  await off.click();
  await buttonOf(page.getByRole("dialog"), t("adminUsers.twoFactorOff")).click();
  await expect(toast(page, t("adminUsers.twoFactorRemoved"))).toBeVisible();
  await expect(page.getByText("Knew the last order")).toBeVisible();
  const removedSubject = t("accountEmails.twoFactorRemoved.subject");
  expect(await app.mails.emailTo(member.email, ({ subject }) => subject === removedSubject)).toBeDefined();
  expect(await post(apiClient, "/auth", { intent: "signIn", ...member, to: "" })).toBe("/dashboard");
});
