// A buyer's cart would be lost, or be shown to the next person who signs in at that computer.
import { buttonOf, expect, fieldOf, open, test, toast } from "./fixtures.ts";

test("a buyer searches, filters and sees the engraving while typing", async ({ page, t, language }) => {
  await open(page, "/store");
  const name = language === "ar" ? "البطاقة الذهبية" : "Gold tag";
  await page.getByRole("searchbox", { name: t("store.search") }).fill(language === "ar" ? "الذهبيه" : "GOLD");
  await buttonOf(page, t("store.find")).click();
  await expect(page.getByRole("heading", { level: 2, name, exact: true })).toBeVisible();
  await page.getByRole("combobox", { name: t("store.sort") }).selectOption("priceDown");
  await expect(page).toHaveURL(/sort=priceDown/);

  await page.getByRole("link", { name, exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
  await expect(page).toHaveTitle(new RegExp(name));
  const text = language === "ar" ? "لونا" : "Rocky";
  await page.getByRole("textbox", { name: t("store.product.engraving") }).fill(text);
  await expect(page.getByRole("img", { name: t("store.product.preview", { text }) })).toContainText(text);
  await page.getByRole("radio", { name: t("store.colors.rose") }).check({ force: true });
  await page.getByRole("button", { name: t("store.product.more") }).click();
  await expect(fieldOf(page, t("store.product.quantity"))).toHaveValue("2");
});

test("a visitor's cart becomes the account's wherever signing in leads, and is not the next account's", async ({
  page,
  newMember,
  signIn,
  t,
}) => {
  await open(page, "/store?q=ALF-GOLD");
  await page.getByRole("heading", { level: 2 }).getByRole("link").click();
  await buttonOf(page, t("store.add")).click();
  await expect(toast(page, t("cart.added"))).toBeVisible();
  const pieces = async () => {
    const { view } = await (await page.request.get("/cart/lines")).json();
    return view.count as number;
  };
  const [first, second] = [await newMember(), await newMember()];
  await open(page, "/auth");
  await signIn(page, first.email, first.password);
  await expect(page).toHaveURL("/dashboard");
  await expect.poll(pieces).toBe(1);
  await buttonOf(page, t("shell.logout")).first().click();
  await expect(page).toHaveURL("/");
  await open(page, "/auth?to=/cart");
  await signIn(page, second.email, second.password);
  await expect(page.getByRole("heading", { name: t("cart.emptyTitle") })).toBeVisible();
  expect(await pieces()).toBe(0);
});

test("a cart whose session has ended is kept, and says where to log in", async ({
  page,
  signIn,
  loggedErrors,
  language,
  t,
  signInNew,
}) => {
  loggedErrors.allow(/status of 401/);
  const name = language === "ar" ? "البطاقة الذهبية" : "Gold tag";
  const member = await signInNew(page);
  await open(page, "/store?q=ALF-GOLD");
  await page.getByRole("heading", { level: 2 }).getByRole("link").click();
  await buttonOf(page, t("store.add")).click();
  await expect(toast(page, t("cart.added"))).toBeVisible();
  await open(page, "/cart");
  const quantity = page.getByRole("main").getByLabel(t("cart.quantityOf", { name }));
  await expect(quantity).toHaveValue("1");
  await page.context().clearCookies({ name: /session_token/ });
  await page
    .getByRole("main")
    .getByRole("button", { name: t("cart.more", { name }) })
    .click();
  const ended = toast(page, t("cart.signedOut"));
  await expect(ended).toBeVisible();
  await expect(quantity).toHaveValue("1");
  await buttonOf(ended, t("offline.logIn")).click();
  await expect(page).toHaveURL("/auth?to=%2Fcart");
  await signIn(page, member.email, member.password);
  await expect(page).toHaveURL("/cart");
  await expect(quantity).toHaveValue("1");

  await open(page, "/store");
  await page
    .getByRole("banner")
    .getByRole("link", { name: t("shell.cart.open") })
    .click();
  const sheet = page.getByRole("dialog");
  await expect(sheet.getByLabel(t("cart.quantityOf", { name }))).toHaveValue("1");
  await page.context().clearCookies({ name: /session_token/ });
  await sheet.getByRole("button", { name: t("cart.removeOf", { name }) }).click();
  await buttonOf(ended, t("offline.logIn")).click();
  await expect(page).toHaveURL("/auth?to=%2Fstore");
  await expect(sheet).toBeHidden();
});

test("an administrator adds a product, corrects its stock and archives it", async ({
  page,
  visitor,
  signIn,
  loggedErrors,
  t,
}) => {
  loggedErrors.allow(/status of 4(00|10)/);
  await signIn(page, "admin@aleef.test");
  await open(page, "/admin/products/new");
  const sku = `T-${Date.now().toString(36)}`.toUpperCase();
  // The label of an optional field says so.
  const field = (label: string) => page.getByRole("textbox", { name: label, exact: true });
  const optional = (label: string) =>
    page.getByRole("textbox", { name: `${label} ${t("form.optional")}`, exact: true });
  await field(t("adminProducts.fields.nameEn")).fill(`Ball ${sku}`);
  await field(t("adminProducts.fields.nameAr")).fill(`كرة ${sku}`);
  await field(t("store.product.sku")).fill(sku);
  await page.getByRole("combobox", { name: t("adminProducts.fields.category") }).selectOption("accessories");
  await field(t("adminProducts.fields.priceCents", { currency: "USD" })).fill("7.50");
  await optional(t("adminProducts.fields.salePriceCents", { currency: "USD" })).fill("8");
  await field(t("adminProducts.fields.stock")).fill("3");
  await buttonOf(page, t("adminProducts.addAction")).click();
  await expect(page.getByText(t("adminProducts.saleNotLower"))).toBeVisible();
  await optional(t("adminProducts.fields.salePriceCents", { currency: "USD" })).fill("5");
  await buttonOf(page, t("adminProducts.addAction")).click();
  await expect(toast(page, t("adminProducts.added"))).toBeVisible();

  await field(t("adminProducts.fields.change")).fill("-1");
  await field(t("adminProducts.fields.note")).fill("broken");
  await page.getByRole("button", { name: t("adminProducts.correct") }).click();
  await expect(toast(page, t("adminProducts.corrected"))).toBeVisible();
  await expect(page.getByRole("row").filter({ hasText: "broken" })).toContainText("−1");

  const buyer = await visitor();
  await buyer.goto(`/store?q=${sku}`);
  await buyer
    .getByRole("heading", { level: 2 })
    .getByRole("link", { name: new RegExp(sku) })
    .click();
  await expect(buyer.getByText(t("store.product.few", { count: 2 }))).toBeVisible();

  await buttonOf(page, t("adminProducts.archive")).click();
  await buttonOf(page.getByRole("dialog"), t("adminProducts.archive")).click();
  await expect(toast(page, t("adminProducts.archived"))).toBeVisible();
  await buyer.reload();
  await expect(buyer.getByRole("heading", { level: 1 })).toHaveText(t("store.product.goneTitle"));
});
