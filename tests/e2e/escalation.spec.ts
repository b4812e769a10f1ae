// A finder would stand there with the pet, and no friend of the silent owner would be asked.
import pg from "pg";
import { PgBoss } from "pg-boss";
import { escalationJob } from "#app/features/scans/escalation/escalation.server.ts";
import { query } from "../databases.ts";
import { buttonOf, expect, fieldOf, open, phone, test, toast } from "./fixtures.ts";
import { inspectPage } from "./layout.ts";

/** Makes all pending escalation steps due and runs the job immediately, since a test cannot wait for minutes. */
async function runEscalationsNow(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query("update escalations set next_at = now() where stopped_at is null and next_at is not null");
  await client.end();
  const boss = new PgBoss({ connectionString: databaseUrl, schema: "jobs", supervise: false, schedule: false });
  await boss.start();
  await boss.send(escalationJob.name, {});
  await boss.stop();
}

/** Stops the escalations that other e2e tests left pending. */
async function stopPendingEscalations(databaseUrl: string): Promise<void> {
  await query(databaseUrl, "update escalations set stopped_at = now() where stopped_at is null");
}

test("a finder waits, the owner does not answer, and an emergency contact takes over", async ({
  page,
  visitor,
  signIn,
  app,
  t,
}) => {
  test.slow();
  await stopPendingEscalations(app.databaseUrl);
  const earlier = new Set(app.mails.emails.map(({ text }) => text));
  await signIn(page, "owner@aleef.test");
  await open(page, "/dashboard/settings/escalation");
  await fieldOf(page, t("escalation.minutes")).selectOption("5");
  await page.getByRole("button", { name: t("form.save") }).click();
  await expect(toast(page, t("escalation.saved"))).toBeVisible();
  await inspectPage(page, "/dashboard/settings/escalation");

  const finder = await visitor(phone);
  await finder.goto("/tag/DEMO-LINKED");
  await finder.getByText(t("finderPage.finder.have", { name: "Rocky" }), { exact: true }).click();
  await fieldOf(finder, t("finderPage.finder.note")).fill("At the club gate عند البوابة");
  await buttonOf(finder, t("finderPage.finder.send")).click();
  await expect(finder.getByRole("heading", { level: 1 })).toHaveText(t("finderPage.status.title"));
  await runEscalationsNow(app.databaseUrl);
  const live = finder.frameLocator("iframe");
  await expect(live.getByText(t("finderPage.status.steps.asked", { name: "Rocky" }))).toBeVisible({ timeout: 30_000 });

  const message = await app.mails.emailTo("omar@aleef.test", ({ text }) => !earlier.has(text));
  const link = /\/help\/[\w-]{43}/.exec(message.text)?.[0] as string;
  const contact = await visitor(phone);
  await inspectPage(contact, link);
  await expect(contact.getByText("At the club gate عند البوابة")).toBeVisible();
  await contact.getByRole("button", { name: t("finderPage.help.take") }).click();
  await expect(contact.getByRole("status")).toBeVisible();
  await inspectPage(contact, link);
  await expect(live.getByText(t("finderPage.status.helper", { name: "Rocky" }))).toBeVisible({ timeout: 20_000 });
  // The contact did not promise to come, and the place is not known yet.
  await expect(live.getByText(t("finderPage.status.helperAsks"))).toBeVisible();
  await expect(live.getByText(t("finderPage.status.someone"))).toHaveCount(0);
  await expect(live.getByText("Omar")).toHaveCount(0);
  await inspectPage(finder, new URL(finder.url()).pathname);

  await open(page, "/dashboard/scan-records");
  const scan = await page.locator('main a[href*="/scan-details/"]').first().getAttribute("href");
  await inspectPage(page, scan as string);
  await expect(page.getByText(t("escalation.notified", { name: "\u2068Omar Nassar\u2069" }))).toBeVisible();
  await expect(page.getByText(t("escalation.accepted", { name: "\u2068Omar Nassar\u2069" })).first()).toBeVisible();
});
