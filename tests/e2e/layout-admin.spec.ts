// Administrators would see tables that overlap, or press Ctrl+K and nothing would open.
import type { Page } from "@playwright/test";
import { buttonOf, expect, inOneLanguage, open, test } from "./fixtures.ts";
import { inspectPage } from "./layout.ts";

const lists = [
  "/admin",
  "/admin/search?q=rocky",
  "/admin/tags",
  "/admin/tags/batches",
  "/admin/tags/chips",
  "/admin/tags/print",
  "/admin/users",
  "/admin/pets",
  "/admin/audit",
  "/admin/system",
  "/admin/upgrade-requests",
  "/admin/upgrade-requests/settings",
  "/admin/settings",
];

test("admin lists look right", async ({ page, signIn, loggedErrors }) => {
  test.slow();
  await signIn(page, "admin@aleef.test");
  for (const path of lists) await inspectPage(page, path, { unfolded: true });
  for (const path of ["/admin/tags?q=zzzz", "/admin/users?q=zzzz", "/admin/pets?q=zzzz"]) await inspectPage(page, path);
  loggedErrors.allow(/status of 404/);
  await inspectPage(page, "/admin/nowhere");
});

/** Returns the address of the first item in a list that has a page of its own. */
async function firstOf(page: Page, list: string, start = list): Promise<string> {
  await open(page, list);
  const links = page.getByRole("main").locator(`a[href^="${start}/"]`);
  const paths = await links.evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""));
  const path = paths.find((one) => /\/[0-9a-f-]{36}$/.test(one));
  expect(path, `${list} leads to something`).toBeTruthy();
  return path as string;
}

test("admin detail pages look right", async ({ page, signIn }) => {
  test.slow();
  await signIn(page, "admin@aleef.test");
  const people = await firstOf(page, "/admin/users?q=owner@aleef.test", "/admin/users");
  const pet = await firstOf(page, "/admin/pets");
  const tag = await firstOf(page, "/admin/tags?q=DEMO-LINKED", "/admin/tags");
  // Seen by anybody who is signed in, except for the pet's family.
  const message = `${pet.replace("/admin/pets", "/pet")}/message`;
  for (const path of [people, pet, message, tag, await firstOf(page, "/admin/tags/batches")])
    await inspectPage(page, path);
});

test(
  "saves a filter of a list under a name, opens it and deletes it",
  inOneLanguage,
  async ({ page, signIn, t }, { project }) => {
    await signIn(page, "admin@aleef.test");
    await open(page, "/admin/tags?state=linked");
    const name = `Linked ${project.name}`;
    await page.getByText(t("bulk.filters.save"), { exact: true }).click();
    await page.getByLabel(t("bulk.filters.name")).fill(name);
    await buttonOf(page, t("bulk.filters.keep")).click();
    const views = page.getByRole("list", { name: t("bulk.filters.title") });
    await expect(views.getByRole("link", { name })).toBeVisible();
    await open(page, "/admin/tags");
    await views.getByRole("link", { name }).click();
    await expect(page).toHaveURL(/state=linked/);
    await expect(views.getByRole("link", { name })).toHaveAttribute("aria-current", "page");
    await views.getByRole("button", { name: t("bulk.filters.delete", { name }) }).click();
    await expect(views.getByRole("link", { name })).toBeHidden();
  },
);

test("Ctrl+K finds a tag and a user from any page by keyboard alone", inOneLanguage, async ({ page, signIn, t }) => {
  await signIn(page, "admin@aleef.test");
  await open(page, "/admin/audit");
  await page.keyboard.press("Control+k");
  const dialog = page.getByRole("dialog", { name: t("adminArea.search.title") });
  await expect(dialog.getByRole("searchbox")).toBeFocused();
  await page.keyboard.type("owner@aleef.test");
  const people = dialog.getByRole("region", { name: t("adminArea.search.groups.users") });
  await expect(people.getByRole("link", { name: /owner@aleef\.test/ })).toBeVisible();
  await dialog.getByRole("searchbox").fill("demo linked");
  await expect(dialog.getByRole("link", { name: /DEMO-LINKED/ })).toBeVisible();
  await expect(dialog.getByRole("region", { name: t("adminArea.search.groups.users") })).toBeHidden();
  await page.keyboard.press("ArrowDown");
  await expect(dialog.getByRole("link", { name: /DEMO-LINKED/ })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/admin\/tags\/[0-9a-f-]{36}$/);
  await expect(dialog).toBeHidden();
});

test(
  "Ctrl+K before the scripts have run opens the search once they have",
  inOneLanguage,
  async ({ page, signIn, t }) => {
    await signIn(page, "admin@aleef.test");
    await open(page, "/admin/audit");
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(/\/assets\/.*\.js/, async (route) => {
      await released;
      await route.continue();
    });
    await page.goto("/admin/users", { waitUntil: "commit" });
    await page.waitForFunction(() => window.onkeydown !== null);
    await page.keyboard.press("Control+k");
    const dialog = page.getByRole("dialog", { name: t("adminArea.search.title") });
    await expect(dialog).toBeHidden();
    release();
    await expect(dialog.getByRole("searchbox")).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await page.keyboard.press("Control+k");
    await expect(dialog.getByRole("searchbox")).toBeFocused();
  },
);

test(
  "a failed search shows an error in the dialog, which stays open",
  inOneLanguage,
  async ({ page, signIn, t, loggedErrors }) => {
    loggedErrors.allow(/status of 404/);
    await signIn(page, "admin@aleef.test");
    await open(page, "/admin/audit");
    const dialog = page.getByRole("dialog", { name: t("adminArea.search.title") });
    await page.route(/\/admin\/search[./]/, (route) => route.fulfill({ status: 404 }), { times: 1 });
    await page.keyboard.press("Control+k");
    await dialog.getByRole("searchbox").fill("demo");
    await expect(dialog.getByRole("status")).toHaveText(t("adminArea.search.failed"));
    await dialog.getByRole("searchbox").fill("demo linked");
    await expect(dialog.getByRole("link", { name: /DEMO-LINKED/ })).toBeVisible();
    await expect(page.getByRole("heading", { level: 1, name: t("audit.title"), includeHidden: true })).toBeAttached();
  },
);
