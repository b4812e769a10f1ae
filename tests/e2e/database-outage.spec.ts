// A finder would meet an error page while the database is away, and the family would never hear.
import { query } from "../databases.ts";
import { buttonOf, expect, fieldOf, open, phone, test } from "./fixtures.ts";
import { inspect, inspectPage } from "./layout.ts";

test("database outage: a finder sees the pet, and the message is kept and delivered to the family", async ({
  page,
  visitor,
  signIn,
  app,
  loggedErrors,
  t,
}) => {
  test.setTimeout(240_000);
  loggedErrors.allow(/status of (503|400)|"status":503/);
  await signIn(page, "owner@aleef.test");
  await open(page, "/dashboard/inbox");
  // Leaves the owner's page, so that its background requests do not interfere.
  await page.goto("about:blank");
  const finder = await visitor(phone);
  await finder.goto("/tag/DEMO-LINKED");

  app.setDatabasePaused(true);
  try {
    await inspectPage(finder, "/tag/DEMO-LINKED");
    await expect(finder.getByText(t("finderPage.finder.outage.note"))).toBeVisible();
    await inspectPage(finder, "/tag/DEMO-OWNED");
    await inspectPage(finder, "/tag/7K3M-9QXR-2VHT");
    await expect(finder.getByRole("heading", { level: 1 })).toHaveText(t("finderPage.finder.outage.title"));

    await finder.goto("/tag/DEMO-LINKED");
    await finder.getByText(t("finderPage.finder.have", { name: "Rocky" }), { exact: true }).click();
    await buttonOf(finder, t("finderPage.finder.send")).click();
    await expect(finder.getByText(t("finderPage.finder.fillOne"))).toBeVisible();
    await fieldOf(finder, t("finderPage.finder.note")).fill("Kept beside the fountain");
    // Prevents the page from refreshing itself while it is inspected.
    await finder.route("**/f/*", async (route) => {
      const response = await route.fetch();
      const { refresh: _, ...headers } = response.headers();
      await route.fulfill({ response, headers });
    });
    await buttonOf(finder, t("finderPage.finder.send")).click();
    await expect(finder.getByRole("heading", { level: 1 })).toHaveText(t("finderPage.finder.outage.keptTitle"));
    await inspect(finder, "the page of a kept form");
    await finder.unrouteAll();
    await finder.reload();
  } finally {
    app.setDatabasePaused(false);
  }
  await expect(finder.getByRole("heading", { level: 1 })).toHaveText(t("finderPage.status.title"), { timeout: 60_000 });

  await open(page, "/dashboard/inbox");
  const name = t("notifications.kinds.found.title", { finderName: t("notifications.somebody"), petName: "Rocky" });
  await page.getByRole("main").getByRole("link", { name }).first().click();
  await expect(page.getByRole("log", { name: t("conversations.conversation") })).toContainText(
    "Kept beside the fountain",
  );
});

test("an error message from the server is kept after hydration, and client-side navigation shows the outage message", async ({
  page,
  app,
  loggedErrors,
  t,
}) => {
  loggedErrors.allow(/status of 50[03]|"status":500|"msg":"request failed"/);
  await query(app.databaseUrl, "alter table products rename to products_elsewhere");
  try {
    await page.goto("/store");
    const heading = page.getByRole("heading", { level: 1 });
    await expect.poll(() => heading.evaluate((one) => Object.keys(one).join())).toContain("__react");
    // While the page streams in, React holds a hidden copy of it.
    const message = page.getByText(new RegExp(t("errors.fault", { id: "[0-9a-f]{16}" }))).filter({ visible: true });
    await expect(message).toBeVisible();
    await inspect(page, "a fault");

    await page.route("**/readyz", (route) => route.fulfill({ status: 503 }));
    await open(page, "/get-started");
    await page.getByRole("contentinfo").locator('a[href="/store"]').click();
    await expect(page.getByText(t("errorPage.outage"))).toBeVisible();
  } finally {
    await query(app.databaseUrl, "alter table products_elsewhere rename to products");
  }
  await page.getByRole("link", { name: t("common.error.reload") }).click();
  await expect(page.getByRole("heading", { level: 1 })).not.toHaveText(t("common.error.title"));
});
