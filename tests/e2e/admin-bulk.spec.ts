import { expect, open, test, toast } from "./fixtures.ts";

test("a required choice that was left out is asked for beside it, in the page's language", async ({
  page,
  signIn,
  t,
}) => {
  await signIn(page, "owner@aleef.test");
  await open(page, "/dashboard/tags-management");
  const link = page
    .getByRole("button", { name: t("tags.link"), exact: true })
    .or(page.getByRole("button", { name: t("tags.changeLink"), exact: true }));
  await link.first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("combobox").selectOption("");
  await dialog.getByRole("button", { name: new RegExp(`${t("tags.link")}|${t("tags.changeLink")}`) }).click();
  await expect(dialog.getByText(t("tags.selectPet"))).toBeVisible();
  await expect(dialog.getByRole("combobox")).toHaveAttribute("aria-invalid", "true");
});

test("after a success the form of new tags begins anew, without the earlier error", async ({
  page,
  signIn,
  complaints,
  t,
}) => {
  complaints.forgive(/status of 400/);
  await signIn(page, "admin@aleef.test");
  await open(page, "/admin/tags");
  const count = page.getByLabel(t("tags.howMany"), { exact: true });
  const generate = page.getByRole("button", { name: t("tags.generate"), exact: true });
  await count.fill("0");
  await generate.click();
  await expect(page.getByText(t("tags.countRange"))).toBeVisible();
  await expect(count).toHaveValue("0");
  await count.fill("٢");
  await generate.click();
  await expect(toast(page, t("tags.generated", { count: 2 }))).toBeVisible();
  await expect(page.getByText(t("tags.countRange"))).toBeHidden();
  await expect(count).toHaveValue("10");
});

test("cancelling many orders asks first, says how many, and does nothing when told no", async ({ page, signIn, t }) => {
  await signIn(page, "admin@aleef.test");
  await open(page, "/admin/orders?status=pending");
  const box = page.getByRole("checkbox", { name: /AL-/ }).first();
  await box.check();
  await page.getByRole("button", { name: t("orders.admin.bulk.cancelled"), exact: true }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText(t("orders.admin.bulk.cancelTitle", { count: 1 }));
  await dialog
    .getByRole("button", { name: t("orders.admin.bulk.keep") })
    .last()
    .click();
  await expect(dialog).toBeHidden();
  await expect(box).toBeChecked();
});
