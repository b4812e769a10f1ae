// A neighbour who knows the pet and signs in would get nothing for it, or would have to raise a false alarm to write.
import { linkIn } from "../emails.ts";
import { buttonOf, expect, phone, test } from "./fixtures.ts";
import { inspectInBothLanguages } from "./layout.ts";

const narrow = { ...phone, viewport: { width: 390, height: 844 } };

test("who knows a pet writes to its family from its page, without scripts and without an alarm", async ({
  visitor,
  signIn,
  newMember,
  newTag,
  app,
  loggedErrors,
  t,
  signInNew,
}) => {
  test.slow();
  loggedErrors.allow(/status of 400/);
  const owner = await visitor(narrow);
  const [family, neighbour, code] = [await signInNew(owner), await newMember(), await newTag()];
  await owner.goto(`/tag/${code}`);
  await owner.getByLabel(t("finderPage.finder.petName")).fill("Simsim");
  await owner.getByLabel(t("pets.fields.type")).selectOption("cat");
  await buttonOf(owner, t("finderPage.finder.claim")).click();
  await expect(owner.getByRole("heading", { level: 1 })).toHaveText(t("finderPage.finder.works", { name: "Simsim" }));

  const plain = await visitor({ ...narrow, javaScriptEnabled: false });
  await signIn(plain, neighbour.email, neighbour.password);
  await plain.goto(`/tag/${code}`);
  await plain.getByRole("link", { name: t("finderPage.finder.openProfile") }).click();
  const pet = new URL(plain.url());
  expect(pet.search).toBe(`?tag=${code}`);
  await expect(plain.getByText(t("publicPet.prefersMessages", { owner: "Salma" }))).toBeVisible();
  await plain.getByRole("link", { name: t("publicPet.write"), exact: true }).click();
  await expect(plain.getByRole("heading", { level: 1 })).toHaveText(t("publicPet.write"));
  await plain.getByRole("button", { name: t("chip.send") }).click();
  await expect(plain.getByRole("heading", { level: 1 })).toHaveText(t("publicPet.write"));
  await plain.getByLabel(t("chip.note")).fill("Can I walk her on Friday?");
  await plain.getByRole("button", { name: t("chip.send") }).click();
  await expect(plain.getByRole("heading", { level: 1 })).toHaveText(t("conversations.family", { petName: "Simsim" }));
  await expect(plain.frameLocator("iframe").getByText("Can I walk her on Friday?")).toBeVisible();

  const mail = await app.mails.emailTo(family.email, ({ text }) => text.includes("Can I walk her on Friday?"));
  expect(mail.subject).toContain(t("notifications.kinds.inquiry.title", { finderName: "Salma", petName: "Simsim" }));
  await owner.goto(linkIn(mail));
  await expect(owner.getByRole("heading", { level: 1 })).toHaveText(t("scans.inquiryTitle", { name: "Simsim" }));
  await expect(owner.getByRole("button", { name: t("conversations.onMyWay") })).toHaveCount(0);

  // axe is a script.
  const reader = await visitor(narrow);
  await signIn(reader, neighbour.email, neighbour.password);
  await inspectInBothLanguages(reader, `${pet.pathname}${pet.search}`);
  await inspectInBothLanguages(reader, `${pet.pathname}/message?inquiry`);
  await inspectInBothLanguages(reader, new URL(plain.url()).pathname, { unfolded: true });
  await inspectInBothLanguages(owner, new URL(owner.url()).pathname);
});
