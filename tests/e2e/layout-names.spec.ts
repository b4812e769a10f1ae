// One very long name would push the buttons of a page off the screen of whoever sees it.
import { addTag, buttonOf, expect, fieldOf, open, test, toast } from "./fixtures.ts";
import { checkWidths } from "./layout.ts";

/** Messages in the direction opposite to that of the page, longer than a line. */
const message = {
  ar: "She is safe with me in the garden behind the pharmacy, drinks water and waits for you. ".repeat(3),
  en: "هي بخير معي في الحديقة خلف الصيدلية، شربت الماء وتنتظرك هنا حتى تصل. ".repeat(3),
};

test("the longest name without line breaks fits on every page", async ({
  page,
  language,
  visitor,
  signIn,
  newTag,
  t,
  signInNew,
}) => {
  const name = "W".repeat(60);
  const code = await newTag();
  await signInNew(page);
  await open(page, "/dashboard/pets/new");
  await fieldOf(page, t("pets.fields.name")).fill(name);
  await page.getByRole("radio", { name: t("pets.types.cat") }).check({ force: true });
  await buttonOf(page, t("pets.saveNew")).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
  const pet = new URL(page.url()).pathname;
  await addTag(page, code, t);
  const card = page.getByRole("listitem").filter({ hasText: code });
  await fieldOf(card, t("tags.pet")).selectOption({ label: name });
  await buttonOf(card, t("tags.link")).click();
  await expect(toast(page, t("tags.linked"))).toBeVisible();
  const finder = await visitor({ javaScriptEnabled: false });
  await checkWidths(finder, `/tag/${code}`);
  await finder.getByText(t("finderPage.finder.have", { name }), { exact: true }).click();
  await fieldOf(finder, t("finderPage.finder.note")).fill(message[language]);
  await finder.locator("#have-place").fill("Zamalek، شارع ٢٦ يوليو بجوار السوق الكبير خلف نادي Gezira Sporting Club");
  await buttonOf(finder, t("finderPage.finder.send")).click();
  await expect(finder).toHaveURL(/\/f\/[\w.-]+$/);
  for (const path of [
    "/dashboard",
    "/dashboard/pets",
    "/dashboard/tags",
    "/dashboard/tags-management",
    "/dashboard/scans",
    "/dashboard/scan-records",
    "/dashboard/inbox",
    "/dashboard/lost-found",
    "/dashboard/reminders/new",
    pet,
    `${pet}/health`,
    `${pet}/share`,
  ])
    await checkWidths(page, path);
  const admin = await visitor();
  await signIn(admin, "admin@aleef.test");
  for (const path of [`/admin/tags?q=${code}`, `/admin/pets?q=${name}`]) await checkWidths(admin, path);
});
