// A family could not share the care of a pet, or a former sitter would keep the access.
import { linkIn } from "../emails.ts";
import { buttonOf, expect, fieldOf, open, test, toast } from "./fixtures.ts";
import { inspectInBothLanguages } from "./layout.ts";
import { newAddress, post } from "./people.ts";

const isolated = (name: string) => `\u2068${name}\u2069`;
const pet = "Zarkonimus";

test("shared care: an invited caregiver edits, both are notified that the pet is lost, and access ends during an edit", async ({
  page,
  visitor,
  apiClient,
  newMember,
  signIn,
  app,
  loggedErrors,
  t,
}) => {
  test.setTimeout(240_000);
  loggedErrors.allow(/status of 40[0349]/);
  const [owner, caregiver] = [await newMember(), await newMember()];
  await post(apiClient, "/auth", { intent: "signIn", ...owner, to: "" });
  await post(apiClient, "/dashboard/pets/new", { intent: "save", name: pet, type: "dog" });
  await signIn(page, owner.email, owner.password);
  await open(page, "/dashboard/pets");
  await page.getByRole("link", { name: pet }).first().click();
  await page.getByRole("link", { name: t("pets.caregivers.choose"), exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("caregivers.of", { name: isolated(pet) }));
  const caregiversPath = new URL(page.url()).pathname;
  const petPath = caregiversPath.replace(/\/caregivers$/, "");
  const invite = async (address: string, level: "see" | "edit") => {
    await fieldOf(page, t("caregivers.email")).fill(address);
    await page.getByRole("radio", { name: t(`caregivers.levels.${level}.title`) }).check();
    await buttonOf(page, t("caregivers.send")).click();
  };

  await test.step("the owner invites a person with an account and one without", async () => {
    await invite(owner.email, "edit");
    await expect(page.getByText(t("caregivers.yourself"))).toBeVisible();
    await expect(fieldOf(page, t("caregivers.email"))).toHaveValue(owner.email);
    await invite(caregiver.email, "edit");
    await expect(toast(page, t("caregivers.sent"))).toBeVisible();
    const guest = newAddress("guest");
    await open(page, caregiversPath);
    await invite(guest, "see");
    await expect(page.getByText(guest)).toBeVisible();
    const message = await app.mails.emailTo(guest, ({ text }) => text.includes("care-invitations"));
    expect(new URL(linkIn(message)).searchParams.get("mode")).toBe("sign-up");
    await inspectInBothLanguages(page, caregiversPath, { unfolded: true });
    await inspectInBothLanguages(page, petPath);
  });

  const other = await visitor();
  await signIn(other, caregiver.email, caregiver.password);
  await test.step("the caregiver accepts through the link in the e-mail", async () => {
    const message = await app.mails.emailTo(caregiver.email, ({ text }) =>
      text.includes("/dashboard/care-invitations/"),
    );
    const invitation = new URL(linkIn(message)).pathname;
    await inspectInBothLanguages(other, invitation);
    await open(other, invitation);
    await buttonOf(other, t("caregivers.accept")).click();
    await expect(toast(other, t("caregivers.accepted", { name: pet }))).toBeVisible();
    await expect(other.getByRole("heading", { level: 1 })).toHaveText(t("caregivers.mine", { name: isolated(pet) }));
    for (const path of [caregiversPath, "/dashboard/pets", petPath, `${petPath}/edit`, `${petPath}/health`])
      await inspectInBothLanguages(other, path);
  });

  const breed = t("pets.fields.breed");
  await test.step("the caregiver edits, and the owner sees the change", async () => {
    await open(other, "/dashboard/pets");
    await other.getByRole("link", { name: pet }).first().click();
    await expect(
      other.getByText(t("pets.caregivers.you", { name: isolated(pet), owner: isolated("Salma") })),
    ).toBeVisible();
    await expect(other.getByRole("link", { name: t("petDetails.transfer"), exact: true })).toHaveCount(0);
    await other.getByRole("link", { name: t("pets.edit"), exact: true }).click();
    await expect(other.getByText(t("petForm.sections.contacts.title"), { exact: true })).toHaveCount(0);
    await other.getByLabel(breed).fill("Quibbelhound");
    await buttonOf(other, t("pets.save")).click();
    await expect(toast(other, t("pets.changed", { name: pet }))).toBeVisible();
    await open(page, petPath);
    await expect(page.getByText("Quibbelhound").first()).toBeVisible();
  });

  await test.step("the owner reports the pet lost, and the caregiver is notified", async () => {
    const report = { kind: "lost", type: "dog", petName: pet, petId: petPath.split("/").at(-1) as string };
    const where = { seenAt: "2026-01-01T10:00", area: "Zamalek, Cairo" };
    await post(apiClient, "/dashboard/lost-found/new", { ...report, ...where });
    const title = t("notifications.kinds.lost.title", { petName: pet });
    await app.mails.emailTo(caregiver.email, ({ text }) => text.includes(title));
    await open(other, "/dashboard/inbox");
    const link = other.getByRole("main").getByRole("link", { name: title }).first();
    expect(await link.getAttribute("href")).toMatch(/^\/community-reports\//);
  });

  await test.step("access ends while the caregiver types: saving is rejected and the input is kept", async () => {
    await open(other, `${petPath}/edit`);
    await other.getByLabel(breed).fill("Typed in vain");
    await open(page, caregiversPath);
    const row = page.getByRole("listitem").filter({ hasText: caregiver.email });
    await buttonOf(row, t("caregivers.end")).click();
    await buttonOf(page.getByRole("dialog"), t("caregivers.end")).click();
    await expect(toast(page, t("caregivers.ended"))).toBeVisible();
    await expect(toast(other, t("notifications.newsTitles.caregiverNews.ended", { petName: pet }))).toBeVisible();
    await buttonOf(other, t("pets.save")).click();
    await expect(other.getByText(t("pets.caregivers.endedMeanwhile")).first()).toBeVisible();
    await expect(other.getByLabel(breed)).toHaveValue("Typed in vain");
    await other.goto(petPath);
    await expect(other.getByRole("heading", { level: 1 })).not.toContainText(pet);
    await open(page, petPath);
    await expect(page.getByText("Quibbelhound").first()).toBeVisible();
  });
});
