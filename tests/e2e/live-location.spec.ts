// A family on the way to the finder would lose sight of them in the first dead spot.
import type { BrowserContext } from "@playwright/test";
import pg from "pg";
import { buttonOf, expect, fieldOf, open, phone, test } from "./fixtures.ts";
import { inspect, inspectPage } from "./layout.ts";

/** Sets the plan of the demo owner. */
async function givePlan(databaseUrl: string, plan: "comfort" | "rescue-plus"): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(
    "update plan_periods set plan = $1 where user_id = (select id from users where email = 'owner@aleef.test')",
    [plan],
  );
  await client.end();
}

const step = 0.001;
const walk = (context: BrowserContext, steps: number) =>
  context.setGeolocation({ latitude: 30.06 + steps * step, longitude: 31.22, accuracy: 20 });

test("a finder shares their live location through a connection loss and a reload, and the owner follows until it stops", async ({
  page,
  visitor,
  signIn,
  app,
  loggedErrors,
  t,
}) => {
  test.setTimeout(240_000);
  loggedErrors.allow(/ERR_INTERNET_DISCONNECTED/);
  await givePlan(app.databaseUrl, "rescue-plus");
  await signIn(page, "owner@aleef.test");

  const finder = await visitor({ ...phone, geolocation: { latitude: 30.06, longitude: 31.22, accuracy: 20 } });
  const context = finder.context();
  await finder.goto("/tag/DEMO-LINKED");
  await finder.getByText(t("finderPage.finder.have", { name: "Rocky" }), { exact: true }).click();
  await fieldOf(finder, t("finderPage.finder.note")).fill("We walk to the park gate");
  await buttonOf(finder, t("finderPage.finder.send")).click();
  const offer = buttonOf(finder, t("finderPage.sharing.share", { count: 30 }));
  await expect(offer).toBeVisible();
  const path = new URL(finder.url()).pathname;
  await inspectPage(finder, path);

  // The permission has not been granted yet.
  await offer.click();
  await expect(finder.getByText(t("finderPage.sharing.denied"))).toBeVisible();
  await inspect(finder, "the page of a finder whose browser gives no place");
  await context.grantPermissions(["geolocation"], { origin: app.url });
  await offer.click();
  await expect(finder.getByText(t("finderPage.sharing.seen"))).toBeVisible({ timeout: 30_000 });
  await inspectPage(finder, path);

  await open(page, "/dashboard/scan-records");
  const details = (await page.locator('main a[href*="/scan-details/"]').first().getAttribute("href")) as string;
  await open(page, details);
  const live = page.locator("#live");
  await expect(live.getByText(t("scanDetails.live.now"), { exact: true })).toBeVisible();
  const at = (steps: number) => live.getByText(`${Number((30.06 + steps * step).toFixed(5))}, 31.22`).last();
  await expect(at(0)).toBeVisible();
  await expect(live.getByText("We walk")).toHaveCount(0);

  // The owner's page is updated live.
  await walk(context, 1);
  await expect(at(1)).toBeVisible({ timeout: 30_000 });
  await inspectPage(page, details);
  await open(page, details);

  // While offline, positions are stored, and sent when the network is back, even after a reload.
  await context.setOffline(true);
  await walk(context, 2);
  await expect(finder.getByText(t("finderPage.sharing.noSignal"))).toBeVisible({ timeout: 30_000 });
  await inspect(finder, "the page of a finder in a tunnel");
  await walk(context, 3);
  await expect
    .poll(() => finder.evaluate(() => Object.entries(localStorage).find(([name]) => name.startsWith("share"))?.[1]))
    .toContain("30.063");
  await expect(at(2)).toHaveCount(0);
  await context.setOffline(false);
  await finder.reload();
  await expect(finder.getByText(t("finderPage.sharing.seen"))).toBeVisible({ timeout: 30_000 });
  await expect(at(2)).toBeVisible({ timeout: 30_000 });
  await expect(at(3)).toBeVisible();
  await walk(context, 4);
  await expect(at(4)).toBeVisible({ timeout: 30_000 });

  await buttonOf(finder, t("finderPage.sharing.stop")).click();
  await expect(finder.getByText(t("finderPage.sharing.stopped"))).toBeVisible({ timeout: 30_000 });
  await walk(context, 5);
  await expect(live.getByText(t("scanDetails.live.over"), { exact: true })).toBeVisible({ timeout: 30_000 });
  await expect(at(5)).toHaveCount(0);
  await inspectPage(page, details);
  await givePlan(app.databaseUrl, "comfort");
});
