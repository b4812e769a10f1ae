import type { Locator } from "@playwright/test";
import { eq } from "drizzle-orm";
import { products } from "#app/features/catalog/products.tables.server.ts";
import { expect, open, test, toast } from "./fixtures.ts";
import { post } from "./people.ts";

const fold = 844;

/** The screen of a common phone. */
const narrow = { viewport: { width: 390, height: fold } };

/** Expects the whole of an element within the first screen. */
async function expectAboveFold(element: Locator, lowest = fold): Promise<void> {
  await expect(element).toBeVisible();
  const box = await element.boundingBox();
  expect(box && box.y + box.height).toBeLessThanOrEqual(lowest);
}

test("the first reports of the board are on the first screen of a phone", async ({ visitor, t }) => {
  const page = await visitor(narrow);
  await open(page, "/community-reports");
  const reports = page
    .getByRole("main")
    .getByRole("listitem")
    .filter({ has: page.getByRole("heading", { level: 3 }) });
  await expectAboveFold(reports.first(), 500);
  await expectAboveFold(reports.nth(2));
  await expectAboveFold(page.getByRole("link", { name: t("lostFound.iSaw") }));
});

test("a chip of the board acts at once and comes off again", async ({ visitor, t }) => {
  const page = await visitor(narrow);
  await open(page, "/community-reports");
  const chip = page.getByRole("main").getByRole("link", { name: t("lostFound.kinds.lost"), exact: true });
  await chip.click();
  await expect(page).toHaveURL(/\?kind=lost$/);
  await expect(chip).toHaveAttribute("aria-current", "true");
  await chip.click();
  await expect(page).toHaveURL(/\/community-reports$/);
});

test("the first products of the store are on the first screen of a phone", async ({ visitor, t }) => {
  const page = await visitor(narrow);
  await open(page, "/store");
  const products = page.getByRole("region", { name: t("store.title") }).getByRole("heading", { level: 3 });
  await expectAboveFold(products.first(), 620);
  await expectAboveFold(products.nth(1));
});

test("on a phone the price and a button stay in sight of a product, and a quantity is whole", async ({
  visitor,
  t,
  language,
}) => {
  const page = await visitor(narrow);
  await open(page, "/store?q=ALF-CLASSIC");
  await page
    .getByRole("region", { name: t("store.title") })
    .getByRole("heading", { level: 3 })
    .first()
    .click();
  const buttons = page.getByRole("button", { name: t("store.add"), exact: true });
  const bar = buttons.last();
  await expect(buttons).toHaveCount(2);
  await expect(bar).toBeInViewport({ ratio: 1 });
  await page.getByRole("heading", { name: t("store.shipping.title") }).scrollIntoViewIfNeeded();
  await expect(bar).toBeInViewport({ ratio: 1 });

  const quantity = page.getByLabel(t("store.product.quantity"), { exact: true });
  for (const wrong of ["1.5", "-1", "0"]) {
    await quantity.fill(wrong);
    await quantity.press("Enter");
    await expect(page.getByText(t("store.product.wholePieces"))).toBeVisible();
    await expect(quantity).toHaveValue(wrong);
    await expect(quantity).toBeFocused();
  }
  await expect(page).toHaveURL(/\/store\/product\//);
  await quantity.fill(language === "ar" ? "٢" : "2");
  await expect(page.getByText(t("store.product.wholePieces"))).toBeHidden();
  // The form's own button is in sight.
  await expect(buttons).toHaveCount(1);
});

test("the picture follows the chosen colour", async ({ visitor, t }) => {
  const page = await visitor(narrow);
  await open(page, "/store?q=ALF-LEASH");
  await page
    .getByRole("region", { name: t("store.title") })
    .getByRole("heading", { level: 3 })
    .first()
    .click();
  const pictures = page.getByRole("main").locator("li[id^=picture-]");
  await expect(pictures.first()).toBeInViewport();
  await page.getByRole("radio", { name: t("store.colors.brown") }).check({ force: true });
  await page.evaluate(() => scrollTo(0, 0));
  await expect(pictures.nth(2)).toBeInViewport({ ratio: 0.9 });
});

test("a cart takes typed numbers, never says more than is left, and undoes a removal", async ({
  visitor,
  db,
  t,
  language,
}) => {
  const page = await visitor(narrow);
  await open(page, "/store?q=ALF-HUSH");
  const name = language === "ar" ? "حلقة مانعة للرنين، ثلاث قطع" : "Tag silencer, three pieces";
  await page.getByRole("link", { name, exact: true }).click();
  const [{ stock } = { stock: 0 }] = await db
    .select({ stock: products.stock })
    .from(products)
    .where(eq(products.sku, "ALF-HUSH"));
  await page.getByLabel(t("store.product.quantity"), { exact: true }).fill("9");
  await expect(page.getByText(t("store.product.few", { count: stock })).last()).toBeVisible();
  await page
    .getByRole("button", { name: t("store.add"), exact: true })
    .last()
    .click();
  await expect(toast(page, t("cart.capped", { count: stock }))).toBeVisible();
  await expect(toast(page, t("cart.added"))).toBeHidden();

  await open(page, "/cart");
  const quantity = page.getByLabel(t("cart.quantityOf", { name }), { exact: true });
  await expect(quantity).toHaveValue(String(stock));
  await quantity.fill("2");
  await quantity.press("Enter");
  await expect(page.getByText(t("cart.count", { count: 2 }))).toBeVisible();
  await quantity.fill("1.5");
  await quantity.press("Tab");
  await expect(toast(page, t("cart.wholePieces"))).toBeVisible();
  await expect(quantity).toHaveValue("2");

  await page.getByRole("button", { name: t("cart.removeOf", { name }) }).click();
  await expect(page.getByText(t("cart.emptyTitle"))).toBeVisible();
  await page.getByRole("button", { name: t("cart.undo") }).click();
  await expect(quantity).toHaveValue("2");
});

test("without scripts a removal can be undone as well", async ({ app, visitor, newMember, signIn, db, t }) => {
  const { email, password } = await newMember();
  const page = await visitor({ ...narrow, javaScriptEnabled: false });
  await signIn(page, email, password);
  const [product] = await db.select({ id: products.id }).from(products).where(eq(products.sku, "ALF-CASE"));
  const form = { product: product!.id, quantity: "3", color: "teal" };
  await post(page.request, "/cart", { intent: "add", ...form }, { origin: app.url });
  await page.goto("/cart");
  const quantity = page.locator("input[name=quantity]:not([type=hidden])");
  await expect(quantity).toHaveValue("3");
  await quantity.fill("2");
  await quantity.press("Enter");
  await expect(quantity).toHaveValue("2");
  await page.locator("button[aria-label]", { has: page.locator("svg.lucide-trash-2") }).click();
  await expect(page.getByText(t("cart.removed"))).toBeVisible();
  await page.getByRole("button", { name: t("cart.undo") }).click();
  await expect(quantity).toHaveValue("2");
});

test("the checkout keeps its total in sight, the address over a reload, and nothing that leads away", async ({
  app,
  visitor,
  newMember,
  signIn,
  db,
  t,
}) => {
  const { email, password } = await newMember();
  const page = await visitor(narrow);
  await signIn(page, email, password);
  const [product] = await db.select({ id: products.id }).from(products).where(eq(products.sku, "ALF-CASE"));
  const form = { product: product!.id, quantity: "1", color: "teal" };
  await post(page.request, "/cart", { intent: "add", ...form }, { origin: app.url });
  await open(page, "/checkout");
  const order = page.getByRole("button", { name: t("checkout.place") });
  await expect(order.last()).toBeInViewport({ ratio: 1 });
  await expect(page.getByText(t("checkout.total"), { exact: true }).last()).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole("contentinfo")).toHaveCount(0);
  await expect(page.getByRole("link", { name: t("shell.cart.edit"), exact: true }).first()).toBeVisible();

  await page.getByLabel(t("checkout.governorate"), { exact: true }).selectOption("giza");
  const city = page.getByLabel(t("checkout.city"), { exact: true });
  await city.fill("Dokki");
  await page.reload();
  await expect(city).toHaveValue("Dokki");
  await expect(page.getByLabel(t("checkout.governorate"), { exact: true })).toHaveValue("giza");
  await page.getByText(t("checkout.terms")).scrollIntoViewIfNeeded();
  await expect(order).toHaveCount(1);
});

test("the first scan, order and tag are on the first screen of an owner's phone, each as a low row", async ({
  visitor,
  signIn,
}) => {
  const page = await visitor(narrow);
  await signIn(page, "owner@aleef.test");
  const main = page.getByRole("main");
  const rows = {
    "/dashboard/scan-records": main.getByRole("row").filter({ has: page.getByRole("cell") }),
    "/dashboard/orders": main.getByRole("listitem").filter({ has: page.locator("a[href*='/orders/']") }),
    "/dashboard/pets": main.getByRole("listitem").filter({ has: page.getByRole("heading", { level: 2 }) }),
    "/dashboard/tags": main.getByRole("listitem").filter({ has: page.locator("summary") }),
  };
  for (const [path, row] of Object.entries(rows)) {
    await open(page, path);
    await expectAboveFold(row.first());
    if (path === "/dashboard/tags") continue;
    const { height = 0 } = (await row.first().boundingBox()) ?? {};
    expect(height, path).toBeLessThanOrEqual(96);
  }
  await open(page, "/dashboard/scan-records");
  // The whole row leads to the scan.
  await rows["/dashboard/scan-records"].first().click({ position: { x: 20, y: 10 } });
  await expect(page).toHaveURL(/\/dashboard\/scan-details\//);
});
