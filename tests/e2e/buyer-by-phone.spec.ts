// Somebody with only a phone number would be sent away from a full cart, or lose it and what was typed on the way.
import type { Locator, Page } from "@playwright/test";
import { formatMoney } from "#app/platform/i18n/money.rules.ts";
import { buttonOf, expect, fieldOf, open, phone, test, toast } from "./fixtures.ts";
import { inspect } from "./layout.ts";

const goldTag = { sku: "ALF-GOLD", cents: 2499 };

/** Finds the page of a product, as a search leads to it. */
async function openProduct(page: Page): Promise<void> {
  await open(page, `/store?q=${goldTag.sku}`);
  await page.getByRole("heading", { level: 2 }).getByRole("link").click();
  await expect(page).toHaveURL(/\/store\/product\//);
}

test("buys an engraved tag with a phone number in at most eight presses", async ({ visitor, app, db, t }) => {
  const page = await visitor(phone);
  let presses = 0;
  const press = (target: Locator) => {
    presses++;
    return target.click();
  };
  const button = (name: string) => buttonOf(page, name);
  const number = "+201007770202";
  await openProduct(page);
  await page.getByRole("textbox", { name: t("store.product.engraving") }).fill("Rocky");
  await press(button(t("store.add")).first());
  const added = toast(page, t("cart.added"));
  await expect(added).toContainText("Rocky");
  await press(added.getByRole("button", { name: t("cart.viewCart") }));
  const main = page.getByRole("main");
  await expect(main.getByText(t("checkout.methods.standard")).first()).toContainText(/\d/);
  await press(main.getByRole("link", { name: t("cart.toCheckout") }));

  await expect(main.getByRole("heading", { level: 2 }).first()).toHaveText(t("checkout.number.head"));
  await expect(main.getByText(formatMoney(goldTag.cents + 500)).first()).toBeVisible();
  await inspect(page, "the number in the checkout");
  await page.getByLabel(t("accounts.phone.number")).fill(number);
  await press(button(t("phone.card.byWhatsapp")));
  const code = () => app.carriers.taken.findLast(({ to, template }) => template === "aleef_code" && to === number);
  await expect.poll(code).toBeTruthy();
  await fieldOf(page, t("accounts.phone.code")).fill(code()?.params[0] ?? "");
  await page.getByLabel(t("accounts.phone.fullName")).fill("Salma Ahmed Adel");
  await inspect(page, "the code in the checkout");
  await press(button(t("accounts.phone.continue")));

  await expect(page).toHaveURL("/checkout");
  await expect(page.getByLabel(t("checkout.fullName"))).toHaveValue("Salma Ahmed Adel");
  await expect(fieldOf(page, t("checkout.phone"))).toHaveValue(number);
  // The list of all countries is folded away.
  await expect(fieldOf(page, t("checkout.country"))).toBeHidden();
  await fieldOf(page, t("checkout.governorate")).selectOption("giza");
  await fieldOf(page, t("checkout.city")).fill("Dokki");
  await fieldOf(page, t("checkout.street")).fill("12 Tahrir Street");
  await press(button(t("checkout.place")).first());
  await expect(page).toHaveURL(/\/checkout\/done\//);
  expect(presses).toBeLessThanOrEqual(8);

  const { rows } = await db.execute(
    `select first_name, last_name, verified_phone, (select count(*)::int from store_orders where user_id = users.id) as orders from users where verified_phone = '${number}'`,
  );
  expect(rows).toEqual([{ first_name: "Salma", last_name: "Ahmed Adel", verified_phone: number, orders: 1 }]);
});

test("a wrong code, a second code, going back, another tab and a lost network keep the cart and the number", async ({
  visitor,
  app,
  loggedErrors,
  t,
}) => {
  loggedErrors.allow(/status of 400|ERR_INTERNET_DISCONNECTED|Failed to fetch/);
  const number = "+201007770203";
  const page = await visitor(phone);
  const press = (name: string) => buttonOf(page, name).click();
  const codes = () => app.carriers.taken.filter(({ to, template }) => template === "aleef_code" && to === number);
  const codeField = fieldOf(page, t("accounts.phone.code"));
  await openProduct(page);
  await buttonOf(page, t("store.add")).first().click();
  await expect(toast(page, t("cart.added"))).toBeVisible();
  await open(page, "/checkout");
  await page.getByLabel(t("accounts.phone.number")).fill(number);
  await press(t("phone.card.byWhatsapp"));
  await expect(codeField).toBeVisible();
  await page.goBack();
  await expect(page.getByLabel(t("accounts.phone.number"))).toHaveValue(/0777 ?0203/);
  await page.goForward();
  await page.getByLabel(t("accounts.phone.fullName")).fill("Salma");
  await codeField.fill("000000");
  await press(t("accounts.phone.continue"));
  await expect(page.getByText(t("phone.wrongCode")).first()).toBeVisible();
  await expect(page.getByLabel(t("accounts.phone.fullName"))).toHaveValue("Salma");
  await press(t("accounts.phone.againSms"));
  const sms = () => app.carriers.taken.filter(({ to, carrier }) => carrier === "sms" && to === number);
  await expect.poll(() => sms().length).toBe(1);
  const secret = /\d{6}/.exec(sms()[0]?.text ?? "")?.[0] ?? codes().at(-1)?.params[0] ?? "";

  const other = await page.context().newPage();
  await open(other, "/checkout");
  await expect(fieldOf(other, t("accounts.phone.code"))).toBeVisible();

  await page.context().setOffline(true);
  await codeField.fill(secret);
  await press(t("accounts.phone.continue"));
  await expect(page.getByText(t("offline.unsent")).first()).toBeVisible();
  await expect(codeField).toHaveValue(secret);
  await page.context().setOffline(false);
  await press(t("accounts.phone.continue"));
  await expect(page).toHaveURL("/checkout");
  await expect(page.getByText(formatMoney(goldTag.cents + 500)).first()).toBeVisible();

  // The other tab follows to the same order, once the visitor's cart is the account's.
  await expect(async () => {
    await open(other, "/checkout");
    await expect(other).toHaveURL("/checkout");
    await expect(other.getByText(formatMoney(goldTag.cents + 500)).first()).toBeVisible({ timeout: 3_000 });
  }).toPass();
});

test("buys with a phone number without scripts", async ({ visitor, app, t }) => {
  const number = "+201007770204";
  const page = await visitor({ ...phone, javaScriptEnabled: false });
  const press = (name: string) => buttonOf(page, name).first().click();
  await page.goto(`/store?q=${goldTag.sku}`);
  await page.getByRole("heading", { level: 2 }).getByRole("link").click();
  await page.getByRole("textbox", { name: t("store.product.engraving") }).fill("Rocky");
  await press(t("store.add"));
  const main = page.getByRole("main");
  await expect(main.getByText("Rocky").first()).toBeVisible();
  await main.getByRole("link", { name: t("cart.toCheckout") }).click();
  await expect(main.getByText(formatMoney(goldTag.cents + 500)).first()).toBeVisible();
  await page.getByLabel(t("accounts.phone.number")).fill(number);
  await press(t("phone.card.byWhatsapp"));
  const code = () => app.carriers.taken.findLast(({ to, template }) => template === "aleef_code" && to === number);
  await expect.poll(code).toBeTruthy();
  await fieldOf(page, t("accounts.phone.code")).fill(code()?.params[0] ?? "");
  // A name that was left out is asked for afterwards.
  await press(t("accounts.phone.continue"));
  await page.getByLabel(t("accounts.fields.firstName")).fill("Salma");
  await press(t("accounts.phone.create"));
  await expect(page).toHaveURL("/checkout");
  await fieldOf(page, t("checkout.governorate")).selectOption("giza");
  await fieldOf(page, t("checkout.city")).fill("Dokki");
  await fieldOf(page, t("checkout.street")).fill("12 Tahrir Street");
  await press(t("checkout.place"));
  await expect(page).toHaveURL(/\/checkout\/done\//);
});
