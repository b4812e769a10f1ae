import { expect, type Page } from "@playwright/test";

/** Changed if a text is evaluated or is used as a replacement pattern. */
const evaluated = `{{7*7}}\${7*7}$&`;

/**
 * Attacks, longest first. Each leaves an attribute `zq` in the page if it becomes an element and calls `zq()` if it
 * becomes a script.
 */
const attacks = [
  `zq${evaluated}{name}</textarea></title></script><script zq>zq()</script><img zq src=x onerror=zq()><a zq href="javascript:zq()">zq</a><!-- ]]>`,
  `zq"'></script><script zq>zq()</script>${evaluated}`,
  `zq"'><img src=x zq onerror=zq()>$&`,
  'zq"><i zq onload=1>',
  'zq"><b zq>',
];

/** Returns the longest attack that fits into `maxLength` characters. */
export const attack = (maxLength: number): string => attacks.find(({ length }) => length <= maxLength)!;

/** Returns an attack followed by a mark that reverses the reading direction; the app has to remove the mark. */
export const attackWithMark = (maxLength: number): string => `${attack(maxLength - 1)}\u202E`;

/** Fills text fields, given by name and maximum length, with attacks. */
export const attackFields = (longest: Record<string, number>): Record<string, string> =>
  Object.fromEntries(Object.entries(longest).map(([name, maxLength]) => [name, attackWithMark(maxLength)]));

/** Runs in the page before anything else. Records scripts that run and violations of the content security policy. */
function recordScripts(): void {
  const found: string[] = [];
  Object.assign(window, { found, zq: () => found.push("a script ran") });
  document.addEventListener("securitypolicyviolation", ({ violatedDirective, sourceFile, lineNumber }) =>
    found.push(`stopped: ${violatedDirective} ${sourceFile}:${lineNumber}`),
  );
}

/** Runs in the page. Returns what the attacks caused and the texts on the page. */
function collectFindings() {
  const found = (window as unknown as { found: string[] }).found;
  const attacked = document.querySelectorAll(
    '[zq], [href^="javascript:" i], [src^="javascript:" i], [action^="javascript:" i]',
  );
  const typed = [...document.querySelectorAll("input, textarea")].map((one) => (one as HTMLInputElement).value);
  const body = document.body.cloneNode(true) as HTMLElement;
  for (const one of body.querySelectorAll("script, style")) one.remove();
  const text = [document.title, body.textContent, ...typed].join("\n");
  return { found: [...found, ...[...attacked].map((one) => one.outerHTML.slice(0, 200))], text };
}

/** Runs in the page. Returns whether it is hydrated or is a page of text or a finder's page, which have no scripts. */
function isReady(): boolean {
  return (
    document.querySelector("noscript[data-static]") !== null ||
    !("__reactRouterContext" in window) ||
    Object.keys(document.body).some((key) => key.startsWith("__reactFiber"))
  );
}

/** Makes a page record attacks from its next navigation on. */
export async function recordAttacks(page: Page): Promise<Page> {
  await page.addInitScript(recordScripts);
  page.on("dialog", (dialog) => {
    throw new Error(`a dialog opened: ${dialog.message()}`);
  });
  return page;
}

/**
 * Opens a page and expects that hostile texts neither ran nor became elements, and that it shows `whole` as it was
 * typed.
 */
export async function expectSafe(page: Page, path: string, whole: string): Promise<void> {
  await page.goto(path);
  await page.waitForFunction(isReady);
  const { found, text } = await page.evaluate(collectFindings);
  expect.soft(found, `${path} takes texts for nothing but texts`).toEqual([]);
  expect.soft(text.includes(whole), `${path} shows ${whole}`).toBe(true);
  expect.soft(text.includes("\u202E"), `${path} turns no reading direction`).toBe(false);
  expect.soft(/zq49|>49/.test(text), `${path} calculates nothing`).toBe(false);
}

/** Returns whether an attack became an element of an e-mail. */
export const hasAttackElement = (html: string) => /<[a-z]+\b[^<>]*\szq\b/i.test(html);
