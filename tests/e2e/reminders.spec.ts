// An owner could not put off or finish a reminder, and it would come again and again.
import type { Page } from "@playwright/test";
import type { Translate } from "#app/platform/i18n/words.ts";
import { buttonOf, expect, fieldOf, open, test, toast } from "./fixtures.ts";
import { post } from "./people.ts";

const wall = () =>
  new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeStyle: "short", timeZone: "Africa/Cairo" }).format(
    new Date(),
  );

const row = (page: Page, title: string) => page.getByRole("main").getByRole("listitem").filter({ hasText: title });
const press = (page: Page, name: string) => buttonOf(page, name).click();

async function fillIn(page: Page, title: string, t: Translate): Promise<void> {
  await page.getByRole("radio", { name: t("reminders.kinds.medication") }).check();
  await page.getByLabel(t("reminders.fields.title")).fill(title);
  const [day = "", time = ""] = wall().split(" ");
  await fieldOf(page, t("reminders.fields.day")).fill(day);
  await page.locator('input[type="time"]').fill(time);
  await fieldOf(page, t("reminders.fields.repeat")).selectOption(t("reminders.repeats.daily"));
}

test.describe("reminders", () => {
  test.slow();

  test("a reminder is added, sent on time, snoozed, completed and reopened", async ({
    page,
    apiClient,
    newMember,
    signIn,
    t,
    language,
  }) => {
    const member = await newMember();
    const name = language === "ar" ? "لونا" : "Luna";
    const title = language === "ar" ? "قرص الصباح" : "Morning tablet";
    await post(apiClient, "/auth", { intent: "signIn", email: member.email, password: member.password });
    await post(apiClient, "/dashboard/pets/new", { intent: "save", name, type: "cat" });
    await signIn(page, member.email, member.password);

    await open(page, "/dashboard/tips");
    await page
      .getByRole("main")
      .getByRole("link", { name: t("tips.tabs.reminders"), exact: true })
      .click();
    await page
      .getByRole("main")
      .getByRole("link", { name: t("reminders.add") })
      .first()
      .click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("reminders.new"));
    await fillIn(page, title, t);
    await press(page, t("reminders.saveNew"));

    const notificationTitle = t("notifications.kinds.reminder.title", { petName: name, title });
    await expect(toast(page, notificationTitle)).toBeVisible({ timeout: 30_000 });
    await expect(row(page, title)).toContainText(name);
    await open(page, "/dashboard/inbox");
    await page.getByRole("main").getByRole("link", { name: notificationTitle }).click();

    await row(page, title).locator("summary").click();
    await press(page, t("reminders.snoozes.hour"));
    await expect(toast(page, t("reminders.snoozedToast"))).toBeVisible();
    await row(page, title)
      .getByRole("button", { name: t("reminders.finish"), exact: true })
      .click();
    await expect(toast(page, t("reminders.finished"))).toBeVisible();
    await expect(page.getByRole("heading", { name: t("reminders.dueStates.coming") })).toBeVisible();

    await page
      .getByRole("main")
      .getByRole("link", { name: t("reminders.toDone"), exact: true })
      .click();
    await expect(row(page, title)).toBeVisible();
    await press(page, t("reminders.reopen"));
    await expect(page.getByText(t("reminders.emptyDone"))).toBeVisible();
  });

  test("are in the owner's calendar feed until its address is revoked", async ({
    page,
    apiClient,
    signIn,
    loggedErrors,
    t,
  }) => {
    await signIn(page, "owner@aleef.test");
    await open(page, "/dashboard/reminders");
    await press(page, t("reminders.feed.create"));
    const address = await fieldOf(page, t("reminders.feed.address")).inputValue();
    const { pathname } = new URL(address);
    const answer = await apiClient.get(pathname);
    expect(answer.headers()["content-type"]).toBe("text/calendar; charset=utf-8");
    expect((await answer.text()).match(/BEGIN:VEVENT/g)?.length).toBeGreaterThan(2);

    await press(page, t("reminders.feed.revoke"));
    await buttonOf(page.getByRole("dialog"), t("reminders.feed.revoke")).click();
    await expect(toast(page, t("reminders.feed.revoked"))).toBeVisible();
    loggedErrors.allow(/status of 404/);
    const gone = await apiClient.get(pathname);
    expect(gone.status()).toBe(404);
    expect(await gone.text()).not.toContain("BEGIN");
  });
});

test("tips are searched and filtered by season", async ({ page, signIn, t }) => {
  await signIn(page, "owner@aleef.test");
  await open(page, "/dashboard/tips");
  await expect(page.getByRole("main").getByRole("listitem").filter({ hasText: "Rocky" }).first()).toBeVisible();
  await fieldOf(page, t("tips.season")).selectOption({ label: t("tips.seasons.summer") });
  await expect(page).toHaveURL(/season=summer/);
  await page.getByRole("searchbox", { name: t("tips.search") }).fill("الاسفلت");
  await press(page, t("form.search"));
  await expect(page.getByRole("status").filter({ hasText: t("tips.found", { count: 1 }) })).toBeVisible();
});
