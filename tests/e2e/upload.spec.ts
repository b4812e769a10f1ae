import { randomBytes } from "node:crypto";
import sharp from "sharp";
import { expect, open, test, toast } from "./fixtures.ts";

test("uploading a photo on a slow network shows the progress and can be cancelled and repeated", async ({
  visitor,
  newMember,
  signIn,
  loggedErrors,
  t,
}) => {
  test.slow();
  loggedErrors.allow(/ERR_ABORTED|Failed to load resource/);
  const page = await visitor({ viewport: { width: 390, height: 844 } });
  const member = await newMember();
  await signIn(page, member.email, member.password);
  await open(page, "/dashboard/pets/new");
  const main = page.getByRole("main");
  // Noise, which cannot be compressed.
  const buffer = await sharp(randomBytes(500 * 400 * 3), { raw: { width: 500, height: 400, channels: 3 } })
    .png()
    .toBuffer();
  await page.locator('input[type="file"]').setInputFiles({ name: "cat.png", mimeType: "image/png", buffer });
  const name = main.getByLabel(t("pets.fields.name"), { exact: true }).first();
  await name.fill("Simsim");
  await page.getByRole("radio", { name: t("pets.types.cat") }).check();
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Network.enable");
  const limit = (uploadThroughput: number) =>
    devtools.send("Network.emulateNetworkConditions", {
      offline: false,
      latency: 20,
      downloadThroughput: -1,
      uploadThroughput,
    });
  await limit(buffer.length / 12);
  const save = page.getByRole("button", { name: t("pets.saveNew"), exact: true });
  await save.click();
  const progress = page.getByRole("progressbar", { name: t("form.uploadLabel") });
  await expect(progress).toBeInViewport();
  await expect(page.getByText(/[1-9]\d?\D{0,2}[%٪]/)).toBeVisible();
  await page.getByRole("button", { name: t("form.cancel"), exact: true }).click();
  await expect(progress).toBeHidden();
  await expect(page.getByText(t("form.uploadCancelled"))).toBeVisible();
  await expect(name).toHaveValue("Simsim");
  await expect(page).toHaveURL(/\/dashboard\/pets\/new$/);
  await limit(-1);
  await save.click();
  await expect(toast(page, t("pets.added", { name: "Simsim" }))).toBeVisible();
});
