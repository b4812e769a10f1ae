import { appendFile, mkdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import type { Page } from "@playwright/test";
import type { AxeResults, RunOptions } from "axe-core";
import * as arabic from "#app/locales/arabic.ts";
import * as english from "#app/locales/english.ts";
import { finderWordFiles, getTranslator } from "#app/locales/words.server.ts";
import { type FinderLanguage, findFinderLanguage } from "#app/platform/i18n/finder-languages.ts";
import { isLanguage, languageCookie, languages, otherLanguage } from "#app/platform/i18n/language.ts";
import { flatten } from "../check/words.ts";
import { expect, type FixtureOptions, test } from "./fixtures.ts";
import { listCoveredTexts, listMainButtons, listStickyBars } from "./screen-faults.ts";
import { inspectedPagesFile } from "./uninspected-pages.ts";

const standard = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
const axeSource = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/**
 * Map pins are exempt from the target size, because their position is essential (WCAG 2.5.8); the list has the same
 * content as the map.
 */
const isPin = (html: string) => html.includes("leaflet-marker-icon");

/** Runs in the page. Returns the violations that axe finds in it and in the frames that contain axe. */
async function violationsOf(tags: string[]): Promise<AxeResults["violations"]> {
  const { axe } = window as unknown as { axe: { run(options: RunOptions): Promise<AxeResults> } };
  const found = await axe.run({ runOnly: tags, resultTypes: ["violations"] });
  return found.violations;
}

async function findViolations(page: Page): Promise<string[]> {
  for (const frame of page.frames())
    if (!(await frame.evaluate(() => "axe" in window))) await frame.evaluate(axeSource);
  const violations = await page.evaluate(violationsOf, standard);
  return violations.flatMap(({ id, nodes }) =>
    nodes
      .filter(({ html }) => !(id === "target-size" && isPin(html)))
      .map(({ target, failureSummary }) => `${id} ${target} ${failureSummary}`),
  );
}

/** Waits until animations have ended, since axe would measure intermediate colours. */
const waitForAnimations = (page: Page) =>
  page.evaluate(async () => {
    const ending = document.getAnimations().filter((one) => Number.isFinite(one.effect?.getComputedTiming().endTime));
    await Promise.allSettled(ending.map((one) => one.finished));
  });

/** Runs in the page. Returns its width and the first elements that overflow the window; empty if it fits. */
function findOverflow(): string[] {
  const { clientWidth, scrollWidth } = document.documentElement;
  if (scrollWidth <= clientWidth) return [];
  const isClipped = (one: Element) => {
    for (let above = one.parentElement; above && above !== document.body; above = above.parentElement)
      if (getComputedStyle(above).overflowX !== "visible") return true;
    return false;
  };
  const isOut = (one: Element) => {
    const { left, right } = one.getBoundingClientRect();
    return (left < -1 || right > clientWidth + 1) && !isClipped(one);
  };
  const out = [...document.querySelectorAll("body *")].filter(isOut).slice(0, 4);
  return [`${scrollWidth} px`, ...out.map((one) => `${one.tagName} ${one.className} ${one.textContent?.slice(0, 40)}`)];
}

/**
 * Runs in the page. Returns the names and words of people that are cut at their beginning, on one line or the last of
 * some lines, because the line runs in the other direction, or in their middle, because they have both directions.
 */
function findCutBeginnings(): string[] {
  const isCut = (one: Element) => {
    const text = document.createTreeWalker(one, NodeFilter.SHOW_TEXT).nextNode();
    const hasBoth = /[a-z]/i.test(one.textContent ?? "") && /[\u0600-\u06ff]/.test(one.textContent ?? "");
    const lines = one.closest<HTMLElement>("[class*=line-clamp-]");
    if (lines && lines.scrollHeight > lines.clientHeight + 1 && lines.textContent === one.textContent)
      return hasBoth || getComputedStyle(lines).direction !== getComputedStyle(one).direction;
    let line: Element | null = one;
    while (line && getComputedStyle(line).textOverflow !== "ellipsis") line = line.parentElement;
    if (!text?.textContent || !line) return false;
    const letters = document.createRange();
    letters.selectNodeContents(text);
    if (!hasBoth) letters.setEnd(text, 1);
    const [shown, box] = [letters.getBoundingClientRect(), line.getBoundingClientRect()];
    const isOut = { ltr: shown.left < box.left - 1, rtl: shown.right > box.right + 1 };
    return hasBoth ? isOut.ltr || isOut.rtl : getComputedStyle(one).direction === "ltr" ? isOut.ltr : isOut.rtl;
  };
  return [...document.querySelectorAll("bdi")].filter(isCut).map((one) => one.textContent ?? "");
}

/**
 * Runs in the page. Returns the labels of bar charts that do not stand at their bar or their value: a label below has
 * the center of its bar above it, those at the side are level with the top, the middle and the bottom of the bars.
 */
function findMisplacedChartLabels(): string[] {
  const centerOf = (one: Element) => {
    const { top, height } = one.getBoundingClientRect();
    return top + height / 2;
  };
  return [...document.querySelectorAll("figure:has(> svg + div)")].flatMap((chart) => {
    const bars = [...chart.querySelectorAll("svg g")].map((bar) => bar.firstElementChild!.getBoundingClientRect());
    const names = [...chart.querySelectorAll("tbody th")].map((name) => name.textContent);
    const { top, height } = chart.querySelector("svg")!.getBoundingClientRect();
    const values = [...chart.querySelectorAll(":scope > div:first-child > span")];
    const ticks = [...chart.querySelectorAll(":scope > svg + div > span")].filter((tick) => tick.checkVisibility());
    const misplaced = [
      ...values.filter((value, index) => Math.abs(centerOf(value) - top - (height * index) / 2) > 2),
      ...ticks.filter((tick) => {
        // A word such as "Today" is the last bar's.
        const bar = bars.at(names.findIndex((name) => name.includes(tick.textContent)))!;
        const { left, right } = tick.getBoundingClientRect();
        return bar.left + bar.width / 2 < left || bar.left + bar.width / 2 > right;
      }),
    ];
    return misplaced.map((label) => label.textContent);
  });
}

/** Runs in the page. Returns the ids that other elements refer to and that several have, which axe leaves to people. */
function findDuplicateIds(): string[] {
  const names = ["for", "form", "list", "aria-labelledby", "aria-describedby", "aria-controls", "aria-owns"];
  const ids = names.flatMap((name) =>
    [...document.querySelectorAll(`[${name}]`)].flatMap((one) => one.getAttribute(name)?.split(/\s+/) ?? []),
  );
  return [...new Set(ids)].filter((id) => document.querySelectorAll(`[id="${CSS.escape(id)}"]`).length > 1);
}

/** Runs in the page. Returns the titles that stand at the edge of the window, as those of a page without margins. */
function findTitlesAtEdge(): string[] {
  const { clientWidth } = document.documentElement;
  const isAtEdge = (one: Element) => {
    const { left, right, width } = one.getBoundingClientRect();
    return width > 1 && (left < 8 || right > clientWidth - 8);
  };
  return [...document.querySelectorAll("main h1")].filter(isAtEdge).map((one) => one.textContent);
}

/** Expression for several measures, because a message to the browser takes longer than a measure. */
const all = (measures: (() => string[])[]) => `[${measures.map((one) => `(${one})()`)}]`;
const measures = [findOverflow, findCutBeginnings, findMisplacedChartLabels, findDuplicateIds, findTitlesAtEdge];
const measuresOfWidth = all(measures);
const measuresOfTexts = all([findOverflow, listCoveredTexts]);

/** Runs in the page. Opens every collapsed section. */
function unfold(): void {
  for (const one of document.querySelectorAll("main details")) one.setAttribute("open", "");
}

const views = [
  { name: "wide and light", width: 1280, colorScheme: "light" },
  { name: "narrow and dark", width: 390, colorScheme: "dark" },
  { name: "wide and dark", width: 1280, colorScheme: "dark" },
  { name: "narrow and light", width: 390, colorScheme: "light" },
] as const;

/**
 * Returns the views to inspect: wide and light for English, narrow and dark for the other languages.
 * `LOOK=all npm run e2e` inspects every view in each language.
 */
function viewsOf(language: FinderLanguage) {
  if (process.env.LOOK === "all") return views;
  return language === "en" ? views.slice(0, 1) : views.slice(1, 2);
}

/**
 * Records which page was inspected in which language. A page that was not inspected fails the run
 * (`listUninspectedPages`).
 */
async function recordInspection(language: string, pathname: string): Promise<void> {
  const { outputDir } = test.info().project;
  await mkdir(outputDir, { recursive: true });
  await appendFile(path.join(outputDir, inspectedPagesFile), `${language} ${pathname}\n`);
}

const languageOf = async (page: Page): Promise<FinderLanguage> =>
  findFinderLanguage(await page.evaluate(() => document.documentElement.lang)) ?? "en";

/** Example texts that also occur in the demo data. */
const example = /^(home|pages\.home)\.|\.engravingPlaceholder$/;
const sentences = (words: Parameters<typeof flatten>[0]) =>
  new Set(flatten(words).flatMap(([key, text]) => (example.test(key) ? [] : [text])));
const texts = { en: sentences(english), ar: sentences(arabic) };
const textsOf = (language: FinderLanguage) =>
  isLanguage(language) ? texts[language] : sentences({ ...finderWordFiles[language] });

/**
 * Returns the texts on a page that are in another of the product's languages: translations that do not occur in the
 * page's own. Names are in `bdi` elements and ignored.
 */
async function findForeignTexts(page: Page, language: FinderLanguage): Promise<string[]> {
  const shown = await page.evaluate(() => {
    const all: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let one = walker.nextNode(); one; one = walker.nextNode())
      if (!one.parentElement?.closest("script, style, noscript, bdi, option, [lang]:not(html)"))
        all.push(one.textContent?.trim() ?? "");
    return all;
  });
  const own = textsOf(language);
  const others = languages.filter((one) => one !== language).map((one) => texts[one]);
  return shown.filter((text) => text.length > 2 && others.some((other) => other.has(text)) && !own.has(text));
}

/**
 * Expects that nothing is wider than the window, no name is cut at its beginning and no id refers to two elements at
 * five widths: 195 px is a phone zoomed to 200 %, 820 px a tablet. Ends with the width in which the language is inspected.
 */
async function expectToFit(page: Page, name: string, language: FinderLanguage): Promise<void> {
  for (const width of language === "en" ? [195, 320, 390, 820, 1280] : [195, 320, 820, 1280, 390]) {
    await page.setViewportSize({ width, height: 900 });
    const [overflow, cutNames, misplacedLabels, duplicateIds, titlesAtEdge] =
      await page.evaluate<string[][]>(measuresOfWidth);
    expect.soft(overflow, `${name} fits into ${width} px`).toEqual([]);
    expect.soft(cutNames, `${name} begins each name at ${width} px`).toEqual([]);
    expect.soft(misplacedLabels, `${name} labels its charts at ${width} px`).toEqual([]);
    expect.soft(duplicateIds, `${name} gives each id once at ${width} px`).toEqual([]);
    expect.soft(titlesAtEdge, `${name} has margins at ${width} px`).toEqual([]);
    if (width === 320 || width === 820)
      expect.soft(await page.evaluate(listCoveredTexts), `${name} covers no text at ${width} px`).toEqual([]);
  }
}

/** Expects that nothing is wider than a phone and no text lies on another where text is twice as large. */
async function expectToFitLargeText(page: Page, name: string): Promise<void> {
  await page.setViewportSize({ width: 390, height: 900 });
  await page.evaluate(() => document.documentElement.style.setProperty("font-size", "200%"));
  const [overflow, covered] = await page.evaluate<string[][]>(measuresOfTexts);
  expect.soft(overflow, `${name} fits with text of 200 %`).toEqual([]);
  expect.soft(covered, `${name} covers no text of 200 %`).toEqual([]);
  await page.evaluate(() => document.documentElement.style.removeProperty("font-size"));
}

/**
 * Expression that scrolls through the page and returns the bars and the main buttons in view at each place; if there are
 * several, those that are left once bars that observe what is in view have appeared or gone.
 */
const lookAtEachPlace = `(async () => {
  const look = () => ${all([listStickyBars, listMainButtons])};
  const places = [];
  const height = Math.min(document.documentElement.scrollHeight, 6000);
  for (let top = 0; top < height; top += 700) {
    scrollTo({ top, behavior: "instant" });
    let [bars, buttons] = look();
    if (bars.length > 1 || buttons.length > 1) {
      for (let frame = 0; frame < 3; frame++) await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
      [bars, buttons] = look();
    }
    places.push({ top, bars, buttons });
  }
  scrollTo({ top: 0, behavior: "instant" });
  return places;
})()`;

/** Pages of several forms, each of which is saved by itself. */
const hasManyForms = (address: string) => /^\/(dashboard|admin)\/settings/.test(address);

/**
 * Expects that no part of the page has two bars or two main buttons in view; a conversation is sent from its field.
 * Leaves the window as small as a phone's.
 */
async function expectOneBar(page: Page, name: string): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 });
  const send = getTranslator("ar")("conversations.send");
  const mayHaveButtons = hasManyForms(new URL(page.url()).pathname);
  const places = await page.evaluate<{ top: number; bars: string[]; buttons: string[] }[]>(lookAtEachPlace);
  for (const { top, bars, buttons } of places) {
    expect.soft(bars.length, `bars of ${name} at ${top} px: ${bars.join(" | ")}`).toBeLessThan(2);
    const main = mayHaveButtons ? [] : buttons.filter((label) => label !== send);
    expect.soft(main.length, `main buttons of ${name} at ${top} px: ${main.join(" | ")}`).toBeLessThan(2);
  }
}

/**
 * Inspects the current page in each of the views: axe finds no violations, nothing is wider than the window or lies on
 * other text, and all texts are in one language.
 */
export async function inspect(page: Page, name: string): Promise<void> {
  const before = page.viewportSize();
  const language = await languageOf(page);
  await recordInspection(language, new URL(page.url()).pathname);
  await expectToFit(page, name, language);
  await expectToFitLargeText(page, name);
  expect.soft(await findForeignTexts(page, language), `${name} speaks one language`).toEqual([]);
  for (const view of viewsOf(language)) {
    await page.setViewportSize({ width: view.width, height: 900 });
    await page.emulateMedia({ colorScheme: view.colorScheme });
    await waitForAnimations(page);
    expect.soft(await findViolations(page), `${name}, ${view.name}`).toEqual([]);
  }
  if (before) await page.setViewportSize(before);
}

async function openHeaded(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
}

/**
 * Opens a page and inspects it; on a phone, bars and main buttons stand alone. With `unfolded`, opens collapsed sections
 * before the rest.
 */
export async function inspectPage(page: Page, address: string, { unfolded = false } = {}): Promise<void> {
  await test.step(address, async () => {
    await openHeaded(page, address);
    const before = page.viewportSize();
    // On a phone, in one language, because no word changes it.
    if ((await languageOf(page)) === "ar") await expectOneBar(page, address);
    if (unfolded) await page.evaluate(unfold);
    await inspect(page, address);
    if (before) await page.setViewportSize(before);
  });
}

/** Like `inspectPage`, in the other language and then in the test's own, for tests that run in one language only. */
export async function inspectInBothLanguages(
  page: Page,
  address: string,
  options?: { unfolded?: boolean },
): Promise<void> {
  const { language } = test.info().project.use as FixtureOptions;
  for (const value of [otherLanguage(language), language]) {
    await page.context().addCookies([{ name: languageCookie, value, domain: "localhost", path: "/" }]);
    await inspectPage(page, address, options);
  }
}

/** Opens a page and expects that nothing is wider than the window or cut at its beginning. */
export async function checkWidths(page: Page, address: string): Promise<void> {
  await test.step(address, async () => {
    await openHeaded(page, address);
    await expectToFit(page, address, await languageOf(page));
  });
}
