// A pet would be without a working tag for days while its owner changes a worn one.
import { buttonOf, expect, fieldOf, open, phone, test, toast } from "./fixtures.ts";
import { inspectInBothLanguages } from "./layout.ts";
import { givePlan, post } from "./people.ts";

test("a worn tag is replaced without interruption", async ({
  page,
  visitor,
  apiClient,
  newTag,
  t,
  loggedErrors,
  signInNew,
}) => {
  test.slow();
  loggedErrors.allow(/status of 409/);
  const [member, old, next] = [await signInNew(page), await newTag(), await newTag()];
  await post(apiClient, "/auth", { intent: "signIn", ...member, to: "" });
  await post(apiClient, "/dashboard/pets/new", { intent: "save", name: "Zarkonimus", type: "dog" });
  await page.goto(`/tag/${old}`);
  await page.getByLabel(t("finderPage.finder.petToLink")).selectOption({ label: "Zarkonimus" });
  await page.getByRole("button", { name: t("finderPage.finder.claimAndLink") }).click();

  await open(page, "/dashboard/tags");
  await page.getByLabel(`${t("tags.more")}:`).click();
  await page.getByRole("link", { name: t("replacement.action") }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("replacement.title"));
  const path = new URL(page.url()).pathname;
  await inspectInBothLanguages(page, path);
  await page.getByText(t("replacement.reasons.worn"), { exact: true }).click();
  await page.getByRole("button", { name: t("replacement.next") }).click();
  await expect(page.getByRole("heading", { name: t("replacement.howTitle") })).toBeVisible();
  await inspectInBothLanguages(page, path);

  await fieldOf(page, t("tags.code")).fill(old);
  await page.getByRole("button", { name: t("replacement.place") }).click();
  await expect(page.getByText(t("replacement.itself"))).toBeVisible();
  await fieldOf(page, t("tags.code")).fill(next.toLowerCase());
  await page.getByRole("button", { name: t("replacement.place") }).click();
  await expect(toast(page, t("replacement.placed"))).toBeVisible();
  await expect(page.getByText(t("replacement.waitingTitle"))).toBeVisible();

  const finder = await visitor(phone);
  await finder.goto(`/tag/${old}`);
  await expect(finder.getByRole("heading", { level: 1 })).toContainText("Zarkonimus");
  await expect(finder.getByText(t("finderPage.finder.replaced.title"))).toHaveCount(0);
  await finder.goto(`/tag/${next}`);
  await expect(finder.getByRole("heading", { level: 1 })).toContainText("Zarkonimus");
  await finder.goto(`/tag/${old}`);
  await expect(finder.getByText(t("finderPage.finder.replaced.title"))).toBeVisible();
  await inspectInBothLanguages(finder, `/tag/${old}`);

  await inspectInBothLanguages(page, path);
  await expect(page.getByText(t("replacement.doneTitle"))).toBeVisible();
  await inspectInBothLanguages(page, "/dashboard/tags");
  await expect(page.getByText(t("replacement.states.replaced"))).toBeVisible();
});

test("Rescue Plus includes a free replacement tag", async ({ page, apiClient, newMember, newTag, signIn, t }) => {
  test.slow();
  const [member, code] = [await newMember(), await newTag()];
  await givePlan(apiClient, member, "rescue-plus");
  await signIn(page, member.email, member.password);
  await page.goto(`/tag/${code}`);
  await buttonOf(page, t("finderPage.finder.claim")).click();
  await open(page, "/dashboard/tags");
  await page.getByLabel(`${t("tags.more")}:`).click();
  await page.getByRole("link", { name: t("replacement.action") }).click();
  await page.getByText(t("replacement.reasons.lost"), { exact: true }).click();
  await page.getByRole("button", { name: t("replacement.next") }).click();
  await page.getByRole("link", { name: t("checkout.freeTag.offer"), exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("checkout.freeTag.title"));
  const free = new URL(page.url()).pathname;
  await inspectInBothLanguages(page, free);
  await open(page, free);
  await page.getByRole("radio").first().check({ force: true });
  await fieldOf(page, t("checkout.fullName")).fill("سلمى فؤاد");
  await fieldOf(page, t("checkout.phone")).fill("010 0000 1234");
  await page.locator('select[name="governorate"]').selectOption({ index: 1 });
  await fieldOf(page, t("checkout.city")).fill("Maadi");
  await page.locator('[name="address"]').fill("9 Road 9, flat 4");
  await buttonOf(page, t("checkout.freeTag.order")).click();
  await page.waitForURL(/\/checkout\/done\//);
  await expect(page.getByText(t("orders.nothingToPay"))).toBeVisible();
  await page.goto(free);
  await expect(page, "it is free once").toHaveURL(free.replace(/\/free$/, ""));
});
