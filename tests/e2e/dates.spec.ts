// A reader of Arabic would have to guess whether 3/4 is a day in March or in April.
import { formatDay } from "#app/platform/i18n/format.ts";
import { expect, fieldOf, open, test } from "./fixtures.ts";

test("shows a chosen or saved date in the page's language, whatever the browser's language is", async ({
  visitor,
  signIn,
  language,
  t,
}) => {
  for (const width of [390, 1280]) {
    const page = await visitor({ viewport: { width, height: 844 }, locale: language === "ar" ? "en-US" : "ar-EG" });
    await signIn(page, "owner@aleef.test");
    await page.context().addCookies([{ name: "preferred-language", value: language, domain: "localhost", path: "/" }]);
    await open(page, "/dashboard/reminders/new");
    const field = fieldOf(page, t("reminders.fields.day"));
    await field.fill("2027-04-03");
    await expect(field).toHaveAccessibleDescription(new RegExp(formatDay("2027-04-03", language)));
    await expect(page.getByText(formatDay("2027-04-03", language), { exact: true })).toBeVisible();
    await field.fill("");
    await expect(page.getByText(formatDay("2027-04-03", language), { exact: true })).toBeHidden();
  }
  const plain = await visitor({ javaScriptEnabled: false, locale: "en-US" });
  await signIn(plain, "admin@aleef.test");
  await plain.context().addCookies([{ name: "preferred-language", value: language, domain: "localhost", path: "/" }]);
  await plain.goto("/admin/audit?from=2026-04-03");
  await expect(plain.getByText(formatDay("2026-04-03", language), { exact: true }).first()).toBeVisible();
});
