// Administrators would overlook work that waits, or press a number and see other rows than it counts.
import { eq } from "drizzle-orm";
import { conversations } from "#app/features/conversations/conversations.tables.server.ts";
import { storeOrders } from "#app/features/orders/orders.tables.server.ts";
import { createId } from "#app/platform/db/uuid.server.ts";
import { buttonOf, expect, fieldOf, open, test } from "./fixtures.ts";

test("shows waiting items first, with numbers that link to their rows and update live", async ({
  page,
  signIn,
  db,
  t,
}) => {
  await signIn(page, "admin@aleef.test");
  await open(page, "/admin");
  const waiting = page.getByRole("region", { name: t("adminOverview.waiting") });
  const toShip = waiting.getByRole("link", { name: t("adminOverview.toShip") });
  const [order] = await db.select().from(storeOrders).where(eq(storeOrders.status, "pending")).limit(1);
  const isShown = await toShip.isVisible();
  await db.update(storeOrders).set({ status: "processing" }).where(eq(storeOrders.id, order!.id));
  if (!isShown) await expect(toShip).toBeVisible();
  await expect(page.locator("main")).toContainText(t("adminOverview.toShip"));
  await toShip.click();
  await expect(page).toHaveURL(/status=processing/);
  await expect(page.getByRole("link", { name: order!.number })).toBeVisible();
  await db.update(storeOrders).set({ status: "pending" }).where(eq(storeOrders.id, order!.id));
  await expect(page.getByRole("link", { name: order!.number })).toBeHidden();
});

test("a period is chosen by a link or by dates, and its numbers link to their rows", async ({ page, signIn, t }) => {
  await signIn(page, "admin@aleef.test");
  await open(page, "/admin");
  await page.getByRole("link", { name: t("adminOverview.days", { count: 90 }), exact: true }).click();
  await expect(page).toHaveURL("/admin?days=90");
  await expect(page.getByRole("link", { name: t("adminOverview.days", { count: 90 }), exact: true })).toHaveAttribute(
    "aria-current",
    "page",
  );
  const period = page.getByRole("region").filter({ has: page.locator("#period") });
  await fieldOf(period, t("form.fromDay")).fill("2026-01-01");
  await fieldOf(period, t("form.toDay")).fill("2026-01-31");
  await buttonOf(period, t("adminOverview.show")).click();
  await expect(page).toHaveURL("/admin?from=2026-01-01&to=2026-01-31");
  await period.getByRole("link", { name: t("adminOverview.figures.users") }).click();
  await expect(page).toHaveURL("/admin?from=2026-01-01&to=2026-01-31&figure=users");
  await expect(period.getByRole("table", { includeHidden: true })).toContainText(t("adminOverview.before"));
  await period.getByRole("link", { name: t("adminOverview.seeList") }).click();
  await expect(page).toHaveURL("/admin/users?from=2026-01-01&to=2026-01-31");
});

test("a reported conversation waits until an administrator has reviewed it", async ({ page, signIn, db, t }) => {
  const about = `Simba-${createId().slice(-5)}`;
  const rest = { link: "/dashboard", finderLanguage: "en" as const, state: "reported" as const };
  await db.insert(conversations).values({ id: createId(), about, ...rest, stateAt: new Date() });
  await signIn(page, "admin@aleef.test");
  await open(page, "/admin");
  await page.getByRole("link", { name: t("adminOverview.conversations") }).click();
  const item = page.getByRole("listitem").filter({ hasText: about });
  await buttonOf(item, t("conversations.states.review")).click();
  await expect(item.getByText(t("conversations.states.reviewed"), { exact: true })).toBeVisible();
});
