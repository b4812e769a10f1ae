// On some page that no other test thinks of, bars would take a phone's screen, or large text would lie on other text.
import type { Page } from "@playwright/test";
import { crawl, crawlers } from "./crawl.ts";
import { expect, test } from "./fixtures.ts";
import { listCoveredTexts, listMainButtons, listStickyBars } from "./screen-faults.ts";

/** `LOOK=all npm run e2e` looks at every page, otherwise at each eighth, others in each language. */
const looksAtAll = process.env.LOOK === "all";
const share = 8;

/** Button that may be in view beside the page's main one: a conversation is always sent from its field. */
const besides = "conversations.send";

/** Pages of several forms, each of which is saved by itself. */
const hasManyForms = (address: string) => /^\/(dashboard|admin)\/settings/.test(address);

/** Width of the window (px) and size of text (%). */
const sizes = [
  [320, 100],
  [820, 100],
  [390, 200],
] as const;

async function lookAtBars(page: Page, address: string, send: string): Promise<void> {
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  for (let top = 0; top < Math.min(height, 6000); top += 700) {
    await page.evaluate((y) => scrollTo({ top: y, behavior: "instant" }), top);
    const bars = await page.evaluate(listStickyBars);
    expect.soft(bars.length, `bars of ${address} at ${top} px: ${bars.join(" | ")}`).toBeLessThan(2);
    if (hasManyForms(address)) continue;
    const main = (await page.evaluate(listMainButtons)).filter((name) => name !== send);
    expect.soft(main.length, `main buttons of ${address} at ${top} px: ${main.join(" | ")}`).toBeLessThan(2);
  }
}

async function lookAtTexts(page: Page, address: string): Promise<void> {
  for (const [width, percent] of sizes) {
    await page.setViewportSize({ width, height: 844 });
    await page.evaluate((size) => document.documentElement.style.setProperty("font-size", size), `${percent}%`);
    const name = `${address} at ${width} px, text of ${percent} %`;
    const { clientWidth, scrollWidth } = await page.evaluate(() => {
      const { clientWidth, scrollWidth } = document.documentElement;
      return { clientWidth, scrollWidth };
    });
    expect.soft(scrollWidth, name).toBeLessThanOrEqual(clientWidth + 1);
    expect.soft(await page.evaluate(listCoveredTexts), name).toEqual([]);
  }
  await page.setViewportSize({ width: 390, height: 844 });
}

for (const [who, { email, start }] of Object.entries(crawlers))
  test(`every screen of ${who} has one main button and one bar in view, and no text on another`, async ({
    visitor,
    signIn,
    language,
    t,
  }) => {
    test.setTimeout(looksAtAll ? 1_200_000 : 180_000);
    const page = await visitor({ viewport: { width: 390, height: 844 } });
    if (email) await signIn(page, email);
    const all = await crawl(page.request, start);
    expect(all.length).toBeGreaterThan(15);
    const part = language === "en" ? 0 : share / 2;
    for (const address of looksAtAll ? all : all.filter((_, index) => index % share === part))
      await test.step(address, async () => {
        await page.goto(address);
        await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
        await lookAtBars(page, address, t(besides));
        await lookAtTexts(page, address);
      });
  });
