// A finder would scan the tag of a pet, and the owner would not hear or could not answer.
import sharp from "sharp";
import { directionOf } from "#app/platform/i18n/language.ts";
import { linkIn } from "../emails.ts";
import { expect, phone, test, toast } from "./fixtures.ts";
import { newAddress } from "./people.ts";

const password = "Sunny-walk-7";
const pet = "Simsim سمسم";
const finderName = "Karim";
const note = "She is with me, she is fine. هي معي وبخير";
const answer = "On my way, ten minutes! جاية حالاً";

test("a scanned tag reaches the owner, and both can talk", async ({
  page: owner,
  visitor,
  signIn,
  app,
  language,
  t,
}) => {
  const email = newAddress("owner");

  await test.step("sign up and verify", async () => {
    await owner.goto("/");
    await owner
      .getByRole("banner")
      .getByRole("link", { name: t("shell.signUp"), exact: true })
      .click();
    await owner.getByLabel(t("accounts.fields.firstName"), { exact: true }).fill("Salma");
    await owner.getByLabel(t("accounts.fields.email"), { exact: true }).fill(email);
    await owner.getByLabel(t("accounts.fields.password"), { exact: true }).fill(password);
    await owner.getByRole("button", { name: t("accounts.auth.signUp") }).click();
    await expect(toast(owner, t("accounts.registered"))).toBeVisible();
    await expect(owner.getByRole("heading", { level: 1 })).toHaveText(t("accounts.checkEmail.head"));

    const message = await app.mails.emailTo(email);
    expect(message.subject).toBe(t("accountEmails.verify.subject"));
    await owner.goto(linkIn(message));
    await expect(toast(owner, t("accounts.verified"))).toBeVisible();
    await signIn(owner, email, password);
    await expect(owner).toHaveURL("/dashboard");
  });

  await test.step("add a pet with a photo", async () => {
    await owner
      .getByRole("link", { name: t("dashboard.steps.petAction"), exact: true })
      .first()
      .click();
    await owner.getByLabel(t("pets.fields.name"), { exact: true }).first().fill(pet);
    await owner.getByRole("radio", { name: t("pets.types.cat") }).check();
    const photo = sharp({ create: { width: 1200, height: 900, channels: 3, background: "#c98b3c" } });
    await owner
      .getByRole("button", { name: t("pets.fields.photo"), exact: true })
      .setInputFiles({ name: "simsim.jpg", mimeType: "image/jpeg", buffer: await photo.jpeg().toBuffer() });
    await owner.getByRole("button", { name: t("pets.saveNew"), exact: true }).click();
    await expect(toast(owner, t("pets.added", { name: pet }))).toBeVisible();
    await expect(owner.getByRole("heading", { level: 1 })).toContainText(pet);
  });

  const code = await test.step("an administrator generates a tag", async () => {
    const admin = await visitor();
    await signIn(admin, "admin@aleef.test");
    await admin.goto("/admin/tags");
    const batch = newAddress("batch").slice(0, 50);
    await admin.getByText(t("tags.generateTitle"), { exact: true }).click();
    await admin.getByLabel(t("tags.howMany"), { exact: true }).fill("1");
    await admin.getByLabel(t("tags.batch")).fill(batch);
    await admin.getByRole("button", { name: t("tags.generate"), exact: true }).click();
    await expect(toast(admin, t("tags.generated", { count: 1 }))).toBeVisible();
    const row = admin.getByRole("row").filter({ hasText: batch });
    return (await row.getByRole("link").first().textContent())?.trim() ?? "";
  });
  expect(code).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}$/);

  await test.step("the owner claims the tag and links it", async () => {
    await owner.getByRole("link", { name: t("owner.tags"), exact: true }).click();
    await owner.getByLabel(t("tags.code"), { exact: true }).fill(code);
    await owner.getByRole("button", { name: t("tags.addAction") }).click();
    await expect(toast(owner, t("tags.added"))).toBeVisible();
    const card = owner.getByRole("listitem").filter({ hasText: code });
    await card.getByLabel(t("tags.pet"), { exact: true }).selectOption({ label: pet });
    await card.getByRole("button", { name: t("tags.link"), exact: true }).click();
    await expect(toast(owner, t("tags.linked"))).toBeVisible();
  });

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
    await finder.getByLabel(t("finderPage.finder.note"), { exact: true }).fill(note);
    await finder.getByText(t("finderPage.finder.addContact"), { exact: true }).click();
    await finder.getByLabel(t("finderPage.finder.yourName"), { exact: true }).fill(finderName);
    await finder.getByRole("button", { name: t("finderPage.finder.send"), exact: true }).click();
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
    await owner.getByLabel(t("conversations.writeLabel"), { exact: true }).fill(answer);
    await owner.getByRole("button", { name: t("conversations.send"), exact: true }).click();
    await expect(toast(owner, t("conversations.sent"))).toBeVisible();
    await expect(conversation).toContainText(answer);
    await owner.getByRole("button", { name: t("conversations.onMyWay"), exact: true }).click();
    await expect(toast(owner, t("conversations.onMyWayDone"))).toBeVisible();
    const live = finder.frameLocator("iframe");
    await expect(live.getByText(answer)).toBeVisible({ timeout: 15_000 });
    await expect(live.getByText(t("finderPage.status.someone"))).toBeVisible({ timeout: 15_000 });
  });
});
