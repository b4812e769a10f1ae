// An owner on a slow network would not know whether the photo is being sent, and could not stop it.
import { randomBytes } from "node:crypto";
import sharp from "sharp";
import { plainPicture } from "#tests/plain-picture.ts";
import { buttonOf, expect, fieldOf, open, readChosenSizes, test, toast } from "./fixtures.ts";

test("uploading a photo on a slow network shows the progress and can be cancelled and repeated", async ({
  visitor,
  loggedErrors,
  t,
  signInNew,
}) => {
  test.slow();
  loggedErrors.allow(/ERR_ABORTED|Failed to load resource/);
  const page = await visitor({ viewport: { width: 390, height: 844 } });
  await signInNew(page);
  await open(page, "/dashboard/pets/new");
  const main = page.getByRole("main");
  // Noise, which cannot be compressed.
  const buffer = await sharp(randomBytes(500 * 400 * 3), { raw: { width: 500, height: 400, channels: 3 } })
    .png()
    .toBuffer();
  await page.locator('input[type="file"]').setInputFiles({ name: "cat.png", mimeType: "image/png", buffer });
  const name = fieldOf(main, t("pets.fields.name")).first();
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
  const save = buttonOf(page, t("pets.saveNew"));
  await save.click();
  const progress = page.getByRole("progressbar", { name: t("form.uploadLabel") });
  await expect(progress).toBeInViewport();
  await expect(page.getByText(/[1-9]\d?\D{0,2}[%٪]/)).toBeVisible();
  await buttonOf(page, t("form.cancel")).click();
  await expect(progress).toBeHidden();
  await expect(page.getByText(t("form.uploadCancelled"))).toBeVisible();
  await expect(name).toHaveValue("Simsim");
  await expect(page).toHaveURL(/\/dashboard\/pets\/new$/);
  await limit(-1);
  await save.click();
  await toast(page, t("pets.added", { name: "Simsim" }))
    .getByRole("button", { name: t("pets.linkTag"), exact: true })
    .click();
  await expect(page).toHaveURL(/\/dashboard\/tags$/);
});

test("a file that is not a photo is rejected when it is chosen, in every form", async ({ visitor, t, signInNew }) => {
  const page = await visitor({ viewport: { width: 390, height: 844 } });
  const square = plainPicture(40, 40, "#a63");
  const gif = { name: "a.gif", mimeType: "image/gif", buffer: await square.clone().gif().toBuffer() };
  const heic = { name: "b.jpg", mimeType: "image/jpeg", buffer: Buffer.from("\0\0\0\x18ftypheic\0\0\0\0mif1heic") };
  const png = { name: "c.png", mimeType: "image/png", buffer: await square.clone().png().toBuffer() };
  const input = page.locator('input[type="file"]').first();
  const error = page.getByRole("main").getByText(t("form.photoNotImage")).first();
  const chosen = () => input.evaluate((field: HTMLInputElement) => [...(field.files ?? [])].map(({ name }) => name));
  await open(page, "/community-reports/new");
  await input.setInputFiles([gif, png, heic]);
  await expect(error).toBeVisible();
  expect(await chosen(), "keeps the photo").toEqual(["c.png"]);
  await input.setInputFiles([png]);
  await expect(error).toBeHidden();
  await signInNew(page);
  await open(page, "/dashboard/pets/new");
  await input.setInputFiles(heic);
  await expect(page.getByRole("main").getByText(t("form.photoHeic")).first()).toBeVisible();
  expect(await chosen()).toEqual([]);
  await open(page, "/dashboard/subscription");
  await input.setInputFiles(gif);
  await expect(error).toBeVisible();
  expect(await chosen()).toEqual([]);
  await input.setInputFiles(png);
  await expect(error).toBeHidden();
});

test("a phone's photo of any size, whatever its type is called, is shrunk before it is sent", async ({
  visitor,
  t,
  signInNew,
}) => {
  test.slow();
  const page = await visitor({ viewport: { width: 390, height: 844 } });
  await signInNew(page);
  const photo = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: "#a63" }, limitInputPixels: false })
      .jpeg({ quality: 90 })
      .toBuffer();
  const types = ["image/jpeg", "image/jpg", "image/pjpeg", "application/octet-stream", ""];
  const large = [await photo(16_320, 12_240), await photo(8_064, 6_048)];
  const small = await photo(900, 600);
  const files = [...large, ...types.map(() => small)].map((buffer, at) => ({
    name: `${at}.jpg`,
    mimeType: types[at % types.length]!,
    buffer,
  }));
  const field = page.locator('input[type="file"]').first();
  for (const address of ["/dashboard/pets/new", "/dashboard/subscription", "/community-reports/new"])
    for (const file of address === "/dashboard/pets/new" ? files : files.slice(1, 3)) {
      await open(page, address);
      await field.setInputFiles(file);
      const expected = file.buffer === small ? "900 × 600" : "1600 × 1200";
      await expect.poll(() => readChosenSizes(field), `${file.name} at ${address}`).toEqual([expected]);
    }
  await expect(page.getByText(t("form.photoNotImage"))).toHaveCount(0);
});
