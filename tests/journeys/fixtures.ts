import { type BrowserContextOptions, test as base, devices, expect, type Page } from "@playwright/test";
import type { Language } from "#app/platform/i18n/language.ts";
import type { Say } from "#app/platform/i18n/words.ts";
import { say } from "#app/shell/words.server.ts";
import { type AppProcess, startApp } from "./app-process.ts";

export interface JourneyOptions {
  language: Language;
}

interface WorkerFixtures {
  app: AppProcess;
}

interface JourneyFixtures extends JourneyOptions {
  /** The product's own words in the language of the journey. */
  t: Say;
  /** What browsers and the server complained about; a journey ends without any. */
  complaints: { all: string[]; forgive(pattern: RegExp): void };
  /** Somebody with a browser of their own. */
  visitor(options?: BrowserContextOptions): Promise<Page>;
  /** Signs in through the page, wherever it is; the password of the demo accounts unless another is given. */
  signIn(page: Page, email: string, password?: string): Promise<void>;
}

export const demoPassword = "Aleef-demo-1";
const desktop = { ...devices["Desktop Chrome"], viewport: { width: 1280, height: 900 } };
export const phone: BrowserContextOptions = devices["Pixel 7"];

export const test = base.extend<JourneyFixtures, WorkerFixtures>({
  language: ["en", { option: true }],

  app: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from this pattern
    async ({}, use) => {
      const app = await startApp();
      await use(app);
      await app.stop();
    },
    { scope: "worker", timeout: 60_000 },
  ],

  t: async ({ language }, use) => use(say(language)),

  complaints: [
    async ({ app }, use) => {
      const all: string[] = [];
      const forgiven: RegExp[] = [];
      await use({ all, forgive: (pattern) => forgiven.push(pattern) });
      const rest = [...all, ...app.takeFaults()].filter((one) => !forgiven.some((pattern) => pattern.test(one)));
      expect(rest, "nobody complained").toEqual([]);
    },
    { auto: true },
  ],

  visitor: async ({ app, browser, complaints, language }, use) => {
    const open: Page[] = [];
    await use(async (options) => {
      const context = await browser.newContext({
        ...desktop,
        baseURL: app.url,
        locale: language === "ar" ? "ar-EG" : "en-GB",
        timezoneId: "Africa/Cairo",
        reducedMotion: "reduce",
        ...options,
      });
      context.on("weberror", (error) => complaints.all.push(`page: ${error.error().stack ?? error.error()}`));
      context.on("console", (message) => {
        if (message.type() === "error") complaints.all.push(`console: ${message.text()} (${message.location().url})`);
      });
      const page = await context.newPage();
      open.push(page);
      return page;
    });
    for (const page of open) await page.context().close();
  },

  page: async ({ visitor }, use) => use(await visitor()),

  signIn: async ({ t }, use) =>
    use(async (page, email, password = demoPassword) => {
      if (!page.url().includes("/auth")) await page.goto("/auth");
      await page.getByLabel(t("accounts.fields.email"), { exact: true }).fill(email);
      await page.getByLabel(t("accounts.fields.password"), { exact: true }).fill(password);
      await page.getByRole("button", { name: t("accounts.auth.signIn"), exact: true }).click();
      await page.waitForURL((url) => url.pathname !== "/auth");
    }),
});

export { expect };

/** An address nobody used before. */
export function newAddress(who: string): string {
  return `${who}-${process.pid}-${performance.now().toString(36).replace(".", "")}@example.com`;
}

/** What a page calls out in its corner. */
export const toast = (page: Page, title: string) =>
  page.locator("[data-sonner-toast]").filter({ hasText: title }).first();
