// A pet could be given away without its owner's word, or the old owner would keep seeing it.
import { linkIn } from "../emails.ts";
import { expect, fieldOf, open, phone, test, toast } from "./fixtures.ts";
import { inspectInBothLanguages } from "./layout.ts";
import { post } from "./people.ts";

test("a pet is transferred once both sides agree, and then only the new owner has it", async ({
  page,
  visitor,
  apiClient,
  newMember,
  signIn,
  app,
  loggedErrors,
  t,
}) => {
  test.setTimeout(180_000);
  loggedErrors.allow(/status of 40[49]/);
  const [owner, receiver] = [await newMember(), await newMember()];
  await post(apiClient, "/auth", { intent: "signIn", ...owner, to: "" });
  await post(apiClient, "/dashboard/pets/new", { intent: "save", name: "Zarkonimus", type: "dog" });
  await signIn(page, owner.email, owner.password);
  await open(page, "/dashboard/pets");
  await page.getByRole("link", { name: "Zarkonimus" }).first().click();
  await page.getByRole("link", { name: t("petDetails.transfer"), exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    t("transfer.of", { name: "\u2068Zarkonimus\u2069" }),
  );
  const path = new URL(page.url()).pathname;
  await inspectInBothLanguages(page, path);
  await fieldOf(page, t("transfer.email")).fill(owner.email);
  await page.getByRole("checkbox").check();
  await page.getByRole("button", { name: t("transfer.offer") }).click();
  await expect(page.getByText(t("transfer.toYourself"))).toBeVisible();
  await fieldOf(page, t("transfer.email")).fill(receiver.email);
  await page.getByRole("button", { name: t("transfer.offer") }).click();
  await expect(toast(page, t("transfer.offered"))).toBeVisible();
  await inspectInBothLanguages(page, path);
  const petPage = path.replace("/transfer", "");
  await inspectInBothLanguages(page, petPage);
  await page.goto(petPage);
  const openOffer = t("transfer.openTitle", { name: "\u2068Zarkonimus\u2069", email: `\u2066${receiver.email}\u2069` });
  await expect(page.getByText(openOffer)).toBeVisible();

  // On a phone, the dialog's buttons are above the navigation bar, which a double click must not reach.
  const other = await visitor(phone);
  await signIn(other, receiver.email, receiver.password);
  const message = await app.mails.emailTo(receiver.email, ({ text }) => text.includes("/dashboard/transfers/"));
  const offer = new URL(linkIn(message)).pathname;
  for (const place of ["/dashboard", "/dashboard/pets"]) {
    await inspectInBothLanguages(other, place);
    await open(other, place);
    await expect(other.getByRole("link", { name: t("offeredPets.seeTransfer") })).toHaveAttribute("href", offer);
  }
  await inspectInBothLanguages(other, offer);
  await open(other, offer);
  const take = t("transfer.accept", { name: "\u2068Zarkonimus\u2069" });
  await other.getByRole("button", { name: take }).click();
  await other.getByRole("dialog").getByRole("button", { name: take }).dblclick();
  await expect(toast(other, t("transfer.accepted", { name: "Zarkonimus" }))).toBeVisible();
  await expect(other.getByRole("heading", { level: 1 })).toHaveText("Zarkonimus");

  await page.goto(path);
  await expect(page.getByRole("heading", { level: 1 })).not.toContainText("Zarkonimus");
  await open(other, "/dashboard");
  await expect(other.getByRole("link", { name: t("offeredPets.seeTransfer") })).toBeHidden();
  // The old link now leads to the pet.
  await other.goto(offer);
  await expect(other).toHaveURL(/\/dashboard\/pets\//);
});
