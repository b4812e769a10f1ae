// An owner could not see how a pet's weight changes, take back a vet's link or restore a removed pet.
import { buttonOf, expect, fieldOf, open, phone, test, toast } from "./fixtures.ts";
import { inspectInBothLanguages } from "./layout.ts";
import { post } from "./people.ts";

const demoOwner = "owner@aleef.test";

test("draws weights as a curve and shows the latest one on the pet's page", async ({ page, t, signInNew }) => {
  await signInNew(page);
  await open(page, "/dashboard/pets/new");
  await fieldOf(page, t("pets.fields.name")).fill("لونا Luna");
  await page.getByRole("radio", { name: t("pets.types.cat") }).check({ force: true });
  await buttonOf(page, t("pets.saveNew")).click();
  await page.getByRole("link", { name: t("petHealth.begin") }).click();
  for (const [day, weight] of [
    ["2026-01-10", "4.1"],
    ["2026-03-10", "٤٫٤"],
  ] as const) {
    await fieldOf(page, t("petHealth.day")).fill(day);
    await fieldOf(page, t("pets.fields.weightKg")).fill(weight);
    await fieldOf(page, t("pets.fields.weightKg")).press("Enter");
    await expect(toast(page, t("petHealth.saved"))).toBeVisible();
    await expect(
      page.getByRole("listitem").filter({ hasText: t("pets.kilograms", { weight: weight === "4.1" ? "4.1" : "4.4" }) }),
    ).toBeVisible();
  }
  await expect(page.getByRole("img", { name: new RegExp(t("pets.kilograms", { weight: "4.4" })) })).toBeVisible();
  await page.getByRole("link", { name: "لونا Luna" }).first().click();
  await expect(page.getByText(t("pets.kilograms", { weight: "4.4" })).first()).toBeVisible();
});

test("a stranger opens a share link, and the owner sees the visit and revokes the link", async ({
  page,
  visitor,
  signIn,
  loggedErrors,
  t,
}) => {
  await signIn(page, demoOwner);
  await open(page, "/dashboard/pets");
  await page.getByRole("link", { name: "Rocky" }).first().click();
  await page.locator(`summary[aria-label="${t("petDetails.more")}"]`).click();
  await page.getByRole("link", { name: t("petDetails.share"), exact: true }).click();
  await page.getByRole("button", { name: t("petShare.add") }).click();
  await expect(toast(page, t("petShare.added"))).toBeVisible();
  const link = await page
    .getByRole("textbox", { name: t("personalLink.link") })
    .first()
    .inputValue();
  await expect(page.getByText(t("petShare.nobody")).first()).toBeVisible();

  const stranger = await visitor();
  await inspectInBothLanguages(stranger, link);
  await expect(stranger.getByRole("heading", { name: "Rocky", level: 1 })).toBeVisible();
  await expect(stranger.getByText("Heart check")).toBeVisible();

  await page.reload();
  await expect(page.getByText("Chrome").first()).toBeVisible();
  await page
    .getByRole("button", { name: t("petShare.revoke") })
    .first()
    .click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: t("petShare.revoke") })
    .click();
  await expect(toast(page, t("petShare.revoked"))).toBeVisible();
  loggedErrors.allow(/410/);
  const answer = await stranger.goto(link);
  expect(answer?.status()).toBe(410);
  await expect(stranger.getByRole("heading", { name: t("petShare.closed") })).toBeVisible();
});

test("a removed pet is restored with one press", async ({ page, t, signInNew }) => {
  await signInNew(page);
  await open(page, "/dashboard/pets/new");
  await fieldOf(page, t("pets.fields.name")).fill("Bella");
  await page.getByRole("radio", { name: t("pets.types.dog") }).check({ force: true });
  await buttonOf(page, t("pets.saveNew")).click();
  await page.getByRole("link", { name: t("pets.edit") }).click();
  await page.getByRole("button", { name: t("pets.remove.action") }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: t("pets.remove.confirm") })
    .click();
  await expect(page.getByText(t("pets.undo.title", { name: "Bella" }))).toBeVisible();
  await page.getByRole("button", { name: t("pets.undo.action") }).click();
  await expect(page.getByRole("heading", { name: "Bella", level: 1 })).toBeVisible();
});

test("the camera on a pet's photo changes it without leaving the page", async ({ visitor, app, t, signInNew }) => {
  const page = await visitor(phone);
  await signInNew(page);
  const added = await post(
    page.request,
    "/dashboard/pets/new",
    { intent: "save", name: "Simsim", type: "cat" },
    { origin: app.url },
  );
  await open(page, added);
  await page.getByRole("link", { name: t("pets.photo.change"), exact: true }).click();
  const dialog = page.getByRole("dialog", { name: t("pets.photo.change") });
  await dialog.locator("input[type=file]").setInputFiles("seed/photos/luna.webp");
  await dialog.getByRole("button", { name: t("pets.photo.save") }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole("img", { name: t("pets.photo.alt", { name: "Simsim" }) })).toHaveAttribute(
    "src",
    /^\/photos\//,
  );
  await expect(page.getByText(t("petDetails.completeOf", { done: "1", all: "7" }))).toBeVisible();
});
