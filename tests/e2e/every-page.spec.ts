// On some page that no other test thinks of, a bad connection would leave nothing to use or lose what a person typed.
import type { APIRequestContext, Page, Route } from "@playwright/test";
import { crawl, crawlers } from "./crawl.ts";
import { expect, open, phone, test, waitUntilHydrated } from "./fixtures.ts";
import { markNextButton, nextButton, typeIntoForm } from "./sent-forms.ts";

/** `LOOK=all npm run e2e` opens every page of an account with every fault, otherwise some of them with one each. */
const looksAtAll = process.env.LOOK === "all";

/** Lists an address of the pages that somebody can reach; without `LOOK=all`, each fifth of an account. */
async function listAddresses(visitor: APIRequestContext, who: string): Promise<string[]> {
  const { email, start } = crawlers[who]!;
  const all = await crawl(visitor, start);
  expect(all.length).toBeGreaterThan(15);
  return email && !looksAtAll ? all.filter((_, index) => index % 5 === 0) : all;
}

const hasScripts = async (page: Page) => (await page.locator('script[type="module"]').count()) > 0;

const faults = [
  ["not found", (route: Route) => route.fulfill({ status: 404, body: "" })],
  ["answered with an error", (route: Route) => route.fulfill({ status: 500, body: "<h1>Error</h1>" })],
  ["cut in half", (route: Route) => route.fulfill({ body: "import{a}from", contentType: "text/javascript" })],
] as const;

for (const [who, { email }] of Object.entries(crawlers)) {
  test.describe(who, () => {
    let page: Page;
    let addresses: string[] | undefined;

    // In one worker, because finding the addresses opens hundreds of pages.
    test.describe.configure({ mode: "default" });

    test.beforeEach(async ({ visitor, signIn, loggedErrors }) => {
      test.setTimeout(looksAtAll ? 1_200_000 : 180_000);
      loggedErrors.allow(/status of (404|500)|ERR_CONNECTION_RESET|Unexpected (token|end)|Failed to fetch|^page: $/);
      page = await visitor({ ...phone, isCurrent: who !== "an owner" });
      if (email) await signIn(page, email);
      addresses ??= await listAddresses(page.request, who);
    });

    test(`every page of ${who} can be read and says so when its scripts do not come`, async ({ t }) => {
      for (const [index, address] of addresses!.entries())
        for (const [name, answer] of looksAtAll ? faults : [faults[index % faults.length]!])
          await test.step(`${address}, scripts ${name}`, async () => {
            await page.route(/\/assets\/.*\.js/, answer);
            await page.goto(address);
            await expect.soft(page.getByRole("heading", { level: 1 }).first(), address).toBeVisible();
            if (await hasScripts(page))
              await expect.soft(page.getByText(t("offline.partMissing")), address).toBeVisible();
            await page.unroute(/\/assets\/.*\.js/);
          });
    });

    test(`every form of ${who} keeps what was typed and says so when the network is cut at the press`, async ({
      t,
    }) => {
      let sent = 0;
      let isCut = false;
      await page.route(/./, (route) => {
        if (!isCut) return route.fallback();
        // Before the browser sends a form by itself, it is asked whether the server answers.
        if (route.request().method() === "POST" || route.request().url().endsWith("/healthz")) sent += 1;
        return route.abort("connectionreset");
      });
      const told = page
        .locator("[data-sonner-toast]")
        .or(page.getByText(t("offline.unsent")))
        .or(page.getByText(t("offline.notSent")))
        // The press would have opened a dialog whose code was not there yet.
        .or(page.getByText(t("offline.partMissing")));
      const press = async (address: string) => {
        const button = page.locator(nextButton);
        const what = `"${(await button.textContent())?.trim()}" of ${address}`;
        const before = sent;
        const typed = await page.evaluate(typeIntoForm, true);
        isCut = true;
        await button.click();
        const confirm = page.locator("dialog[open] footer button, dialog[open] button").last();
        if (await page.locator("dialog[open]").count()) await confirm.click();
        // Refused by the page itself, or not sent to the server at all.
        const isSent = await expect
          .poll(() => sent, { timeout: 300 })
          .toBeGreaterThan(before)
          .then(
            () => true,
            () => false,
          );
        if (isSent) await expect.soft(told.first(), what).toBeVisible();
        const left = await page.evaluate(typeIntoForm, false);
        if (left) expect.soft(left, what).toEqual(typed);
        expect.soft(new URL(page.url()).pathname, what).toBe(address.split("?")[0]);
        isCut = false;
        return isSent;
      };
      let presses = 0;
      for (const address of addresses!)
        await test.step(address, async () => {
          await page.goto(address);
          if (!(await hasScripts(page))) return;
          await waitUntilHydrated(page);
          const pressed: string[] = [];
          for (;;) {
            const next = await page.evaluate(markNextButton, pressed);
            if (next === null) break;
            pressed.push(next);
            if (await press(address)) presses += 1;
            if ((await page.locator("dialog[open]").count()) || !page.url().endsWith(address))
              await open(page, address);
          }
        });
      expect(presses).toBeGreaterThan(3);
    });
  });
}
