// Visitors would meet pages with text that overlaps or runs off the screen, in one language or on a phone.
import { query } from "../databases.ts";
import { buttonOf, expect, fieldOf, open, test } from "./fixtures.ts";
import { inspectPage } from "./layout.ts";
import { givePlan } from "./people.ts";

const site = ["/", "/about", "/features", "/learn-more", "/get-started", "/privacy", "/terms", "/contact", "/t"];
const accountPages = [
  "/auth",
  "/auth?mode=sign-up",
  "/auth/forgot",
  "/auth/checkout",
  "/auth/reset?token=x",
  "/auth/check-email",
  "/auth/email/confirm?token=x",
];
const finders = ["/tag/DEMO-LINKED", "/tag/DEMO-FREE", "/tag/DEMO-OWNED", "/chip/818112003456789"];
const owners = [
  "/dashboard",
  "/dashboard/pets",
  "/dashboard/pets/new",
  "/dashboard/tags",
  "/dashboard/tags-management",
  "/dashboard/scans",
  "/dashboard/scan-records",
  "/dashboard/tips",
  "/dashboard/reminders",
  "/dashboard/reminders?show=done",
  "/dashboard/reminders/new",
  "/dashboard/inbox",
  "/dashboard/settings/test-my-tag",
  "/dashboard/subscription",
  "/dashboard/pets/removed",
  "/dashboard/settings",
  "/dashboard/settings/security",
  "/dashboard/settings/escalation",
  "/dashboard/settings/appearance",
  "/dashboard/settings/my-data",
  "/dashboard/settings/notifications",
];

for (const [name, paths] of Object.entries({ "the public site": site, "signing in": accountPages, "a tag": finders })) {
  test(`every page of ${name} looks right`, async ({ page }) => {
    test.slow();
    for (const path of paths) await inspectPage(page, path, { unfolded: paths === finders });
  });
}

test("unknown addresses look right", async ({ page, loggedErrors }) => {
  loggedErrors.allow(/status of 404/);
  for (const path of ["/nowhere", "/tag/NOBODYS-TAG", "/f/nobody", "/p/NOBODY"]) await inspectPage(page, path);
});

test("unknown addresses of the dashboard look right", async ({ page, signIn, loggedErrors }) => {
  loggedErrors.allow(/status of 404/);
  await signIn(page, "owner@aleef.test");
  await inspectPage(page, "/dashboard/nowhere");
});

test("the finder's status page looks right", async ({ page, t }) => {
  await page.goto("/tag/DEMO-LINKED");
  await page.getByText(t("finderPage.finder.have", { name: "Rocky" }), { exact: true }).click();
  await fieldOf(page, t("finderPage.finder.note")).fill("Hello");
  await buttonOf(page, t("finderPage.finder.send")).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("finderPage.status.title"));
  await inspectPage(page, new URL(page.url()).pathname);
});

test("the owner's pages look right", async ({ page, signIn, app }) => {
  test.slow();
  await signIn(page, "owner@aleef.test");
  for (const path of owners) await inspectPage(page, path);
  const linkAt = async (path: string, name: string) => {
    await open(page, path);
    const link = page.getByRole("main").getByRole("link", { name }).first();
    return (await link.getAttribute("href")) as string;
  };
  const pet = await linkAt("/dashboard/pets", "Rocky");
  for (const path of [
    pet,
    `${pet}/edit`,
    `${pet}/health`,
    `${pet}/share`,
    `${pet}/caregivers`,
    pet.replace("/dashboard/pets/", "/pet/"),
  ])
    await inspectPage(page, path);
  await open(page, "/dashboard/reminders");
  const reminder = page.getByRole("main").locator('a[href*="/dashboard/reminders/"]:not([href$="/new"])').first();
  await inspectPage(page, (await reminder.getAttribute("href")) as string);
  // Takes the path from the database, since other e2e tests may have filled the inbox's first page.
  const { rows: found } = await query(
    app.databaseUrl,
    "select link from notifications where kind = 'found' order by id limit 1",
  );
  await inspectPage(page, found[0].link);
});
test("the pages of a pet look right to its caregiver", async ({ page, signIn }) => {
  await signIn(page, "finder@aleef.test");
  const linkAt = async (path: string, start: string) => {
    await open(page, path);
    const link = page.getByRole("main").locator(`a[href^="${start}"]`).filter({ hasText: "Rocky" }).first();
    return (await link.getAttribute("href")) as string;
  };
  const pet = await linkAt("/dashboard/pets", "/dashboard/pets/");
  const scans = `/dashboard/scan-records?pet=${pet.split("/").at(-1)}`;
  for (const path of ["/dashboard/pets", pet, `${pet}/health`, `${pet}/caregivers`, scans])
    await inspectPage(page, path);
  await inspectPage(page, await linkAt("/dashboard/inbox", "/dashboard/scan-details/"));
});

test("the page on which e-mails are stopped looks right", async ({ page, apiClient, newMember, app }) => {
  const member = await newMember();
  await givePlan(apiClient, member, "comfort");
  const email = await app.mails.emailTo(member.email, ({ headers }) => headers.has("list-unsubscribe"));
  const address = email.headers.get("list-unsubscribe")?.slice(1, -1) ?? "";
  await inspectPage(page, new URL(address).pathname);
});
