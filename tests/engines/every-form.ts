import { setTimeout as pause } from "node:timers/promises";
import { request } from "@playwright/test";
import { languages } from "#app/platform/i18n/language.ts";
import { crawl, crawlers } from "../e2e/crawl.ts";
import { post } from "../e2e/people.ts";
import { markNextButton, nextButton, typeIntoForm } from "../e2e/sent-forms.ts";
import { begin, demoPassword, type Scene, signIn } from "./scene.ts";

/** `LOOK=all npm run e2e:engines` presses every button of every page; otherwise those of some pages, others in each language. */
const looksAtAll = process.env.LOOK === "all";
const share = 20;

/** Addresses that were found, by the app's address and the account. */
const found = new Map<string, string[]>();

/** Lists an address of each page that this visitor can reach and that the journey opens. */
async function listAddresses({ proxy, language }: Scene, email: string | undefined, start: string[]) {
  const key = `${proxy.url} ${email}`;
  let all = found.get(key);
  if (!all) {
    const visitor = await request.newContext({ baseURL: proxy.url, extraHTTPHeaders: { origin: proxy.url } });
    if (email) await post(visitor, "/auth", { intent: "signIn", email, password: demoPassword });
    all = await crawl(visitor, start);
    await visitor.dispose();
    found.set(key, all);
  }
  if (all.length < 15) throw new Error(`the site has only ${all.length} pages`);
  // One of the first pages, which have the forms of signing up and in, and others in each language.
  return looksAtAll ? all : all.filter((_, index) => index % share === 1 + 3 * languages.indexOf(language));
}

/** Runs in the page. Returns the visible messages of the page's own. */
function readMessages(): string[] {
  const all = document.querySelectorAll<HTMLElement>("[data-sonner-toast], [role=status], [role=alert]");
  return [...all].filter((one) => one.checkVisibility({ visibilityProperty: true })).map((one) => one.textContent);
}

/** Runs in the page. Returns whether the last button of an open dialog was marked. */
function markConfirmation(): boolean {
  const dialog = document.querySelector("dialog[open]");
  const button = [...(dialog?.querySelectorAll("footer button, button") ?? [])].at(-1);
  button?.setAttribute("data-test-confirm", "");
  return button !== undefined;
}

const hasArabic = (text: string) => /[\u0600-\u06ff]/.test(text);

/** Presses the marked button while nothing reaches the server; returns what a person would miss. */
async function pressWhileCut({ person, proxy, t, language }: Scene, address: string): Promise<string[]> {
  const { engine } = person;
  const typed = await engine.run(typeIntoForm, true);
  // Effects of what was typed.
  await pause(50);
  proxy.takeRefused();
  proxy.answer(/./, 0);
  try {
    await person.pressOne(nextButton);
    if (await engine.run(markConfirmation)) await person.pressOne("[data-test-confirm]");
    let refused: string[] = [];
    const isSent = () => {
      refused = refused.concat(proxy.takeRefused());
      return refused.some((one) => /^POST|\/healthz/.test(one));
    };
    // Otherwise the page itself has refused it.
    for (let tries = 0; tries < 10 && !isSent(); tries += 1) await pause(50);
    const told = ["offline.unsent", "offline.notSent", "offline.partMissing"] as const;
    const isShown = (text: string) =>
      told.some((key) => text.includes(t(key))) || (text.trim() !== "" && hasArabic(text) === (language === "ar"));
    if (isSent())
      await person.until("nothing says that it was not sent", async () =>
        (await engine.run(readMessages)).some(isShown),
      );
    const left = await engine.run(typeIntoForm, false);
    const missed: string[] = [];
    if (left && String(left) !== String(typed)) missed.push(`what was typed changed from ${typed} to ${left}`);
    if ((await person.address()).split("?")[0] !== address.split("?")[0]) missed.push("the page has gone");
    return missed;
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  } finally {
    proxy.clear();
  }
}

/** In a lift, the connection ends just when a form is sent: every form of every page, by each kind of visitor. */
export async function cutEveryForm(scene: Scene): Promise<void> {
  const { person } = scene;
  let presses = 0;
  for (const { email, start } of Object.values(crawlers)) {
    const addresses = await listAddresses(scene, email, start);
    await begin(scene);
    person.expected = [
      /Load(ing)? failed|Failed to load|NetworkError|network connection was lost|Load cannot|live|stream/,
      // The code of a link beneath the pointer.
      /route module|JSHandle@error/,
    ];
    if (email) {
      await person.goto("/auth");
      await signIn(scene, email, demoPassword);
      await person.arrive(/^\/(admin|dashboard)/);
    }
    for (const address of addresses) {
      const pressed: string[] = [];
      await person.goto(address);
      // Pages for finders have no scripts of the app; the browser itself says that it could not send.
      while (await person.engine.run(() => "__reactRouterContext" in window)) {
        // The page may still show the answer of the last press.
        await pause(50);
        const next = await person.engine.run(markNextButton, pressed);
        if (next === null) break;
        pressed.push(next);
        presses += 1;
        const missed = await pressWhileCut(scene, address);
        person.faults.push(...missed.map((one) => `${address} "${next}": ${one}`));
        const isOpen = await person.engine.run(() => document.querySelector("dialog[open]") !== null).catch(() => true);
        if (isOpen || missed.length > 0) await person.goto(address);
      }
    }
  }
  if (presses < 3) throw new Error(`only ${presses} buttons were pressed`);
}
