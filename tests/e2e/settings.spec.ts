// A person would lose the account to whoever reads an old mailbox, or stay signed in where they signed out.
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { sql } from "drizzle-orm";
import { unzipSync } from "fflate";
import { getTranslator } from "#app/locales/words.server.ts";
import { otherLanguage } from "#app/platform/i18n/language.ts";
import { linkIn } from "../emails.ts";
import { expect, fieldOf, open, test, toast } from "./fixtures.ts";
import { newAddress, post } from "./people.ts";

/** Returns the card with this heading. */
const card = (page: Page, title: string) =>
  page.locator("section").filter({ has: page.getByRole("heading", { name: title, exact: true }) });

test("the profile accepts local formats, and a changed language is confirmed in that language", async ({
  page,
  language,
  t,
  signInNew,
}) => {
  await signInNew(page);
  await open(page, "/dashboard/settings");
  await page.getByLabel(t("accounts.fields.phone")).fill("٠١٠ ٠١٢٣ ٤٥٦٧");
  await page.getByLabel(t("accounts.fields.country")).selectOption("EG");
  await page.getByLabel(t("accounts.fields.timeZone")).selectOption("Asia/Riyadh");
  await page.getByRole("button", { name: t("form.save") }).click();
  await expect(toast(page, t("accounts.profileUpdated"))).toBeVisible();
  await page.reload();
  await expect(page.getByLabel(t("accounts.fields.phone"))).toHaveValue("+20 10 01234567");
  await expect(page.getByLabel(t("accounts.fields.timeZone"))).toHaveValue("Asia/Riyadh");

  const other = otherLanguage(language);
  await open(page, "/dashboard/settings/appearance");
  await card(page, t("accountSettings.language"))
    .getByRole("button", { name: t(`common.languages.${other}`) })
    .click();
  await expect(toast(page, getTranslator(other)("accounts.languageUpdated"))).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("lang", other);
});

test("on a phone, the current tab is clear of the faded ends of its row", async ({ page, signInNew }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signInNew(page);
  for (const path of ["security", "notifications", "escalation", "appearance", "my-data"]) {
    await open(page, `/dashboard/settings/${path}`);
    const row = page.getByRole("main").locator("nav.fade-more");
    const isClear = () =>
      row.evaluate((nav) => {
        const seen = nav.getBoundingClientRect();
        const own = nav.querySelector("[aria-current]")!.getBoundingClientRect();
        const passed = Math.abs(nav.scrollLeft);
        const more = nav.scrollWidth - nav.clientWidth - passed;
        const [atLeft, atRight] = document.dir === "rtl" ? [more, passed] : [passed, more];
        return own.left - seen.left >= Math.min(atLeft, 46) && seen.right - own.right >= Math.min(atRight, 46);
      });
    await expect.poll(isClear, path).toBe(true);
  }
});

test("a changed time zone is followed at once, by the server's rules", async ({ page, app, t, signInNew }) => {
  const headers = { origin: app.url };
  // A browser whose time-zone data is wrong: it takes every zone for UTC.
  await page.addInitScript(() => {
    const Format = Intl.DateTimeFormat;
    const inUtc = (locales?: string, options?: Intl.DateTimeFormatOptions) =>
      new Format(locales, { ...options, timeZone: "UTC" });
    Intl.DateTimeFormat = new Proxy(Format, {
      apply: (_, __, [locales, options]) => inUtc(locales, options),
      construct: (_, [locales, options]) => inUtc(locales, options),
    });
    // Without live events, nothing renders the page again.
    window.EventSource = class extends EventTarget {
      close() {}
    } as unknown as typeof EventSource;
  });
  await signInNew(page);
  await post(page.request, "/dashboard/pets/new", { intent: "save", name: "Zarkonimus", type: "dog" }, headers);
  await open(page, "/dashboard/pets");
  await page.getByRole("link", { name: "Zarkonimus" }).first().click();
  await page.getByRole("link", { name: t("petDetails.transfer"), exact: true }).click();
  await fieldOf(page, t("transfer.email")).fill("somebody@example.com");
  await page.getByRole("checkbox").check();
  await page.getByRole("button", { name: t("transfer.offer") }).click();
  const until = page.getByText("somebody@example.com").first();
  await expect(until).toBeVisible();
  const inCairo = await until.textContent();
  await page.getByRole("link", { name: "Zarkonimus" }).first().click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Zarkonimus");
  // Changed in another window, so that the next navigation brings the new zone and a page with times.
  const profile = { intent: "profile", base: "{}", firstName: "Salma", timeZone: "Asia/Tokyo" };
  await post(page.request, "/dashboard/settings", profile, headers);
  await page.getByRole("link", { name: t("transfer.seeOwn") }).click();
  await expect(page).toHaveURL(/\/transfer$/);
  await expect(until).toBeVisible();
  const followed = await until.textContent();
  expect(followed).not.toBe(inCairo);
  await page.reload();
  await expect(until).toHaveText(followed ?? "");
});

test("a new e-mail address takes effect once confirmed, and the old mailbox can revert it", async ({
  page,
  visitor,
  newMember,
  signIn,
  app,
  t,
}) => {
  const { email, password } = await newMember();
  const newEmail = newAddress("moved");
  await signIn(page, email, password);
  await open(page, "/dashboard/settings/security");
  const form = card(page, t("accountSettings.email"));
  await form.getByLabel(t("accounts.fields.newEmail")).fill(newEmail);
  await form.getByLabel(t("accounts.fields.currentPassword")).fill(password);
  await form.getByRole("button", { name: t("accountSettings.saveEmail") }).click();
  await expect(toast(page, t("accounts.emailAsked"))).toBeVisible();
  await expect(form.getByText(newEmail)).toBeVisible();

  const confirm = linkIn(await app.mails.emailTo(newEmail));
  const asked = await app.mails.emailTo(email);
  expect(asked.subject).toBe(t("accountEmails.emailAsked.subject"));
  await open(page, confirm);
  await page.getByRole("button", { name: t("emailLink.confirm.action") }).click();
  await expect(toast(page, t("accounts.emailChanged"))).toBeVisible();
  await expect(card(page, t("accountSettings.email")).getByText(newEmail)).toBeVisible();
  await page.goto(confirm);
  await expect(page.getByText(t("accounts.linkExpired"))).toBeVisible();

  await open(page, "/dashboard/settings/security");
  const old = await visitor();
  await open(old, linkIn(asked));
  await old.getByRole("button", { name: t("emailLink.stop.action") }).click();
  await expect(toast(old, t("accounts.emailStopped"))).toBeVisible();
  await expect(page).toHaveURL(/\/auth\?to=/);
  const reset = await app.mails.emailTo(email, ({ subject }) => subject === t("accountEmails.reset.subject"));
  await open(old, linkIn(reset));
  await fieldOf(old, t("accounts.fields.newPassword")).fill("Rainy-walk-8");
  await fieldOf(old, t("accounts.fields.confirmPassword")).fill("Rainy-walk-8");
  await old.getByRole("button", { name: t("emailLink.reset.save") }).click();
  await expect(toast(old, t("accounts.passwordReset"))).toBeVisible();
  await signIn(old, email, "Rainy-walk-8");
  await expect(old).toHaveURL("/dashboard");
});

test("a device that is signed out remotely leaves its page immediately", async ({
  page,
  visitor,
  signIn,
  t,
  signInNew,
}) => {
  const lost = await visitor();
  const { email, password } = await signInNew(page);
  await signIn(lost, email, password);
  await open(lost, "/dashboard/pets");
  await open(page, "/dashboard/settings/security");
  const devices = page.getByRole("list", { name: t("accountSettings.sessions") }).getByRole("listitem");
  await expect(devices).toHaveCount(2);
  await expect(devices.first()).toContainText(t("accountSettings.thisDevice"));
  await devices.nth(1).getByRole("button").click();
  await expect(toast(page, t("accounts.deviceLoggedOut"))).toBeVisible();
  await expect(devices).toHaveCount(1);
  await expect(lost).toHaveURL(/\/auth\?to=/);
});

test("the data export can be opened, and a deleted account is signed out in every tab", async ({
  page,
  loggedErrors,
  app,
  t,
  signInNew,
}) => {
  // The other tab takes over the live stream from the one that left and is rejected.
  loggedErrors.allow(/status of 401 .*\/live\?/);
  const { email, password } = await signInNew(page);
  await open(page, "/dashboard/settings/my-data");
  const copy = card(page, t("accountData.copy.title"));
  await copy.getByLabel(t("accounts.fields.currentPassword")).fill(password);
  await copy.getByRole("button", { name: t("accountData.copy.prepare") }).click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    copy.getByRole("link", { name: t("accountData.copy.download") }).click(),
  ]);
  const files = unzipSync(new Uint8Array(await readFile(await download.path())));
  expect(Object.keys(files)).toEqual(["README.txt", "data.json"]);
  const data = JSON.parse(Buffer.from(files["data.json"]!).toString("utf8"));
  expect(data.account).toMatchObject({ profile: { email }, devices: [{ browser: "Chrome" }] });

  const other = await page.context().newPage();
  await open(other, "/dashboard/pets");
  const leave = card(page, t("accountData.leave.title"));
  await expect(leave).toContainText(t("accountData.leave.deleted4"));
  await leave.getByLabel(t("accounts.fields.currentPassword")).fill(password);
  await leave.getByLabel(t("accountData.leave.confirm")).fill(email);
  await leave.getByRole("button", { name: t("accountData.leave.action") }).click();
  await expect(toast(page, t("accountData.leave.done"))).toBeVisible();
  await expect(page).toHaveURL("/");
  await expect(other).not.toHaveURL("/dashboard/pets");
  const message = await app.mails.emailTo(
    email,
    ({ subject }) => subject === t("accountEmails.accountDeleted.subject"),
  );
  expect(message.text).toContain("Salma");
});

test("a save whose answer comes before the page has drawn its press leads to no false conflict", async ({
  page,
  db,
  t,
  signInNew,
}) => {
  // Holds back what React draws later, as on a busy phone.
  await page.addInitScript(() => {
    const { postMessage } = MessagePort.prototype;
    MessagePort.prototype.postMessage = function (...sent: unknown[]) {
      const pass = () => postMessage.apply(this, sent as never);
      const held = (window as { held?: (() => void)[] }).held;
      if (held) held.push(pass);
      else pass();
    };
  });
  const { email } = await signInNew(page);
  await open(page, "/dashboard/settings");
  const city = page.getByLabel(t("accounts.fields.city"));
  const save = page.getByRole("button", { name: t("form.save") });
  const stored = async () =>
    (await db.execute<{ city: string }>(sql`select city from users where email = ${email}`)).rows[0]?.city;
  await city.fill("Giza");
  const answered = page.waitForResponse((response) => response.request().method() === "POST");
  await save.evaluate((button: HTMLButtonElement) => {
    (window as { held?: (() => void)[] }).held = [];
    button.click();
  });
  await answered;
  await expect.poll(stored).toBe("Giza");
  await page.evaluate(() => {
    const { held } = window as { held?: (() => void)[] };
    delete (window as { held?: unknown }).held;
    for (const pass of held ?? []) pass();
  });
  await expect(toast(page, t("accounts.profileUpdated")).first()).toBeVisible();
  await city.fill("Aswan");
  await save.click();
  await expect.poll(stored).toBe("Aswan");
  await expect(page.getByText(t("accountSettings.meanwhile"))).toBeHidden();
});

test("an error leaves the page when the next save succeeds, and the save after that is no conflict", async ({
  page,
  db,
  loggedErrors,
  t,
  signInNew,
}) => {
  loggedErrors.allow(/status of 500|accounts\.profileFailed|"status":500/);
  const { email } = await signInNew(page);
  await open(page, "/dashboard/settings");
  const city = page.getByLabel(t("accounts.fields.city"));
  const save = () => page.getByRole("button", { name: t("form.save") }).click();
  const failure = page.getByRole("main").getByText(t("accounts.profileFailed"));
  await db.execute(
    sql.raw(`
    create function refuse_update() returns trigger language plpgsql as $$ begin raise 'refused'; end $$;
    create trigger refuse_update before update of city on users for each row when (old.email = '${email}')
      execute function refuse_update();`),
  );
  await city.fill("Giza");
  await save();
  await expect(failure).toBeVisible();
  await expect(city).toHaveValue("Giza");
  await db.execute(sql`drop function refuse_update cascade`);
  for (const next of ["Giza", "Aswan", "Luxor"]) {
    await city.fill(next);
    await save();
    await expect(toast(page, t("accounts.profileUpdated")).first()).toBeVisible();
    await expect(failure).toBeHidden();
    await expect(page.getByText(t("accountSettings.meanwhile"))).toBeHidden();
    await expect
      .poll(async () => (await db.execute<{ city: string }>(sql`select city from users where email = ${email}`)).rows)
      .toEqual([{ city: next }]);
  }
});
