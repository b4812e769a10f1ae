// People who cannot use a mouse would be stuck on a page.
import type { Page } from "@playwright/test";
import { expect, open, test } from "./fixtures.ts";

/** Runs in the page. Returns the problems of the focused element; null at the end of the page. */
function describeFocus(): { name: string; problems: string[] } | null {
  const one = document.activeElement;
  if (!one || one === document.body || one === document.documentElement) return null;
  const problems: string[] = [];
  // What is drawn for a control that is invisible itself: its label or the box next to it.
  const drawn = [one, one.parentElement, one.nextElementSibling, one.closest("label, summary")].filter(
    (each) => each !== null,
  );
  // A link that covers its card shows the focus ring on its `::after`.
  const hasFocusRing = (each: Element) =>
    [undefined, "::after"].some((part) => {
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(each, part);
      return (outlineStyle !== "none" && outlineWidth !== "0px") || boxShadow !== "none";
    });
  // The parts of a date field are drawn by the browser, with their own focus rings.
  const isOfBrowser = one.matches('input[type="date"], input[type="datetime-local"], input[type="time"]');
  if (!isOfBrowser && !drawn.some(hasFocusRing)) problems.push("its focus is not to be seen");
  const isInSight = (each: Element) => {
    const { left, right, top, bottom, width, height } = each.getBoundingClientRect();
    return width > 1 && height > 1 && right > 0 && bottom > 0 && left < innerWidth && top < innerHeight;
  };
  if (!drawn.some(isInSight)) problems.push("it is outside the window");
  const { left, top, width, height } = one.getBoundingClientRect();
  const [x, y] = [left + width / 2, top + height / 2];
  const above = document.elementFromPoint(x, y);
  const isOver =
    above &&
    !one.contains(above) &&
    !above.contains(one) &&
    getComputedStyle(above.closest("header, [data-bar], .fixed, .sticky") ?? one).position;
  if (isOver === "sticky" || isOver === "fixed") problems.push(`${above?.tagName} ${above?.className} lies over it`);
  return {
    name: `${one.tagName} ${one.textContent?.trim().slice(0, 40) || one.getAttribute("aria-label") || one.getAttribute("name")}`,
    problems,
  };
}

/** Walks through a page with the Tab key, from its skip link to its end, and expects no problems. */
async function tabThrough(page: Page, path: string, skip: string): Promise<void> {
  await test.step(path, async () => {
    await open(page, path);
    await page.keyboard.press("Tab");
    await expect(page.getByRole("link", { name: skip })).toBeFocused();
    const found: string[] = [];
    let stops = 0;
    for (; stops < 500; stops++) {
      const here = await page.evaluate(describeFocus);
      if (!here) break;
      for (const problem of here.problems) found.push(`${here.name}: ${problem}`);
      await page.keyboard.press("Tab");
    }
    expect.soft(stops, `${path} has an end`).toBeLessThan(500);
    expect.soft(stops, `${path} can be walked through`).toBeGreaterThan(3);
    expect.soft(found, path).toEqual([]);
  });
}

const site = ["/", "/store", "/community-reports", "/auth?mode=sign-up", "/contact"];
const owners = [
  "/dashboard",
  "/dashboard/pets/new",
  "/dashboard/tags",
  "/dashboard/tags-management",
  "/dashboard/lost-found/new",
  "/dashboard/settings/notifications",
  "/checkout",
];
const admins = ["/admin", "/admin/tags", "/admin/upgrade-requests"];

/** Uses a wide window for English and a narrow one for Arabic. */
const windowOf = (language: "en" | "ar") => ({ viewport: { width: language === "en" ? 1280 : 390, height: 900 } });

test("public pages can be used by keyboard alone", async ({ visitor, language, t }) => {
  test.slow();
  const page = await visitor(windowOf(language));
  for (const path of site) await tabThrough(page, path, t("common.skip"));
});

test("pages of owners and administrators can be used by keyboard alone", async ({ visitor, signIn, language, t }) => {
  test.slow();
  for (const [email, paths] of [["owner@aleef.test", owners] as const, ["admin@aleef.test", admins] as const]) {
    const page = await visitor(windowOf(language));
    await signIn(page, email);
    for (const path of paths) await tabThrough(page, path, t("common.skip"));
  }
});
