import { type Browser, type BrowserContext, chromium, devices, type Locator, type Page } from "@playwright/test";
import { getTranslator } from "#app/locales/words.server.ts";
import { type Db, openDatabase } from "#app/platform/db/connection/database.server.ts";
import type { Language } from "#app/platform/i18n/language.ts";
import type { Translate } from "#app/platform/i18n/words.ts";
import { findChromium } from "#tests/e2e/chromium.ts";
import { addMember, type Member, newCode, post } from "#tests/e2e/people.ts";
import type { Figure } from "./figures.ts";

/** Lighthouse's slow 4G: 150 ms round trip, 1.6 Mbit/s down, 0.75 Mbit/s up. */
const slow4g = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 };
const slowerCpu = 4;
const phone = { ...devices["Pixel 7"], viewport: { width: 390, height: 844 } };
const zamalek = { geolocation: { latitude: 30.061, longitude: 31.219 }, permissions: ["geolocation"] };
const localeOf = { en: "en-GB", ar: "ar-EG" };
const admin: Member = { email: "admin@aleef.test", password: "Aleef-demo-1" };

/**
 * Acts on a page as a phone user and counts the presses: one per tap or filled-in field, two per choice from a list.
 */
class Person {
  presses = 0;
  readonly page: Page;
  readonly t: Translate;
  constructor(page: Page, t: Translate) {
    this.page = page;
    this.t = t;
  }
  async press(target: Locator): Promise<void> {
    this.presses++;
    await target.first().click();
  }
  /** Presses an element that needs the page's scripts, after hydration. */
  async pressHydrated(target: Locator): Promise<void> {
    await waitForHydration(this.page);
    await this.press(target);
  }
  async write(target: Locator, text: string): Promise<void> {
    this.presses++;
    await target.first().fill(text);
  }
  async choose(target: Locator, value: string): Promise<void> {
    this.presses += 2;
    await target.first().selectOption(value);
  }
  button = (name: string) => this.page.getByRole("button", { name, exact: true });
  link = (name: string) => this.page.getByRole("main").getByRole("link", { name, exact: true });
  field = (name: string) => this.page.getByRole("main").getByLabel(name, { exact: true });
  expectVisible = (target: Locator) => target.first().waitFor({ timeout: 60_000 });
  expectToast = (title: string) =>
    this.expectVisible(this.page.locator("[data-sonner-toast]").filter({ hasText: title }));
}

/** Waits until the page is hydrated. */
async function waitForHydration(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const [, container] = Object.entries(document).find(([key]) => key.startsWith("__reactContainer$")) ?? [];
    return container?.stateNode.current.memoizedState.isDehydrated === false;
  });
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
}

interface Setup {
  browser: Browser;
  url: string;
  db: Db;
  language: Language;
  t: Translate;
}

interface Journey {
  what: string;
  /** Maximum number of presses. */
  maxPresses: number;
  /** Maximum number of seconds that the user waits for the machine. */
  maxSeconds: number;
  /** Sets up the user and the start page; not measured. */
  prepare: (setup: Setup) => Promise<{ as?: BrowserContext; path: string }>;
  go: (person: Person) => Promise<void>;
}

const openContext = ({ browser, url, language }: Setup, more: object = {}) =>
  browser.newContext({
    ...phone,
    ...zamalek,
    baseURL: url,
    locale: localeOf[language],
    timezoneId: "Africa/Cairo",
    serviceWorkers: "block",
    ...more,
  });

async function signedIn(setup: Setup, member?: Member): Promise<BrowserContext> {
  const context = await openContext(setup);
  const who = member ?? (await addMember(setup.db, setup.language));
  const headers = { origin: setup.url, "accept-language": localeOf[setup.language] };
  await post(context.request, "/auth", { intent: "signIn", ...who }, headers);
  await context.clearCookies({ name: "toast" });
  return context;
}

async function newTag(setup: Setup): Promise<string> {
  const office = await signedIn(setup, admin);
  const code = newCode();
  await post(office.request, "/admin/tags", { intent: "create", code }, { origin: setup.url });
  await office.close();
  return code;
}

const petName = "Simsim";

/** Creates an owner with a pet that has a linked tag. */
async function ownerWithPet(setup: Setup): Promise<{ owner: BrowserContext; code: string }> {
  const { t } = setup;
  const code = await newTag(setup);
  const owner = await signedIn(setup);
  const page = await owner.newPage();
  await page.goto(`/tag/${code}`);
  await claim(new Person(page, t));
  await page.close();
  return { owner, code };
}

async function claim(person: Person): Promise<void> {
  const { page, t } = person;
  await person.press(person.button(t("finderPage.finder.claim")));
  await person.write(person.field(t("pets.fields.name")), petName);
  await person.press(page.getByText(t("pets.types.cat"), { exact: true }));
  await person.press(person.button(t("pets.saveNew")));
  await person.press(page.getByRole("button", { name: t("finderPage.finder.linkNow") }));
  await person.expectVisible(page.getByText(t("finderPage.finder.yours")));
}

async function write(person: Person): Promise<void> {
  const { page, t } = person;
  await person.press(page.getByText(t("finderPage.finder.have", { name: petName }), { exact: true }));
  await person.write(page.getByLabel(t("finderPage.finder.note"), { exact: true }), "She is with me");
  await person.press(person.button(t("finderPage.finder.send")));
  await person.expectVisible(page.getByRole("heading", { level: 1, name: t("finderPage.status.title") }));
}

const journeys: Journey[] = [
  {
    what: "a finder, from the scan to the sent message",
    maxPresses: 3,
    maxSeconds: 5,
    prepare: async (setup) => ({ path: `/tag/${(await ownerWithPet(setup)).code}` }),
    go: write,
  },
  {
    what: "an owner, from the overview to the published report of a lost pet",
    maxPresses: 3,
    maxSeconds: 15,
    prepare: async (setup) => ({ as: (await ownerWithPet(setup)).owner, path: "/dashboard" }),
    async go(person) {
      const { page, t } = person;
      await person.press(person.link(t("dashboard.actions.lost")));
      await person.pressHydrated(person.button(t("reportForm.pinHere")));
      await page.waitForFunction(
        (label) =>
          [...document.querySelectorAll("label")].some(
            (one) => one.textContent?.startsWith(label) && (one.control as HTMLInputElement | null)?.value,
          ),
        t("reportForm.area"),
      );
      await person.press(person.button(t("reportForm.publish")));
      await person.expectVisible(person.link(t("lostFound.share.whatsapp")));
    },
  },
  {
    what: "an owner, from the overview to the reply to a waiting finder",
    maxPresses: 3,
    maxSeconds: 10,
    async prepare(setup) {
      const { owner, code } = await ownerWithPet(setup);
      const finder = await openContext(setup);
      const page = await finder.newPage();
      await page.goto(`/tag/${code}`);
      await write(new Person(page, setup.t));
      await finder.close();
      return { as: owner, path: "/dashboard" };
    },
    async go(person) {
      const { t } = person;
      await person.press(person.link(t("owner.emergency.answer")));
      await person.write(person.field(t("conversations.writeLabel")), "Coming!");
      await person.press(person.button(t("conversations.send")));
      await person.expectToast(t("conversations.sent"));
    },
  },
  {
    what: "a buyer, from the store's first product to the placed order, with a new address",
    maxPresses: 10,
    maxSeconds: 20,
    prepare: async (setup) => ({ as: await signedIn(setup), path: "/store" }),
    async go(person) {
      const { page, t } = person;
      await person.press(page.getByRole("main").getByRole("heading", { level: 3 }).getByRole("link"));
      await page.waitForURL(/\/store\/product\//);
      await person.pressHydrated(page.getByRole("main").getByRole("button", { name: t("store.add"), exact: true }));
      await person.expectToast(t("cart.added"));
      await person.press(page.getByRole("banner").getByRole("link", { name: new RegExp(t("shell.cart.open")) }));
      await person.press(page.getByRole("dialog").getByRole("link", { name: t("cart.toCheckout") }));
      await person.write(person.field(t("checkout.phone")), "01001234567");
      await person.choose(person.field(t("checkout.governorate")), "giza");
      await person.write(person.field(t("checkout.city")), "Dokki");
      await person.write(person.field(t("checkout.street")), "12 Tahrir Street");
      await person.press(page.getByRole("button", { name: t("checkout.place") }));
      await person.expectVisible(page.getByRole("heading", { level: 1, name: t("checkout.done.head") }));
    },
  },
  {
    what: "a buyer of a tag, from the tag's page to the first pet linked to it",
    maxPresses: 5,
    maxSeconds: 10,
    prepare: async (setup) => ({ as: await signedIn(setup), path: `/tag/${await newTag(setup)}` }),
    go: claim,
  },
  {
    what: "an administrator, from the overview to the approved upgrade request",
    maxPresses: 2,
    maxSeconds: 12,
    async prepare(setup) {
      const asking = await signedIn(setup);
      const form = { intent: "ask", offer: "comfort-1", paymentMethod: "wallet" };
      const seen = { "seen.rescue-plus-1": "599", "seen.comfort-1": "299" };
      await post(asking.request, "/dashboard/subscription", { ...form, ...seen }, { origin: setup.url });
      await asking.close();
      return { as: await signedIn(setup, admin), path: "/admin" };
    },
    async go(person) {
      const { page, t } = person;
      await person.press(page.getByRole("main").locator('a[href^="/admin/upgrade-requests"]'));
      await person.press(person.button(t("upgradeReview.approve")));
      await person.expectToast(t("upgradeReview.approved"));
    },
  },
];

interface Walked {
  presses: number;
  seconds: number;
}

/** Runs a journey on a slow phone in a browser with an empty cache. */
async function walk(setup: Setup, { prepare, go }: Journey): Promise<Walked> {
  const { as, path } = await prepare(setup);
  const context = await openContext(setup, as ? { storageState: await as.storageState() } : {});
  await as?.close();
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  const devtools = await context.newCDPSession(page);
  await devtools.send("Network.enable");
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: slowerCpu });
  await devtools.send("Network.emulateNetworkConditions", slow4g);
  const began = performance.now();
  await page.goto(path, { waitUntil: "commit" });
  const person = new Person(page, setup.t);
  await go(person);
  const seconds = (performance.now() - began) / 1000;
  await context.close();
  return { presses: person.presses, seconds };
}

function figuresOf({ what, maxPresses, maxSeconds }: Journey, walked: Walked[]): Figure[] {
  const presses = Math.max(...walked.map((one) => one.presses));
  const seconds = Math.max(...walked.map((one) => one.seconds));
  return [
    { what: `Presses of ${what}`, measured: String(presses), beside: `≤ ${maxPresses}`, isMet: presses <= maxPresses },
    {
      what: "… waiting time, in the slower language",
      measured: `${seconds.toFixed(1)} s`,
      beside: `≤ ${maxSeconds} s`,
      isMet: seconds <= maxSeconds,
    },
  ];
}

/**
 * Runs the most important user journeys in both languages on a phone of 390 × 844 with slow 4G, a CPU four times slower
 * and an empty cache. Counts presses (one per filled-in field, two per choice from a list) and the seconds spent
 * waiting for the machine: reading, thinking and typing take no time here.
 */
export async function measurePeople(url: string, databaseUrl: string): Promise<Figure[]> {
  const browser = await chromium.launch({ executablePath: findChromium() ?? undefined, args: ["--no-sandbox"] });
  const { db, pool } = openDatabase(databaseUrl, { max: 1 });
  try {
    const figures: Figure[] = [];
    for (const journey of journeys) {
      const walked: Walked[] = [];
      for (const language of ["en", "ar"] as const)
        walked.push(await walk({ browser, url, db, language, t: getTranslator(language) }, journey));
      figures.push(...figuresOf(journey, walked));
    }
    return figures;
  } finally {
    await pool.end();
    await browser.close();
  }
}
