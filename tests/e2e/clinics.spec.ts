// The operator could not say whom to call, or a finder with an injured cat would not see it.
import { getTranslator } from "#app/locales/words.server.ts";
import { buttonOf, expect, open, phone, test, toast } from "./fixtures.ts";
import { inspectPage } from "./layout.ts";

const arabicPhone = { ...phone, viewport: { width: 390, height: 844 }, locale: "ar-EG" };
const tag = "/tag/DEMO-LINKED";

test("an administrator adds a clinic by keyboard, a finder in Arabic calls it, and it is removed again", async ({
  page,
  visitor,
  signIn,
  language,
  t,
}) => {
  test.slow();
  const arabic = getTranslator("ar");
  const [nameEn, nameAr] = [`Fayoum Vets 🐾 ${language}`, `عيادة الفيوم ${language}`];
  await signIn(page, "admin@aleef.test");
  await open(page, "/admin/audit");
  await page
    .getByRole("link", { name: t("adminArea.clinics"), exact: true })
    .first()
    .focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("clinics.title"));
  await inspectPage(page, "/admin/clinics");
  await page
    .getByRole("link", { name: t("clinics.add"), exact: true })
    .first()
    .focus();
  await page.keyboard.press("Enter");
  await expect(page.getByLabel(t("clinics.nameAr"))).toBeVisible();
  await inspectPage(page, "/admin/clinics/new");
  await page.getByLabel(t("clinics.nameAr")).fill(nameAr);
  await page.getByLabel(t("clinics.nameEn")).fill(nameEn);
  await page.getByLabel(t("checkout.governorate")).selectOption("faiyum");
  await page.getByLabel(t("clinics.area")).fill("Fayoum");
  await page.getByLabel(t("clinics.phone")).fill("٠٨٤ ٦٣٥ ٠٠٠١");
  await page.getByLabel(t("clinics.alwaysOpen")).check();
  await page.getByLabel(t("clinics.phone")).press("Enter");
  await expect(toast(page, t("clinics.added"))).toBeVisible();
  const link = page.getByRole("link", { name: language === "ar" ? nameAr : nameEn, exact: true });
  await expect(link).toBeVisible();

  const finder = await visitor({ ...arabicPhone, javaScriptEnabled: false });
  await finder.goto(tag);
  await expect(finder.locator("html")).toHaveAttribute("dir", "rtl");
  await finder.getByLabel(arabic("finderPage.clinics.where")).selectOption("faiyum");
  await buttonOf(finder, arabic("finderPage.clinics.show")).click();
  await expect(finder.getByText(nameAr, { exact: true })).toBeVisible();
  await expect(finder.locator('a[href="tel:+20846350001"]')).toBeVisible();
  await expect(finder.locator(".clinics").getByText(arabic("finderPage.clinics.alwaysOpen"))).toBeVisible();
  // The inspection itself needs scripts.
  await inspectPage(await visitor(arabicPhone), `${tag}?near=faiyum`);

  await link.click();
  await expect(page.getByLabel(t("clinics.phone"))).toHaveValue("+20846350001");
  await inspectPage(page, new URL(page.url()).pathname);
  await buttonOf(page, t("clinics.remove")).click();
  await buttonOf(page.getByRole("dialog"), t("clinics.remove")).click();
  await expect(toast(page, t("clinics.removed"))).toBeVisible();
  await finder.goto(`${tag}?near=faiyum`);
  await expect(finder.getByText(nameAr, { exact: true })).toHaveCount(0);
});
