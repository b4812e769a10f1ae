import { setTimeout as pause } from "node:timers/promises";
import type { Engine } from "./engine.ts";

const patienceMs = 20_000;
const mark = "data-found-by-test";

/** Runs in the page. Marks the visible control with exactly this name; returns whether there is one. */
function markControl(name: string, attribute: string): boolean {
  const clean = (text: string | null) =>
    (text ?? "")
      .replace(/[\u2066-\u2069\u200e\u200f]/g, "")
      .replace(/\s+/g, " ")
      .trim();
  const nameOf = (one: Element) =>
    clean(one.getAttribute("aria-label")) ||
    (one instanceof HTMLInputElement ? clean(one.labels?.[0]?.textContent ?? one.value) : clean(one.textContent));
  const isSeen = (one: Element) => one.checkVisibility({ visibilityProperty: true }) && !one.closest("[inert]");
  for (const old of document.querySelectorAll(`[${attribute}]`)) old.removeAttribute(attribute);
  const dialogs = [...document.querySelectorAll("dialog[open]")];
  const controls = [...(dialogs.at(-1) ?? document).querySelectorAll("a[href], button, summary, input, label")];
  const found = controls.find((one) => isSeen(one) && nameOf(one) === clean(name));
  found?.scrollIntoView({ block: "center", behavior: "instant" });
  found?.setAttribute(attribute, "");
  return found !== undefined;
}

/** Runs in the page. Marks the first visible element of this selector; returns whether there is one. */
function markElement(selector: string, attribute: string): boolean {
  for (const old of document.querySelectorAll(`[${attribute}]`)) old.removeAttribute(attribute);
  const found = [...document.querySelectorAll(selector)].find((one) =>
    one.checkVisibility({ visibilityProperty: true }),
  );
  found?.scrollIntoView({ block: "center", behavior: "instant" });
  found?.setAttribute(attribute, "");
  return found !== undefined;
}

/** Runs in the page. Returns whether nothing moves or is about to, so that a press meets what it is meant for. */
function isStill(): boolean {
  return document
    .getAnimations()
    .every((one) => one.playState !== "running" || !Number.isFinite(one.effect?.getComputedTiming().endTime as number));
}

/** Runs in the page. Returns whether its scripts handle its controls; true for pages without the app's scripts. */
function isReady(): boolean {
  if (document.readyState !== "complete") return false;
  if (!("__reactRouterContext" in window)) return true;
  // A page of text starts its scripts only where the app has kept something.
  if (document.querySelector("noscript[data-static]") && localStorage.length === 0) return true;
  const [, container] = Object.entries(document).find(([key]) => key.startsWith("__reactContainer$")) ?? [];
  return container?.stateNode.current.memoizedState.isDehydrated === false;
}

/** Runs in the page. Returns what a person would see as broken. */
function findFaults(): string[] {
  const faults: string[] = [];
  const { clientWidth, scrollWidth } = document.documentElement;
  if (scrollWidth > clientWidth + 1) faults.push(`is ${scrollWidth} px wide in a window of ${clientWidth} px`);
  const main = document.querySelector("main") ?? document.body;
  if (!main.innerText.trim()) faults.push("is blank");
  if (!document.querySelector("h1")) faults.push("has no heading");
  for (const picture of main.querySelectorAll("svg, img")) {
    if (!picture.checkVisibility({ visibilityProperty: true })) continue;
    const { width, height } = picture.getBoundingClientRect();
    // A drawing without a width leaves a blank area of its height.
    if ((width === 0) !== (height === 0)) faults.push(`has a picture of ${width} × ${height} px`);
    if (
      picture instanceof HTMLImageElement &&
      picture.complete &&
      picture.naturalWidth === 0 &&
      picture.loading !== "lazy"
    )
      faults.push(`has a broken picture ${picture.src}`);
  }
  // A line that runs in its own direction leaves the field of a page in the other one.
  for (const field of main.querySelectorAll<HTMLTextAreaElement>("textarea:placeholder-shown"))
    if (field.scrollWidth > field.clientWidth + 1)
      faults.push(`has a placeholder outside its field: ${field.placeholder}`);
  for (const control of main.querySelectorAll("tbody tr :is([type=checkbox], img)")) {
    const [inner, row] = [control, control.closest("tr") as Element].map((one) => one.getBoundingClientRect());
    const isSeen = control.checkVisibility({ visibilityProperty: true });
    if (isSeen && inner && row && (inner.bottom < row.top || inner.top > row.bottom))
      faults.push(`has a ${control.tagName} beside its row`);
  }
  for (const number of main.querySelectorAll('a[href^="tel:"]')) {
    let line: Element | null = number;
    while (line && getComputedStyle(line).textOverflow !== "ellipsis") line = line.parentElement;
    if (line && line.scrollWidth > line.clientWidth + 1) faults.push("cuts a phone number");
  }
  // Without a timeline, the animation ends at once, with the first tab faded.
  const isFading = (row: Element) => getComputedStyle(row).maskImage !== "none";
  if (!CSS.supports("animation-timeline: scroll()") && [...document.querySelectorAll(".fade-more")].some(isFading))
    faults.push("has a row of tabs that fades at its start");
  return faults;
}

/** Runs in the page. Returns whether this text is visible. */
function isTextSeen(text: string): boolean {
  const clean = (one: string) => one.replace(/[\u2066-\u2069\u200e\u200f]/g, "").replace(/\s+/g, " ");
  const typed = [...document.querySelectorAll("textarea")].map(({ value }) => value).join(" ");
  return clean(`${document.body.innerText} ${typed}`).toLowerCase().includes(clean(text).trim().toLowerCase());
}

/** What browsers log when a page is left while it still looks up links or loads parts. */
const leaving = [
  /Failed to fetch manifest patches|Error in input stream/,
  /error loading dynamically imported module|Importing a module script failed/,
  /A ServiceWorker intercepted the request and encountered/,
];

/** Somebody who uses the site in one browser. Everything is waited for, at most 20 seconds, and looked at. */
export class Person {
  readonly engine: Engine;
  readonly site: string;
  readonly faults: string[] = [];
  /** Console errors that belong to the journey. */
  expected: RegExp[] = [];

  constructor(engine: Engine, site: string) {
    this.engine = engine;
    this.site = site;
  }

  /** Repeats `ask` until it is true. Throws with `what` after 20 seconds. */
  async until(what: string, ask: () => Promise<boolean>): Promise<void> {
    const start = performance.now();
    // A page that is being left cannot be asked.
    while (!(await ask().catch(() => false))) {
      if (performance.now() - start > patienceMs) throw new Error(`${what} (at ${await this.address()})`);
      await pause(60);
    }
  }

  address = (): Promise<string> => this.engine.run(() => location.pathname + location.search).catch(() => "?");

  async goto(address: string): Promise<void> {
    const { href } = new URL(address, this.site);
    // The last page may be on its way to where a press leads, which it is once the server can be reached again.
    await this.engine.goto(href).catch((error) => {
      if (!/interrupted/.test(String(error))) throw error;
      return this.engine.goto(href);
    });
    await this.look();
  }

  /** Waits until the page can be used and asks for no more files, and notes its faults. */
  async look(): Promise<void> {
    let files = -1;
    await this.until("the page is not ready", async () => {
      const before = files;
      const isUsable = await this.engine.run(isReady);
      files = await this.engine.run(() => performance.getEntriesByType("resource").length);
      // A person does not leave a page that still loads; a browser would end its requests.
      if (isUsable && files !== before) await pause(100);
      return isUsable && files === before;
    });
    const here = await this.address();
    for (const fault of await this.engine.run(findFaults)) this.faults.push(`${here} ${fault}`);
  }

  async press(name: string): Promise<void> {
    await this.until("the page does not stand still", () => this.engine.run(isStill));
    await this.until(`there is no "${name}"`, () => this.engine.run(markControl, name, mark));
    await this.engine.press(`[${mark}]`);
  }

  /** Presses the first visible element of a selector. */
  async pressOne(selector: string): Promise<void> {
    await this.until("the page does not stand still", () => this.engine.run(isStill));
    await this.until(`there is no ${selector}`, () => this.engine.run(markElement, selector, mark));
    await this.engine.press(`[${mark}]`);
  }

  async type(selector: string, text: string): Promise<void> {
    await this.until(`there is no ${selector}`, () => this.engine.run(markElement, selector, mark));
    await this.engine.type(`[${mark}]`, text);
  }

  /** Chooses an option of a list by its value. */
  async choose(selector: string, value: string): Promise<void> {
    await this.until(`there is no ${selector}`, () => this.engine.run(markElement, selector, mark));
    await this.engine.run(
      (one, wanted) => {
        const list = document.querySelector(one) as HTMLSelectElement;
        list.value = wanted;
        list.dispatchEvent(new Event("change", { bubbles: true }));
      },
      `[${mark}]`,
      value,
    );
  }

  async see(text: string): Promise<void> {
    await this.until(`"${text}" is not to be seen`, () => this.engine.run(isTextSeen, text));
  }

  /** Waits until the address is this one, and looks at the page. */
  async arrive(pattern: RegExp): Promise<void> {
    await this.until(`the address is not ${pattern}`, async () => pattern.test(await this.address()));
    await this.look();
  }

  /** Returns the faults seen since the last call, console errors included. */
  async takeFaults(): Promise<string[]> {
    const errors = (await this.engine.takeErrors()).filter(
      (error) => ![...leaving, ...this.expected].some((one) => one.test(error)),
    );
    return [...new Set([...this.faults.splice(0), ...errors.map((error) => `console: ${error.slice(0, 300)}`)])];
  }
}
