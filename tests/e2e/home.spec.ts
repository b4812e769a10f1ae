import type { Page } from "@playwright/test";
import { expect, open, phone, test } from "./fixtures.ts";

test("a visitor plays both sides of a scan", async ({ visitor, t }) => {
  const page = await visitor(phone);
  await open(page, "/");
  const press = (phone: string, button: string) =>
    page.getByRole("region", { name: phone }).getByRole("button", { name: button }).click();
  const [finder, owner] = [t("pages.home.try.finder"), t("pages.home.try.owner")];
  await press(finder, t("pages.home.try.scan"));
  await expect(page.getByRole("region", { name: owner })).toContainText(t("pages.home.try.alert"));
  await press(finder, t("pages.home.try.have"));
  await press(owner, t("pages.home.try.coming"));
  await expect(page.getByRole("region", { name: finder })).toContainText(t("pages.home.try.ownerWords"));
  await press(owner, t("pages.home.try.reunited"));
  await expect(page.getByRole("status").filter({ hasText: t("pages.home.try.now.home") })).toBeVisible();
});

test("for whoever wants less motion, what changes has changed at once", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("/privacy");
  const size = await page.getByRole("heading", { level: 1 }).evaluate((heading) => {
    getComputedStyle(heading).fontSize;
    heading.style.fontSize = "17px";
    return getComputedStyle(heading).fontSize;
  });
  expect(size).toBe("17px");
});

async function expectNoSidewaysScroll(page: Page, paths: string[]) {
  for (const path of paths) {
    await page.goto(path);
    const wider = await page.evaluate(() => {
      document.documentElement.style.fontSize = "200%";
      return document.documentElement.scrollWidth - document.documentElement.clientWidth;
    });
    expect([path, wider]).toEqual([path, 0]);
  }
}

test("with text at twice its size nothing has to be scrolled sideways on a phone", async ({ visitor, signIn }) => {
  const page = await visitor({ viewport: { width: 390, height: 844 } });
  await expectNoSidewaysScroll(page, [
    "/",
    "/features",
    "/store",
    "/community-reports",
    "/community-reports/new",
    "/auth",
    "/contact",
  ]);
  await signIn(page, "owner@aleef.test");
  await expectNoSidewaysScroll(page, [
    "/dashboard",
    "/dashboard/pets/new",
    "/dashboard/tags-management",
    "/dashboard/scans",
    "/dashboard/lost-found",
    "/dashboard/orders",
    "/dashboard/settings/notifications",
  ]);
  const office = await visitor({ viewport: { width: 390, height: 844 } });
  await signIn(office, "admin@aleef.test");
  await expectNoSidewaysScroll(office, ["/admin", "/admin/users", "/admin/orders"]);
});
