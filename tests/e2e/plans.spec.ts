// A customer would pay for a plan and not get it, or have to choose it again after signing up.
import { formatMoney } from "#app/platform/i18n/money.rules.ts";
import { plainPicture } from "#tests/plain-picture.ts";
import { linkIn } from "../emails.ts";
import { buttonOf, expect, fieldOf, open, test, toast } from "./fixtures.ts";
import { newAddress } from "./people.ts";

const password = "Sunny-walk-7";

test("a plan is chosen before sign-up, requested with a proof of payment, approved and then active", async ({
  page: owner,
  visitor,
  signIn,
  app,
  t,
}) => {
  test.setTimeout(120_000);
  const email = newAddress("planner");
  const comfort = t("plans.names.comfort");
  const reference = `IPN-${process.pid}-${email.length}`;

  await test.step("choose, sign up, verify, sign in: the choice is kept", async () => {
    await open(owner, "/get-started");
    const sum = (count: 1 | 12) =>
      t("subscription.sum", { price: `\u2066${formatMoney(count === 1 ? 299 : 2699)}\u2069`, count });
    await expect(owner.getByText(sum(12))).toBeVisible();
    await owner.getByRole("link", { name: t("subscription.length", { count: 1 }), exact: true }).click();
    await expect(owner.getByText(sum(1))).toBeVisible();
    await owner.getByRole("link", { name: t("subscription.choose", { plan: comfort }), exact: true }).click();
    await fieldOf(owner, t("accounts.fields.firstName")).fill("Salma");
    await fieldOf(owner, t("accounts.fields.email")).fill(email);
    await fieldOf(owner, t("accounts.fields.password")).fill(password);
    await owner.getByRole("button", { name: t("accounts.auth.signUp") }).click();
    await expect(toast(owner, t("accounts.registered"))).toBeVisible();
    await owner.goto(linkIn(await app.mails.emailTo(email)));
    await expect(fieldOf(owner, t("accounts.fields.email"))).toHaveValue(email);
    await signIn(owner, email, password);
    await expect(owner).toHaveURL("/dashboard/subscription?offer=comfort-1");
  });

  await test.step("request the plan with a picture of the payment", async () => {
    const offer = t("subscription.offerName", { plan: comfort, count: 1 });
    await expect(owner.getByRole("radio", { name: offer })).toBeChecked();
    // The sum is next to the button.
    await expect(owner.getByRole("status").filter({ hasText: offer })).toContainText(formatMoney(299));
    await owner.getByRole("radio", { name: t("subscription.methods.instapay") }).check({ force: true });
    await owner.getByLabel(t("subscription.reference")).fill(reference);
    const picture = plainPicture(300, 500, "#0f766e");
    const file = { name: "paid.png", mimeType: "image/png", buffer: await picture.png().toBuffer() };
    await owner.locator('input[type="file"]').setInputFiles(file);
    await buttonOf(owner, t("subscription.send")).click();
    await expect(toast(owner, t("subscription.sent"))).toContainText(t("subscription.sentText"));
    await expect(owner.getByRole("heading", { name: t("subscription.pendingTitle") })).toBeVisible();
    await open(owner, "/dashboard");
  });

  await test.step("an administrator finds the request by its reference, sees the proof and approves", async () => {
    const admin = await visitor();
    await signIn(admin, "admin@aleef.test");
    await open(admin, "/admin/upgrade-requests");
    await admin.getByRole("searchbox", { name: t("upgradeReview.search") }).fill(reference);
    await buttonOf(admin, t("form.search")).click();
    const card = admin.getByRole("listitem").filter({ hasText: email });
    await expect(card).toContainText(formatMoney(299));
    await expect(card.getByRole("img", { name: t("upgradeReview.proofOf", { name: "Salma" }) })).toBeVisible();
    const rejecting = await admin.context().newPage();
    await open(rejecting, admin.url());
    const otherCard = rejecting.getByRole("listitem").filter({ hasText: email });
    await otherCard.getByText(t("upgradeReview.rejectTitle"), { exact: true }).click();
    await otherCard.getByLabel(t("upgradeReview.note")).fill("Which");
    await expect(rejecting).toHaveURL(/decided=/);
    await buttonOf(card, t("upgradeReview.approve")).click();
    await expect(toast(admin, t("upgradeReview.approved"))).toBeVisible();
    // A request that is being rejected does not vanish when a colleague decides it: the card says who did.
    await rejecting.bringToFront();
    await expect(otherCard).toContainText(t("subscription.statuses.approved"));
    await rejecting.close();
  });

  await test.step("the owner is notified and has the plan, a receipt and a higher limit of pets", async () => {
    const message = await app.mails.emailTo(email, ({ text }) => text.includes(t("notifications.planNews.approved")));
    expect(message.text).toContain("/dashboard/subscription");
    const bell = (count: number) => {
      const name = count > 0 ? `${t("owner.inbox")} ${t("owner.unread", { count })}` : t("owner.inbox");
      return owner.getByRole("link", { name, exact: true });
    };
    await expect(bell(1)).toBeVisible();
    const plan = owner.getByRole("link", { name: t("owner.subscription"), exact: true });
    const speculative = { headers: { "sec-purpose": "prefetch" } };
    const ahead = await owner.request.get("/dashboard/subscription.data", speculative);
    expect(ahead.ok(), "a page that is only fetched ahead is seen by nobody").toBe(true);
    await owner.reload();
    await expect(bell(1)).toBeVisible();
    await plan.click();
    await expect(owner.getByText(t("subscription.statuses.approved"), { exact: true })).toBeVisible();
    await expect(bell(0)).toBeVisible();
    const receipt = owner.getByRole("link", { name: t("subscription.receipt") });
    const answer = await owner.request.get((await receipt.getAttribute("href")) ?? "");
    expect([answer.status(), answer.headers()["content-type"]]).toEqual([200, "application/pdf"]);
    await open(owner, "/dashboard");
    await expect(
      owner.getByText(t("dashboard.cards.ofLimit", { used: "0", limit: "3" }), { exact: true }),
    ).toBeVisible();
  });
});

test("a double click requests a plan once, without an error beside the success", async ({ page, t, signInNew }) => {
  await signInNew(page);
  await open(page, "/dashboard/subscription?offer=comfort-1");
  await page.getByRole("radio", { name: t("subscription.methods.instapay") }).check({ force: true });
  const picture = plainPicture(300, 500, "#0f766e");
  const file = { name: "paid.png", mimeType: "image/png", buffer: await picture.png().toBuffer() };
  await page.locator('input[type="file"]').setInputFiles(file);
  await buttonOf(page, t("subscription.send")).dblclick();
  await expect(toast(page, t("subscription.sent"))).toBeVisible();
  await page.waitForLoadState("networkidle");
  await expect(page.getByText(t("subscription.alreadyPending"))).toHaveCount(0);
});
