// An owner would open the site while a finder waits, and see nothing of it.
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { sendOwnerMessage, updateConversationState } from "#app/features/conversations/conversations.server.ts";
import { createReportConversation } from "#app/features/lost-found/conversations/report-conversations.server.ts";
import { resolveReport } from "#app/features/lost-found/report-states.server.ts";
import { petCaregivers, pets } from "#app/features/pets/pets.tables.server.ts";
import { acceptEscalation } from "#app/features/scans/escalation/escalation.server.ts";
import type { Evidence } from "#app/features/scans/scans.rules.ts";
import { getCaredScan } from "#app/features/scans/scans.server.ts";
import { handovers, scanRecords } from "#app/features/scans/scans.tables.server.ts";
import { createScanToken, startFinderConversation } from "#app/features/scans/submissions/finder-submissions.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import { createId } from "#app/platform/db/uuid.server.ts";
import { createClaimedTag, createTestCaregiver, createTestPet, createTestReport, createTestUser } from "#tests/make.ts";
import { grantTestPlan } from "#tests/make-plans.ts";
import { createTestApp } from "#tests/test-app.ts";
import { ageOf, spanSince } from "./emergencies.rules.ts";
import { listEmergencies } from "./emergencies.server.ts";

let owner: Actor;
let networkCount = 0;
const noon = Date.parse("2026-11-21T12:00:00Z");
const setMinute = (minutes: number) => testApp.setNow(new Date(noon + minutes * 60_000));

const testApp = await createTestApp();
const { ctx } = testApp;
beforeEach(async () => {
  setMinute(0);
  owner = await createTestUser(ctx);
});

async function createScan(petId: string | null, evidence: Evidence = "human", user = owner) {
  const tag = await createClaimedTag(ctx, user, petId ?? undefined);
  const scan = { id: createId(), tagId: tag.id, ownerId: user.id, petId, at: ctx.clock.now(), visit: createId() };
  await ctx.db.insert(scanRecords).values({ ...scan, evidence, reasons: [], medium: "qr", language: "en" });
  return scan.id;
}

/** Creates a scan whose finder has just reported having the pet; returns both ids. */
async function createWaitingFinder(
  petId: string | null,
  { name, evidence }: { name?: string; evidence?: Evidence } = {},
) {
  const scanId = await createScan(petId, evidence);
  const form = { name, note: "He is here" };
  const from = { address: `203.0.${++networkCount}.7`, language: "en" } as const;
  await startFinderConversation(ctx, createScanToken(ctx, scanId), form, from);
  const [scan] = await ctx.db.select().from(scanRecords).where(eq(scanRecords.id, scanId));
  return { scanId, conversationId: scan!.conversationId! };
}

function createLostReport(petId: string | undefined, petName = "Rocky", user = owner) {
  return createTestReport(ctx, user, { petName, petId });
}

test("listEmergencies returns an empty list when no finder waits and no pet is lost", async () => {
  await createScan(await createTestPet(ctx, owner));
  expect(await listEmergencies(ctx, owner)).toEqual([]);
});

test("listEmergencies returns a waiting finder with name, page to answer on and channels that notified the owner", async () => {
  const petId = await createTestPet(ctx, owner);
  const { scanId, conversationId } = await createWaitingFinder(petId, { name: "Sara" });
  await testApp.runJobs();
  setMinute(4);
  const page = `/dashboard/scan-details/${scanId}`;
  expect(await listEmergencies(ctx, owner)).toEqual([
    {
      kind: "found",
      id: conversationId,
      since: new Date(noon),
      petName: "Rocky",
      type: "dog",
      petId,
      photo: null,
      finderName: "Sara",
      ownerName: null,
      to: `${page}#conversation`,
      scanPage: page,
      report: null,
      sightings: 0,
      conversations: 0,
      alertedBy: ["email"],
      contacts: [],
    },
  ]);
  expect(await listEmergencies(ctx, await createTestUser(ctx))).toEqual([]);
});

test.each<[string, (finder: { conversationId: string; petId: string }) => Promise<unknown>]>([
  ["an answer", ({ conversationId }) => sendOwnerMessage(ctx, owner, conversationId, "Thank you!")],
  ["“on the way”", ({ conversationId }) => acceptEscalation(ctx, owner, conversationId)],
  ["closing the conversation", ({ conversationId }) => updateConversationState(ctx, owner, conversationId, "closed")],
  ["muting the conversation", ({ conversationId }) => updateConversationState(ctx, owner, conversationId, "muted")],
  [
    "the reunion",
    ({ conversationId, petId }) =>
      ctx.db.insert(handovers).values({
        conversationId,
        petId,
        ownerId: owner.id,
        startedAt: ctx.clock.now(),
        lostSince: ctx.clock.now(),
        reunitedAt: ctx.clock.now(),
      }),
  ],
  ["a month", async () => setMinute(31 * 1440)],
])("a finder no longer waits after %s", async (_, end) => {
  const petId = await createTestPet(ctx, owner);
  const finder = await createWaitingFinder(petId);
  expect(await listEmergencies(ctx, owner)).toHaveLength(1);
  setMinute(5);
  await end({ ...finder, petId });
  expect(await listEmergencies(ctx, owner)).toEqual([]);
});

test("listEmergencies ignores the owner's own test of a tag", async () => {
  await createWaitingFinder(await createTestPet(ctx, owner), { evidence: "owner" });
  expect(await listEmergencies(ctx, owner)).toEqual([]);
});

test("listEmergencies includes a finder of a tag without a pet", async () => {
  await createWaitingFinder(null);
  expect(await listEmergencies(ctx, owner)).toMatchObject([{ kind: "found", petName: "", type: null, petId: null }]);
});

test("listEmergencies returns a lost pet with its sightings, report and public URL until it is home", async () => {
  const petId = await createTestPet(ctx, owner);
  await createScan(petId);
  setMinute(1);
  const reportId = await createLostReport(petId);
  setMinute(2);
  await createScan(petId);
  await createScan(petId, "probe");
  expect(await listEmergencies(ctx, owner)).toMatchObject([
    {
      kind: "lost",
      id: petId,
      petName: "Rocky",
      since: new Date(noon + 60_000),
      sightings: 1,
      conversations: 0,
      to: `/dashboard/lost-found/${reportId}`,
      report: { id: reportId, url: `${ctx.settings.publicUrl}/community-reports/${reportId}` },
    },
  ]);
  await resolveReport(ctx, owner, reportId, { resolution: "nearby" });
  expect(await listEmergencies(ctx, owner)).toEqual([]);
});

test("listEmergencies includes a lost report without a pet profile, but no found report", async () => {
  const reportId = await createLostReport(undefined, "Simsim");
  await createTestReport(ctx, owner, { kind: "found" });
  expect(await listEmergencies(ctx, owner)).toMatchObject([
    { kind: "lost", petName: "Simsim", report: { id: reportId } },
  ]);
});

test("listEmergencies returns one entry for a lost pet when somebody wrote about its report", async () => {
  const petId = await createTestPet(ctx, owner);
  const reportId = await createLostReport(petId);
  await createReportConversation(
    ctx,
    reportId,
    { body: "I saw him", name: "Ali", email: null, claimedMark: null },
    { address: "203.0.113.77", actor: null, language: "en" },
  );
  const [only, ...others] = await listEmergencies(ctx, owner);
  expect(others).toEqual([]);
  expect(only).toMatchObject({ kind: "message", finderName: "Ali", petName: "Rocky", scanPage: null });
  expect(only!.to).toBe(`/dashboard/lost-found/${reportId}/conversations/${only!.id}#conversation`);
});

test("listEmergencies sorts finders before lost pets, newest first, and lists a pet with a finder once", async () => {
  await grantTestPlan(ctx, owner, "comfort");
  const [rocky, luna, simba] = [
    await createTestPet(ctx, owner),
    await createTestPet(ctx, owner, { name: "Luna" }),
    await createTestPet(ctx, owner, { name: "Simba" }),
  ];
  await createLostReport(rocky);
  setMinute(1);
  await createWaitingFinder(luna);
  setMinute(2);
  await createWaitingFinder(rocky);
  setMinute(3);
  await createLostReport(simba, "Simba");
  const list = await listEmergencies(ctx, owner);
  expect(list.map(({ kind, petName }) => [kind, petName])).toEqual([
    ["found", "Rocky"],
    ["found", "Luna"],
    ["lost", "Simba"],
  ]);
  expect(list[0]?.report?.url).toContain("/community-reports/");
});

test("resolving the report ends the wait of earlier finders", async () => {
  const petId = await createTestPet(ctx, owner);
  const reportId = await createLostReport(petId);
  setMinute(1);
  await createWaitingFinder(petId);
  setMinute(2);
  await resolveReport(ctx, owner, reportId, { resolution: "itself" });
  expect(await listEmergencies(ctx, owner)).toEqual([]);
});

test("caregivers are shown a lost pet, limited to what their level may see", async () => {
  const petId = await createTestPet(ctx, owner);
  const photoId = createId();
  await ctx.db.update(pets).set({ photoId, shown: [] }).where(eq(pets.id, petId));
  const [alerted, seeing, ended] = [await createTestUser(ctx), await createTestUser(ctx), await createTestUser(ctx)];
  await createTestCaregiver(ctx, owner, petId, alerted, { level: "alerts" });
  await createTestCaregiver(ctx, owner, petId, seeing, { level: "see" });
  await createTestCaregiver(ctx, owner, petId, ended, { level: "edit", untilDay: "2026-11-22" });
  for (const user of [alerted, seeing, ended]) expect(await listEmergencies(ctx, user)).toEqual([]);

  const reportId = await createLostReport(petId);
  const shared = {
    kind: "lost",
    petName: "Rocky",
    finderName: null,
    ownerName: owner.firstName,
    report: null,
    scanPage: null,
    sightings: 0,
    to: `/community-reports/${reportId}`,
  };
  expect(await listEmergencies(ctx, alerted)).toMatchObject([{ ...shared, photo: null }]);
  expect(await listEmergencies(ctx, seeing)).toMatchObject([{ ...shared, photo: { id: photoId } }]);
  expect(await listEmergencies(ctx, ended)).toHaveLength(1);
  setMinute(2 * 1440);
  expect(await listEmergencies(ctx, ended)).toEqual([]);
});

describe("waiting finder of a pet with caregivers", () => {
  const expectedEntry = (scanId: string, conversationId: string, petId: string) => ({
    kind: "found",
    id: conversationId,
    since: new Date(noon),
    petName: "Rocky",
    type: "dog",
    petId,
    photo: null,
    // Without the finder's details and the owner's actions.
    finderName: null,
    ownerName: owner.firstName,
    to: `/dashboard/scan-details/${scanId}`,
    scanPage: null,
    report: null,
    sightings: 0,
    conversations: 0,
    alertedBy: [],
    contacts: [],
  });

  test("is listed only for active caregivers who may see the pet's scans", async () => {
    const petId = await createTestPet(ctx, owner);
    await grantTestPlan(ctx, owner, "rescue-plus");
    const [alerted, seeing, editing] = [
      await createTestUser(ctx),
      await createTestUser(ctx),
      await createTestUser(ctx),
    ];
    const [over, left, invited, ofOther] = [
      await createTestUser(ctx),
      await createTestUser(ctx),
      await createTestUser(ctx),
      await createTestUser(ctx),
    ];
    await createTestCaregiver(ctx, owner, petId, alerted, { level: "alerts" });
    await createTestCaregiver(ctx, owner, petId, seeing, { level: "see" });
    await createTestCaregiver(ctx, owner, petId, editing, { level: "edit" });
    await createTestCaregiver(ctx, owner, petId, over, { level: "edit" });
    await ctx.db.update(petCaregivers).set({ untilDay: "2026-11-20" }).where(eq(petCaregivers.caregiverId, over.id));
    await createTestCaregiver(ctx, owner, petId, left, { level: "edit" });
    await ctx.db.update(petCaregivers).set({ endedAt: ctx.clock.now() }).where(eq(petCaregivers.caregiverId, left.id));
    await createTestCaregiver(ctx, owner, petId, invited, { level: "edit" });
    await ctx.db.update(petCaregivers).set({ acceptedAt: null }).where(eq(petCaregivers.caregiverId, invited.id));
    await createTestCaregiver(ctx, owner, await createTestPet(ctx, owner, { name: "Luna" }), ofOther, {
      level: "edit",
    });

    const { scanId, conversationId } = await createWaitingFinder(petId, { name: "Sara" });
    for (const user of [seeing, editing]) {
      expect(await listEmergencies(ctx, user)).toEqual([expectedEntry(scanId, conversationId, petId)]);
      expect(await getCaredScan(ctx, user, scanId), "the page that the line leads to").toMatchObject({ id: scanId });
    }
    for (const user of [alerted, over, left, invited, ofOther]) expect(await listEmergencies(ctx, user)).toEqual([]);
  });

  test("replaces the lost entry of the pet, until the owner is on the way", async () => {
    const petId = await createTestPet(ctx, owner);
    const [alerted, seeing] = [await createTestUser(ctx), await createTestUser(ctx)];
    await createTestCaregiver(ctx, owner, petId, alerted, { level: "alerts" });
    await createTestCaregiver(ctx, owner, petId, seeing, { level: "see" });
    await createLostReport(petId);
    const { conversationId } = await createWaitingFinder(petId);
    expect(await listEmergencies(ctx, seeing)).toMatchObject([{ kind: "found" }]);
    expect(await listEmergencies(ctx, alerted)).toMatchObject([{ kind: "lost" }]);
    setMinute(5);
    await acceptEscalation(ctx, owner, conversationId);
    expect(await listEmergencies(ctx, seeing)).toMatchObject([{ kind: "lost" }]);
  });

  test("is listed only for the owner when they wrote about the report", async () => {
    const petId = await createTestPet(ctx, owner);
    const seeing = await createTestUser(ctx);
    await createTestCaregiver(ctx, owner, petId, seeing, { level: "edit" });
    const reportId = await createLostReport(petId);
    await createReportConversation(
      ctx,
      reportId,
      { body: "I saw him", name: "Ali", email: null, claimedMark: null },
      { address: "203.0.113.78", actor: null, language: "en" },
    );
    expect(await listEmergencies(ctx, seeing)).toMatchObject([{ kind: "lost", conversations: 0 }]);
  });
});

test("spanSince uses the largest whole unit", () => {
  const after = (minutes: number) => spanSince(new Date(noon), new Date(noon + minutes * 60_000));
  expect(after(0)).toEqual({ unit: "minutes", count: 1 });
  expect(after(59)).toEqual({ unit: "minutes", count: 59 });
  expect(after(150)).toEqual({ unit: "hours", count: 2 });
  expect(after(60 * 49)).toEqual({ unit: "days", count: 2 });
});

test.each([
  [0, null, "new"],
  [59, null, "new"],
  [60, null, "today"],
  [24 * 60 - 1, null, "today"],
  [24 * 60, null, "old"],
  // The owner acts first; a caregiver's screen stays calm.
  [1, "Mona", "today"],
  [24 * 60, "Mona", "old"],
])("an emergency of %i minutes ago, of the owner %s, is %s", (minutes, ownerName, age) => {
  const now = new Date("2026-11-28T12:00:00Z");
  expect(ageOf({ since: new Date(now.getTime() - minutes * 60_000), ownerName }, now)).toBe(age);
});
