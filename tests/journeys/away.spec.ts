import { expect, open, phone, test } from "./fixtures.ts";
import { inspect, look } from "./look.ts";

test("while the records are away a finder sees the pet, what they send is kept, and the family hears of it", async ({
  page,
  visitor,
  signIn,
  app,
  complaints,
  t,
}) => {
  test.setTimeout(240_000);
  complaints.forgive(/status of (503|400)|"status":503|"msg":"a request failed"/);
  await signIn(page, "owner@aleef.test");
  await open(page, "/dashboard/inbox");
  // A page of the owner's that asks for news meanwhile is no part of this.
  await page.goto("about:blank");
  const finder = await visitor(phone);
  await finder.goto("/tag/DEMO-LINKED");

  app.setDatabaseSilent(true);
  try {
    await look(finder, "/tag/DEMO-LINKED");
    await expect(finder.getByText(t("scans.finder.away.note"))).toBeVisible();
    await look(finder, "/tag/DEMO-OWNED");
    await look(finder, "/tag/7K3M-9QXR-2VHT");
    await expect(finder.getByRole("heading", { level: 1 })).toHaveText(t("scans.finder.away.title"));

    await finder.goto("/tag/DEMO-LINKED");
    await finder.getByText(t("scans.finder.have"), { exact: true }).click();
    await finder.getByRole("button", { name: t("scans.finder.send"), exact: true }).click();
    await expect(finder.getByText(t("scans.finder.fillOne"))).toBeVisible();
    await finder.getByLabel(t("scans.finder.note"), { exact: true }).fill("Kept beside the fountain");
    // The page asks again by itself; it is to stand still while it is inspected.
    await finder.route("**/f/*", async (route) => {
      const response = await route.fetch();
      const { refresh: _, ...headers } = response.headers();
      await route.fulfill({ response, headers });
    });
    await finder.getByRole("button", { name: t("scans.finder.send"), exact: true }).click();
    await expect(finder.getByRole("heading", { level: 1 })).toHaveText(t("scans.finder.away.keptTitle"));
    await inspect(finder, "the page of a kept form");
    await finder.unrouteAll();
    await finder.reload();

    const stranger = await visitor();
    await stranger.goto("/store");
    await expect(stranger.getByText(t("site.away"))).toBeVisible();
    await stranger.getByRole("contentinfo").locator('a[href="/community-reports"]').click();
    await stranger.waitForURL("/community-reports");
    await expect(stranger.getByText(t("site.away"))).toBeVisible();
  } finally {
    app.setDatabaseSilent(false);
  }
  await expect(finder.getByRole("heading", { level: 1 })).toHaveText(t("scans.status.title"), { timeout: 60_000 });

  await open(page, "/dashboard/inbox");
  const name = t("alerts.kinds.found.title", { finderName: t("alerts.somebody"), petName: "Rocky" });
  await page.getByRole("main").getByRole("link", { name }).first().click();
  await expect(page.getByRole("log", { name: t("messages.conversation") })).toContainText("Kept beside the fountain");
});
