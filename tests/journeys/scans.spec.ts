import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expect, open, phone, test } from "./fixtures.ts";

test("a scan of today is found, narrowed down and taken along as a file", async ({
  page,
  visitor,
  newMember,
  newTag,
  signIn,
  t,
}) => {
  const [member, code] = [await newMember(), await newTag()];
  await signIn(page, member.email, member.password);
  await open(page, "/dashboard/tags");
  await page.getByLabel(t("tags.code"), { exact: true }).fill(code);
  await page.getByRole("button", { name: t("tags.addAction") }).click();
  await expect(page.getByRole("listitem").filter({ hasText: code })).toBeVisible();
  const finder = await visitor(phone);
  await finder.goto(`/tag/${code}`);

  await open(page, "/dashboard/scan-records");
  const row = page.getByRole("row").filter({ hasText: code });
  await expect(row).toHaveCount(1);
  // Narrowed twice, the second time while the page of the first has not come yet: both hold.
  let answer = () => {};
  const slow = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(/scan-records\.data\?period=today$/, async (route) => {
    await slow;
    await route.continue();
  });
  const period = page.getByRole("navigation", { name: t("scans.period") });
  await period.getByRole("link", { name: t("scans.periods.today"), exact: true }).click();
  await expect(page.locator(".bg-sun.scale-x-90")).toBeAttached();
  await page.getByRole("combobox", { name: t("scans.evidence") }).selectOption("preview");
  answer();
  await expect(page).toHaveURL(/period=today/);
  await expect(page.getByRole("heading", { name: t("scans.emptyTitle") })).toBeVisible();
  await page.getByRole("combobox", { name: t("scans.evidence") }).selectOption("people");
  await expect(row).toHaveCount(1);
  await expect(page).toHaveURL(/period=today/);
  // The way back takes the words out of their field as well, although the cursor stands in it.
  const words = page.getByRole("searchbox");
  await words.fill("nobody's tag ");
  await words.press("Enter");
  await expect(page).toHaveURL(/tag=nobody/);
  await expect(row).toHaveCount(0);
  await expect(words).toHaveValue("nobody's tag ");
  await page.goBack();
  await expect(row).toHaveCount(1);
  await expect(words).toHaveValue("");

  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: t("scans.downloadCsv") }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^aleef-scans-\d{4}-\d\d-\d\d\.csv$/);
  const [head, line, ...rest] = (await readFile(await download.path(), "utf8")).trimEnd().split("\r\n");
  expect(head).toContain(t("scans.evidence"));
  expect(line).toContain(code);
  expect(line).toContain(t("scans.classes.human"));
  expect(rest).toEqual([]);
});

/** Brings the tab to the front, or takes it away, as far as the page can tell. */
async function look(page: Page, isAt: boolean): Promise<void> {
  await page.evaluate((hidden) => {
    Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
    document.dispatchEvent(new Event("visibilitychange"));
  }, !isAt);
}

test("a page that nobody looks at marks nothing as seen", async ({ page, visitor, newMember, newTag, signIn, t }) => {
  const [member, code] = [await newMember(), await newTag()];
  await signIn(page, member.email, member.password);
  await open(page, "/dashboard/tags");
  await page.getByLabel(t("tags.code"), { exact: true }).fill(code);
  await page.getByRole("button", { name: t("tags.addAction") }).click();
  await expect(page.getByRole("listitem").filter({ hasText: code })).toBeVisible();

  const finder = await visitor(phone);
  await finder.goto(`/tag/${code}`);
  await open(page, "/dashboard/scan-records");
  await page.getByRole("row").filter({ hasText: code }).getByRole("link").click();
  await expect(page.getByText(t("scans.noTalk"))).toBeVisible();
  await look(page, false);

  await finder.getByText(t("scans.finder.haveOther"), { exact: true }).click();
  await finder.getByLabel(t("scans.finder.note"), { exact: true }).fill("At the pharmacy.");
  await finder.getByRole("button", { name: t("scans.finder.send"), exact: true }).click();
  await expect(finder.getByRole("heading", { level: 1 })).toHaveText(t("scans.status.title"));
  // The news has come: it was called out, and still the page stands as it was.
  await expect(page.locator("[data-sonner-toast]").first()).toBeVisible();
  await expect(page.getByText(t("scans.noTalk"))).toBeVisible();

  // Nor does a tab that is opened in the background.
  const behind = await page.context().newPage();
  await behind.addInitScript(() => Object.defineProperty(document, "hidden", { configurable: true, get: () => true }));
  await behind.goto(page.url());
  await expect(behind.getByRole("log", { name: t("messages.conversation") })).toContainText("At the pharmacy.");
  const live = finder.frameLocator("iframe");
  await expect(live.getByText(t("scans.status.steps.notSeen"), { exact: true })).toBeVisible();
  await behind.close();

  await look(page, true);
  await expect(page.getByRole("log", { name: t("messages.conversation") })).toContainText("At the pharmacy.");
  await expect(live.getByText(t("scans.status.steps.seen"), { exact: true })).toBeVisible({ timeout: 15_000 });
});
