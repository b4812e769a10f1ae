// A finder would scan the tag of a pet, and the owner would not hear or could not answer.
import { directionOf } from "#app/platform/i18n/language.ts";
import { plainPicture } from "#tests/plain-picture.ts";
import { buttonOf, expect, fieldOf, phone, test, toast } from "./fixtures.ts";
import { post } from "./people.ts";

const pet = "Simsim سمسم";
const finderName = "Karim";
const note = "She is with me, she is fine. هي معي وبخير";
const answer = "On my way, ten minutes! جاية حالاً";

test("a scanned tag reaches the owner, and both can talk", async ({
  page: owner,
  visitor,
  apiClient,
  newMember,
  newTag,
  signIn,
  app,
  language,
  t,
}) => {
  const [member, code] = [await newMember(), await newTag()];
  const { email } = member;
  await post(apiClient, "/auth", { intent: "signIn", ...member, to: "" });
  const photo = plainPicture(1200, 900, "#c98b3c");
  const buffer = await photo.jpeg().toBuffer();
  const added = await apiClient.post("/dashboard/pets/new", {
    multipart: {
      intent: "save",
      name: pet,
      type: "cat",
      photo: { name: "simsim.jpg", mimeType: "image/jpeg", buffer },
      "shown[0]": "photo",
    },
    maxRedirects: 0,
  });
  const petId = added.headers().location?.split("/").at(-1) ?? "";
  await post(apiClient, "/dashboard/tags", { intent: "claim", code, petId });
  await signIn(owner, email, member.password);

  await owner.goto("/dashboard");
  await expect(owner.getByRole("heading", { level: 1 })).toBeVisible();
  await owner.evaluate(() => Object.assign(window, { stillTheSame: true }));

  const finder = await visitor({ ...phone, javaScriptEnabled: false });
  await test.step("a finder opens the tag, without JavaScript", async () => {
    await finder.goto(`/tag/${code}`);
    await expect(finder.getByRole("heading", { level: 1 })).toHaveText(t("finderPage.finder.hi", { name: pet }));
    await expect(finder.getByText(t("finderPage.finder.alerted"))).toBeVisible();
    const photo = finder.getByRole("img", { name: t("finderPage.finder.photoOf", { name: pet }) });
    await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
    await expect(toast(owner, t("notifications.kinds.scan.title", { petName: pet }))).toBeVisible();
  });

  await test.step("the finder reports having the pet", async () => {
    await finder.getByText(t("finderPage.finder.have", { name: pet }), { exact: true }).click();
    await fieldOf(finder, t("finderPage.finder.note")).fill(note);
    await finder.getByText(t("finderPage.finder.addContact"), { exact: true }).click();
    await fieldOf(finder, t("finderPage.finder.yourName")).fill(finderName);
    await buttonOf(finder, t("finderPage.finder.send")).click();
    await expect(finder).toHaveURL(/\/f\/[\w.-]+$/);
    await expect(finder.getByRole("heading", { level: 1 })).toHaveText(t("finderPage.status.title"));
  });

  const found = t("notifications.kinds.found.title", { finderName, petName: pet });
  await test.step("the owner's open dashboard shows it without a reload, and the e-mail arrives", async () => {
    await expect(toast(owner, found)).toBeVisible();
    const unread = `${t("owner.inbox")} ${t("owner.unread", { count: 2 })}`;
    const bell = owner.getByRole("link", { name: unread, exact: true });
    await expect(bell).toBeVisible();
    expect(await owner.evaluate(() => "stillTheSame" in window)).toBe(true);
    const message = await app.mails.emailTo(email, ({ subject }) => subject === found);
    expect(message.text).toContain(note.split(". ")[0]);
    expect(message.text).toContain(t("notifications.emailFooter"));
    expect(message.html).toContain(`lang="${language}" dir="${directionOf(language)}"`);
    await bell.click();
    await owner.getByRole("link", { name: found, exact: true }).click();
  });

  await test.step("the owner replies, and the finder's page shows it without a reload", async () => {
    await expect(owner).toHaveURL(/\/dashboard\/scan-details\//);
    const conversation = owner.getByRole("log", { name: t("conversations.conversation") });
    await expect(conversation).toContainText(note);
    await fieldOf(owner, t("conversations.writeLabel")).fill(answer);
    await buttonOf(owner, t("conversations.send")).click();
    await expect(toast(owner, t("conversations.sent"))).toBeVisible();
    await expect(conversation).toContainText(answer);
    await buttonOf(owner, t("conversations.onMyWay")).click();
    await expect(toast(owner, t("conversations.onMyWayDone"))).toBeVisible();
    const live = finder.frameLocator("iframe");
    await expect(live.getByText(answer)).toBeVisible({ timeout: 15_000 });
    await expect(live.getByText(t("finderPage.status.someone"))).toBeVisible({ timeout: 15_000 });
  });
});
