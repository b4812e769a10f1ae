// A person on a bad connection would lose what they typed and have to write it again.
import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { Page } from "@playwright/test";
import { getTranslator } from "#app/locales/words.server.ts";
import { query } from "../databases.ts";
import { linkIn } from "../emails.ts";
import { buttonOf, expect, fieldOf, open, phone, test, toast, waitUntilHydrated } from "./fixtures.ts";
import { newAddress } from "./people.ts";

const notice = (page: Page, text: string) => page.getByRole("status").filter({ hasText: text });

test("a form submitted while offline keeps its input and is sent with the next press", async ({
  visitor,
  loggedErrors,
  t,
}) => {
  loggedErrors.allow(/ERR_INTERNET_DISCONNECTED/);
  const page = await visitor(phone);
  await open(page, "/contact");
  await fieldOf(page, t("pages.contact.name")).fill("Hany");
  await fieldOf(page, t("pages.contact.email")).fill(newAddress("hany"));
  const message = fieldOf(page, t("pages.contact.body"));
  await message.fill("Where do I find the code of my tag? أين الرمز؟");
  const send = page.getByRole("button", { name: t("pages.contact.send") });
  await page.context().setOffline(true);
  await send.click();
  await expect(notice(page, t("offline.unsent"))).toBeVisible();
  await expect(send).toBeEnabled();
  await expect(message).toHaveValue(/أين الرمز/);
  await page.context().setOffline(false);
  await send.click();
  await expect(notice(page, t("offline.unsent"))).toBeHidden();
  await expect(toast(page, t("pages.contact.sent"))).toBeVisible();
});

test("pointing at a link while offline keeps the page and what was typed", async ({
  page,
  loggedErrors,
  t,
  signInNew,
}) => {
  loggedErrors.allow(/ERR_INTERNET_DISCONNECTED/);
  await signInNew(page);
  await open(page, "/dashboard/pets/new");
  const name = fieldOf(page, t("pets.fields.name"));
  await name.fill("Zarkonimus");
  await page.context().setOffline(true);
  const link = page.getByRole("link", { name: t("owner.tips"), exact: true });
  const loaded = await page.evaluate(() => performance.timeOrigin);
  await link.hover();
  await pause(500);
  await link.focus();
  await pause(500);
  await link.dispatchEvent("touchstart");
  await pause(500);
  expect(await page.evaluate(() => performance.timeOrigin)).toBe(loaded);
  await expect(name).toHaveValue("Zarkonimus");
  await page.context().setOffline(false);
});

test("a reply that is submitted while offline stays in its box", async ({ visitor, loggedErrors, t }) => {
  loggedErrors.allow(/ERR_INTERNET_DISCONNECTED/);
  const page = await visitor(phone);
  await open(page, "/community-reports");
  await page.locator('main a[href^="/community-reports/0"]').first().click();
  await fieldOf(page, t("conversations.writeLabel")).fill("I saw her near the river.");
  await buttonOf(page, t("conversations.send")).click();
  await expect(page).toHaveURL(/\/conversations\//);
  // The report's page has a box of the same name, and is shown until the conversation's has loaded.
  await expect(page.getByRole("log").getByText("I saw her near the river.")).toBeVisible();
  const reply = fieldOf(page, t("conversations.writeLabel"));
  const send = buttonOf(page, t("conversations.send"));
  await reply.fill("She was with a black cat.");
  await page.context().setOffline(true);
  await send.click();
  await expect(notice(page, t("offline.unsent"))).toBeVisible();
  await expect(send).toBeEnabled();
  await expect(reply).toHaveValue("She was with a black cat.");
  await page.context().setOffline(false);
  await send.click();
  await expect(page.getByText("She was with a black cat.")).toBeVisible();
  await expect(reply).toHaveValue("");
});

test("a background reload without network keeps the page and what was typed, and is repeated", async ({
  visitor,
  loggedErrors,
  t,
}) => {
  loggedErrors.allow(/ERR_INTERNET_DISCONNECTED|status of 502/);
  const page = await visitor(phone);
  await open(page, "/contact");
  const message = fieldOf(page, t("pages.contact.body"));
  await message.fill("Where is my tag?");
  const reload = async (outcome: "requestfailed" | "response") => {
    const loaded = page.waitForEvent(outcome as "response", (one) => one.url().includes("/contact.data"));
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
    await loaded;
  };
  const expectPage = async () => {
    // The router shows an error within the frames after the response.
    await page.evaluate(() => new Promise((done) => setTimeout(done, 300)));
    await expect(message).toHaveValue("Where is my tag?");
  };
  await page.context().setOffline(true);
  await reload("requestfailed");
  await expectPage();
  const repeated = page.waitForResponse((response) => response.url().includes("/contact.data") && response.ok());
  await page.context().setOffline(false);
  await repeated;
  await expectPage();

  await page.route("**/contact.data", (route) => route.fulfill({ status: 502, body: "Bad Gateway" }));
  await reload("response");
  await expectPage();
});

test("a new password that does not reach the server stays in its fields", async ({
  page,
  loggedErrors,
  t,
  signInNew,
}) => {
  loggedErrors.allow(/ERR_CONNECTION_RESET/);
  const member = await signInNew(page);
  await open(page, "/dashboard/settings/security");
  const [now, next, again] = (["currentPassword", "newPassword", "confirmPassword"] as const).map((name) =>
    page.locator(`form[id="password"] [name="${name}"]`),
  );
  await now!.fill(member.password);
  for (const field of [next!, again!]) await field.fill("Rainy-walk-8");
  const save = page.locator('form[id="password"] > button');
  // Late enough for the page to show that the form is being sent.
  await page.route(/\/security\.data/, (route) => pause(500).then(() => route.abort("connectionreset")));
  await save.click();
  await expect(notice(page, t("offline.unsent"))).toBeVisible();
  await expect(save).toBeEnabled();
  for (const field of [next!, again!]) await expect(field).toHaveValue("Rainy-walk-8");
  await page.unroute(/\/security\.data/);
  await save.click();
  await expect(toast(page, t("accounts.passwordUpdated"))).toBeVisible();
  for (const field of [now!, next!, again!]) await expect(field).toHaveValue("");
});

test("keeps the input when a proxy responds for a server that is down", async ({ page, loggedErrors, t }) => {
  loggedErrors.allow(/status of 502/);
  await open(page, "/auth?mode=sign-up");
  const name = fieldOf(page, t("accounts.fields.firstName"));
  await name.fill("Salma");
  await fieldOf(page, t("accounts.fields.email")).fill(newAddress("salma"));
  await fieldOf(page, t("accounts.fields.password")).fill("Sunny-walk-7");
  await page.route(/\/auth\.data/, (route) => route.fulfill({ status: 502, body: "Bad gateway" }));
  await page.getByRole("button", { name: t("accounts.auth.signUp") }).click();
  await expect(notice(page, t("offline.unsent"))).toBeVisible();
  await expect(name).toHaveValue("Salma");
});

test("a form that was rejected before the scripts ran keeps its input in the other language", async ({
  page,
  language,
  loggedErrors,
  t,
}) => {
  loggedErrors.allow(/status of 400/);
  loggedErrors.allow(/ERR_FAILED/);
  const other = language === "ar" ? "en" : "ar";
  const scripts = /\/assets\/.*\.js/;
  await page.route(scripts, (route) => route.abort());
  await page.goto("/contact");
  const body = (translate: typeof t) => fieldOf(page, translate("pages.contact.body"));
  await body(t).fill("أين الرمز؟ Where is the code?");
  // The browser's own check would hold the form back.
  await page.locator("form").evaluateAll((forms) => {
    for (const form of forms) (form as HTMLFormElement).noValidate = true;
  });
  await page.unroute(scripts);
  await page.getByRole("button", { name: t("pages.contact.send") }).click();
  await expect(page.getByText(t("form.required")).first()).toBeVisible();
  await expect(body(t)).toHaveValue(/Where is the code/);
  await waitUntilHydrated(page);
  await page
    .getByRole("button", { name: t(`common.languages.${other}`) })
    .first()
    .click();
  await expect(page.locator("html")).toHaveAttribute("lang", other);
  const translate = getTranslator(other);
  await expect(body(translate)).toHaveValue(/Where is the code/);
  await expect(page.getByText(t("form.required")).first()).toBeVisible();
});

test("without scripts, the other language of a rejected form is the form in that language", async ({
  visitor,
  language,
  loggedErrors,
  t,
}) => {
  loggedErrors.allow(/status of 401/);
  const other = language === "ar" ? "en" : "ar";
  const page = await visitor({ javaScriptEnabled: false });
  await page.goto("/auth");
  const email = (translate: typeof t) => fieldOf(page, translate("accounts.fields.email"));
  await email(t).fill("owner@aleef.test");
  await fieldOf(page, t("accounts.fields.password")).fill("not this one");
  await buttonOf(page.getByRole("main"), t("accounts.auth.signIn")).click();
  await expect(email(t)).toHaveValue("owner@aleef.test");
  await page
    .getByRole("button", { name: t(`common.languages.${other}`) })
    .first()
    .click();
  await expect(page).toHaveURL(/\/auth$/);
  await expect(email(getTranslator(other))).toBeVisible();
});

test("without scripts, the reason why a form was rejected is said once", async ({
  visitor,
  signIn,
  newTag,
  app,
  loggedErrors,
  t,
}) => {
  loggedErrors.allow(/status of 4(01|09)/);
  const page = await visitor({ javaScriptEnabled: false });
  const said = (text: string) => page.getByText(text, { exact: true }).filter({ visible: true });
  // Above the fields.
  await page.goto("/auth");
  await fieldOf(page, t("accounts.fields.email")).fill("owner@aleef.test");
  await fieldOf(page, t("accounts.fields.password")).fill("not this one");
  const main = page.getByRole("main");
  await buttonOf(main, t("accounts.auth.signIn")).click();
  await expect(said(t("accounts.wrongPassword"))).toHaveCount(1);
  // In a notice on the page.
  const code = await newTag();
  await signIn(page, "admin@aleef.test");
  const isTag = `where code = '${code}'`;
  const { rows } = await query(
    app.databaseUrl,
    `update tags set released_from_id = (select id from users where email = 'finder@aleef.test') ${isTag} returning id`,
  );
  await page.goto(`/admin/tags/${rows[0].id}`);
  await query(app.databaseUrl, `update tags set updated_at = now() ${isTag}`);
  await buttonOf(page, t("adminTags.allowClaim")).click();
  await expect(said(t("adminTags.changedMeanwhile"))).toHaveCount(1);
  // Nowhere on the page itself.
  const banId = randomUUID();
  await query(
    app.databaseUrl,
    `insert into report_bans (id, email, email_code, reason, created_at) values ($1, $2, $2, 'Spam', now())`,
    [banId, newAddress("banned")],
  );
  await page.goto("/admin/lost-found/bans");
  await query(app.databaseUrl, "delete from report_bans where id = $1", [banId]);
  await buttonOf(page, t("moderation.lift"))
    .and(page.locator(`form:has([value="${banId}"]) button`))
    .filter({ visible: true })
    .click();
  await expect(said(t("moderation.meanwhile"))).toHaveCount(1);
});

test("keeps the input when the session ends while the form is filled in", async ({
  page,
  signIn,
  loggedErrors,
  t,
  signInNew,
}) => {
  loggedErrors.allow(/status of 401/);
  const member = await signInNew(page);
  await open(page, "/dashboard/pets/new");
  const name = fieldOf(page, t("pets.fields.name")).first();
  await name.fill("Simsim");
  await page.getByRole("radio", { name: t("pets.types.cat") }).check();
  await page.context().clearCookies({ name: /session_token/ });
  await buttonOf(page, t("pets.saveNew")).click();
  const signedOutNotice = notice(page, t("offline.signedOut"));
  await expect(signedOutNotice).toBeVisible();
  await expect(name).toHaveValue("Simsim");

  const [tab] = await Promise.all([
    page.waitForEvent("popup"),
    signedOutNotice.getByRole("link", { name: t("offline.logIn") }).click(),
  ]);
  await signIn(tab, member.email, member.password);
  await expect(tab).toHaveURL("/dashboard");
  await expect(name).toHaveValue("Simsim");
  await buttonOf(page, t("pets.saveNew")).click();
  await expect(toast(page, t("pets.added", { name: "Simsim" }))).toBeVisible();
});

test("a page that another device logs out keeps what is typed and says so", async ({
  visitor,
  signIn,
  loggedErrors,
  t,
  signInNew,
}) => {
  loggedErrors.allow(/status of 401/);
  const [page, other] = [await visitor(), await visitor()];
  const { email, password } = await signInNew(page);
  await signIn(other, email, password);
  const stream = page.waitForResponse(/\/live\?/);
  await open(page, "/dashboard/settings");
  const name = fieldOf(page, t("accounts.fields.firstName"));
  await name.fill("Salma Nour");
  await stream;
  await open(other, "/dashboard/settings/security");
  await buttonOf(other, t("accountSettings.signOutOthers")).click();
  await buttonOf(other.getByRole("dialog"), t("accountSettings.signOutOthers")).click();
  await expect(notice(page, t("offline.signedOut"))).toBeVisible();
  await expect(name).toHaveValue("Salma Nour");
});

test("the offline notice does not cover the form's button on a phone", async ({ visitor, signIn, loggedErrors, t }) => {
  loggedErrors.allow(/ERR_INTERNET_DISCONNECTED|Failed to fetch manifest patches/);
  const page = await visitor(phone);
  await signIn(page, "owner@aleef.test");
  await open(page, "/dashboard/pets/new");
  await page.context().setOffline(true);
  const bar = notice(page, t("offline.now"));
  await expect(bar).toBeVisible();
  const save = buttonOf(page, t("pets.saveNew"));
  await save.scrollIntoViewIfNeeded();
  // Fails if something covers the button.
  await save.click({ trial: true });
  await page.context().setOffline(false);
  await expect(bar).toBeHidden();
});

test("shows a price change during checkout, keeps the address, and orders with the next press", async ({
  page,
  loggedErrors,
  app,
  language,
  t,
  signInNew,
}) => {
  loggedErrors.allow(/status of 409/);
  await signInNew(page);
  const name = language === "ar" ? "وعاء سفر قابل للطي" : "Folding travel bowl";
  await open(page, "/store");
  await page.getByRole("link", { name, exact: true }).first().click();
  await page.getByRole("radio").first().check({ force: true });
  await buttonOf(page, t("store.add")).first().click();
  await expect(toast(page, t("cart.added"))).toBeVisible();
  await open(page, "/checkout");
  await fieldOf(page, t("checkout.phone")).fill("01001234567");
  await fieldOf(page, t("checkout.governorate")).selectOption("cairo");
  const city = fieldOf(page, t("checkout.city"));
  await city.fill("Maadi");
  await fieldOf(page, t("checkout.street")).fill("9 Street 9");
  const change = (cents: number) =>
    query(
      app.databaseUrl,
      `update products set price_cents = price_cents + ${cents} where name_en = 'Folding travel bowl'`,
    );
  await change(50);
  try {
    await page.getByRole("button", { name: t("checkout.place") }).click();
    await expect(page.getByText(t("checkout.totalChanged")).first()).toBeVisible();
    await expect(city).toHaveValue("Maadi");
    await page.getByRole("button", { name: t("checkout.place") }).click();
    await expect(page).toHaveURL(/\/checkout\/done\//);
  } finally {
    await change(-50);
  }
});

test("password reset and a resent verification e-mail both return to the original page", async ({
  page,
  newMember,
  app,
  t,
}) => {
  const member = await newMember();
  await open(page, "/auth?to=%2Fcheckout");
  await page.getByRole("link", { name: t("accounts.auth.forgot") }).click();
  await expect(page).toHaveURL("/auth/forgot?to=%2Fcheckout");
  // The page before has such a field too.
  const send = page.getByRole("button", { name: t("emailLink.forgot.send") });
  await expect(send).toBeVisible();
  await fieldOf(page, t("accounts.fields.email")).fill(member.email);
  await send.click();
  await page.goto(linkIn(await app.mails.emailTo(member.email)));
  await fieldOf(page, t("accounts.fields.newPassword")).fill("Rainy-walk-8");
  await fieldOf(page, t("accounts.fields.confirmPassword")).fill("Rainy-walk-8");
  await page.getByRole("button", { name: t("emailLink.reset.save") }).click();
  await expect(page).toHaveURL("/auth?to=%2Fcheckout");

  const email = newAddress("unconfirmed");
  await open(page, "/auth?mode=sign-up&to=%2Fcheckout");
  await fieldOf(page, t("accounts.fields.firstName")).fill("Salma");
  await fieldOf(page, t("accounts.fields.email")).fill(email);
  await fieldOf(page, t("accounts.fields.password")).fill("Sunny-walk-7");
  await page.getByRole("button", { name: t("accounts.auth.signUp") }).click();
  const first = linkIn(await app.mails.emailTo(email));
  await page.getByRole("button", { name: t("emailLink.checkEmail.again") }).click();
  await expect(toast(page, t("accounts.verificationSent"))).toBeVisible();
  const again = linkIn(await app.mails.emailTo(email));
  for (const link of [first, again]) expect(new URL(link).searchParams.get("to")).toBe("/checkout");
});

test("a quantity that is corrected during checkout changes the order", async ({ page, app, t, signInNew }) => {
  await signInNew(page);
  const isStickers = "where sku = 'ALF-STICKERS'";
  const { rows } = await query(app.databaseUrl, `select id, stock from products ${isStickers}`);
  const { id: productId, stock } = rows[0];
  const line = { productId, quantity: 4, attributes: {} };
  await page.request.post("/cart/lines", { data: { intent: "add", line }, headers: { origin: app.url } });
  const setStock = (pieces: number) => query(app.databaseUrl, `update products set stock = ${pieces} ${isStickers}`);
  await setStock(2);
  try {
    await open(page, "/checkout");
    await fieldOf(page, t("checkout.phone")).fill("01001234567");
    await fieldOf(page, t("checkout.governorate")).selectOption("cairo");
    await fieldOf(page, t("checkout.city")).fill("Maadi");
    await fieldOf(page, t("checkout.street")).fill("9 Street 9");
    await page.getByRole("button", { name: t("cart.changeTo", { quantity: 2 }) }).click();
    await page.getByRole("button", { name: t("checkout.place") }).click();
    await expect(page).toHaveURL(/\/checkout\/done\//);
  } finally {
    await setStock(stock);
  }
});

test("the address and shipping chosen in the checkout survive a reload", async ({ page, app, t, signInNew }) => {
  await signInNew(page);
  const { rows } = await query(app.databaseUrl, "select id from products where sku = 'ALF-STICKERS'");
  const line = { productId: rows[0].id, quantity: 1, attributes: {} };
  await page.request.post("/cart/lines", { data: { intent: "add", line }, headers: { origin: app.url } });
  await open(page, "/checkout");
  const city = fieldOf(page, t("checkout.city"));
  const express = page.getByRole("radio", { name: t("checkout.methods.express") });
  const keep = page.getByRole("checkbox", { name: t("checkout.keepAddress") });
  await city.fill("Maadi");
  await express.check({ force: true });
  await keep.uncheck();
  const total = page.getByRole("definition").last();
  const text = (await total.textContent()) ?? "";
  await open(page, "/checkout");
  await expect(city).toHaveValue("Maadi");
  await expect(express).toBeChecked();
  await expect(keep).not.toBeChecked();
  await expect(total).toHaveText(text);
});

test("what is typed into a new reminder and a message to us survives a reload, until it is sent", async ({
  page,
  newMember,
  signIn,
  t,
}) => {
  const member = await newMember();
  await signIn(page, "owner@aleef.test");
  await open(page, "/dashboard/reminders/new");
  const isDraft = page.getByText(t("form.draftKept"));
  const note = page.getByLabel(t("reminders.fields.note"));
  const drafts = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("aleef-draft:")));
  await fieldOf(page, t("reminders.fields.petId")).selectOption({ index: 1 });
  await page.getByRole("checkbox", { name: t("reminders.daysAhead", { count: 1 }) }).uncheck();
  await note.fill("The green booklet");
  await expect.poll(drafts).toHaveLength(1);
  const other = await page.context().newPage();
  await open(other, "/dashboard/reminders/new");
  await open(page, "/dashboard/reminders/new");
  await expect(isDraft).toBeVisible();
  await expect(note).toHaveValue("The green booklet");
  await expect(page.getByRole("checkbox", { name: t("reminders.daysAhead", { count: 1 }) })).not.toBeChecked();
  await buttonOf(page, t("reminders.saveNew")).click();
  await expect(toast(page, t("reminders.added"))).toBeVisible();
  await expect.poll(drafts).toEqual([]);
  // The same form in another tab still shows what was sent.
  await other.getByLabel(t("reminders.fields.note")).pressSequentially(" again");
  await pause(1000);
  expect(await drafts()).toEqual([]);
  await other.close();

  await signIn(page, member.email, member.password);
  await open(page, "/contact");
  const body = page.getByLabel(t("pages.contact.body"));
  await body.fill("Where is my parcel?");
  await expect.poll(drafts).toHaveLength(1);
  await open(page, "/contact");
  await expect(isDraft).toBeVisible();
  await expect(body).toHaveValue("Where is my parcel?");
  await page.getByRole("button", { name: t("pages.contact.send") }).click();
  await expect(page.getByText(t("pages.contact.sentText"))).toBeVisible();
  expect(await drafts()).toEqual([]);
});

test("in the menu of a phone, changing the language while offline says why", async ({ visitor, loggedErrors, t }) => {
  loggedErrors.allow(/ERR_INTERNET_DISCONNECTED|Failed to fetch/);
  const page = await visitor(phone);
  await open(page, "/get-started");
  // The menu moves the focus to the link to home, whose code must not be asked for: its failure would reload the page.
  await page.route(/home-page/, (route) => route.abort());
  await buttonOf(page, t("shell.openMenu")).click();
  const menu = page.getByRole("dialog");
  await pause(500);
  await menu.locator('form[action="/language"] button').hover();
  await page.context().setOffline(true);
  await menu.locator('form[action="/language"] button').click();
  await notice(page, t("offline.notSent"))
    .getByRole("button", { name: t("form.close"), exact: true })
    .click();
  await page.context().setOffline(false);
});

test("an order whose answer is lost empties the checkout, which leads to the orders", async ({
  page,
  loggedErrors,
  app,
  t,
  signInNew,
}) => {
  loggedErrors.allow(/ERR_FAILED|Failed to fetch/);
  await signInNew(page);
  const { rows } = await query(app.databaseUrl, "select id from products where sku = 'ALF-STICKERS'");
  const line = { productId: rows[0].id, quantity: 1, attributes: {} };
  await page.request.post("/cart/lines", { data: { intent: "add", line }, headers: { origin: app.url } });
  await open(page, "/store");
  await expect(page.getByRole("banner").getByRole("link", { name: t("shell.cart.open") })).toContainText("1");
  await open(page, "/checkout");
  await fieldOf(page, t("checkout.phone")).fill("01001234567");
  await fieldOf(page, t("checkout.governorate")).selectOption("cairo");
  await fieldOf(page, t("checkout.city")).fill("Maadi");
  await fieldOf(page, t("checkout.street")).fill("9 Street 9");
  await page.route("**/checkout.data*", async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    await route.fetch({ maxRedirects: 0 });
    await route.abort();
  });
  await page.getByRole("button", { name: t("checkout.place") }).click();
  await expect(page.getByRole("heading", { name: t("cart.emptyTitle") })).toBeVisible();
  await page.getByRole("link", { name: t("checkout.toOrders") }).click();
  await expect(page.getByRole("link", { name: /AL-\d\d-/ })).toHaveCount(1);
});

test("changing the language or look and the passkey button keep the page while offline, and say why", async ({
  page,
  loggedErrors,
  t,
}) => {
  loggedErrors.allow(/ERR_INTERNET_DISCONNECTED|Failed to fetch/);
  await open(page, "/auth");
  const email = fieldOf(page, t("accounts.fields.email"));
  await email.fill("salma@example.com");
  await page.context().setOffline(true);
  const notice = page.getByRole("status").filter({ hasText: t("offline.unsent") });
  for (const action of ["/language", "/theme"]) {
    await page.locator(`form[action="${action}"] button`).filter({ visible: true }).first().click();
    await buttonOf(notice, t("form.close")).click();
    await expect(notice).toHaveCount(0);
  }
  await page.getByRole("button", { name: t("accounts.auth.byPasskey") }).click();
  await expect(page.getByRole("alert").filter({ hasText: t("offline.unsent") })).toBeVisible();
  await expect(email).toHaveValue("salma@example.com");
  await page.context().setOffline(false);
});
