// A visitor would not understand what happens at a scan, or could not read the page in their language.
import { getTranslator } from "#app/locales/words.server.ts";
import { otherLanguage } from "#app/platform/i18n/language.ts";
import { buttonOf, expect, inOneLanguage, open, phone, test } from "./fixtures.ts";

test("a visitor plays both sides of a scan, without scripts too", async ({ visitor, t }) => {
  const page = await visitor({ ...phone, javaScriptEnabled: false });
  await page.goto("/");
  const press = (phone: string, button: string) =>
    page.getByRole("region", { name: phone }).getByText(button, { exact: true }).click();
  const [finder, owner] = [t("pages.home.try.finder"), t("pages.home.try.owner")];
  await press(finder, t("pages.home.try.scan"));
  await expect(page.getByRole("region", { name: owner })).toContainText(t("pages.home.try.alert"));
  await press(finder, t("pages.home.try.have"));
  await press(owner, t("pages.home.try.coming"));
  await expect(page.getByRole("region", { name: finder })).toContainText(t("pages.home.try.ownerWords"));
  await press(owner, t("pages.home.try.reunited"));
  const told = (step: "collar" | "home") => page.getByText(t(`pages.home.try.now.${step}`));
  await expect(told("home")).toBeVisible();
  await expect(told("collar")).toBeHidden();
  await page.getByRole("button", { name: t("pages.home.try.again") }).click();
  await expect(told("collar")).toBeVisible();
  await expect(told("home")).toBeHidden();
  await page.getByRole("checkbox", { name: t("pages.home.try.scan") }).focus();
  await page.keyboard.press("Space");
  await expect(page.getByRole("region", { name: owner })).toContainText(t("pages.home.try.alert"));
});

test("applies changes without transitions when reduced motion is preferred", inOneLanguage, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("/privacy");
  const size = await page.getByRole("heading", { level: 1 }).evaluate((heading) => {
    getComputedStyle(heading).fontSize;
    heading.style.fontSize = "17px";
    return getComputedStyle(heading).fontSize;
  });
  expect(size).toBe("17px");
});

test("a report's picture transitions from the list to its page and back", inOneLanguage, async ({ visitor }) => {
  const page = await visitor({ ...phone, reducedMotion: "no-preference" });
  await open(page, "/community-reports");
  await page.evaluate(() => {
    const start = document.startViewTransition.bind(document);
    const seen: string[] = [];
    Object.assign(window, { seen });
    document.startViewTransition = (update) => {
      const names = () =>
        [...document.querySelectorAll<HTMLElement>("main [style*=view-transition-name]")].map(
          (one) => one.style.viewTransitionName,
        );
      seen.push(...names());
      const transition = start(update);
      void transition.updateCallbackDone.then(() => seen.push(...names()));
      return transition;
    };
  });
  const names = () => page.evaluate(() => (window as unknown as { seen: string[] }).seen);
  await page.getByRole("main").getByRole("heading", { level: 3 }).getByRole("link").first().click();
  await expect(page).toHaveURL(/community-reports\/[0-9a-f-]{36}$/);
  await expect.poll(names).toHaveLength(2);
  const [from, to] = await names();
  expect(from).toBe(to);
  await page.goBack();
  await expect.poll(async () => (await names()).length).toBeGreaterThanOrEqual(4);
});

test("switching the language changes the page without a reload and is remembered", async ({ page, language, t }) => {
  const other = otherLanguage(language);
  const translateOther = getTranslator(other);
  const login = () => page.getByRole("banner").getByRole("link", { name: translateOther("shell.login"), exact: true });
  await open(page, "/store");
  const html = page.locator("html");
  await expect(html).toHaveAttribute("dir", language === "ar" ? "rtl" : "ltr");
  await page.evaluate(() => Object.assign(window, { stillTheSame: true }));
  await page
    .getByRole("banner")
    .getByRole("button", { name: t(`common.languages.${other}`) })
    .click();
  await expect(html).toHaveAttribute("dir", other === "ar" ? "rtl" : "ltr");
  await expect(html).toHaveAttribute("lang", other);
  await expect(login()).toBeVisible();
  expect(await page.evaluate(() => "stillTheSame" in window)).toBe(true);

  await page.reload();
  await expect(login()).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem("preferred-language"))).toBe(other);
  const tab = await page.context().newPage();
  await tab.goto("/about");
  await expect(tab.locator("html")).toHaveAttribute("dir", other === "ar" ? "rtl" : "ltr");
});

test("with the local preference i18n-debug, the browser logs the work of the translations", async ({ page }) => {
  const logged: string[] = [];
  page.on("console", (message) => logged.push(message.text()));
  await open(page, "/store");
  expect(logged.filter((text) => text.startsWith("i18n: "))).toEqual([]);
  await page.evaluate(() => localStorage.setItem("i18n-debug", "true"));
  await open(page, "/store");
  expect(logged.filter((text) => text.startsWith("i18n: ")).length).toBeGreaterThan(0);
});

test("switching the language keeps a form with its errors, and changes other open tabs", async ({
  page,
  language,
  t,
  loggedErrors,
}) => {
  loggedErrors.allow(/status of 400/);
  const other = otherLanguage(language);
  const translateOther = getTranslator(other);
  const tab = await page.context().newPage();
  await open(tab, "/get-started");
  await open(page, "/contact");
  const main = page.getByRole("main");
  await main.getByLabel(t("pages.contact.name")).fill("Mona");
  await main.getByLabel(t("pages.contact.email")).fill("mona@example");
  await main.getByLabel(t("pages.contact.body")).fill("Where is the tag?");
  await buttonOf(main, t("pages.contact.send")).click();
  await expect(main.getByText(t("errors.email"), { exact: true })).toBeVisible();
  await page
    .getByRole("banner")
    .getByRole("button", { name: t(`common.languages.${other}`) })
    .click();
  await expect(page.locator("html")).toHaveAttribute("lang", other);
  // The message is the server's: it comes in the other language with the next answer.
  await expect(main.getByText(t("errors.email"), { exact: true })).toBeVisible();
  await expect(main.getByLabel(translateOther("pages.contact.body"))).toHaveValue("Where is the tag?");
  await expect(tab.locator("html")).toHaveAttribute("lang", other);
  await expect(
    tab.getByRole("banner").getByRole("link", { name: translateOther("shell.login"), exact: true }),
  ).toBeVisible();
});

test("Arabic has a larger line height than English", async ({ page, language }) => {
  await open(page, "/get-started");
  const leading = (element: string) =>
    page
      .locator(element)
      .first()
      .evaluate((found) => {
        const { lineHeight, fontSize } = getComputedStyle(found);
        return Number.parseFloat(lineHeight) / Number.parseFloat(fontSize);
      });
  expect(await leading("h1")).toBeCloseTo(language === "ar" ? 1.38 : 1.18, 1);
  expect(await leading("body")).toBeCloseTo(language === "ar" ? 1.75 : 1.6, 1);
});
