// Whoever cares for a pet would not hear that it is lost, or would be told of a return that never was.
import { and, eq, ne } from "drizzle-orm";
import { expect, test } from "vitest";
import { notificationWords } from "#app/features/notifications/notification-texts.ts";
import { notifications } from "#app/features/notifications/notifications.tables.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import { createTestCaregiver, createTestPet, createTestReport, createTestUser } from "#tests/make.ts";
import { createTestApp } from "#tests/test-app.ts";
import { deleteReport } from "../publish-reports.server.ts";
import { renewReport, resolveReport } from "../report-states.server.ts";

const testApp = await createTestApp();
const { ctx } = testApp;

async function createLostPet() {
  const [owner, caregiver] = [
    await createTestUser(ctx, { firstName: "Mona" }),
    await createTestUser(ctx, { language: "ar" }),
  ];
  const petId = await createTestPet(ctx, owner);
  await createTestCaregiver(ctx, owner, petId, caregiver, { level: "alerts" });
  const reportId = await createTestReport(ctx, owner, { petName: "Rocky", petId, contactPhone: "+201005556678" });
  return { owner, caregiver, petId, reportId };
}

const listReceived = (user: Actor) =>
  ctx.db
    .select()
    .from(notifications)
    .where(and(eq(notifications.userId, user.id), ne(notifications.kind, "care")))
    .orderBy(notifications.id);

test("a caregiver is notified in their language that the pet is lost, once, and that it is home", async () => {
  const { owner, caregiver, petId, reportId } = await createLostPet();
  await renewReport(ctx, owner, reportId);
  const [lost, ...more] = await listReceived(caregiver);
  expect(more).toEqual([]);
  expect(lost).toMatchObject({ kind: "lost", link: `/community-reports/${reportId}`, params: { ownerName: "Mona" } });
  await testApp.runJobs();
  const { title } = notificationWords(ctx.translator("ar"), "lost", { petName: "Rocky" });
  const message = testApp.emails.find(({ to, subject }) => to === caregiver.email && subject.includes(title));
  expect(message?.text).toContain("Mona");
  expect(JSON.stringify(lost)).not.toContain("20100");
  await resolveReport(ctx, owner, reportId, { resolution: "nearby" });
  expect((await listReceived(caregiver)).at(-1)).toMatchObject({ kind: "reunited", link: `/pet/${petId}` });
  expect((await listReceived(owner)).filter(({ kind }) => kind === "lost" || kind === "reunited")).toEqual([]);
});

test("a report that ends without the pet coming home is not announced as a reunion", async () => {
  const { owner, caregiver, reportId } = await createLostPet();
  await deleteReport(ctx, owner, reportId);
  const { kind, params } = (await listReceived(caregiver)).at(-1)!;
  const { title, text } = notificationWords(ctx.translator("en"), kind, params);
  expect([title, text]).toEqual(["The search for Rocky is over", "Mona has closed the report."]);
});
