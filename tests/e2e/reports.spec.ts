// A stranger who found a cat and its family would never get to talk to each other.
import { linkIn } from "../emails.ts";
import { buttonOf, expect, fieldOf, open, phone, publishWithoutPhoto, test, toast, unfold } from "./fixtures.ts";
import { newAddress } from "./people.ts";

const pet = "Simsim سمسم";
const hidden = "A notch behind the left ear";
const seen = "I have him, he is in my garden. هو عندي في الحديقة.";
const answer = "Thank you! Where can we meet? أين نلتقي؟";
const area = "Zamalek, Cairo";

test("a pet is reported lost, found by a stranger without an account, discussed and reunited", async ({
  page: owner,
  visitor,
  app,
  t,
  signInNew,
}) => {
  const { email } = await signInNew(owner);

  await test.step("the owner adds the pet and reports it lost from its page", async () => {
    await open(owner, "/dashboard/pets/new");
    await owner.getByRole("main").getByLabel(t("pets.fields.name"), { exact: true }).first().fill(pet);
    await owner.getByRole("radio", { name: t("pets.types.cat") }).check();
    await buttonOf(owner, t("pets.saveNew")).click();
    await expect(toast(owner, t("pets.added", { name: pet }))).toBeVisible();
    await owner.getByRole("link", { name: t("petDetails.reportLost", { name: pet }), exact: true }).click();
    await expect(owner.getByText(t("reportForm.fromPet", { name: pet }))).toBeVisible();
    await unfold(owner);
    await expect(owner.getByRole("main").getByLabel(t("reportForm.petName"), { exact: true }).first()).toHaveValue(pet);
    await owner.getByRole("main").getByLabel(t("reportForm.area")).fill(area);
    await owner.getByRole("checkbox", { name: t("lostFound.colours.orange") }).check();
    await owner.getByRole("main").getByLabel(t("reportForm.marks")).fill("A red collar with a bell");
    await owner.getByRole("main").getByLabel(t("reportForm.hiddenMark")).fill(hidden);
    await publishWithoutPhoto(owner, t);
    await expect(toast(owner, t("lostFound.added"))).toBeVisible();
  });
  const ownPage = owner.url().replace("/first-steps", "");
  const publicPage = ownPage.replace("/dashboard/lost-found/", "/community-reports/");

  const stranger = await visitor(phone);
  const address = newAddress("stranger");
  await test.step("a stranger reports a found cat, which is published with the button behind the link in the e-mail", async () => {
    await open(stranger, "/community-reports/new?kind=found");
    await unfold(stranger);
    await stranger.getByRole("radio", { name: t("pets.types.cat") }).check();
    await stranger.getByRole("main").getByLabel(t("reportForm.area")).fill(area);
    await stranger.getByRole("checkbox", { name: t("lostFound.colours.orange") }).check();
    await stranger.getByRole("main").getByLabel(t("reportForm.marks")).fill("طوق أحمر وجرس");
    await stranger.getByRole("main").getByLabel(t("reportForm.description")).fill(seen);
    await stranger.getByRole("main").getByLabel(t("reportForm.guestEmail"), { exact: true }).fill(address);
    await publishWithoutPhoto(stranger, t);
    await expect(stranger.getByRole("heading", { level: 1 })).toHaveText(t("lostFound.manage.sentTitle"));
    await stranger.goto(linkIn(await app.mails.emailTo(address)));
    await buttonOf(stranger, t("lostFound.manage.publish")).click();
    await expect(toast(stranger, t("lostFound.manage.published"))).toBeVisible();
  });

  await test.step("both are notified of the possible match and see the reasons", async () => {
    const about = t("lostFound.unnamed.found.cat");
    const matchTitle = t("notifications.kinds.match.title", { petName: pet });
    await app.mails.emailTo(email, ({ subject }) => subject === matchTitle);
    await app.mails.emailTo(address, ({ subject }) => subject === t("reportEmails.match.subject", { about }));
    await open(owner, ownPage);
    const match = owner
      .locator("#matches")
      .getByRole("listitem")
      .filter({ has: owner.getByRole("heading", { name: about }) });
    await expect(match.getByText(t("matching.reasons.soonAfter"))).toBeVisible();
    await buttonOf(match, t("matching.dismiss")).click();
    await expect(toast(owner, t("matching.dismissed"))).toBeVisible();
    await expect(match).toBeHidden();
    await stranger.reload();
    await expect(stranger.locator("#matches").getByRole("link", { name: pet })).toBeVisible();
  });

  await test.step("the stranger finds the lost cat's report and writes to the family", async () => {
    await open(stranger, `/community-reports?q=${encodeURIComponent(pet)}`);
    await stranger.getByRole("link", { name: pet, exact: true }).first().click();
    await expect(stranger).toHaveURL(publicPage);
    await stranger.getByRole("main").getByLabel(t("reportPage.write.body")).fill(seen);
    await stranger.getByRole("main").getByLabel(t("reportPage.write.mark")).fill("He has a cut in one ear");
    await buttonOf(stranger, t("reportPage.write.send")).click();
    await expect(stranger).toHaveURL(/\/community-reports\/conversations\/[\w-]{43}/);
    await expect(stranger.getByRole("log")).toContainText(seen);
    expect(await stranger.content()).not.toContain(email);
  });

  await test.step("the owner compares the hidden mark, replies and shares the contact", async () => {
    const subject = t("notifications.kinds.message.title", { finderName: t("notifications.somebody"), petName: pet });
    await app.mails.emailTo(email, (message) => message.subject === subject);
    await open(owner, ownPage);
    await owner.getByRole("link", { name: t("lostFound.somebody"), exact: true }).click();
    const log = owner.getByRole("log");
    const box = owner.getByRole("main").getByLabel(t("conversations.writeLabel"), { exact: true });
    const size = owner.viewportSize()!;
    await owner.setViewportSize({ width: 390, height: 844 });
    await expect(log.getByText(seen)).toBeInViewport({ ratio: 1 });
    await expect(box).toBeInViewport({ ratio: 1 });
    await box.fill(answer);
    const ready = t("conversations.quick.owner.where");
    await buttonOf(owner, ready).click();
    await expect(log.getByText(ready)).toBeInViewport({ ratio: 1 });
    await owner.setViewportSize(size);
    await owner.getByText(t("reportConversation.markTitle")).click();
    await expect(owner.getByText(hidden)).toBeVisible();
    await expect(owner.getByText("He has a cut in one ear").last()).toBeVisible();
    await expect(box, "a ready answer leaves what was typed").toHaveValue(answer);
    await buttonOf(owner, t("conversations.send")).click();
    await expect(toast(owner, t("conversations.sent"))).toBeVisible();
    await buttonOf(owner, t("reportConversation.markMatches")).click();
    await expect(toast(owner, t("lostFound.shared"))).toBeVisible();
    await stranger.reload();
    await expect(stranger.getByRole("log")).toContainText(answer);
    await expect(stranger.getByRole("link", { name: email })).toBeVisible();
  });

  await test.step("reunited: the page says so, and the pet is no longer lost", async () => {
    await open(owner, ownPage);
    await fieldOf(owner, t("ownReports.how")).selectOption("report");
    await owner.getByRole("main").getByLabel(t("ownReports.thanks")).fill("Thank you, dear stranger");
    await owner.evaluate(() => {
      const start = document.startViewTransition.bind(document);
      document.startViewTransition = (update) => {
        document.documentElement.dataset.grown = "yes";
        return start(update);
      };
    });
    const state = owner.locator('[style*="lost-or-home"]');
    await expect(state).toHaveCount(1);
    await buttonOf(owner, t("ownReports.close")).click();
    await expect(toast(owner, t("lostFound.resolved"))).toBeVisible();
    await expect(owner.locator("html"), "one state grows into the other").toHaveAttribute("data-grown", "yes");
    await expect(state).toHaveCount(1);
    await stranger.goto(publicPage);
    await expect(stranger.getByText("Thank you, dear stranger")).toBeVisible();
    await open(owner, "/dashboard/lost-found");
    await expect(owner.getByRole("link", { name: t("ownReports.reportLost", { name: pet }) })).toBeVisible();
  });
});

test("a report's draft survives a network failure and is deleted once the report is sent", async ({
  visitor,
  loggedErrors,
  t,
}) => {
  loggedErrors.allow(/ERR_INTERNET_DISCONNECTED|Failed to fetch|fetch failed/);
  const page = await visitor(phone);
  const main = page.getByRole("main");
  const isDraft = page.getByText(t("form.draftKept"));
  await open(page, "/community-reports/new?kind=sighting");
  await expect(isDraft).toBeHidden();
  await unfold(page);
  await page.getByRole("radio", { name: t("pets.types.bird") }).check();
  await page.getByRole("checkbox", { name: t("lostFound.colours.green"), exact: true }).check();
  await main.getByLabel(t("reportForm.area")).fill(area);
  await fieldOf(main, t("reportForm.guestEmail")).fill(newAddress("offline"));

  await main.getByLabel(t("reportForm.description")).fill(seen);
  const drafted = () => page.evaluate(() => localStorage.getItem("aleef-draft::report-guest") ?? "");
  await expect.poll(drafted).toContain(seen);

  await open(page, "/community-reports/new");
  await expect(isDraft).toBeVisible();
  await expect(page.getByRole("radio", { name: t("lostFound.kinds.sighting") })).toBeChecked();
  await expect(page.getByRole("radio", { name: t("pets.types.bird") })).toBeChecked();
  await expect(page.getByRole("checkbox", { name: t("lostFound.colours.green"), exact: true })).toBeChecked();
  await expect(main.getByLabel(t("reportForm.area"))).toHaveValue(area);
  await expect(main.getByLabel(t("reportForm.description"))).toHaveValue(seen);

  await page.context().setOffline(true);
  await expect(page.getByText(t("reportForm.offline"))).toBeVisible();
  await publishWithoutPhoto(page, t);
  await expect(page.getByText(t("reportForm.waits"))).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("lostFound.manage.sentTitle"));
  await open(page, "/community-reports/new");
  await expect(main.getByLabel(t("reportForm.description"))).toHaveValue("");
  await expect(isDraft).toBeHidden();
});

test("what a visitor typed into a report follows them into the account, and leaves the browser's visitors", async ({
  visitor,
  loggedErrors,
  t,
  signInNew,
}) => {
  loggedErrors.allow(/status of 401/);
  const page = await visitor(phone);
  const description = page.getByRole("main").getByLabel(t("reportForm.description"));
  await open(page, "/community-reports/new");
  await unfold(page);
  await description.fill(seen);
  const keys = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("aleef-draft:")));
  await expect.poll(keys).toHaveLength(1);
  await signInNew(page);
  await open(page, "/community-reports/new");
  await expect(description).toHaveValue(seen);
  await expect(page.getByText(t("form.draftKept"))).toBeVisible();
  await page.context().clearCookies({ name: /session_token/ });
  await open(page, "/community-reports/new");
  await expect(description).toHaveValue("");
  expect(await keys()).toEqual([]);
});
