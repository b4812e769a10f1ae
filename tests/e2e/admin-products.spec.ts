// An administrator would overwrite a colleague's price, and waiting guests would not hear of new stock.
import { desc, eq, isNull } from "drizzle-orm";
import { products } from "#app/features/catalog/products.tables.server.ts";
import { linkIn } from "../emails.ts";
import { buttonOf, expect, open, test, toast } from "./fixtures.ts";
import { inspectInBothLanguages } from "./layout.ts";
import { newAddress } from "./people.ts";

test("edits prices and stock of two products in the list by keyboard, saves them with Enter and undoes it", async ({
  page,
  signIn,
  db,
  t,
}) => {
  const before = await db.select().from(products).orderBy(products.id).limit(2);
  const [one, other] = before as [(typeof before)[0], (typeof before)[0]];
  await signIn(page, "admin@aleef.test");
  await open(page, "/admin/products?sort=added");
  const field = (id: string, name: string) => page.locator(`input[name="rows.${id}.${name}"]`);
  await field(one.id, "stock").focus();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("٣٣");
  await page.keyboard.press("ArrowDown");
  await expect(field(other.id, "stock")).toBeFocused();
  await page.keyboard.type("44");
  await expect(buttonOf(page, t("adminProducts.saveRows", { count: 2 }))).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: t("bulk.undo") })).toBeVisible();
  await expect(field(one.id, "stock")).toHaveValue("33");
  await expect(field(other.id, "stock")).toHaveValue("44");
  await page.getByRole("button", { name: t("bulk.undo") }).click();
  await expect(field(one.id, "stock")).toHaveValue(String(one.stock));
});

test("keeps typed values next to the error and shows another administrator's change before overwriting it", async ({
  page,
  signIn,
  db,
  loggedErrors,
  t,
}) => {
  loggedErrors.allow(/status of 4(00|09)|ERR_FAILED/);
  // Without this, the list would receive the other change and show it before this one is saved.
  await page.route(/\/live(\?|$)/, (route) => route.abort());
  const [product] = await db.select().from(products).orderBy(products.id).limit(1);
  await signIn(page, "admin@aleef.test");
  await open(page, "/admin/products?sort=added");
  const price = page.locator(`input[name="rows.${product!.id}.priceCents"]`);
  const save = page.getByRole("toolbar").locator("button[value=save]");
  await price.fill("cheap");
  await save.click();
  await expect(price).toHaveAttribute("aria-invalid", "true");
  await expect(price).toHaveValue("cheap");
  await price.fill("99.50");
  await db
    .update(products)
    .set({ lowStockAt: product!.lowStockAt + 1, version: product!.version + 1 })
    .where(eq(products.id, product!.id));
  await save.click();
  await expect(page.getByText(t("adminProducts.changedInList"))).toBeVisible();
  await expect(price).toHaveValue("99.50");
  await save.click();
  await expect(page.getByRole("button", { name: t("bulk.undo") })).toBeVisible();
  await expect(price).toHaveValue("99.50");
  await page.getByRole("button", { name: t("bulk.undo") }).click();
  await expect(price).not.toHaveValue("99.50");
});

test("a guest requests a back-in-stock e-mail, confirms it by e-mail and gets it once an administrator enters new stock", async ({
  page,
  signIn,
  visitor,
  app,
  db,
  loggedErrors,
  t,
}) => {
  loggedErrors.allow(/status of 400/);
  const [product] = await db
    .select()
    .from(products)
    .where(isNull(products.archivedAt))
    .orderBy(desc(products.id))
    .limit(1);
  const { id } = product!;
  await db.update(products).set({ stock: 0 }).where(eq(products.id, id));
  const email = newAddress("waits");
  const guest = await visitor();
  await open(guest, `/store/product/${id}`);
  const form = guest.locator("#back-in-stock");
  const address = form.getByLabel(t("store.back.email"));
  const tellMe = buttonOf(form, t("store.back.tellMe"));
  await address.fill("nobody");
  await tellMe.click();
  await expect(form.getByText(t("errors.email"))).toBeVisible();
  await expect(address).toHaveValue("nobody");
  await address.fill(email);
  await tellMe.click();
  await expect(toast(guest, t("store.back.checkEmail"))).toBeVisible();
  const link = new URL(linkIn(await app.mails.emailTo(email)));
  await inspectInBothLanguages(guest, link.pathname);
  await open(guest, link.pathname);
  await buttonOf(guest, t("store.back.confirm")).click();
  await expect(guest.getByText(t("store.back.waiting")).first()).toBeVisible();

  await signIn(page, "admin@aleef.test");
  await open(page, "/admin/products?state=soldOut");
  await page.locator(`input[name="rows.${id}.stock"]`).fill("8");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: t("bulk.undo") })).toBeVisible();
  expect(linkIn(await app.mails.emailTo(email))).toContain(`/store/product/${id}`);
});

test("a signed-in user requests a back-in-stock notification and cancels it", async ({ page, signIn, db, t }) => {
  const [product] = await db
    .select()
    .from(products)
    .where(isNull(products.archivedAt))
    .orderBy(desc(products.id))
    .limit(1);
  const { id, stock } = product!;
  await db.update(products).set({ stock: 0 }).where(eq(products.id, id));
  await signIn(page, "owner@aleef.test");
  await open(page, `/store/product/${id}`);
  const form = page.locator("#back-in-stock");
  await buttonOf(form, t("store.back.tellMe")).click();
  await buttonOf(form, t("store.back.stop")).click();
  await expect(buttonOf(form, t("store.back.tellMe"))).toBeVisible();
  await db.update(products).set({ stock }).where(eq(products.id, id));
});
