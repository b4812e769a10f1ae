// Somebody who searches for a pet would see the board broken, or could not reach its filters.
import type { Page } from "@playwright/test";
import { placeNames } from "#app/platform/map/place-names.ts";
import { linkIn } from "../emails.ts";
import { buttonOf, expect, fieldOf, open, test } from "./fixtures.ts";
import { inspectPage } from "./layout.ts";
import { newAddress, post } from "./people.ts";

const board = [
  "/community-reports",
  "/community-reports?view=map",
  "/community-reports?q=zzzz",
  "/community-reports?near=29.96,31.25",
  "/community-reports?status=resolved",
  "/community-reports/new",
  "/community-reports/new?sent",
];

test("the report board looks right", async ({ page }) => {
  test.slow();
  for (const path of board) await inspectPage(page, path);
});

/** Returns the address of the first link on the page that contains `part`. */
async function linkAt(page: Page, part: string, name?: string): Promise<string> {
  const links = page.getByRole("main").locator(`a[href*="${part}"]`).filter({ hasText: name });
  return (await links.first().getAttribute("href")) as string;
}

test("filters of the board stay at the top of a phone's screen", async ({ page, t }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, "/community-reports");
  const filters = page.locator("summary", { hasText: t("reportBoard.filters") });
  await expect(fieldOf(page, t("reportBoard.sort"))).toBeHidden();
  await filters.click();
  await expect(fieldOf(page, t("reportBoard.sort"))).toBeVisible();
  expect(await page.evaluate(() => scrollY)).toBe(0);
});

test("the owner's pages of a lost report look right", async ({ page, signIn, t }) => {
  test.slow();
  await signIn(page, "owner@aleef.test");
  await inspectPage(page, "/dashboard/lost-found");
  await inspectPage(page, "/dashboard/lost-found/new");
  await inspectPage(page, "/dashboard/lost-found/new?kind=lost");
  await open(page, "/dashboard/lost-found");
  const report = await linkAt(page, "/dashboard/lost-found/", "Mishmish");
  await inspectPage(page, report.replace("/dashboard/lost-found/", "/community-reports/"));
  for (const path of [report, `${report}/first-steps`, `${report}/edit`]) await inspectPage(page, path);
  await open(page, report);
  await inspectPage(page, await linkAt(page, "/conversations/"));
  await open(page, `${report}/posters`);
  await buttonOf(page, t("posters.add")).click();
  await expect(buttonOf(page, t("posters.open"))).toBeVisible();
  await inspectPage(page, `${report}/posters`);
});

test("the empty list of a new owner looks right", async ({ page, signInNew }) => {
  await signInNew(page);
  await inspectPage(page, "/dashboard/lost-found");
});

test("the pages of a guest and an administrator look right, also after the guest is banned", async ({
  page,
  visitor,
  apiClient,
  signIn,
  app,
  t,
}) => {
  test.slow();
  const guestEmail = newAddress("neighbour");
  const found = { kind: "found", type: "cat", area: "Maadi, Cairo", seenAt: "2026-01-05T10:00", colors: "orange" };
  const [manage, waiting] = await test.step("a guest reports two animals", async () => {
    const links: string[] = [];
    for (const description of ["The first of two", "The second of two"]) {
      await post(apiClient, "/community-reports/new", { ...found, description, guestEmail });
      links.push(new URL(linkIn(await app.mails.emailTo(guestEmail))).pathname);
    }
    return links as [string, string];
  });
  await inspectPage(page, manage);
  await buttonOf(page, t("lostFound.manage.publish")).click();
  const report = (await page.getByRole("link", { name: t("ownReports.public") }).getAttribute("href")) as string;
  const admin = report.replace("/community-reports/", "/admin/lost-found/");

  await test.step("one person writes, another complains", async () => {
    const form = { intent: "write", body: "Pay me first, then you get it back. ادفع أولًا", name: "Karim" };
    const answer = await apiClient.post(report, { form, maxRedirects: 0 });
    await inspectPage(page, answer.headers().location as string);
    await post(apiClient, report, { intent: "complain", reason: "scam", note: "They ask for money first" });
  });
  await open(page, manage);
  await inspectPage(page, await linkAt(page, "/conversations/"));
  for (const path of [report, `${manage}/edit`, `${manage}/posters`]) await inspectPage(page, path);

  const office = await visitor();
  await signIn(office, "admin@aleef.test");
  await inspectPage(office, "/admin/lost-found/bans");
  await inspectPage(office, admin);
  await fieldOf(office, t("moderation.banReason")).fill("Asks for money");
  await buttonOf(office, t("moderation.ban")).click();
  const sure = office.getByRole("alertdialog").or(office.getByRole("dialog"));
  await buttonOf(sure, t("moderation.ban")).click();
  await expect(office.getByText("Asks for money").first()).toBeVisible();
  for (const path of ["/admin/lost-found", admin, "/admin/lost-found/bans", "/admin/lost-found/conversations"])
    await inspectPage(office, path);

  await test.step("the guest's next link says why nothing is published and whom to contact", async () => {
    await inspectPage(page, waiting);
    await expect(page.getByText(t("lostFound.ban.title"))).toBeVisible();
    await expect(page.getByRole("link", { name: t("lostFound.ban.contact") })).toHaveAttribute("href", "/contact");
    await page.goto(manage);
    await expect(page.getByText(t("lostFound.ban.title")), "also beside the report that stood before").toBeVisible();
  });
});

test("a long place in both scripts is whole on the board: no ellipsis covers letters of its middle", async ({
  visitor,
  apiClient,
  app,
}) => {
  const guestEmail = newAddress("neighbour");
  const area = "Zamalek، شارع ٢٦ يوليو بجوار السوق الكبير خلف نادي Gezira Sporting Club";
  const description = "Grey with white paws";
  const report = { kind: "found", type: "cat", area, seenAt: "2026-01-05T10:00", colors: "grey", description };
  await post(apiClient, "/community-reports/new", { ...report, guestEmail });
  const manage = new URL(linkIn(await app.mails.emailTo(guestEmail))).pathname;
  await post(apiClient, manage, { intent: "publish" });
  const page = await visitor({ viewport: { width: 390, height: 844 } });
  await open(page, "/community-reports?q=Gezira");
  const facts = page.getByRole("listitem").filter({ hasText: "Gezira" }).getByRole("paragraph").first();
  const { cut, clamp } = await facts.evaluate((one) => ({
    cut: one.scrollHeight - one.clientHeight,
    clamp: getComputedStyle(one).webkitLineClamp,
  }));
  expect({ cut, clamp }).toEqual({ cut: 0, clamp: "none" });
});

test("the animals to choose from keep their names in one piece at 200 % zoom", async ({ visitor, t }) => {
  const page = await visitor({ viewport: { width: 640, height: 400 } });
  await open(page, "/community-reports/new");
  const name = page.getByText(t("pets.types.dog"), { exact: true });
  const { lines, height } = await name.evaluate((element) => ({
    height: element.getBoundingClientRect().height,
    lines: Number.parseFloat(getComputedStyle(element).lineHeight),
  }));
  expect(height).toBeLessThan(1.5 * lines);
});

test("the animals to choose from keep their words in one piece with text twice as large", async ({ visitor, t }) => {
  const page = await visitor({ viewport: { width: 390, height: 844 } });
  await open(page, "/community-reports/new");
  await page.addStyleTag({ content: "html { font-size: 200% }" });
  for (const title of [t("pets.types.dog"), t("pets.types.other"), t("lostFound.kinds.sighting")]) {
    const name = page.locator("label span").filter({ hasText: title }).last();
    const breaks = await name.evaluate((element) => {
      const text = document.createRange();
      return [...(element.textContent ?? "").matchAll(/\S+/g)].filter(({ 0: word, index }) => {
        text.setStart(element.firstChild as Node, index);
        text.setEnd(element.firstChild as Node, index + word.length);
        return text.getClientRects().length > 1;
      }).length;
    });
    expect(breaks, title).toBe(0);
  }
});

test("the map of the reports names the cities beside grouped pins, without specks", async ({ visitor, language }) => {
  const page = await visitor({ viewport: { width: 390, height: 844 } });
  await open(page, "/community-reports?view=map");
  for (const city of ["Cairo", "Alexandria"]) {
    const name = placeNames.find(({ en }) => en === city)?.[language] ?? "";
    await expect(page.locator(".map-place span", { hasText: name })).toBeVisible();
  }
  await expect(page.locator(".map-accuracy")).toHaveCount(0);
});
