// A finder who reads Urdu and has an old phone could not tell the family where its dog is.
import { getTranslator } from "#app/locales/words.server.ts";
import { finderLanguageNames, finderOnlyLanguages } from "#app/platform/i18n/finder-languages.ts";
import { linkIn } from "../emails.ts";
import { drawPet } from "../pet-pictures.ts";
import { buttonOf, expect, open, phone, test } from "./fixtures.ts";
import { inspectPage } from "./layout.ts";

const plainPhone = { ...phone, viewport: { width: 390, height: 844 }, javaScriptEnabled: false };

test("from the scan to the conversation in Urdu, without scripts", async ({
  page: owner,
  visitor,
  newTag,
  app,
  t: english,
  signInNew,
}) => {
  test.slow();
  const name = "Simsim";
  const language = "ur";
  const t = getTranslator(language);
  const [member, code] = [await signInNew(owner), await newTag()];
  await owner.goto(`/tag/${code}`);
  await owner.getByLabel(english("finderPage.finder.petName")).fill(name);
  await owner.getByLabel(english("pets.fields.type")).selectOption("cat");
  await buttonOf(owner, english("finderPage.finder.claim")).click();
  await expect(owner.getByRole("heading", { level: 1 })).toHaveText(english("finderPage.finder.works", { name }));

  const finder = await visitor({ ...plainPhone, locale: "en-GB" });
  await finder.goto(`/tag/${code}`);
  await expect(finder.locator("html")).toHaveAttribute("lang", "en");
  await finder.locator("#have > summary").click();
  await finder.locator("#have [name=note]").fill("Behind the bakery");
  await finder.locator(".langs > summary").click();
  await buttonOf(finder, finderLanguageNames[language]).click();
  await expect(finder.locator("html")).toHaveAttribute("lang", language);
  await expect(finder.locator("#have [name=note]")).toHaveValue("Behind the bakery");
  await expect(finder.getByText(t("finderPage.languages.unreviewed"))).toBeVisible();

  await finder.getByLabel(t("conversations.attachment.add")).setInputFiles({
    name: "cat.jpg",
    mimeType: "image/jpeg",
    buffer: await drawPet({ place: 1, animal: 1, pose: 1 }),
  });
  await buttonOf(finder, t("finderPage.finder.say.safe")).click();
  await expect(finder.getByRole("heading", { level: 1 })).toHaveText(t("finderPage.status.title"));
  const chat = finder.frameLocator("iframe");
  await expect(chat.getByText(t("finderPage.finder.say.safe"))).toBeVisible();
  await expect(chat.getByRole("img")).toBeVisible();
  // axe is a script.
  const reader = await visitor({ ...phone, locale: language });
  await inspectPage(reader, `/tag/${code}`, { unfolded: true });
  await inspectPage(reader, new URL(finder.url()).pathname, { unfolded: true });

  const mail = await app.mails.emailTo(member.email, ({ text }) =>
    text.includes(english("finderPage.finder.say.safe")),
  );
  await open(owner, new URL(linkIn(mail)).pathname);
  await expect(owner.getByRole("log")).toContainText("Behind the bakery");
  const reads = english("conversations.reads", { language: english(`scans.languages.${language}`) });
  await expect(owner.getByText(reads)).toBeVisible();
  await buttonOf(owner, english("conversations.quick.owner.coming")).click();
  await expect(owner.getByRole("log")).toContainText(english("conversations.quick.owner.coming"));
  await finder.reload();
  await expect(finder.frameLocator("iframe").getByText(t("conversations.quick.owner.coming"))).toBeVisible();
  await buttonOf(finder, t("conversations.quick.thanks")).click();
  await expect(owner.getByRole("log")).toContainText(english("conversations.quick.thanks"));
});

test("the finder's pages hold in every language at four widths", async ({ visitor }) => {
  test.slow();
  for (const locale of finderOnlyLanguages) {
    const finder = await visitor({ ...phone, locale });
    for (const path of ["/tag/DEMO-LINKED", "/chip/784112003456789"])
      await inspectPage(finder, path, { unfolded: true });
    await expect(finder.locator("html")).toHaveAttribute("lang", locale);
    await finder.context().close();
  }
});
