import { expect, open, phone, test, toast } from "./fixtures.ts";
import { look } from "./look.ts";
import { post } from "./people.ts";

test("a worn tag is replaced without a gap", async ({
  page,
  visitor,
  caller,
  newMember,
  newTag,
  signIn,
  t,
  complaints,
}) => {
  test.slow();
  complaints.forgive(/status of 409/);
  const [member, old, next] = [await newMember(), await newTag(), await newTag()];
  await signIn(page, member.email, member.password);
  await post(caller, "/auth", { intent: "signIn", ...member, to: "" });
  await post(caller, "/dashboard/pets/new", { intent: "save", name: "Zarkonimus", type: "dog" });
  await page.goto(`/tag/${old}`);
  await page.getByLabel(t("scans.finder.petToLink")).selectOption({ label: "Zarkonimus" });
  await page.getByRole("button", { name: t("scans.finder.claimAndLink") }).click();

  await open(page, "/dashboard/tags");
  await page.getByLabel(t("tags.more"), { exact: true }).click();
  await page.getByRole("link", { name: t("replacing.action") }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("replacing.title"));
  const path = new URL(page.url()).pathname;
  await look(page, path);
  await page.getByText(t("replacing.reasons.worn"), { exact: true }).click();
  await page.getByRole("button", { name: t("replacing.next") }).click();
  await expect(page.getByRole("heading", { name: t("replacing.howTitle") })).toBeVisible();
  await look(page, path);

  await page.getByLabel(t("tags.code"), { exact: true }).fill(old);
  await page.getByRole("button", { name: t("replacing.place") }).click();
  await expect(page.getByText(t("replacing.itself"))).toBeVisible();
  await page.getByLabel(t("tags.code"), { exact: true }).fill(next.toLowerCase());
  await page.getByRole("button", { name: t("replacing.place") }).click();
  await expect(toast(page, t("replacing.placed"))).toBeVisible();
  await expect(page.getByText(t("replacing.waitingTitle"))).toBeVisible();

  const finder = await visitor(phone);
  await finder.goto(`/tag/${old}`);
  await expect(finder.getByRole("heading", { level: 1 })).toContainText("Zarkonimus");
  await expect(finder.getByText(t("scans.finder.replaced.title"))).toHaveCount(0);
  await finder.goto(`/tag/${next}`);
  await expect(finder.getByRole("heading", { level: 1 })).toContainText("Zarkonimus");
  await finder.goto(`/tag/${old}`);
  await expect(finder.getByText(t("scans.finder.replaced.title"))).toBeVisible();
  await look(finder, `/tag/${old}`);

  await look(page, path);
  await expect(page.getByText(t("replacing.doneTitle"))).toBeVisible();
  await look(page, "/dashboard/tags");
  await expect(page.getByText(t("replacing.states.replaced"))).toBeVisible();
});
