import {
  type APIRequestContext,
  type BrowserContextOptions,
  test as base,
  devices,
  expect,
  type Page,
} from "@playwright/test";
import { getTranslator } from "#app/locales/words.server.ts";
import type { Language } from "#app/platform/i18n/language.ts";
import type { Translate } from "#app/platform/i18n/words.ts";
import { type DemoApp, startDemoApp } from "./demo-app.ts";
import { type Member, newCode, post, signUpBy } from "./people.ts";

export interface JourneyOptions {
  language: Language;
}

interface WorkerFixtures {
  app: DemoApp;
}

interface JourneyFixtures extends JourneyOptions {
  /** The product's own words in the language of the journey. */
  t: Translate;
  /** What browsers and the server complained about; a journey ends without any. */
  complaints: { all: string[]; forgive(pattern: RegExp): void };
  /** Somebody with a browser of their own. */
  visitor(options?: BrowserContextOptions): Promise<Page>;
  /** Signs in through the page, wherever it is; the password of the demo accounts unless another is given. */
  signIn(page: Page, email: string, password?: string): Promise<void>;
  /** A new, confirmed account. */
  newMember(): Promise<Member>;
  /** The code of a new tag that nobody owns. */
  newTag(): Promise<string>;
  /** A browser without a window, of nobody yet. */
  caller: APIRequestContext;
}

const demoPassword = "Aleef-demo-1";
const desktop = { ...devices["Desktop Chrome"], viewport: { width: 1280, height: 900 } };
export const phone: BrowserContextOptions = devices["Pixel 7"] as BrowserContextOptions;
const localeOf = { en: "en-GB", ar: "ar-EG" };

export const test = base.extend<JourneyFixtures, WorkerFixtures>({
  language: ["en", { option: true }],

  app: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from this pattern
    async ({}, use) => {
      const app = await startDemoApp();
      await use(app);
      await app.stop();
    },
    { scope: "worker", timeout: 120_000 },
  ],

  t: async ({ language }, use) => use(getTranslator(language)),

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
        locale: localeOf[language],
        timezoneId: "Africa/Cairo",
        reducedMotion: "reduce",
        // What a worker answers no test can stand in front of; the journey without a network allows it.
        serviceWorkers: "block",
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

  caller: async ({ app, language, playwright }, use) => {
    const headers = { origin: app.url, "accept-language": localeOf[language] };
    const caller = await playwright.request.newContext({ baseURL: app.url, extraHTTPHeaders: headers });
    await use(caller);
    await caller.dispose();
  },

  newMember: async ({ app, caller }, use) => use(() => signUpBy(caller, app.mails.emailTo)),

  newTag: async ({ caller }, use) =>
    use(async () => {
      const code = newCode();
      await post(caller, "/auth", { intent: "signIn", email: "admin@aleef.test", password: demoPassword });
      await post(caller, "/admin/tags", { intent: "create", code });
      await post(caller, "/auth/sign-out", {});
      return code;
    }),
});

export { expect };

/** Opens a page of the app and waits until its scripts have taken over. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.waitForFunction(() => Object.keys(document.body).some((key) => key.startsWith("__reactFiber")));
}

/** What a page calls out in its corner. */
export const toast = (page: Page, title: string) =>
  page.locator("[data-sonner-toast]").filter({ hasText: title }).first();
