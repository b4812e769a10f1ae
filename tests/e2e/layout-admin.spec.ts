import type { Page } from "@playwright/test";
import { expect, open, test } from "./fixtures.ts";
import { probe } from "./layout.ts";

const lists = [
  "/admin",
  "/admin/tags",
  "/admin/tags/batches",
  "/admin/tags/chips",
  "/admin/tags/print",
  "/admin/users",
  "/admin/pets",
  "/admin/audit",
  "/admin/operator",
  "/admin/upgrade-requests",
  "/admin/upgrade-requests/settings",
];

test("an administrator's lists look right", async ({ page, signIn, complaints }) => {
  test.slow();
  await signIn(page, "admin@aleef.test");
  for (const path of lists) await probe(page, path);
  for (const path of ["/admin/tags?q=zzzz", "/admin/users?q=zzzz", "/admin/pets?q=zzzz"]) await probe(page, path);
  complaints.forgive(/status of 404/);
  await probe(page, "/admin/nowhere");
});

/** The address of the first thing in a list that has a page of its own. */
async function firstOf(page: Page, list: string, start = list): Promise<string> {
  await open(page, list);
  const links = page.getByRole("main").locator(`a[href^="${start}/"]`);
  const paths = await links.evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""));
  const path = paths.find((one) => /\/[0-9a-f-]{36}$/.test(one));
  expect(path, `${list} leads to something`).toBeTruthy();
  return path as string;
}

test("what an administrator opens from a list looks right", async ({ page, signIn }) => {
  test.slow();
  await signIn(page, "admin@aleef.test");
  const people = await firstOf(page, "/admin/users?q=owner@aleef.test", "/admin/users");
  const pet = await firstOf(page, "/admin/pets");
  const tag = await firstOf(page, "/admin/tags?q=DEMO-LINKED", "/admin/tags");
  for (const path of [people, pet, tag, await firstOf(page, "/admin/tags/batches")]) await probe(page, path);
});
