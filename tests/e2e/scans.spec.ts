// An owner would not find a scan again, or a finder could not send the place with one press.
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { plainPicture } from "#tests/plain-picture.ts";
import { query } from "../databases.ts";
import { linkIn } from "../emails.ts";
import { addTag, buttonOf, expect, fieldOf, open, phone, test, toast } from "./fixtures.ts";
import { newAddress } from "./people.ts";

test("a scan is found, filtered and downloaded as a file", async ({ page, visitor, newTag, t, signInNew }) => {
  const code = await newTag();
  await signInNew(page);
  await addTag(page, code, t);
  const finder = await visitor(phone);
  await finder.goto(`/tag/${code}`);

  await open(page, "/dashboard/scan-records");
  const row = page.getByRole("row").filter({ hasText: code });
  await expect(row).toHaveCount(1);
  // The second filter is set before the page of the first has loaded: both must apply.
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
  // Going back also clears the search field, although it has the focus.
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
  expect(line).toContain(t("evidence.human"));
  expect(rest).toEqual([]);
});

/** Makes the page believe that its tab is visible or hidden. */
async function setTabVisible(page: Page, isVisible: boolean): Promise<void> {
  await page.evaluate((hidden) => {
    Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
    document.dispatchEvent(new Event("visibilitychange"));
  }, !isVisible);
}

test("a hidden page does not mark messages as seen", async ({ page, visitor, newTag, t, signInNew }) => {
  const code = await newTag();
  await signInNew(page);
  await addTag(page, code, t);

  const finder = await visitor(phone);
  await finder.goto(`/tag/${code}`);
  await open(page, "/dashboard/scan-records");
  await page.getByRole("row").filter({ hasText: code }).getByRole("link").click();
  await expect(page.getByText(t("scans.noConversation"))).toBeVisible();
  await setTabVisible(page, false);

  await finder.getByText(t("finderPage.finder.haveOther"), { exact: true }).click();
  await fieldOf(finder, t("finderPage.finder.note")).fill("At the pharmacy.");
  await buttonOf(finder, t("finderPage.finder.send")).click();
  await expect(finder.getByRole("heading", { level: 1 })).toHaveText(t("finderPage.status.title"));
  // The event has arrived, as the toast shows, but the page is not refreshed.
  await expect(page.locator("[data-sonner-toast]").first()).toBeVisible();
  await expect(page.getByText(t("scans.noConversation"))).toBeVisible();

  // A tab opened in the background does not mark them either.
  const behind = await page.context().newPage();
  await behind.addInitScript(() => Object.defineProperty(document, "hidden", { configurable: true, get: () => true }));
  await behind.goto(page.url());
  await expect(behind.getByRole("log", { name: t("conversations.conversation") })).toContainText("At the pharmacy.");
  const live = finder.frameLocator("iframe");
  await expect(live.getByText(t("finderPage.status.steps.notSeen"), { exact: true })).toBeVisible();
  await behind.close();

  await setTabVisible(page, true);
  await expect(page.getByRole("log", { name: t("conversations.conversation") })).toContainText("At the pharmacy.");
  await expect(live.getByText(t("finderPage.status.steps.seen"), { exact: true })).toBeVisible({ timeout: 15_000 });
});

test("the finder's main button is visible without scrolling, also when the pet is lost", async ({
  page: owner,
  visitor,
  newTag,
  t,
  signInNew,
}) => {
  const code = await newTag();
  const name = "Sir Barksalot the Third of Zamalek, Bartholomew-Wolfeschlege";
  const advice = "Needs his heart medicine twice a day, and hides under parked cars when somebody runs towards him.";
  await signInNew(owner);
  await open(owner, "/dashboard/pets/new");
  const main = owner.getByRole("main");
  await fieldOf(main, t("pets.fields.name")).first().fill(name);
  await owner.getByRole("radio", { name: t("pets.types.dog") }).check();
  await main.getByRole("button", { name: t("form.nextStep", { title: t("petForm.steps.finder") }) }).click();
  await main.getByRole("textbox", { name: t("pets.fields.urgentNeeds") }).fill(advice);
  const photo = plainPicture(1200, 900, "#c98b3c");
  await buttonOf(owner, t("pets.fields.photo")).setInputFiles({
    name: "rocky.jpg",
    mimeType: "image/jpeg",
    buffer: await photo.jpeg().toBuffer(),
  });
  await buttonOf(owner, t("pets.saveNew")).click();
  await expect(toast(owner, t("pets.added", { name }))).toBeVisible();
  const petPage = owner.url();
  await open(owner, "/dashboard/tags");
  await fieldOf(owner, t("tags.code")).fill(code);
  await owner.getByRole("main").getByLabel(t("tags.pet")).first().selectOption({ label: name });
  await owner.getByRole("button", { name: t("tags.addAction") }).click();
  await expect(owner.getByRole("listitem").filter({ hasText: code })).toBeVisible();

  const scan = async () => {
    const finder = await visitor({ viewport: { width: 390, height: 844 } });
    await finder.goto(`/tag/${code}`);
    const box = await finder
      .locator("summary")
      .filter({ hasText: t("finderPage.finder.have", { name }) })
      .boundingBox();
    expect(box && box.y + box.height).toBeLessThanOrEqual(844);
    // Once the form is open, its submit button is visible too.
    await finder.locator("#have > summary").click();
    const send = await buttonOf(finder, t("finderPage.finder.send")).boundingBox();
    expect(send && send.y + send.height).toBeLessThanOrEqual(844);
    return finder;
  };
  await scan();
  await owner.goto(petPage);
  await owner.getByRole("link", { name: t("petDetails.reportLost", { name }), exact: true }).click();
  await main.getByLabel(t("reportForm.area")).fill("Zamalek");
  await buttonOf(owner, t("reportForm.publish")).click();
  await expect(toast(owner, t("lostFound.added"))).toBeVisible();
  await expect(main.locator('img[src^="/photos/"]').first(), "the profile's photo went along").toBeVisible();
  const finder = await scan();
  await expect(finder.getByText(advice), "said once").toHaveCount(1);
});

test("one press sends the phone's location without opening anything else, on an old phone too", async ({
  visitor,
  t,
}) => {
  const geolocation = { latitude: 30.0609, longitude: 31.2197 };
  const finder = await visitor({ ...phone, geolocation, permissions: ["geolocation"] });
  await finder.addInitScript(() => Reflect.deleteProperty(HTMLFormElement.prototype, "requestSubmit"));
  await finder.goto("/tag/DEMO-LINKED");
  await finder.locator("#place > summary").click();
  await expect(finder.getByRole("status").filter({ hasText: t("finderPage.finder.placeSent") })).toBeVisible();
});

test("a finder leaves an e-mail address on the status page and is notified of the family's reply", async ({
  page: owner,
  visitor,
  signIn,
  app,
  t,
}) => {
  const finder = await visitor(phone);
  await finder.goto("/tag/DEMO-LINKED");
  await finder.locator("#have > summary").click();
  await fieldOf(finder, t("finderPage.finder.note")).fill("He is with me at the bakery.");
  await buttonOf(finder, t("finderPage.finder.send")).click();
  const face = finder.getByRole("img", { name: t("finderPage.finder.photoOf", { name: "Rocky" }) });
  await expect(face.or(finder.locator(".photo")).first(), "the pet's face").toBeVisible();
  const address = newAddress("finder");
  await finder.getByLabel(t("finderPage.finder.yourContact")).fill(address);
  await finder.getByLabel(t("conversations.writeLabel")).fill("I wait here.");
  await buttonOf(finder, t("conversations.send")).click();
  await expect(finder.getByText(t("finderPage.status.messageSent"))).toBeVisible();
  await expect(finder.getByLabel(t("finderPage.finder.yourContact"))).toHaveCount(0);

  await signIn(owner, "owner@aleef.test");
  const { rows } = await query(
    app.databaseUrl,
    "select link from notifications where kind = 'found' order by id desc limit 1",
  );
  await open(owner, rows[0].link);
  await owner.getByLabel(t("conversations.writeLabel")).fill("Ten minutes!");
  await buttonOf(owner, t("conversations.send")).click();
  const email = await app.mails.emailTo(address);
  expect(email.subject).toBe(t("conversations.answerEmail.subject.message", { name: "Rocky" }));
  await finder.goto(linkIn(email));
  await expect(finder.frameLocator("iframe").getByText("Ten minutes!")).toBeVisible();
});
