// Support would lose a note because a colleague wrote one too, or decide a request a second time.
import { eq } from "drizzle-orm";
import { userNotes } from "#app/features/admin-lists/admin-lists.tables.server.ts";
import { subscriptionRequests } from "#app/features/plans/plans.tables.server.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import { buttonOf, expect, fieldOf, open, test, toast } from "./fixtures.ts";

test("two administrators edit the note about a user, and neither text is lost", async ({
  page,
  signIn,
  newMember,
  db,
  loggedErrors,
  t,
}) => {
  loggedErrors.allow(/status of 409/);
  const member = await newMember();
  const [user] = await db.select().from(users).where(eq(users.email, member.email));
  await signIn(page, "admin@aleef.test");
  await open(page, `/admin/users/${user!.id}`);
  const note = fieldOf(page, t("adminUsers.note.label"));
  const save = page.locator('form:has([name="note"]) button');
  await note.fill("Mine");
  await db.insert(userNotes).values({ userId: user!.id, text: "Theirs", updatedAt: new Date() });
  await save.click();
  await expect(page.getByText(t("adminUsers.note.changed"))).toBeVisible();
  await expect(page.getByText("Theirs")).toBeVisible();
  await expect(note).toHaveValue("Mine");
  await note.fill("Theirs and mine");
  await save.click();
  await expect(toast(page, t("adminUsers.note.saved"))).toBeVisible();
  await expect(note).toHaveValue("Theirs and mine");
});

test("an administrator sends an e-mail from a user's page", async ({
  page,
  signIn,
  newMember,
  app,
  db,
  loggedErrors,
  t,
}) => {
  loggedErrors.allow(/status of 400/);
  const member = await newMember();
  const [user] = await db.select().from(users).where(eq(users.email, member.email));
  await signIn(page, "admin@aleef.test");
  await open(page, `/admin/users/${user!.id}`);
  await page.getByText(t("adminUsers.sendEmail.title"), { exact: true }).click();
  await page.getByLabel(t("adminUsers.sendEmail.subject")).fill("Your parcel");
  await buttonOf(page, t("adminUsers.sendEmail.send")).click();
  await expect(page.getByLabel(t("adminUsers.sendEmail.subject"))).toHaveValue("Your parcel");
  await page.getByLabel(t("adminUsers.sendEmail.body")).fill("It left today.");
  await buttonOf(page, t("adminUsers.sendEmail.send")).click();
  await expect(toast(page, t("adminUsers.sendEmail.sent"))).toBeVisible();
  expect((await app.mails.emailTo(member.email)).subject).toBe("Your parcel");
});

test("shows another administrator's decision about a request immediately", async ({ page, signIn, db, t }) => {
  await signIn(page, "admin@aleef.test");
  await open(page, "/admin/upgrade-requests?status=pending");
  const request = page.getByText("Karim Adel").first();
  await expect(request).toBeVisible();
  const set = (status: "pending" | "withdrawn", closedAt: Date | null) =>
    db.update(subscriptionRequests).set({ status, closedAt }).where(eq(subscriptionRequests.fullName, "Karim Adel"));
  await set("withdrawn", new Date());
  await expect(request).toBeHidden();
  await set("pending", null);
  await expect(request).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("upgradeReview.title"));
});
