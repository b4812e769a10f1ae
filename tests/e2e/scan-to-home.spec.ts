// A family on a phone would get stuck somewhere between buying a tag and having the pet back.
import type { Locator } from "@playwright/test";
import { linkIn } from "../emails.ts";
import { buttonOf, expect, fieldOf, phone, publishWithoutPhoto, test, toast } from "./fixtures.ts";
import { newAddress } from "./people.ts";

const password = "Sunny-walk-7";
const pet = "Simsim سمسم";

// No page is reloaded by hand: every `goto` is a scan or a link in an e-mail.
test("complete journey on a phone: scan, sign up, claim, link, report lost, found, reply, hand over", async ({
  visitor,
  newTag,
  app,
  t,
}) => {
  test.slow();
  const code = await newTag();
  const owner = await visitor(phone);
  const email = newAddress("owner");
  const main = owner.getByRole("main");
  const tagPage = new RegExp(`/tag/${code}(\\?|$)`);

  let presses = 0;
  const press = (one: Locator) => {
    presses++;
    return one.click();
  };
  await test.step("a visitor scans an available tag and signs up from its page", async () => {
    await owner.goto(`/tag/${code}`);
    await expect(owner.getByRole("heading", { level: 1 })).toHaveText(t("finderPage.finder.availableTitle"));
    await press(owner.getByRole("link", { name: t("finderPage.finder.byEmail") }));
    await expect(main.getByText(code)).toBeVisible();
    await fieldOf(owner, t("accounts.fields.firstName")).fill("Salma");
    await fieldOf(owner, t("accounts.fields.email")).fill(email);
    await fieldOf(owner, t("accounts.fields.password")).fill(password);
    await press(owner.getByRole("button", { name: t("accounts.auth.signUp") }));
    await expect(owner.getByRole("heading", { level: 1 })).toHaveText(t("emailLink.checkEmail.head"));
  });

  await test.step("the e-mail leads to the login, which leads back to the tag", async () => {
    presses++;
    await owner.goto(linkIn(await app.mails.emailTo(email)));
    await expect(owner.getByRole("heading", { level: 1 })).toHaveText(t("accounts.auth.headConfirmed"));
    await fieldOf(owner, t("accounts.fields.email")).fill(email);
    await fieldOf(owner, t("accounts.fields.password")).fill(password);
    await press(buttonOf(owner, t("accounts.auth.signIn")));
    await expect(owner).toHaveURL(tagPage);
    await expect(owner.getByRole("heading", { level: 1 })).toHaveText(t("finderPage.finder.availableTitle"));
  });

  await test.step("the tag is claimed, and the first pet is added and linked", async () => {
    await owner.getByLabel(t("finderPage.finder.petName")).fill(pet);
    await owner.getByLabel(t("pets.fields.type")).selectOption("cat");
    await press(buttonOf(owner, t("finderPage.finder.claim")));
    await expect(owner.getByRole("heading", { level: 1 })).toHaveText(t("finderPage.finder.works", { name: pet }));
    expect(presses, "by e-mail, its link counted").toBeLessThanOrEqual(7);
  });

  await test.step("the pet is reported lost", async () => {
    await owner.getByRole("link", { name: t("finderPage.finder.toPet", { name: pet }) }).click();
    await owner
      .getByRole("button", { name: t("shell.menu") })
      .first()
      .click();
    await owner
      .getByRole("dialog")
      .getByRole("link", { name: t("owner.lostFound"), exact: true })
      .click();
    await owner
      .getByRole("link", { name: new RegExp(pet) })
      .first()
      .click();
    await main.getByLabel(t("reportForm.area")).fill("Zamalek");
    await publishWithoutPhoto(owner, t);
    await expect(toast(owner, t("lostFound.added"))).toBeVisible();
  });

  const finder = await visitor({ ...phone, javaScriptEnabled: false });
  await test.step("a stranger scans the tag without scripts or an account and writes", async () => {
    await finder.goto(`/tag/${code}`);
    await expect(finder.getByRole("heading", { level: 1 })).toHaveText(t("finderPage.finder.hiLost", { name: pet }));
    await finder.getByText(t("finderPage.finder.have", { name: pet }), { exact: true }).click();
    await fieldOf(finder, t("finderPage.finder.note")).fill("At the gate, she is fine");
    await finder.getByText(t("finderPage.finder.addContact"), { exact: true }).click();
    await fieldOf(finder, t("finderPage.finder.yourName")).fill("Karim");
    await buttonOf(finder, t("finderPage.finder.send")).click();
    await expect(finder.getByRole("heading", { level: 1 })).toHaveText(t("finderPage.status.title"));
  });

  const found = t("notifications.kinds.found.title", { finderName: "Karim", petName: pet });
  await test.step("the owner gets the e-mail, replies and creates the handover code", async () => {
    const message = await app.mails.emailTo(email, ({ subject }) => subject === found);
    await owner.goto(linkIn(message));
    await expect(owner.getByRole("log", { name: t("conversations.conversation") })).toContainText("At the gate");
    await fieldOf(owner, t("conversations.writeLabel")).fill("Coming! جاية");
    await buttonOf(owner, t("conversations.send")).click();
    await expect(toast(owner, t("conversations.sent"))).toBeVisible();
    await expect(finder.frameLocator("iframe").getByText("Coming! جاية")).toBeVisible({ timeout: 15_000 });
    await buttonOf(owner, t("scanDetails.handover.make")).click();
  });

  await test.step("the finder enters the code, and the pet is home", async () => {
    const shownCode = owner.locator("#handover").getByRole("status").locator("bdi").first();
    await expect(shownCode).toHaveText(/^\d{6}$/);
    await finder.getByText(t("finderPage.status.handover", { name: pet }), { exact: true }).click();
    await finder.getByLabel(t("finderPage.status.code")).fill((await shownCode.textContent()) ?? "");
    await finder.getByRole("button", { name: t("finderPage.status.handoverSend", { name: pet }) }).click();
    await expect(finder.getByText(t("finderPage.status.home", { name: pet }))).toBeVisible();
    await expect(
      toast(owner, t("scanDetails.handover.home", { name: pet }))
        .or(owner.getByText(t("scanDetails.handover.home", { name: `\u2068${pet}\u2069` })))
        .first(),
    ).toBeVisible();
  });
});
