import {
  type APIRequestContext,
  type BrowserContextOptions,
  test as base,
  devices,
  expect,
  type Locator,
  type Page,
} from "@playwright/test";
import { getTranslator } from "#app/locales/words.server.ts";
import { type Db, openDatabase } from "#app/platform/db/connection/database.server.ts";
import type { Language } from "#app/platform/i18n/language.ts";
import type { Translate } from "#app/platform/i18n/words.ts";
import { type DemoApp, startDemoApp } from "./demo-app.ts";
import { removeNewFeatures } from "./older-browser.ts";
import { addMember, type Member, newCode, post } from "./people.ts";

export interface FixtureOptions {
  language: Language;
}

interface WorkerFixtures {
  app: DemoApp;
  /** The app's database, accessed as superuser. */
  db: Db;
  /** API client signed in as the demo administrator. */
  adminClient: APIRequestContext;
}

interface Fixtures extends FixtureOptions {
  /** Translations in the language of the test. */
  t: Translate;
  /** Errors logged by browsers and the server. A test fails if any are left that it has not allowed by `allow`. */
  loggedErrors: { all: string[]; allow(pattern: RegExp): void };
  /** Opens a page in a new browser context, without what the oldest supported browsers lack unless `isCurrent`. */
  visitor(options?: BrowserContextOptions & { isCurrent?: boolean }): Promise<Page>;
  /**
   * Signs in through the form if the page shows it, otherwise by a request. The default password is that of the demo
   * accounts.
   */
  signIn(page: Page, email: string, password?: string): Promise<void>;
  /** Creates a verified account. */
  newMember(): Promise<Member>;
  /** Creates a verified account and signs in to it on the page. */
  signInNew(page: Page): Promise<Member>;
  /** Creates an unclaimed tag and returns its code. */
  newTag(): Promise<string>;
  /** API client that is not signed in. */
  apiClient: APIRequestContext;
}

const demoPassword = "Aleef-demo-1";
const desktop = { ...devices["Desktop Chrome"], viewport: { width: 1280, height: 900 } };
export const phone: BrowserContextOptions = devices["Pixel 7"] as BrowserContextOptions;
const localeOf = { en: "en-GB", ar: "ar-EG" };

export const test = base.extend<Fixtures, WorkerFixtures>({
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

  db: [
    async ({ app }, use) => {
      const { db, pool } = openDatabase(app.databaseUrl, { max: 1 });
      await use(db);
      await pool.end();
    },
    { scope: "worker" },
  ],

  adminClient: [
    async ({ app, playwright }, use) => {
      const adminClient = await playwright.request.newContext({
        baseURL: app.url,
        extraHTTPHeaders: { origin: app.url },
      });
      await post(adminClient, "/auth", { intent: "signIn", email: "admin@aleef.test", password: demoPassword });
      await use(adminClient);
      await adminClient.dispose();
    },
    { scope: "worker" },
  ],

  t: async ({ language }, use) => use(getTranslator(language)),

  loggedErrors: [
    async ({ app }, use) => {
      const all: string[] = [];
      const allowed: RegExp[] = [];
      await use({ all, allow: (pattern) => allowed.push(pattern) });
      const rest = [...all, ...app.takeErrors()].filter((one) => !allowed.some((pattern) => pattern.test(one)));
      expect(rest, "nobody complained").toEqual([]);
    },
    { auto: true },
  ],

  visitor: async ({ app, browser, loggedErrors, language }, use) => {
    const open: Page[] = [];
    await use(async ({ isCurrent = false, ...options } = {}) => {
      const context = await browser.newContext({
        ...desktop,
        baseURL: app.url,
        locale: localeOf[language],
        timezoneId: "Africa/Cairo",
        reducedMotion: "reduce",
        // Tests cannot intercept requests that a service worker answers. The offline test allows it.
        serviceWorkers: "block",
        ...options,
      });
      if (!isCurrent) await context.addInitScript(removeNewFeatures);
      context.on("weberror", (error) => loggedErrors.all.push(`page: ${error.error().stack ?? error.error()}`));
      context.on("console", (message) => {
        if (message.type() === "error") loggedErrors.all.push(`console: ${message.text()} (${message.location().url})`);
      });
      const page = await context.newPage();
      open.push(page);
      return page;
    });
    for (const page of open) await page.context().close();
  },

  page: async ({ visitor }, use) => use(await visitor()),

  signIn: async ({ app, language, t }, use) =>
    use(async (page, email, password = demoPassword) => {
      if (!page.url().includes("/auth")) {
        const headers = { origin: app.url, "accept-language": localeOf[language] };
        await post(page.request, "/auth", { intent: "signIn", email, password }, headers);
        // The toast on the next page belongs to the sign-in tests.
        await page.context().clearCookies({ name: "toast" });
        return;
      }
      await page.getByLabel(t("accounts.fields.email"), { exact: true }).fill(email);
      await page.getByLabel(t("accounts.fields.password"), { exact: true }).fill(password);
      // Not the button of a toast on the page before.
      await page
        .getByRole("main")
        .getByRole("button", { name: t("accounts.auth.signIn"), exact: true })
        .click();
      await page.waitForURL((url) => url.pathname !== "/auth");
    }),

  apiClient: async ({ app, language, playwright }, use) => {
    const headers = { origin: app.url, "accept-language": localeOf[language] };
    const apiClient = await playwright.request.newContext({ baseURL: app.url, extraHTTPHeaders: headers });
    await use(apiClient);
    await apiClient.dispose();
  },

  newMember: async ({ db, language }, use) => use(() => addMember(db, language)),

  signInNew: async ({ newMember, signIn }, use) =>
    use(async (page) => {
      const member = await newMember();
      await signIn(page, member.email, member.password);
      return member;
    }),

  newTag: async ({ adminClient }, use) =>
    use(async () => {
      const code = newCode();
      await post(adminClient, "/admin/tags", { intent: "create", code });
      return code;
    }),
});

export { expect };

/** Details of a test that does not depend on the language, in a file whose other tests run in both. */
export const inOneLanguage = { tag: "@one-language" };

/** Opens a page of the app and waits until it can be used. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await waitUntilHydrated(page);
}

/** Waits until the scripts of the current page handle its controls, unless it needs none (`isStatic` in its handle). */
export async function waitUntilHydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    if (document.querySelector("noscript[data-static]") && localStorage.length === 0) return true;
    const [, container] = Object.entries(document).find(([key]) => key.startsWith("__reactContainer$")) ?? [];
    return container?.stateNode.current.memoizedState.isDehydrated === false;
  });
  // Effects, which register keyboard shortcuts, run after the first paint.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
}

/** Opens the page of the first product in the store that a search finds. */
export async function openProduct(page: Page, search: string, t: Translate): Promise<void> {
  await open(page, `/store?q=${search}`);
  const names = page.getByRole("region", { name: t("store.title") }).getByRole("heading", { level: 2 });
  await names.first().click();
}

/** Adds a tag by its code on the owner's tags page and waits until it is listed. */
export async function addTag(page: Page, code: string, t: Translate): Promise<void> {
  await open(page, "/dashboard/tags");
  await page.getByLabel(t("tags.code"), { exact: true }).fill(code);
  await page.getByRole("button", { name: t("tags.addAction") }).click();
  await expect(page.getByRole("listitem").filter({ hasText: code })).toBeVisible();
}

/** Publishes a new report without a photo, which is asked for once. */
export async function publishWithoutPhoto(page: Page, t: Translate): Promise<void> {
  const label = page.url().includes("/dashboard/") ? t("reportForm.publish") : t("reportForm.sendLink");
  await page.getByRole("button", { name: label, exact: true }).click();
  await page.getByRole("button", { name: t("reportForm.withoutPhoto"), exact: true }).click();
}

/** Locates the button with exactly this name. */
export const buttonOf = (within: Page | Locator, name: string) => within.getByRole("button", { name, exact: true });

/** Locates the field with exactly this label. */
export const fieldOf = (within: Page | Locator, label: string) => within.getByLabel(label, { exact: true });

/** Locates the toast with this title. */
export const toast = (page: Page, title: string) =>
  page.locator("[data-sonner-toast]").filter({ hasText: title }).first();

/** Returns the sizes of the pictures chosen in a file field, such as "900 × 600", without decoding them. */
export const readChosenSizes = (field: Locator) =>
  field.evaluate((input: HTMLInputElement) => {
    const readSize = async (file: File) => {
      const picture = new Image();
      const loaded = new Promise((done, failed) => Object.assign(picture, { onload: done, onerror: failed }));
      picture.src = URL.createObjectURL(file);
      await loaded;
      return `${picture.naturalWidth} × ${picture.naturalHeight}`;
    };
    return Promise.all([...(input.files ?? [])].map(readSize));
  });

/** Opens every collapsed section of the page's form. */
export async function unfold(page: Page): Promise<void> {
  const folded = page.getByRole("main").locator("form details:not([open]) > summary:visible");
  while (await folded.count()) await folded.first().click();
}
