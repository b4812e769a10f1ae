// A sitter would not hear that the pet was scanned, or would read what the finder confided to the owner.
import { and, eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { notificationWords } from "#app/features/notifications/notification-texts.ts";
import { endCaregiving, listCaregivers } from "#app/features/pets/caregivers/caregivers.server.ts";
import type { CaregiverLevel } from "#app/features/pets/caregivers.rules.ts";
import type { Tag } from "#app/features/tags/tags.server.ts";
import { tags } from "#app/features/tags/tags.tables.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import { createId } from "#app/platform/db/uuid.server.ts";
import { readUserAgent } from "#app/platform/http/user-agent.server.ts";
import { createClaimedTag, createTestCaregiver, createTestPet, createTestUser } from "#tests/make.ts";
import { grantTestPlan } from "#tests/make-plans.ts";
import { notificationsFor } from "#tests/notifications.ts";
import { createTestApp } from "#tests/test-app.ts";
import { getScanView, markScanSeen } from "../details/scan-view.server.ts";
import { runEscalations, updateEscalationChoice } from "../escalation/escalation.server.ts";
import { completeHandover, findHandover, startHandover } from "../handover/handover.server.ts";
import { countScans, listScanBatches, listScans } from "../history/list-scans.server.ts";
import { startSharing } from "../live-location/live-share.server.ts";
import { receiveScan } from "../recording/receive-scan.server.ts";
import { getCaredScan, getScan } from "../scans.server.ts";
import { scanRecords } from "../scans.tables.server.ts";
import {
  createScanToken,
  sendMessageToFamily,
  sendPlace,
  startFinderConversation,
} from "../submissions/finder-submissions.server.ts";

const testApp = await createTestApp();
const { ctx } = testApp;
beforeEach(() => testApp.setNow("2026-11-21T12:00:00Z"));

const chrome = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36";
let network = 0;

async function scan(tag: Tag, userId: string | null = null) {
  const device = readUserAgent(chrome);
  const address = `198.51.${++network}.7`;
  const signals = {
    method: "GET",
    userAgent: chrome,
    fetchMode: "navigate",
    fetchDest: "document",
    isTrustworthyOrigin: true,
    isCrawler: false,
    browser: device.browser,
    browserVersion: device.browserVersion,
  };
  const visit = { code: tag.code, medium: "qr", language: "en", earlier: null, fresh: createId(), url: null } as const;
  const seen = await receiveScan(ctx, { ...visit, address, userId, device, signals } as never);
  if (!("scanId" in seen)) throw new Error(`not a scan: ${seen.state}`);
  return { scanId: seen.scanId, token: createScanToken(ctx, seen.scanId), from: { address, language: "en" as const } };
}

/** Creates an owner with a tagged pet and one caregiver for each level. */
async function createFamily(...levels: CaregiverLevel[]) {
  return createFamilyOnPlan("comfort", ...levels);
}

async function createFamilyOnPlan(plan: "comfort" | "rescue-plus", ...levels: CaregiverLevel[]) {
  const owner = await createTestUser(ctx, { firstName: "Mona" });
  await grantTestPlan(ctx, owner, plan);
  const contacts = [{ name: "Omar", phone: "+201001234567", email: "omar@example.com" }];
  const petId = await createTestPet(ctx, owner, { contacts });
  const tag = await createClaimedTag(ctx, owner, petId);
  const caregivers = await Promise.all(levels.map(() => createTestUser(ctx, { firstName: "Karim" })));
  for (const [at, level] of levels.entries()) await createTestCaregiver(ctx, owner, petId, caregivers[at]!, { level });
  return { owner, petId, tag, caregivers };
}

const listReceived = async (user: Actor) => {
  const rows = await notificationsFor(ctx, user.id);
  return rows.filter(({ kind }) => kind !== "care" && kind !== "plan");
};

describe("caregiver of a pet", () => {
  test("is notified of a scan, a finder, their location and their messages, but not of what the finder wrote", async () => {
    const { owner, tag, petId, caregivers } = await createFamily("alerts", "see");
    const { scanId, token, from } = await scan(tag);
    const form = { name: "Finder Farid", contact: "0100 555", note: "He limps", place: "Tahrir Square" };
    const key = await startFinderConversation(ctx, token, form, from);
    await sendPlace(ctx, token, { place: "Under the bridge" }, from);
    await sendMessageToFamily(ctx, key, { body: "Please hurry" }, from);
    const kinds = ["scan", "found", "location", "message"];
    const [onlyNotifications, sees] = [await listReceived(caregivers[0]!), await listReceived(caregivers[1]!)];
    for (const received of [onlyNotifications, sees]) {
      expect(received.map(({ kind }) => kind)).toEqual(kinds);
      expect(JSON.stringify(received)).not.toMatch(/Farid|0100|limps|hurry/);
    }
    expect(JSON.stringify(onlyNotifications)).not.toMatch(/Tahrir|bridge/);
    expect(onlyNotifications.map(({ link }) => link)).toEqual(kinds.map(() => `/dashboard/pets/${petId}/caregivers`));
    expect(sees.map(({ params }) => params.place)).toEqual([undefined, "Tahrir Square", "Under the bridge", undefined]);
    expect(sees.map(({ link }) => link)).toEqual(kinds.map(() => `/dashboard/scan-details/${scanId}`));
    for (const language of ["en", "ar"] as const)
      for (const { kind, params } of sees) {
        const { text, action } = notificationWords(ctx.translator(language), kind, params);
        if (kind !== "scan") expect(text).toContain("Mona");
        expect(action).toBe(ctx.translator(language)("notifications.toCaregivers.action"));
      }
    // The owner's delivery statuses cover only the owner's own notifications.
    expect((await getScan(ctx, owner, scanId)).notifications.every(({ userId }) => userId === owner.id)).toBe(true);
  });

  test("is not notified of their own scan, after access ended or expired, or while suspended", async () => {
    const { owner, petId, tag, caregivers } = await createFamily("edit", "see", "alerts", "see");
    const [scanner, ended, suspended, active] = caregivers as [Actor, Actor, Actor, Actor];
    const care = (await listCaregivers(ctx, owner, petId)).find(({ email }) => email === ended.email)!;
    await endCaregiving(ctx, owner, petId, care.id);
    await ctx.db.update(users).set({ suspendedAt: ctx.clock.now() }).where(eq(users.id, suspended.id));
    const sitter = await createTestUser(ctx);
    await createTestCaregiver(ctx, owner, petId, sitter, { level: "see", untilDay: "2026-11-21" });
    testApp.setNow("2026-11-21T23:00:00Z");
    await scan(tag, scanner.id);
    const received = await Promise.all([scanner, ended, suspended, sitter, active].map(listReceived));
    expect(received.map((rows) => rows.length)).toEqual([0, 0, 0, 0, 1]);
    expect(await listReceived(owner)).toHaveLength(1);
  });

  test("is notified when nobody answers, and once when the pet is home", async () => {
    const { owner, tag, caregivers } = await createFamily("see");
    await updateEscalationChoice(ctx, owner, { isOn: true, minutes: 5 });
    const { scanId, token, from } = await scan(tag);
    const key = await startFinderConversation(ctx, token, { note: "Here" }, from);
    testApp.setNow("2026-11-21T12:06:00Z");
    await runEscalations(ctx);
    await startHandover(ctx, owner, scanId);
    const { conversation } = await getScan(ctx, owner, scanId);
    const code = (await findHandover(ctx, conversation!.id))!.code!;
    await completeHandover(ctx, key, code, from.address);
    await testApp.runJobs();
    expect((await listReceived(caregivers[0]!)).map(({ kind }) => kind)).toEqual([
      "scan",
      "found",
      "asked",
      "reunited",
    ]);
  });

  test("sees a scan with its place if they may see the pet; conversation, finder and IP address are for the owner only", async () => {
    const { owner, petId, tag, caregivers } = await createFamily("see", "alerts");
    const [sees, onlyNotifications] = caregivers as [Actor, Actor];
    const { scanId, token, from } = await scan(tag);
    await startFinderConversation(
      ctx,
      token,
      { name: "Farid", contact: "0100 555", note: "He limps", place: "Zoo" },
      from,
    );
    const view = await getScanView(ctx, sees, scanId);
    expect(view).toMatchObject({
      conversation: null,
      messages: [],
      notifications: [],
      owner: { name: "Mona", hasConversation: true },
    });
    expect(view.scan).toMatchObject({ place: "Zoo", ip: null });
    expect(JSON.stringify(view)).not.toMatch(/Farid|0100|limps/);
    expect(view.isNew).toBe(true);
    await markScanSeen(ctx, sees, scanId);
    expect((await getScanView(ctx, sees, scanId)).isNew).toBe(false);
    expect((await getScan(ctx, owner, scanId)).conversation?.ownerSeenAt).toBeNull();
    for (const user of [onlyNotifications, await createTestUser(ctx)])
      for (const attempt of [getScanView, markScanSeen, getCaredScan])
        await expect(attempt(ctx, user, scanId)).rejects.toMatchObject({ status: 404 });
    await expect(getScan(ctx, sees, scanId)).rejects.toMatchObject({ status: 404 });

    const spare = await scan(await createClaimedTag(ctx, owner));
    await ctx.db.update(tags).set({ label: "red collar" }).where(eq(tags.id, tag.id));
    const { scans } = await listScans(ctx, sees, { petId });
    expect(scans.map(({ label }) => label)).toEqual([null]);
    expect((await listScans(ctx, owner, { petId })).scans.map(({ label }) => label)).toEqual(["red collar"]);
    const ids = scans.map(({ id }) => id);
    expect(ids).toEqual([scanId]);
    expect(ids).not.toContain(spare.scanId);
    expect(await countScans(ctx, sees, { petId })).toBe(1);
    for (const user of [sees, onlyNotifications]) expect((await listScans(ctx, user, {})).scans).toEqual([]);
    expect((await listScans(ctx, onlyNotifications, { petId })).scans).toEqual([]);
    for await (const rows of listScanBatches(ctx, sees, { petId })) expect(rows).toEqual([]);
    await expect(getScanView(ctx, sees, spare.scanId)).rejects.toMatchObject({ status: 404 });
  });

  test("is notified once of live location sharing, and can follow it if they may see the pet", async () => {
    const { tag, caregivers } = await createFamilyOnPlan("rescue-plus", "see", "alerts");
    const { scanId, token, from } = await scan(tag);
    const key = await startFinderConversation(ctx, token, { note: "Here" }, from);
    for (let turn = 0; turn < 2; turn++) await startSharing(ctx, key, 15, from.address);
    for (const caregiver of caregivers) {
      const received = (await listReceived(caregiver)).map(({ kind }) => kind);
      expect(received).toEqual(["scan", "found", "location"]);
    }
    expect((await getScanView(ctx, caregivers[0]!, scanId)).live).not.toBeNull();
    await expect(getScanView(ctx, caregivers[1]!, scanId)).rejects.toMatchObject({ status: 404 });
  });

  test("cannot see scans from before the current owner had the pet", async () => {
    const { petId, tag, caregivers } = await createFamily("see");
    const { scanId } = await scan(tag);
    const before = await createTestUser(ctx);
    await ctx.db
      .update(scanRecords)
      .set({ ownerId: before.id })
      .where(and(eq(scanRecords.id, scanId), eq(scanRecords.petId, petId)));
    await expect(getScanView(ctx, caregivers[0]!, scanId)).rejects.toMatchObject({ status: 404 });
    expect((await listScans(ctx, caregivers[0]!, { petId })).scans).toEqual([]);
  });
});
