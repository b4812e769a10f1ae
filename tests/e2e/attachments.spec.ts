// A family could not see that it is really their animal, nor hear the finder, or the other way round.
import { eq } from "drizzle-orm";
import { messageAttachments } from "#app/features/conversations/conversations.tables.server.ts";
import { plainJpeg } from "#tests/plain-picture.ts";
import { withMicrophone } from "./chromium.ts";
import { buttonOf, expect, fieldOf, phone, readChosenSizes, test, toast } from "./fixtures.ts";
import { inspectInBothLanguages } from "./layout.ts";

test.use({ launchOptions: withMicrophone, permissions: ["microphone"] });

const photo = async (background: string) => ({
  name: "him.jpg",
  mimeType: "image/jpeg",
  buffer: await plainJpeg(1600, 1200, background),
});

test("finder and owner show each other photos and talk, the finder without scripts", async ({
  page: owner,
  visitor,
  signIn,
  db,
  t,
}) => {
  const finder = await visitor({ ...phone, javaScriptEnabled: false });
  await finder.goto("/tag/DEMO-LINKED");
  await finder.getByText(t("finderPage.finder.have", { name: "Rocky" }), { exact: true }).click();
  await fieldOf(finder, t("finderPage.finder.note")).fill("Attached");
  await buttonOf(finder, t("finderPage.finder.send")).click();
  await finder.waitForURL(/\/f\//);
  const address = finder.url();

  await test.step("the finder sends a photo", async () => {
    await finder.getByLabel(t("conversations.attachment.add")).setInputFiles(await photo("#c98b3c"));
    await buttonOf(finder, t("conversations.send")).click();
    await expect(finder.getByRole("status").filter({ hasText: t("finderPage.status.messageSent") })).toBeVisible();
  });

  await signIn(owner, "owner@aleef.test");
  await owner.goto("/dashboard/scan-records");
  await owner.locator("a[href*='/scan-details/']").first().click();
  const chat = owner.locator("#conversation");
  const log = chat.getByRole("log");

  await test.step("the owner sees it, opens it whole, and asks for a fresh one", async () => {
    const picture = log.getByRole("img", {
      name: t("conversations.attachment.photoOf", { name: t("conversations.finder") }),
    });
    await expect(picture).toBeVisible();
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(480);
    const popup = owner.waitForEvent("popup");
    await picture.click();
    await (await popup).close();
    await chat.getByRole("button", { name: t("conversations.photoRequest.button") }).click();
    await expect(toast(owner, t("conversations.photoRequest.sent"))).toBeVisible();
  });

  await test.step("the finder reads the words and answers with another photo", async () => {
    await finder.goto(address);
    const words = /[“«](.+)[”»]/.exec((await finder.locator("#write .proof").textContent()) ?? "")![1]!;
    await finder.getByLabel(t("conversations.attachment.add")).setInputFiles(await photo("#3c6bc9"));
    await buttonOf(finder, t("conversations.send")).click();
    await expect(log.getByText(t("conversations.photoRequest.compare", { words }))).toBeVisible();
  });

  await test.step("the owner records a voice message, hears it, and sends it", async () => {
    await chat.getByRole("button", { name: t("conversations.attachment.record") }).click();
    await expect(chat.getByText("0:02")).toBeVisible();
    await chat.getByRole("button", { name: t("conversations.attachment.stop") }).click();
    await expect(fieldOf(chat, t("conversations.attachment.voice"))).toBeVisible();
    await buttonOf(chat, t("conversations.send")).click();
    const voice = log.getByLabel(t("conversations.attachment.voiceOf", { name: t("conversations.you") }));
    await expect(voice).toBeVisible();
    await expect.poll(() => voice.evaluate((audio: HTMLAudioElement) => audio.duration)).toBeGreaterThan(1.5);
    await expect(fieldOf(chat, t("conversations.attachment.voice"))).toHaveCount(0);
  });

  await test.step("the finder sees it with its length", async () => {
    await finder.goto(address);
    const live = finder.frameLocator("iframe").first();
    await expect(live.locator("audio")).toHaveCount(1);
    await expect(live.getByText(/0:0[23]/).first()).toBeVisible();
  });

  await test.step("both sides look right with all of it", async () => {
    const { pathname } = new URL(address);
    const reader = await visitor(phone);
    for (const path of [pathname, `${pathname}?photo=form.photoHeic`])
      await inspectInBothLanguages(reader, path, { unfolded: true });
    await expect(reader.getByRole("alert")).toContainText(t("form.photoHeic"));
    await db
      .update(messageAttachments)
      .set({ ownPhotoAt: new Date("2026-03-05T10:00:00Z") })
      .where(eq(messageAttachments.kind, "photo"));
    await owner.reload();
    await expect(log.getByText(t("conversations.copy.next")).first()).toBeVisible();
    await inspectInBothLanguages(owner, new URL(owner.url()).pathname);
  });
});

test("a finder's large photo is shrunk before it is sent", async ({ visitor, t }) => {
  const finder = await visitor(phone);
  await finder.goto("/tag/DEMO-LINKED");
  await finder.getByText(t("finderPage.finder.have", { name: "Rocky" }), { exact: true }).click();
  await fieldOf(finder, t("finderPage.finder.note")).fill("With a large photo");
  await buttonOf(finder, t("finderPage.finder.send")).click();
  await finder.waitForURL(/\/f\//);
  const field = finder.getByLabel(t("conversations.attachment.add"));
  // 48 megapixels, more than a phone's camera, and one that is small enough.
  for (const [width, height, sent] of [
    [8_064, 6_048, "1600 × 1200"],
    [900, 600, "900 × 600"],
  ] as const) {
    const buffer = await plainJpeg(width, height, "#a63");
    await field.setInputFiles({ name: "him.jpg", mimeType: "image/jpeg", buffer });
    await expect.poll(() => readChosenSizes(field)).toEqual([sent]);
  }
  await buttonOf(finder, t("conversations.send")).click();
  await expect(finder.getByRole("status").filter({ hasText: t("finderPage.status.messageSent") })).toBeVisible();
});

test("a photo is kept with the words when there is no network", async ({ page: owner, signIn, loggedErrors, t }) => {
  loggedErrors.allow(/ERR_INTERNET_DISCONNECTED/);
  await signIn(owner, "owner@aleef.test");
  await owner.goto("/dashboard/scan-records");
  await owner.locator("a[href*='/scan-details/']").first().click();
  const chat = owner.locator("#conversation");
  await chat.locator("input[name=photo]").setInputFiles(await photo("#884422"));
  await expect(chat.getByRole("button", { name: t("conversations.attachment.remove") })).toBeVisible();
  await chat.getByLabel(t("conversations.writeLabel")).fill("Is it this one?");
  await owner.context().setOffline(true);
  await buttonOf(chat, t("conversations.send")).click();
  await expect(chat.getByRole("button", { name: t("conversations.attachment.remove") })).toBeVisible();
  await expect(chat.getByLabel(t("conversations.writeLabel"))).toHaveValue("Is it this one?");
  await owner.context().setOffline(false);
  await buttonOf(chat, t("conversations.send")).click();
  await expect(toast(owner, t("conversations.sent"))).toBeVisible();
  await expect(chat.getByRole("button", { name: t("conversations.attachment.remove") })).toHaveCount(0);
});
