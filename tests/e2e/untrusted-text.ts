import { expect, type Page } from "@playwright/test";

/** They change where a text is calculated, or filled into another with care for its signs. */
const sums = `{{7*7}}\${7*7}$&`;

/**
 * What a hostile hand types, longest first: each leaves an attribute `zq` in the page where it becomes an element, and calls
 * `zq()` where it becomes a script.
 */
const attacks = [
  `zq${sums}{name}</textarea></title></script><script zq>zq()</script><img zq src=x onerror=zq()><a zq href="javascript:zq()">zq</a><!-- ]]>`,
  `zq"'></script><script zq>zq()</script>${sums}`,
  `zq"'><img src=x zq onerror=zq()>$&`,
  'zq"><i zq onload=1>',
  'zq"><b zq>',
];

/** The longest attack that a field of `most` signs takes. */
export const hostile = (most: number): string => attacks.find(({ length }) => length <= most)!;

/** The same with a mark that turns the reading direction of what follows; the product takes the mark out. */
export const turned = (most: number): string => `${hostile(most - 1)}\u202E`;

/** Every text field of a form by its longest text, filled with an attack. */
export const hostileFields = (longest: Record<string, number>): Record<string, string> =>
  Object.fromEntries(Object.entries(longest).map(([name, most]) => [name, turned(most)]));

/** In the page, before anything else: notes what runs and what the policy of the page had to stop. */
function listen(): void {
  const found: string[] = [];
  Object.assign(window, { found, zq: () => found.push("a script ran") });
  document.addEventListener("securitypolicyviolation", ({ violatedDirective, sourceFile, lineNumber }) =>
    found.push(`stopped: ${violatedDirective} ${sourceFile}:${lineNumber}`),
  );
}

/** In the page: what the attacks became, and the texts that people read. */
function examine() {
  const found = (window as unknown as { found: string[] }).found;
  const hurt = document.querySelectorAll(
    '[zq], [href^="javascript:" i], [src^="javascript:" i], [action^="javascript:" i]',
  );
  const typed = [...document.querySelectorAll("input, textarea")].map((one) => (one as HTMLInputElement).value);
  const body = document.body.cloneNode(true) as HTMLElement;
  for (const one of body.querySelectorAll("script, style")) one.remove();
  const text = [document.title, body.textContent, ...typed].join("\n");
  return { found: [...found, ...[...hurt].map((one) => one.outerHTML.slice(0, 200))], text };
}

/** In the page: its scripts have taken over, or it is one of the finder's, which have none. */
function isReady(): boolean {
  return (
    !("__reactRouterContext" in window) || Object.keys(document.body).some((key) => key.startsWith("__reactFiber"))
  );
}

/** A page that looks out for attacks from its next address on. */
export async function wary(page: Page): Promise<Page> {
  await page.addInitScript(listen);
  page.on("dialog", (dialog) => {
    throw new Error(`a dialog opened: ${dialog.message()}`);
  });
  return page;
}

/** Opens a page that shows hostile texts, `whole` among them as it was typed: nothing ran, nothing became an element. */
export async function readUnharmed(page: Page, path: string, whole: string): Promise<void> {
  await page.goto(path);
  await page.waitForFunction(isReady);
  const { found, text } = await page.evaluate(examine);
  expect.soft(found, `${path} takes texts for nothing but texts`).toEqual([]);
  expect.soft(text.includes(whole), `${path} shows ${whole}`).toBe(true);
  expect.soft(text.includes("\u202E"), `${path} turns no reading direction`).toBe(false);
  expect.soft(/zq49|>49/.test(text), `${path} calculates nothing`).toBe(false);
}

/** Whether an attack became an element of an e-mail. */
export const isHurt = (html: string) => /<[a-z]+\b[^<>]*\szq\b/i.test(html);
