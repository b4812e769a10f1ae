// An owner would type the code from the tag and be told that it does not exist.
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import decodeQR from "qr/decode.js";
import sharp from "sharp";
import type { Translate } from "#app/platform/i18n/words.ts";
import { buttonOf, expect, fieldOf, open, phone, test, toast } from "./fixtures.ts";

const listed = (page: Page, code: string) => page.getByRole("row").filter({ hasText: code });

async function claim(page: Page, typed: string, t: Translate): Promise<void> {
  const field = fieldOf(page, t("tags.code"));
  if (!(await field.isVisible()))
    await page
      .locator("summary")
      .filter({ hasText: t("tags.add") })
      .click();
  await field.fill(typed);
  await page.getByRole("button", { name: t("tags.addAction") }).click();
  await expect(toast(page, t("tags.added"))).toBeVisible();
}

/** Decodes the QR code in a picture with an independent library. */
async function readQr(file: string): Promise<string> {
  const picture = sharp(await readFile(file)).ensureAlpha();
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
  return decodeQR({ width: info.width, height: info.height, data });
}

/** Chooses an entry of the tag's menu and confirms it. */
async function choose(page: Page, code: string, entry: string): Promise<void> {
  const button = listed(page, code).getByRole("button", { name: entry, exact: true });
  if (!(await button.isVisible())) await listed(page, code).locator("summary").click();
  await button.click();
  await page.getByRole("dialog").getByRole("button", { name: entry, exact: true }).click();
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(button).toBeHidden();
}

test("a code is accepted in any notation, and its QR code leads to the tag", async ({
  page,
  visitor,
  newTag,
  t,
  app,
  signInNew,
  loggedErrors,
}) => {
  loggedErrors.allow(/status of 404/);
  const code = await newTag();
  await signInNew(page);
  await open(page, "/dashboard/tags-management");
  const typed = fieldOf(page, t("tags.code"));
  await typed.fill("7K3M-9QXR-2VHU");
  await page.getByRole("button", { name: t("tags.addAction") }).click();
  await expect(page.getByText(t("tags.mistyped"))).toBeVisible();
  await expect(typed).toBeFocused();
  await expect(typed).toHaveValue("7K3M-9QXR-2VHU");
  const arabic = code.replace(/\d/g, (digit) => "٠١٢٣٤٥٦٧٨٩"[Number(digit)] ?? "");
  await claim(page, ` ${arabic.toLowerCase().replaceAll("-", " ")} `, t);
  await expect(listed(page, code)).toBeVisible();

  await listed(page, code)
    .getByRole("button", { name: t("tags.qr"), exact: true })
    .click();
  const dialog = page.getByRole("dialog", { name: t("tags.qrTitle") });
  const url = `${app.url}/tag/${code}`;
  const picture = dialog.getByRole("img", { name: t("tags.qrAlt", { url }) });
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await expect(dialog.getByRole("link", { name: t("tags.openLink") })).toHaveAttribute("href", url);

  const read: string[] = [];
  for (const label of ["tags.downloadPng", "tags.downloadSvg"] as const) {
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      dialog.getByRole("link", { name: t(label) }).click(),
    ]);
    read.push(await readQr(await download.path()));
  }
  expect(read[0]).toBe(read[1]);
  const finder = await visitor(phone);
  await finder.goto(read[0] as string);
  await expect(finder).toHaveURL(({ pathname }) => pathname === `/tag/${code}`);
  await expect(finder.getByRole("heading", { level: 1 })).toHaveText(t("finderPage.finder.unlinkedTitle"));
});

test("“Add a tag” on the overview leads to the code field, also for owners with tags", async ({ page, signIn, t }) => {
  await signIn(page, "owner@aleef.test");
  await open(page, "/dashboard");
  await page
    .getByRole("main")
    .getByRole("link", { name: t("dashboard.actions.claimTag"), exact: true })
    .click();
  await expect(page.getByRole("textbox", { name: t("tags.code") })).toBeVisible();
});

test("a tag is deactivated, and deleted after confirmation", async ({
  page,
  visitor,
  newTag,
  loggedErrors,
  t,
  signInNew,
}) => {
  const code = await newTag();
  await signInNew(page);
  await open(page, "/dashboard/tags-management");
  await claim(page, code, t);

  await choose(page, code, t("tags.deactivate"));
  await expect(toast(page, t("tags.deactivated"))).toBeVisible();
  await expect(listed(page, code).getByText(t("tags.statuses.inactive"), { exact: true })).toBeVisible();

  loggedErrors.allow(/status of 404/);
  const finder = await visitor(phone);
  await finder.goto(`/tag/${code}`);
  await expect(finder.getByRole("heading", { level: 1 })).toHaveText(t("finderPage.finder.notFoundTitle"));

  await choose(page, code, t("tags.remove"));
  await expect(toast(page, t("tags.removed"))).toBeVisible();
  await expect(listed(page, code)).toHaveCount(0);
});

test("tags are changed in bulk, and the result is shown", async ({ page, newTag, t, signInNew }) => {
  const codes = [await newTag(), await newTag(), await newTag()] as const;
  await signInNew(page);
  await open(page, "/dashboard/tags-management");
  for (const code of codes) {
    await claim(page, code, t);
    await expect(listed(page, code)).toBeVisible();
  }
  const tick = (code: string) => page.getByRole("checkbox", { name: t("tags.tick", { code }), exact: true }).check();
  const press = async (entry: string) => {
    await buttonOf(page.getByRole("form", { name: t("manyTags.label") }), entry).click();
    await page.getByRole("dialog").getByRole("button", { name: entry, exact: true }).click();
  };
  await tick(codes[0]);
  await press(t("tags.deactivate"));
  await expect(toast(page, t("manyTags.deactivate", { count: 1 }))).toBeVisible();

  await page.getByRole("checkbox", { name: t("tags.tickPage", { count: 3 }), exact: true }).check();
  await press(t("tags.deactivate"));
  await expect(toast(page, t("manyTags.deactivate", { count: 2 }))).toContainText(t("manyTags.already", { count: 1 }));
  await expect(page.getByRole("row").getByText(t("tags.statuses.inactive"), { exact: true })).toHaveCount(3);

  // So few tags have no search field, but the address can still search.
  await expect(page.getByRole("searchbox")).toHaveCount(0);
  await open(page, `/dashboard/tags-management?q=${encodeURIComponent(codes[1].toLowerCase().replaceAll("-", " "))}`);
  await expect(page.getByRole("searchbox", { name: t("tags.searchOwn") })).toBeVisible();
  await expect(listed(page, codes[0])).toHaveCount(0);
  await tick(codes[1]);
  await press(t("tags.remove"));
  await expect(toast(page, t("manyTags.remove", { count: 1 }))).toBeVisible();
  await expect(page.getByText(t("tags.noneFoundTitle"), { exact: true })).toBeVisible();
});
