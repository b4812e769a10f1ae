import puppeteer, { type BrowserContext, type Page } from "puppeteer-core";
import { type Engine, size } from "./engine.ts";

/** Starts Firefox without a window, driven by WebDriver BiDi. */
export async function openFirefox(executablePath: string): Promise<Engine> {
  const browser = await puppeteer.launch({ browser: "firefox", executablePath, headless: true });
  let context: BrowserContext | undefined;
  let page: Page;
  let errors: string[] = [];

  async function reset(): Promise<void> {
    await context?.close();
    context = await browser.createBrowserContext();
    page = await context.newPage();
    await page.setViewport(size);
    page.on("console", (message) => {
      if (message.type() === "error") errors.push(`${message.text()} (${message.location().url})`);
    });
    page.on("pageerror", (error) => errors.push(`${error} (${page.url()})`));
  }
  await reset();
  return {
    name: "Firefox",
    reset,
    async goto(url) {
      const open = () => page.goto(url, { waitUntil: "load" });
      // A navigation of the page itself, which was on its way, ends this one.
      await open().catch((error) =>
        /NS_BINDING_ABORTED|interrupted an unfinished/.test(String(error)) ? open() : Promise.reject(error),
      );
    },
    run: (work, ...values) => page.evaluate(work as never, ...(values as unknown as never[])) as never,
    press: (selector) => page.locator(selector).click(),
    async type(selector, text) {
      await page.focus(selector);
      await page.evaluate((one) => (document.querySelector(one) as HTMLInputElement).select?.(), selector);
      await page.keyboard.type(text);
    },
    back: async () => void (await page.goBack({ waitUntil: "load" }).catch(() => null)),
    async takeErrors() {
      const taken = errors;
      errors = [];
      return taken;
    },
    close: () => browser.close(),
  };
}
