// Somebody who forgot the password could not get back in, or would not see why a form was refused.
import type { Locator, Page } from "@playwright/test";
import { linkIn } from "../emails.ts";
import { buttonOf, expect, fieldOf, open, openProduct, phone, test, toast, waitUntilHydrated } from "./fixtures.ts";
import { inspectInBothLanguages } from "./layout.ts";
import { newAddress, post } from "./people.ts";

test("the error of a form is scrolled into view, each time", async ({ visitor, loggedErrors, t }) => {
  loggedErrors.allow(/status of 401/);
  const page = await visitor({ viewport: { width: 390, height: 420 } });
  await open(page, "/auth");
  await fieldOf(page, t("accounts.fields.email")).fill("nobody-here@example.com");
  await fieldOf(page, t("accounts.fields.password")).fill("Wrong-password-1");
  const submit = buttonOf(page, t("accounts.auth.signIn"));
  for (let attempt = 0; attempt < 2; attempt++) {
    await submit.scrollIntoViewIfNeeded();
    await page.evaluate(() => scrollTo(0, 1000));
    const answer = page.waitForResponse((response) => response.request().method() === "POST");
    await submit.click();
    await answer;
    await expect(page.getByText(t("accounts.wrongPassword"))).toBeInViewport({ ratio: 1 });
  }
});

test("resets a forgotten password by e-mail and invalidates the old one", async ({
  page,
  newMember,
  signIn,
  loggedErrors,
  app,
  t,
}) => {
  const { email, password } = await newMember();
  const newPassword = "Rainy-walk-8";
  await page.goto("/auth");
  await page.getByRole("link", { name: t("accounts.auth.forgot") }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("emailLink.forgot.head"));
  await fieldOf(page, t("accounts.fields.email")).fill(email);
  await page.getByRole("button", { name: t("emailLink.forgot.send") }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("emailLink.forgot.sentHead"));

  const message = await app.mails.emailTo(email);
  expect(message.subject).toBe(t("accountEmails.reset.subject"));
  await page.goto(linkIn(message));
  await fieldOf(page, t("accounts.fields.newPassword")).fill(newPassword);
  await fieldOf(page, t("accounts.fields.confirmPassword")).fill(newPassword);
  await page.getByRole("button", { name: t("emailLink.reset.save") }).click();
  await expect(toast(page, t("accounts.passwordReset"))).toBeVisible();

  await fieldOf(page, t("accounts.fields.email")).fill(email);
  await fieldOf(page, t("accounts.fields.password")).fill(password);
  await buttonOf(page, t("accounts.auth.signIn")).click();
  await expect(page.getByText(t("accounts.wrongPassword"))).toBeVisible();
  loggedErrors.allow(/status of 401/);
  await signIn(page, email, newPassword);
  await expect(page).toHaveURL("/dashboard");
});

test("asks for the password when a confirmation link is opened in another browser", async ({
  page,
  apiClient,
  loggedErrors,
  app,
  t,
}) => {
  const email = newAddress("elsewhere");
  const password = "Sunny-walk-7";
  await post(apiClient, "/auth?mode=sign-up", { intent: "signUp", firstName: "Salma", email, password, to: "" });
  const link = new URL(linkIn(await app.mails.emailTo(email)));
  await inspectInBothLanguages(page, link.pathname + link.search);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("emailLink.verify.head"));
  await expect(page.getByText(email)).toBeVisible();

  const field = fieldOf(page, t("accounts.fields.password"));
  const send = page.getByRole("button", { name: t("emailLink.verify.submit") });
  loggedErrors.allow(/status of 400/);
  await field.fill("Guessed-walk-1");
  await send.click();
  await expect(page.getByText(t("emailLink.verify.wrongPassword"))).toBeVisible();
  await field.fill(password);
  await send.click();
  await expect(page).toHaveURL("/dashboard");
  await expect(toast(page, t("accounts.loggedIn"))).toBeVisible();
});

test("signing out in one tab signs out the other", async ({ page, t, signInNew }) => {
  await signInNew(page);
  const other = await page.context().newPage();
  await open(other, "/dashboard/settings");
  await open(page, "/dashboard");
  await page.getByRole("button", { name: t("shell.logout") }).click();
  await expect(toast(page, t("accounts.loggedOut"))).toBeVisible();
  await expect(other).toHaveURL("/");
  await expect(other.getByRole("banner").getByRole("link", { name: t("shell.login"), exact: true })).toBeVisible();
});

test("signing in leads to the requested page", async ({ page, signIn, t }) => {
  await page.goto("/dashboard/pets?q=rocky");
  await expect(page).toHaveURL(`/auth?to=${encodeURIComponent("/dashboard/pets?q=rocky")}`);
  await expect(toast(page, t("accounts.pleaseLogIn"))).toBeVisible();
  await signIn(page, "owner@aleef.test");
  await expect(page).toHaveURL("/dashboard/pets?q=rocky");
  await expect(toast(page, t("accounts.loggedIn"))).toBeVisible();
  expect(await page.locator("[data-sonner-toast]").count()).toBe(1);
});

test("on a phone, the toasts of signing in cover nothing to press", async ({ visitor, signIn, t }) => {
  const page = await visitor({ ...phone, viewport: { width: 390, height: 844 } });
  const expectFree = async (title: string, area: Locator) => {
    const box = await toast(page, title).boundingBox();
    expect(box).not.toBeNull();
    await expect(area).toBeVisible();
    for (const one of await area.locator("a, button, input").filter({ visible: true }).all()) {
      const { y, height } = (await one.boundingBox()) ?? { y: 0, height: 0 };
      const isCovered = box && y < box.y + box.height && box.y < y + height;
      expect(isCovered, await one.evaluate(({ outerHTML }) => outerHTML)).toBe(false);
    }
  };
  await open(page, "/dashboard/pets");
  await expectFree(t("accounts.pleaseLogIn"), page.getByRole("main"));
  await signIn(page, "owner@aleef.test");
  await expectFree(t("accounts.loggedIn"), page.getByRole("region", { name: t("owner.emergency.label") }));
});

test("on a phone, the toast of signing in covers no word of an emergency on the overview", async ({
  visitor,
  signIn,
  t,
}) => {
  const page = await visitor({ ...phone, viewport: { width: 390, height: 844 } });
  await open(page, "/dashboard");
  await signIn(page, "owner@aleef.test");
  const box = (await toast(page, t("accounts.loggedIn")).boundingBox())!;
  const alarm = (await page.locator("[data-alarm]").first().boundingBox())!;
  expect(box.y).toBeGreaterThanOrEqual(alarm.y + alarm.height);
});

test("a toast covers no button of the open cart, and none of a wide window's page", async ({ visitor, signIn, t }) => {
  const expectClear = async (page: Page, title: string, area: Locator) => {
    await expect(area.locator(":is(a, button, input)").first()).toBeAttached();
    const box = (await toast(page, title).boundingBox())!;
    const { count, covered } = await area.evaluate((root, { x, y, width, height }) => {
      const controls = [...root.querySelectorAll(":is(a, button, input):not([data-sonner-toast] *)")].filter(
        (one) => one.getClientRects().length > 0 && one.checkVisibility({ visibilityProperty: true }),
      );
      const isCovered = (one: Element) => {
        const { left, right, top, bottom } = one.getBoundingClientRect();
        return top < y + height && y < bottom && left < x + width && x < right;
      };
      return { count: controls.length, covered: controls.filter(isCovered).map(({ outerHTML }) => outerHTML) };
    }, box);
    expect(count).toBeGreaterThan(1);
    expect(covered).toEqual([]);
  };
  const page = await visitor({ ...phone, viewport: { width: 390, height: 844 } });
  await openProduct(page, "ALF-HUSH", t);
  await buttonOf(page, t("store.add")).last().click();
  await expect(toast(page, t("cart.added"))).toBeVisible();
  await page.getByRole("link", { name: t("shell.cart.open") }).click();
  const sheet = page.getByRole("dialog", { name: t("shell.cart.title") });
  const quantity = sheet.getByRole("textbox").first();
  await quantity.fill("1.5");
  await quantity.press("Tab");
  await expect(toast(page, t("cart.wholePieces"))).toBeVisible();
  await expectClear(page, t("cart.wholePieces"), sheet);

  for (const [email, path] of [
    ["owner@aleef.test", "/dashboard/pets"],
    ["admin@aleef.test", "/admin/products"],
    ["admin@aleef.test", "/admin/orders"],
  ] as const) {
    const desk = await visitor({ viewport: { width: 1280, height: 800 } });
    await open(desk, path);
    await signIn(desk, email);
    await expect(toast(desk, t("accounts.loggedIn"))).toBeVisible();
    await expectClear(desk, t("accounts.loggedIn"), desk.getByRole("main"));
  }
});

test("Back after signing in leads to the previous page, skipping the sign-in page", async ({ page, signIn, t }) => {
  await page.goto("/auth?mode=sign-up");
  await expect(page).toHaveTitle(new RegExp(`^${t("accounts.auth.titleSignUp")}`));
  await page.goto("/about");
  await page.goto("/dashboard/pets");
  await expect(page).toHaveTitle(new RegExp(`^${t("accounts.auth.titleSignIn")}`));
  await waitUntilHydrated(page);
  await signIn(page, "owner@aleef.test");
  await expect(page).toHaveURL("/dashboard/pets");
  await page.goBack();
  await expect(page).toHaveURL("/about");
});

test("Back after changing the language and the look leads to the previous page", async ({ page, t }) => {
  await open(page, "/get-started");
  await page.getByRole("contentinfo").locator('a[href="/contact"]').first().click();
  const head = page.getByRole("heading", { level: 1 });
  await expect(head).toHaveText(t("pages.contact.head"));
  await page.locator('form[action="/language"] button').filter({ visible: true }).first().click();
  await expect(head).not.toHaveText(t("pages.contact.head"));
  await page.locator('form[action="/language"] button').filter({ visible: true }).first().click();
  await expect(head).toHaveText(t("pages.contact.head"));
  const themed = page.waitForResponse((answer) => answer.url().includes("/theme"));
  await page.locator('form[action="/theme"] button').filter({ visible: true }).first().click();
  await themed;
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await page.goBack();
  await expect(page).toHaveURL("/get-started");
});
