// A copied tag would pass for the real one, or the owner would not be told of a tap at all.
import { and, eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { notificationDeliveries, notifications } from "#app/features/notifications/notifications.tables.server.ts";
import type { Tag } from "#app/features/tags/tags.server.ts";
import { tags } from "#app/features/tags/tags.tables.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import { createClaimedTag, createTestPet, createTestUser } from "#tests/make.ts";
import { notificationsFor } from "#tests/notifications.ts";
import { tapOf, tapSettings } from "#tests/taps.ts";
import { createTestApp } from "#tests/test-app.ts";
import { visitOf } from "#tests/visits.ts";
import { scanRecords } from "../scans.tables.server.ts";
import { receiveScan, receiveScans } from "./receive-scan.server.ts";
import type { Visit } from "./request-signals.server.ts";

let owner: Actor;
let tag: Tag;
let uid: string;
let chipCount = 0;

const nextUid = () => `04${(++chipCount).toString(16).toUpperCase().padStart(12, "0")}`;

async function createTagWithChip(petId?: string): Promise<[Tag, string]> {
  const plain = await createClaimedTag(testApp.ctx, owner, petId);
  const chip = nextUid();
  const [row] = await testApp.ctx.db.update(tags).set({ uid: chip }).where(eq(tags.id, plain.id)).returning();
  return [row!, chip];
}

const testApp = await createTestApp({ env: tapSettings });
beforeEach(async () => {
  owner = await createTestUser(testApp.ctx);
  [tag, uid] = await createTagWithChip(await createTestPet(testApp.ctx, owner));
});

function visit(query: string | null, values: Partial<Visit> = {}, signals: Partial<Visit["signals"]> = {}): Visit {
  const url = query && `https://aleef.example/tag/${tag.code}?${query}&via=nfc`;
  return visitOf(tag.code, { url, medium: "nfc", ...values }, signals);
}

async function recordVisit(...parameters: Parameters<typeof visit>) {
  const seen = await receiveScan(testApp.ctx, visit(...parameters));
  if (!("scanId" in seen)) throw new Error(`not a scan: ${seen.state}`);
  const [scan] = await testApp.ctx.db.select().from(scanRecords).where(eq(scanRecords.id, seen.scanId));
  return scan!;
}

const notificationsOf = (user: Actor) => notificationsFor(testApp.ctx, user.id);

describe("NFC tap", () => {
  test.each(["encrypted", "plain"] as const)("of the tag's own chip is verified in %s form", async (form) => {
    expect(await recordVisit(tapOf(uid, 5, form))).toMatchObject({ evidence: "verified-tap", reasons: ["realTap"] });
    expect(await notificationsOf(owner)).toMatchObject([{ kind: "scan", params: { petName: "Rocky", isTap: true } }]);
  });

  test("is e-mailed even during a flood of scans, whose e-mails are held back", async () => {
    for (let at = 0; at < 30; at++) await recordVisit(null);
    const tap = await recordVisit(tapOf(uid, 5));
    const emails = await testApp.ctx.db
      .select({ topic: notifications.topic, state: notificationDeliveries.state })
      .from(notificationDeliveries)
      .innerJoin(notifications, eq(notifications.id, notificationDeliveries.notificationId))
      .where(and(eq(notifications.userId, owner.id), eq(notificationDeliveries.channel, "email")))
      .orderBy(notifications.id);
    expect(emails.filter(({ state }) => state === "waiting")).toHaveLength(7);
    expect(emails.at(-1)).toEqual({ topic: tap.id, state: "waiting" });
  });

  test("opened again by the same visitor counts as the same tap, even a week later, and notifies the owner once", async () => {
    const first = await recordVisit(tapOf(uid, 5));
    expect(await recordVisit(tapOf(uid, 5), { earlier: first.visit })).toMatchObject({ evidence: "reopened" });
    testApp.setNow("2026-11-28T12:00:00Z");
    expect(await recordVisit(tapOf(uid, 5), { earlier: first.visit })).toMatchObject({
      evidence: "reopened",
      reasons: ["sameTap"],
      visit: first.visit,
    });
    testApp.setNow("2026-11-21T12:00:00Z");
    expect(await notificationsOf(owner)).toHaveLength(1);
  });

  test("replayed by someone else or older than the last one is marked as a copy and still notifies the owner", async () => {
    await recordVisit(tapOf(uid, 5));
    for (const counter of [5, 4])
      expect(await recordVisit(tapOf(uid, counter))).toMatchObject({
        evidence: "human",
        reasons: ["browser", "oldTap"],
      });
    expect((await notificationsOf(owner)).map(({ params }) => params.isTap ?? false)).toEqual([true, false, false]);
  });

  test("may skip counters", async () => {
    for (const counter of [1, 2, 9, 0xffffff])
      expect((await recordVisit(tapOf(uid, counter))).evidence).toBe("verified-tap");
  });

  test("of another chip, known or unknown, verifies nothing", async () => {
    const [other, otherUid] = await createTagWithChip();
    for (const foreign of [otherUid, nextUid()])
      expect(await recordVisit(tapOf(foreign, 50))).toMatchObject({
        evidence: "human",
        reasons: ["browser", "otherChip"],
      });
    const counters = await testApp.ctx.db.select({ at: tags.tapCounter }).from(tags).where(eq(tags.ownerId, owner.id));
    expect(counters).toEqual([{ at: null }, { at: null }]);
    expect((await recordVisit(tapOf(otherUid, 50), { code: other.code })).evidence).toBe("verified-tap");
  });

  test.each([
    ["a changed character", () => tapOf(uid, 5).replace(/.$/, (character) => (character === "0" ? "1" : "0"))],
    ["half of the signature", () => tapOf(uid, 5).slice(0, 50)],
    ["a duplicate parameter", () => `${tapOf(uid, 5)}&c=0011223344556677`],
    ["malformed parameters", () => "e=%00%F0%9F%98%80&c=<script>"],
  ])("with %s counts as an ordinary visit", async (_, query) => {
    expect(await recordVisit(query())).toMatchObject({ evidence: "human", reasons: ["browser", "wrongTap"] });
    expect((await recordVisit(tapOf(uid, 5))).evidence).toBe("verified-tap");
  });

  test("is not used up by previews and programs", async () => {
    for (const signals of [{ method: "HEAD" }, { userAgent: "WhatsApp/2.23" }, { userAgent: "" }])
      expect((await recordVisit(tapOf(uid, 5), {}, signals)).reasons).toHaveLength(1);
    expect((await recordVisit(tapOf(uid, 5))).evidence).toBe("verified-tap");
  });

  test("verifies a person where the browser's headers would not suffice", async () => {
    const scan = await recordVisit(tapOf(uid, 5), {}, { fetchMode: null, fetchDest: null });
    expect(scan).toMatchObject({ evidence: "verified-tap", reasons: ["realTap"] });
  });

  test("by the owner notifies nobody and is used up", async () => {
    expect(await recordVisit(tapOf(uid, 5), { userId: owner.id })).toMatchObject({
      evidence: "owner",
      reasons: ["ownSession", "realTap"],
    });
    expect((await recordVisit(tapOf(uid, 5))).reasons).toContain("oldTap");
    expect(await notificationsOf(owner)).toHaveLength(1);
  });

  test("is not verified without configured keys", async () => {
    const ctx = { ...testApp.ctx, settings: { ...testApp.ctx.settings, tapKeys: [] } };
    const [seen] = await receiveScans(ctx, [visit(tapOf(uid, 5))]);
    expect(seen).toMatchObject({ evidence: "human" });
  });

  test("is verified with an older key version as well", async () => {
    const newer = { version: 2, meta: Buffer.alloc(16, 9), file: Buffer.alloc(16, 8), system: Buffer.alloc(0) };
    const { settings } = testApp.ctx;
    const ctx = { ...testApp.ctx, settings: { ...settings, tapKeys: [...settings.tapKeys, newer] } };
    expect(await receiveScans(ctx, [visit(tapOf(uid, 5))])).toMatchObject([{ evidence: "verified-tap" }]);
  });
});

test("exactly one of many concurrent visits with the same tap is verified, batched or separate", async () => {
  const at = (counter: number) => Array.from({ length: 10 }, () => visit(tapOf(uid, counter)));
  const together = await receiveScans(testApp.ctx, at(7));
  const apart = (await Promise.all(at(8).map((one) => receiveScans(testApp.ctx, [one])))).flat();
  for (const seen of [together, apart])
    expect(seen.filter((one) => "evidence" in one && one.evidence === "verified-tap")).toHaveLength(1);
});
