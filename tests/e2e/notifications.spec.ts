// An owner would believe that a channel works, or would not be told of a finder at night.
import { eq } from "drizzle-orm";
import { pino } from "pino";
import { notificationWords } from "#app/features/notifications/notification-texts.ts";
import { sendNotifications } from "#app/features/notifications/notifications.server.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import { getTranslator } from "#app/locales/words.server.ts";
import { createAppContext } from "#app/platform/app-context.server.ts";
import { wallClock } from "#app/platform/i18n/dates/wall-clock.rules.ts";
import { formatDayOfWeek } from "#app/platform/i18n/format.ts";
import { readSettings } from "#app/platform/settings.server.ts";
import { buttonOf, expect, fieldOf, open, test, toast } from "./fixtures.ts";

const settingsPage = "/dashboard/settings/notifications";

/** Sends a notification that is not urgent, from a process other than the app on the same database. */
async function notifyMember(databaseUrl: string, email: string): Promise<void> {
  const settings = { ...readSettings({}, { root: process.cwd(), mode: "test" }), secret: "x".repeat(32) };
  const log = pino({ level: "silent" });
  const ctx = await createAppContext(settings, {
    databaseUrl,
    log,
    jobKinds: [],
    topics: [],
    translator: getTranslator,
    quiet: true,
  });
  try {
    const [user] = await ctx.db.select({ id: users.id }).from(users).where(eq(users.email, email));
    await sendNotifications(ctx, [
      { userId: user?.id ?? "", kind: "account", params: {}, link: "/dashboard/settings", topic: "account" },
    ]);
  } finally {
    await ctx.close();
  }
}

/** Returns the time `HH:00` in Cairo a number of hours from now. */
function hourFromNow(hours: number): string {
  const { hour } = wallClock(new Date(Date.now() + hours * 3_600_000), "Africa/Cairo");
  return `${String(hour).padStart(2, "0")}:00`;
}

test.beforeEach(async ({ page, newMember, newTag, signIn, loggedErrors, t }, info) => {
  // Browsers log every rejected form submission.
  loggedErrors.allow(/status of 400/);
  const { email, password } = await newMember();
  const code = await newTag();
  info.annotations.push({ type: "email", description: email }, { type: "code", description: code });
  await signIn(page, email, password);
  await open(page, "/dashboard/tags-management");
  await fieldOf(page, t("tags.code")).fill(code);
  await page.getByRole("button", { name: t("tags.addAction") }).click();
  await expect(toast(page, t("tags.added"))).toBeVisible();
});

const annotation = (type: string) => test.info().annotations.find((one) => one.type === type)?.description ?? "";

test("an owner tests a tag and sees the delivery on each channel", async ({ page, app, t }) => {
  await open(page, settingsPage);
  await page.getByRole("link", { name: t("notifications.tryLink") }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("tagTest.title"));
  await buttonOf(page, t("tagTest.start")).click();
  await expect(page.getByRole("img", { name: t("tagTest.qrAlt", { code: annotation("code") }) })).toBeVisible();
  await expect(page.getByText(t("tagTest.waiting"))).toBeVisible();

  const opened = page.context().waitForEvent("page");
  await page.getByRole("link", { name: t("tagTest.openHere") }).click();
  const tagPage = await opened;
  await expect(tagPage.getByRole("heading", { level: 1 })).toBeVisible();
  await page.bringToFront();

  const { title } = notificationWords(t, "scan", { isTest: true });
  await expect(toast(page, title)).toBeVisible();
  const message = await app.mails.emailTo(annotation("email"), ({ subject }) => subject === title);
  expect(message.text).toContain(t("notifications.testText"));

  const row = (channel: "email" | "push" | "live") =>
    page.getByRole("listitem").filter({ hasText: t(`tagTest.names.${channel}`) });
  const isolate = `\u2068${annotation("email")}\u2069`;
  for (const channel of ["email", "live"] as const)
    await expect(row(channel)).toContainText(t("tagTest.states.delivered"));
  await expect(row("email")).toContainText(t("tagTest.notes.emailDelivered", { email: isolate }));
  await expect(row("push")).toContainText(t("tagTest.notes.noDevice"));
  await page.getByRole("link", { name: t("tagTest.toScan") }).click();
  await expect(page.getByText(t("evidence.owner"), { exact: true }).first()).toBeVisible();
});

test("quiet hours delay ordinary e-mails but not those about a finder", async ({ page, visitor, app, language, t }) => {
  await test.step("the owner sets quiet hours around the current time", async () => {
    await open(page, settingsPage);
    const form = page.locator("#quiet-hours");
    await form.getByRole("switch", { name: t("notifications.quiet.isOn") }).check();
    await fieldOf(form, t("notifications.quiet.from")).fill(hourFromNow(-1));
    await fieldOf(form, t("notifications.quiet.to")).fill(hourFromNow(-1));
    await form.getByRole("button", { name: t("notifications.save") }).click();
    await expect(form.getByText(t("notifications.quiet.sameTime"))).toBeVisible();
    await fieldOf(form, t("notifications.quiet.to")).fill(hourFromNow(3));
    for (const day of [0, 6])
      await expect(form.getByRole("checkbox", { name: formatDayOfWeek(day, language) })).toBeChecked();
    await form.getByRole("button", { name: t("notifications.save") }).click();
    await expect(toast(page, t("notifications.quiet.saved"))).toBeVisible();
  });

  const ordinary = t("notifications.kinds.account.title");
  const held = `${t("notifications.deliveryLine", { channel: t("notifications.channels.email"), state: t("notifications.states.waiting") })} (${t("notifications.reasons.quiet")})`;
  const inboxRow = page.getByRole("listitem").filter({ hasText: ordinary });
  await test.step("an ordinary notification is in the inbox immediately, its e-mail is delayed", async () => {
    await notifyMember(app.databaseUrl, annotation("email"));
    await page.goto("/dashboard/inbox");
    await expect(inboxRow).toContainText(held);
  });

  await test.step("an e-mail about a finder's scan is sent", async () => {
    const finder = await visitor();
    await finder.goto(`/tag/${annotation("code")}`);
    const { title: scanned } = notificationWords(t, "scan", { tagCode: annotation("code") });
    const message = await app.mails.emailTo(annotation("email"), ({ subject }) => subject !== "");
    expect(message.subject).toBe(scanned);
    await expect(inboxRow).toContainText(held);
  });

  await test.step("turning quiet hours off sends the delayed e-mail", async () => {
    await open(page, settingsPage);
    const form = page.locator("#quiet-hours");
    await form.getByRole("switch", { name: t("notifications.quiet.isOn") }).uncheck();
    await form.getByRole("button", { name: t("notifications.save") }).click();
    await expect(toast(page, t("notifications.quiet.savedOff"))).toBeVisible();
    const message = await app.mails.emailTo(annotation("email"));
    expect(message.subject).toBe(ordinary);
  });
});

test("notifications about finders require e-mail or push, and rejected choices stay in the form", async ({
  page,
  t,
}) => {
  await open(page, settingsPage);
  const choice = (channel: "email" | "push" | "live") =>
    page.getByRole("switch", {
      name: t("notifications.choice", {
        kind: t("notifications.kinds.found.name"),
        channel: t(`notifications.channels.${channel}`),
      }),
    });
  const save = page
    .locator("details")
    .filter({ hasText: t("notifications.customise") })
    .getByRole("button", { name: t("notifications.save") });
  await page
    .locator("summary")
    .filter({ hasText: t("notifications.customise") })
    .click();
  await choice("email").uncheck();
  await choice("push").uncheck();
  await save.click();
  await expect(page.getByText(t("notifications.keepOneChannel")).first()).toBeVisible();
  await expect(choice("email")).not.toBeChecked();
  await choice("push").check();
  await save.click();
  await expect(toast(page, t("notifications.saved"))).toBeVisible();
  await page.reload();
  await expect(choice("email")).not.toBeChecked();
  await expect(choice("push")).toBeChecked();

  // The preset is derived from the switches and sets them.
  const preset = (name: "everything" | "emergencies") =>
    page.getByRole("radio", { name: t(`notifications.presets.${name}.title`) });
  await expect(page.getByText(t("notifications.presets.own"))).toBeVisible();
  await preset("emergencies").check();
  await page
    .getByRole("button", { name: t("notifications.save") })
    .first()
    .click();
  await expect(page.getByText(t("notifications.presets.own"))).toBeHidden();
  await expect(preset("emergencies")).toBeChecked();
  await expect(choice("email")).toBeHidden();
  await page
    .locator("summary")
    .filter({ hasText: t("notifications.customise") })
    .click();
  await expect(choice("email")).toBeChecked();
});
