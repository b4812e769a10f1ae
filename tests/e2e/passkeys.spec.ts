// An owner would be locked out by a new passkey, or a removed one would still open the account.
import { buttonOf, expect, fieldOf, open, test, toast } from "./fixtures.ts";
import { inspect, inspectInBothLanguages } from "./layout.ts";

const settings = "/dashboard/settings/security";
const here = `${settings}/passkeys`;

test("a passkey is added, renamed, replaces password and code, and no longer works once removed", async ({
  page,
  newMember,
  signIn,
  loggedErrors,
  db,
  t,
}) => {
  test.slow();
  loggedErrors.allow(/status of 40[01]/);
  const { email, password } = await newMember();
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  const { authenticatorId } = await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const press = (name: string) => buttonOf(page, name).click();

  // Nobody chooses the passkey in the field here, which this authenticator would do at once.
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false;
  });
  await signIn(page, email, password);
  await open(page, settings);
  await page.getByRole("link", { name: t("passkeys.add"), exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("passkeys.title"));
  await inspectInBothLanguages(page, here);
  // Rejected before the device creates a passkey.
  await page.getByLabel(t("passkeys.name")).fill(" \u200b ");
  await fieldOf(page, t("accounts.fields.currentPassword")).fill(password);
  await press(t("passkeys.add"));
  await expect(page.getByText(t("form.required"))).toBeVisible();
  expect((await devtools.send("WebAuthn.getCredentials", { authenticatorId })).credentials).toEqual([]);
  await page.getByLabel(t("passkeys.name")).fill("Phone");
  await fieldOf(page, t("accounts.fields.currentPassword")).fill("Wrong-walk-1");
  await press(t("passkeys.add"));
  await expect(page.getByText(t("accounts.wrongCurrentPassword")).first()).toBeVisible();
  await expect(page.getByLabel(t("passkeys.name"))).toHaveValue("Phone");
  await fieldOf(page, t("accounts.fields.currentPassword")).fill(password);
  await press(t("passkeys.add"));
  await expect(toast(page, t("passkeys.isAdded"))).toBeVisible();
  await expect(page.getByRole("heading", { name: "Phone" })).toBeVisible();
  await inspectInBothLanguages(page, here);
  await page.getByLabel(t("passkeys.name")).last().fill("Phone again");
  await fieldOf(page, t("accounts.fields.currentPassword")).fill(password);
  await press(t("passkeys.add"));
  await expect(page.getByText(t("passkeys.isThere"))).toBeVisible();
  await page.getByText(t("passkeys.edit")).click();
  await page.getByLabel(t("passkeys.name")).first().fill(" \u200b ");
  await press(t("passkeys.rename"));
  await expect(page.getByText(t("form.required"))).toBeVisible();
  await page.getByLabel(t("passkeys.name")).first().fill("My phone");
  await inspect(page, "a passkey's forms");
  await press(t("passkeys.rename"));
  await expect(page.getByRole("heading", { name: "My phone" })).toBeVisible();

  // The passkey replaces both factors: no code is requested.
  await db.execute(`update users set two_factor_since = now() where email = '${email}'`);
  const leave = async () => {
    await page.context().clearCookies();
    await open(page, `/auth?to=${encodeURIComponent(here)}`);
  };
  await leave();
  // A second press, while the device asks, changes nothing.
  const answerDevice = await page.evaluateHandle(() => {
    let answer: () => void = () => undefined;
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const get = navigator.credentials.get.bind(navigator.credentials);
    navigator.credentials.get = (options) => answered.then(() => get(options));
    return answer;
  });
  await press(t("accounts.auth.byPasskey"));
  await page.waitForLoadState("networkidle");
  await buttonOf(page, t("accounts.auth.byPasskey")).click({ force: true });
  await page.waitForLoadState("networkidle");
  await answerDevice.evaluate((run) => run());
  await expect(toast(page, t("accounts.loggedIn"))).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`${here}$`));
  await expect(page.getByText(t("passkeys.unused"))).toHaveCount(0);
  await db.execute(`update users set two_factor_since = null where email = '${email}'`);

  // A passkey without user verification (finger, face or device lock) is rejected.
  await devtools.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: false });
  await leave();
  await press(t("accounts.auth.byPasskey"));
  await expect(page.getByText(t("accounts.noPasskey"))).toBeVisible();
  await devtools.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: true });

  // So is a device without a passkey of this site; cancelling looks the same.
  const { credentials } = await devtools.send("WebAuthn.getCredentials", { authenticatorId });
  await devtools.send("WebAuthn.clearCredentials", { authenticatorId });
  await leave();
  await press(t("accounts.auth.byPasskey"));
  await expect(page.getByText(t("accounts.noPasskey"))).toBeVisible();
  for (const credential of credentials) await devtools.send("WebAuthn.addCredential", { authenticatorId, credential });

  await press(t("accounts.auth.byPasskey"));
  await expect(page).toHaveURL(new RegExp(`${here}$`));
  await page.getByText(t("passkeys.edit")).click();
  await press(t("passkeys.remove"));
  await expect(toast(page, t("passkeys.isRemoved"))).toBeVisible();
  await leave();
  await press(t("accounts.auth.byPasskey"));
  await expect(page.getByText(t("accounts.wrongPasskey"))).toBeVisible();
  await expect(page).toHaveURL(/\/auth\?to=/);
});

test("the e-mail field offers a passkey, and each device dialog is opened by the press itself", async ({
  page,
  newMember,
  signIn,
  t,
}) => {
  const { email, password } = await newMember();
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  const options = {
    protocol: "ctap2",
    transport: "internal",
    hasResidentKey: true,
    hasUserVerification: true,
  } as const;
  await devtools.send("WebAuthn.addVirtualAuthenticator", { options: { ...options, isUserVerified: true } });
  // A browser with autofill, in which somebody chooses the passkey when `choose` is called; the first creation fails.
  await page.addInitScript(() => {
    const asked: string[] = [];
    const { credentials } = navigator;
    const get = credentials.get.bind(credentials);
    const create = credentials.create.bind(credentials);
    PublicKeyCredential.isConditionalMediationAvailable = async () => true;
    credentials.get = ({ mediation, ...rest } = {}) => {
      asked.push(mediation ?? window.event?.type ?? "none");
      if (mediation !== "conditional") return Promise.reject(new DOMException("cancelled", "NotAllowedError"));
      return new Promise((resolve) => Object.assign(window, { choose: () => resolve(get(rest)) }));
    };
    credentials.create = (given) => {
      asked.push(window.event?.type ?? "none");
      if (window.event?.type === "click") return create(given);
      return Promise.reject(new DOMException("not in a press", "NotAllowedError"));
    };
    Object.assign(window, { asked });
  });
  const asked = () => page.evaluate(() => (window as unknown as { asked: string[] }).asked);
  const press = (name: string) => buttonOf(page, name).click();

  await signIn(page, email, password);
  await open(page, here);
  await page.getByLabel(t("passkeys.name")).fill("Phone");
  await fieldOf(page, t("accounts.fields.currentPassword")).fill(password);
  await press(t("passkeys.add"));
  await expect(page.getByText(t("passkeys.failed"))).toBeVisible();
  await press(t("passkeys.add"));
  await expect(toast(page, t("passkeys.isAdded"))).toBeVisible();
  expect(await asked()).toEqual([expect.not.stringMatching("click"), "click"]);

  await page.context().clearCookies();
  await open(page, `/auth?to=${encodeURIComponent(here)}`);
  await expect(page.locator("main [name=email]")).toHaveAttribute("autocomplete", "username webauthn");
  await expect.poll(asked).toEqual(["conditional"]);
  await press(t("accounts.auth.byPasskey"));
  await expect(page.getByText(t("accounts.noPasskey"))).toBeVisible();
  await expect.poll(asked).toEqual(["conditional", "click", "conditional"]);
  await page.evaluate(() => (window as unknown as { choose: () => void }).choose());
  await expect(toast(page, t("accounts.loggedIn"))).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`${here}$`));
});
