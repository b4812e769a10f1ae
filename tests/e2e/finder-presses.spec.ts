// A finder with the dog in one hand would give up, or send less than the page shows as sent.
import type { Locator, Page } from "@playwright/test";
import { getTranslator } from "#app/locales/words.server.ts";
import { otherLanguage } from "#app/platform/i18n/language.ts";
import { linkIn } from "../emails.ts";
import { buttonOf, expect, fieldOf, open, phone, test } from "./fixtures.ts";
import { inspect } from "./layout.ts";

const name = "Simsim";
const gate = { latitude: 30.06101, longitude: 31.21902 };

test("no press alerts the owner, two send a sentence in the owner's language, three also the place", async ({
  page: owner,
  visitor,
  newTag,
  app,
  db,
  language,
  t,
  signInNew,
}) => {
  test.slow();
  const [member, code] = [await signInNew(owner), await newTag()];
  await db.execute(`update users set address = '9 Road 9, Maadi', city = 'Cairo' where email = '${member.email}'`);
  await owner.goto(`/tag/${code}`);
  await owner.getByLabel(t("finderPage.finder.petName")).fill(name);
  await owner.getByLabel(t("pets.fields.type")).selectOption("cat");
  await buttonOf(owner, t("finderPage.finder.claim")).click();
  await expect(owner.getByRole("heading", { level: 1 })).toHaveText(t("finderPage.finder.works", { name }));

  const foreign = otherLanguage(language);
  const abroad = getTranslator(foreign);
  const locale = foreign === "ar" ? "ar-EG" : "en-GB";
  const box = (finder: Page) => finder.locator("summary", { hasText: abroad("finderPage.finder.have", { name }) });
  const say = (finder: Page, key: "safe" | "hurt") => buttonOf(finder, abroad(`finderPage.finder.say.${key}`));
  const arrived = (subject: string) => app.mails.emailTo(member.email, (message) => message.subject === subject);

  await test.step("no press: the page alerts the owner as it loads", async () => {
    const finder = await visitor({ ...phone, locale });
    await finder.goto(`/tag/${code}`);
    await arrived(t("notifications.kinds.scan.title", { petName: name }));
  });

  const found = t("notifications.kinds.found.title", { finderName: t("notifications.somebody"), petName: name });
  await test.step("two presses: a quick reply, which the owner reads in their own language", async () => {
    const finder = await visitor({ ...phone, locale, extraHTTPHeaders: { "x-forwarded-for": "203.0.113.21" } });
    await finder.goto(`/tag/${code}`);
    await box(finder).click();
    await inspect(finder, "the finder's form");
    const bar = (await finder.locator(".stay").boundingBox())!;
    expect([bar.x, bar.width]).toEqual([0, finder.viewportSize()!.width]);
    await say(finder, "safe").click();
    await expect(finder.getByRole("heading", { level: 1 })).toHaveText(abroad("finderPage.status.title"));
    const live = finder.frameLocator("iframe");
    await expect(live.getByText(abroad("finderPage.finder.say.safe"))).toBeVisible();
    const heightOf = async (one: Locator) => Math.ceil((await one.boundingBox())!.height);
    const gapBelow = async () => (await heightOf(finder.locator("iframe"))) - (await heightOf(live.locator("body")));
    await expect.poll(gapBelow).toBe(0);
    const mail = await arrived(found);
    expect(mail.text).toContain(t("finderPage.finder.say.safe"));
    await open(owner, new URL(linkIn(mail)).pathname);
    await expect(owner.getByRole("log")).toContainText(t("finderPage.finder.say.safe"));
  });

  await test.step("three presses: the place too; two where the browser tells it already", async () => {
    for (const isAllowed of [false, true]) {
      const extraHTTPHeaders = { "x-forwarded-for": `203.0.113.${isAllowed ? 41 : 31}` };
      const finder = await visitor({ ...phone, locale, geolocation: gate, extraHTTPHeaders });
      if (isAllowed) await finder.context().grantPermissions(["geolocation"]);
      await finder.goto(`/tag/${code}`);
      await box(finder).click();
      const withPlace = finder.getByRole("checkbox");
      await expect(withPlace).toBeVisible();
      if (!isAllowed) {
        await expect(withPlace).not.toBeChecked();
        await finder.context().grantPermissions(["geolocation"]);
        await finder.locator(".switch").click();
      }
      await expect(withPlace).toBeChecked();
      await say(finder, "hurt").click();
      await expect(finder.getByRole("heading", { level: 1 })).toHaveText(abroad("finderPage.status.title"));
      await open(owner, "/dashboard/scan-records");
      await owner.getByRole("main").locator('a[href*="/scan-details/"]').first().click();
      await expect(owner.getByText("30.06101, 31.21902").first()).toBeAttached();
      await expect(owner.getByText(t("scanDetails.fromHome", { count: 12, place: "المعادي" }))).toBeVisible();
    }
  });

  await test.step("without scripts, the place is typed", async () => {
    const finder = await visitor({ ...phone, locale, javaScriptEnabled: false });
    await finder.goto(`/tag/${code}`);
    await box(finder).click();
    await expect(finder.locator(".switch")).toBeHidden();
    await expect(fieldOf(finder, abroad("finderPage.finder.place"))).toBeVisible();
  });
});
