// A visitor would lose the cart on the way to an order, or could not send a piece back.
import type { Page } from "@playwright/test";
import { and, eq } from "drizzle-orm";
import { storeOrders } from "#app/features/orders/orders.tables.server.ts";
import { formatMoney } from "#app/platform/i18n/money.rules.ts";
import type { Translate } from "#app/platform/i18n/words.ts";
import { linkIn } from "../emails.ts";
import { buttonOf, expect, fieldOf, open, test, toast } from "./fixtures.ts";
import { newAddress } from "./people.ts";

const password = "Sunny-walk-7";
const bowl = { name: { en: "Folding travel bowl", ar: "وعاء سفر قابل للطي" }, cents: 1190 };

/** Presses a button and confirms in the dialog that it opens. */
async function pressAndConfirm(page: Page, name: string): Promise<void> {
  await buttonOf(page, name).click();
  await page.getByRole("dialog").getByRole("button", { name, exact: true }).click();
}

test("a visitor fills a cart, signs up, orders, pays on delivery and returns one item", async ({
  page: buyer,
  visitor,
  signIn,
  app,
  language,
  t,
}) => {
  test.setTimeout(150_000);
  const email = newAddress("buyer");
  const name = bowl.name[language];
  const cart = () =>
    buyer
      .getByRole("banner")
      .getByRole("link", { name: new RegExp(t("shell.cart.open")) })
      .first();
  let productId = "";
  const stock = () =>
    buyer.evaluate(async (id) => {
      const line = { productId: id, quantity: 1, attributes: {} };
      const headers = { "content-type": "application/json" };
      const body = JSON.stringify({ intent: "quote", lines: [line] });
      const { view } = await (await fetch("/cart/lines", { method: "POST", headers, body })).json();
      return view.rows[0].product.stock as number;
    }, productId);

  await test.step("fill the cart without an account", async () => {
    await open(buyer, "/store");
    await buyer.getByRole("link", { name, exact: true }).first().click();
    await expect(buyer.getByRole("heading", { level: 1 })).toHaveText(name);
    productId = buyer.url().split("/").at(-1)?.split("?")[0] ?? "";
    await buyer.getByRole("radio").first().check({ force: true });
    const add = buttonOf(buyer, t("store.add"));
    await add.first().click();
    const addedToast = toast(buyer, t("cart.added"));
    await expect(addedToast).toContainText(t("cart.addedLine", { quantity: 1, name }));
    await expect(cart()).toContainText("1");
    await cart().click();
    const sheet = buyer.getByRole("dialog", { name: t("shell.cart.title") });
    await sheet.getByRole("button", { name: t("cart.more", { name }) }).click();
    await expect(cart()).toContainText("2");
    await expect(sheet.getByText(formatMoney(2 * bowl.cents)).first()).toBeVisible();
    const kept = await buyer.evaluate(() => JSON.parse(localStorage.getItem("cart") ?? "[]"));
    expect(kept).toMatchObject([{ quantity: 2 }]);
    await sheet.getByRole("link", { name: t("cart.toCheckout") }).click();
    await expect(buyer).toHaveURL(/\/auth\/checkout/);
    await buyer.getByRole("link", { name: t("accounts.phone.byEmail") }).click();
    await expect(buyer).toHaveURL("/auth?to=%2Fcheckout");
  });

  await test.step("sign up, verify, sign in: the cart is kept", async () => {
    await buyer.goto("/auth?mode=sign-up&to=%2Fcheckout");
    await fieldOf(buyer, t("accounts.fields.firstName")).fill("Salma");
    await fieldOf(buyer, t("accounts.fields.email")).fill(email);
    await fieldOf(buyer, t("accounts.fields.password")).fill(password);
    await buyer.getByRole("button", { name: t("accounts.auth.signUp") }).click();
    await expect(toast(buyer, t("accounts.registered"))).toBeVisible();
    await buyer.goto(linkIn(await app.mails.emailTo(email)));
    await expect(toast(buyer, t("accounts.verified"))).toBeVisible();
    await signIn(buyer, email, password);
    await expect(buyer).toHaveURL("/checkout");
    await expect(
      buyer
        .getByText(formatMoney(2 * bowl.cents))
        .filter({ visible: true })
        .first(),
    ).toBeVisible();
  });

  const number = await test.step("order", async () => {
    await fieldOf(buyer, t("checkout.phone")).fill("٠١٠٥ ٥٥٠ ١٢٣٤");
    await fieldOf(buyer, t("checkout.governorate")).selectOption("giza");
    await fieldOf(buyer, t("checkout.city")).fill("الدقي 🌳");
    await fieldOf(buyer, t("checkout.street")).fill("١٢ شارع التحرير");
    await buyer.getByRole("radio", { name: t("checkout.methods.express") }).check({ force: true });
    await expect(
      buyer
        .getByText(formatMoney(2 * bowl.cents + 1200))
        .filter({ visible: true })
        .first(),
    ).toBeVisible();
    await buyer.getByRole("button", { name: t("checkout.place") }).click();
    await expect(buyer.getByRole("heading", { level: 1 })).toHaveText(t("checkout.done.head"));
    const found = /AL-\d\d-[0-9A-Z]{6}$/.exec(buyer.url())?.[0] ?? "";
    const message = await app.mails.emailTo(email, ({ subject }) => subject.includes(found));
    expect(message.text).toContain(name);
    expect(message.text).toContain(formatMoney(2 * bowl.cents + 1200));
    // The page itself says that the order was placed.
    await expect(buyer.getByRole("main").getByText(name)).toBeVisible();
    await expect(buyer.getByText(t("notifications.orderNews.placed"))).toHaveCount(0);
    const stranger = await visitor();
    await stranger.goto(/\/orders\/confirm\/[\w-]+/.exec(message.text)?.[0] ?? "");
    await stranger.getByLabel(t("orders.confirm.landmark")).fill("Pharmacy on the corner");
    await buttonOf(stranger, t("orders.confirm.confirm")).click();
    await expect(stranger.getByRole("heading", { level: 1 })).toHaveText(t("orders.confirm.confirmedTitle"));
    await expect(stranger.getByText("Pharmacy on the corner")).toBeVisible();
    // Going back to the form in the browser's history does not order again.
    await buyer.goto("/checkout");
    await expect(buyer.getByRole("heading", { name: t("cart.emptyTitle") })).toBeVisible();
    return found;
  });

  const admin = await visitor();
  const before = await test.step("an administrator packs, ships, delivers and collects the cash", async () => {
    await signIn(admin, "admin@aleef.test");
    await admin.goto(`/admin/orders?q=${number}`);
    await admin.getByRole("link", { name: number }).click();
    for (const step of ["processing", "shipped", "delivered"] as const) {
      await buttonOf(admin, t(`adminOrders.moves.${step}`)).click();
      await expect(admin.getByText(t(`orders.statuses.${step}`), { exact: true }).first()).toBeVisible();
    }
    await expect(admin.getByText(t("adminOrders.collectFirst", { total: "" }).slice(0, 12))).toBeVisible();
    await admin.getByRole("main").getByRole("button", { name: /\$/ }).click();
    await admin.getByRole("dialog").getByRole("button").filter({ hasText: "$" }).click();
    await expect(admin.getByText(t("adminOrders.paidOn", { date: "" }).trim()).first()).toBeVisible();
    return stock();
  });

  await test.step("the buyer requests the return of one of two items", async () => {
    await open(buyer, `/dashboard/orders/${number}`);
    await expect(buyer.getByText(t("orders.statuses.delivered"), { exact: true }).first()).toBeVisible();
    await buyer.getByText(t("returns.ask"), { exact: true }).click();
    await fieldOf(buyer, t("returns.which")).selectOption({ index: 1 });
    const reason = t("returns.reasons.wrongSize");
    await fieldOf(buyer, t("returns.reason")).selectOption({ label: reason });
    await buyer.getByRole("button", { name: t("returns.send") }).click();
    await expect(toast(buyer, t("returns.requested"))).toBeVisible();
    await expect(buyer.getByText(t("returns.statuses.requested")).first()).toBeVisible();
    // The only line cannot be returned again before there is an answer.
    await expect(buyer.getByText(t("returns.ask"), { exact: true })).toHaveCount(0);
  });

  await test.step("the item is received intact and refunded: stock and cash agree", async () => {
    await admin.goto("/admin/orders/returns");
    const returnRow = admin.getByRole("listitem").filter({ hasText: number });
    await buttonOf(returnRow, t("adminOrders.approve")).click();
    await returnRow.getByRole("button", { name: t("adminOrders.receivedOk") }).click();
    await returnRow.getByRole("button", { name: /\$/ }).click();
    const dialog = admin.getByRole("dialog");
    await dialog.getByText(t("adminOrders.payBackNotYet")).click();
    await expect(returnRow).toHaveCount(1);
    await returnRow.getByRole("button", { name: /\$/ }).click();
    await dialog.getByRole("button", { name: /\$/ }).click();
    await expect(toast(admin, "$11.90").getByRole("button", { name: t("adminOrders.seeOrder") })).toBeVisible();
    await expect(returnRow).toHaveCount(0);
    expect(await stock()).toBe(before + 1);
    const sheet = await admin.request.get("/admin/orders/cash.csv");
    const lines = (await sheet.text()).split("\r\n").filter((line) => line.includes(number));
    expect(lines.map((line) => line.split(",").at(-1))).toEqual(["35.80", "-11.90"]);
    await buyer.reload();
    await expect(buyer.getByText(t("returns.statuses.refunded")).first()).toBeVisible();
  });
});

test("an administrator refunds a whole order after a question that names sum and person, without scripts too", async ({
  visitor,
  signIn,
  db,
  t,
}) => {
  const [order] = await db
    .select()
    .from(storeOrders)
    .where(
      and(eq(storeOrders.status, "delivered"), eq(storeOrders.payment, "collected"), eq(storeOrders.refundedCents, 0)),
    )
    .limit(1);
  const amount = formatMoney(order!.totalCents);
  const question = new RegExp(`${amount.replace(/[$.]/g, "\\$&")}.*${order!.fullName}`);
  const plain = await visitor({ javaScriptEnabled: false });
  await signIn(plain, "admin@aleef.test");
  await plain.goto(`/admin/orders/${order!.number}?ask=refunded`);
  await expect(plain.getByRole("heading", { name: question })).toBeVisible();

  const admin = await visitor();
  await signIn(admin, "admin@aleef.test");
  await open(admin, `/admin/orders/${order!.number}`);
  const ask = async () => {
    await admin.locator(`summary[aria-label="${t("adminOrders.more")}"]`).click();
    await admin.getByRole("link", { name: t("adminOrders.asked.refunded") }).click();
    return admin.getByRole("dialog", { name: question });
  };
  await (await ask()).getByRole("link", { name: t("adminOrders.payBackNotYet") }).click();
  await expect(admin.getByRole("dialog")).toHaveCount(0);
  await (await ask()).getByRole("button", { name: amount }).click();
  await expect(toast(admin, amount)).toContainText(order!.number);
  await expect(admin.getByText(t("orders.statuses.refunded"), { exact: true }).first()).toBeVisible();
});

test("a buyer cancels an order", async ({ page, t, signInNew }) => {
  await signInNew(page);
  await open(page, "/store");
  await page
    .getByRole("link", { name: bowl.name.en })
    .or(page.getByRole("link", { name: bowl.name.ar }))
    .first()
    .click();
  await page.getByRole("radio").first().check({ force: true });
  await buttonOf(page, t("store.add")).first().click();
  await expect(toast(page, t("cart.added"))).toBeVisible();
  await page.goto("/checkout");
  await fieldOf(page, t("checkout.phone")).fill("01055501234");
  await fieldOf(page, t("checkout.governorate")).selectOption("cairo");
  await fieldOf(page, t("checkout.city")).fill("Maadi");
  await fieldOf(page, t("checkout.street")).fill("9 Street 9");
  await page.getByRole("button", { name: t("checkout.place") }).click();
  await page.getByRole("link", { name: t("checkout.done.toOrder") }).click();
  await pressAndConfirm(page, t("orders.cancel"));
  await expect(toast(page, t("orders.cancelled"))).toBeVisible();
});

/** Opens the page of the bowl and adds one to the cart. */
async function addBowlToCart(page: Page, t: Translate, name: string): Promise<void> {
  await open(page, "/store");
  await page.getByRole("link", { name, exact: true }).first().click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
  await page.getByRole("radio").first().check({ force: true });
  await buttonOf(page, t("store.add")).first().click();
  await expect(toast(page, t("cart.added"))).toBeVisible();
}

test("invalid lines of a visitor's cart are logged and removed, valid ones are kept", async ({ page, language, t }) => {
  const name = bowl.name[language];
  await addBowlToCart(page, t, name);
  await page.evaluate(() => {
    const [sound] = JSON.parse(localStorage.getItem("cart") ?? "[]");
    const unknown = { ...sound, id: "unknown", product: { ...sound.product, id: "no-such-product" } };
    localStorage.setItem("cart", JSON.stringify([{ quantity: -1 }, sound, null, unknown]));
  });
  const logged: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "warning") logged.push(message.text());
  });
  await open(page, "/cart");
  await expect(page.getByRole("main").getByText(formatMoney(bowl.cents)).first()).toBeVisible();
  await expect.poll(() => page.evaluate(() => JSON.parse(localStorage.getItem("cart") ?? "[]").length)).toBe(1);
  expect(logged.join("\n")).toContain("2 lines of the cart could not be read");
});
