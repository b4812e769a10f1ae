// Buyers would see prices cut off or the pay button covered, on a phone or in Arabic.
import type { Page } from "@playwright/test";
import { asc, desc, eq, isNotNull, sql } from "drizzle-orm";
import { notifications } from "#app/features/notifications/notifications.tables.server.ts";
import { storeOrders } from "#app/features/orders/orders.tables.server.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import type { Db } from "#app/platform/db/connection/database.server.ts";
import { demoOrders } from "#seed/demo-orders.ts";
import { buttonOf, expect, open, test, toast } from "./fixtures.ts";
import { inspectPage } from "./layout.ts";

/** Returns the distinct addresses of the links in a list that start with `start`. */
const leadingTo = (page: Page, start: string) =>
  page
    .getByRole("main")
    .locator(`a[href^="${start}"]`)
    .evaluateAll((links) => [...new Set(links.map((link) => link.getAttribute("href") ?? ""))]);

test("the store looks right", async ({ page }) => {
  test.slow();
  for (const path of ["/store", "/store?q=zzzz&inStock=1", "/store?category=tags&from=10&sort=rated", "/cart"])
    await inspectPage(page, path);
  await open(page, "/store");
  const products = await leadingTo(page, "/store/product/");
  expect(products.length).toBeGreaterThan(4);
  for (const path of products.slice(0, 4)) await inspectPage(page, path);
});

test("a filled cart and the checkout look right", async ({ page, signIn, t }) => {
  await signIn(page, "finder@aleef.test");
  await inspectPage(page, "/checkout");
  await open(page, "/store?q=ALF-GOLD");
  await page.getByRole("heading", { level: 2 }).getByRole("link").click();
  await page.getByRole("textbox", { name: t("store.product.engraving") }).fill("لونا Luna");
  await buttonOf(page, t("store.add")).click();
  await expect(toast(page, t("cart.added"))).toBeVisible();
  for (const path of ["/cart", "/checkout"]) await inspectPage(page, path);
});

/** Returns the path of the page that confirms the newest demo order, as linked in its e-mail. */
async function confirmPathOf(db: Db): Promise<string> {
  const path = sql<string>`${notifications.params}->>'confirmPath'`;
  const [newest] = await db
    .select({ path })
    .from(notifications)
    .where(isNotNull(path))
    .orderBy(desc(notifications.id))
    .limit(1);
  return newest?.path ?? "";
}

test("orders look right in every status", async ({ page, db, signIn }) => {
  test.slow();
  await signIn(page, "owner@aleef.test");
  for (const path of ["/dashboard/orders", "/dashboard/orders?q=zzzz"]) await inspectPage(page, path);
  // The demo's orders are the oldest; the list begins with the many that other tests place.
  const orders = await db
    .select({ number: storeOrders.number })
    .from(storeOrders)
    .innerJoin(users, eq(users.id, storeOrders.userId))
    .where(eq(users.email, "owner@aleef.test"))
    .orderBy(asc(storeOrders.placedAt))
    .limit(demoOrders.filter(({ buyer }) => buyer === "owner").length);
  expect(orders.length).toBeGreaterThan(4);
  // A delivered order can be returned through a collapsed form on its page.
  for (const { number } of orders) await inspectPage(page, `/dashboard/orders/${number}`, { unfolded: true });
  await inspectPage(page, `/checkout/done/${orders.at(-1)?.number}`);
  await inspectPage(page, await confirmPathOf(db));
});

test("the store's admin pages look right", async ({ page, signIn }) => {
  test.slow();
  await signIn(page, "admin@aleef.test");
  const shipping = ["/admin/orders/ship", "/admin/orders/ship?status=processing&all=1", "/admin/orders/couriers"];
  const lists = ["/admin/orders", "/admin/orders?q=zzzz", ...shipping, "/admin/orders/returns", "/admin/products"];
  for (const path of [...lists, "/admin/products?q=zzzz", "/admin/products/new"]) await inspectPage(page, path);
  await open(page, "/admin/orders?status=all");
  const orders = await leadingTo(page, "/admin/orders/AL-");
  expect(orders.length).toBeGreaterThan(4);
  for (const path of orders.slice(0, 5)) await inspectPage(page, path);
  await open(page, "/admin/products");
  const products = (await leadingTo(page, "/admin/products/")).filter((path) => !path.endsWith("/new"));
  expect(products.length).toBeGreaterThan(4);
  for (const path of products.slice(0, 2)) await inspectPage(page, path);
});
