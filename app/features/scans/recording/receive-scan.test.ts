// A finder's scan would not reach the owner, or programs and previews would alarm them.
import { eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import {
  notificationDeliveries,
  notifications,
  pushSubscriptions,
} from "#app/features/notifications/notifications.tables.server.ts";
import { deactivateTag, type Tag, unownedTag } from "#app/features/tags/tags.server.ts";
import { tags } from "#app/features/tags/tags.tables.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import { withTransaction } from "#app/platform/db/connection/database.server.ts";
import { createId } from "#app/platform/db/uuid.server.ts";
import { soon } from "#tests/eventually.ts";
import { createClaimedTag, createTestPet, createTestTag, createTestUser, signedIn } from "#tests/make.ts";
import { grantTestPlan } from "#tests/make-plans.ts";
import { notificationsFor } from "#tests/notifications.ts";
import { createTestApp } from "#tests/test-app.ts";
import { visitOf } from "#tests/visits.ts";
import { maskOldAddresses, maskOldLocations } from "../scan-jobs.server.ts";
import { scanRecords } from "../scans.tables.server.ts";
import {
  createScanToken,
  recordPageUse,
  sendPlace,
  startFinderConversation,
} from "../submissions/finder-submissions.server.ts";
import { receiveScan } from "./receive-scan.server.ts";
import type { Visit } from "./request-signals.server.ts";

let owner: Actor;
let tag: Tag;

const testApp = await createTestApp();
beforeEach(async () => {
  owner = await createTestUser(testApp.ctx);
  tag = await createClaimedTag(testApp.ctx, owner, await createTestPet(testApp.ctx, owner));
});

const from = { address: "198.51.100.7", language: "ar" as const };
const visit = (values: Partial<Visit> = {}, signals: Partial<Visit["signals"]> = {}) =>
  visitOf(tag.code, values, signals);

const notificationsOf = (user: Actor) => notificationsFor(testApp.ctx, user.id);
const scansOf = (user: Actor) =>
  testApp.ctx.db.select().from(scanRecords).where(eq(scanRecords.ownerId, user.id)).orderBy(scanRecords.id);

async function scanned(values: Partial<Visit> = {}, signals: Partial<Visit["signals"]> = {}) {
  const seen = await receiveScan(testApp.ctx, visit(values, signals));
  if (!("scanId" in seen)) throw new Error(`not a scan: ${seen.state}`);
  return { ...seen, token: createScanToken(testApp.ctx, seen.scanId) };
}

describe("receiveScan", () => {
  test("records the scan and notifies the owner, before the finder is asked anything", async () => {
    const seen = await scanned();
    expect(seen.evidence).toBe("human");
    expect(await notificationsOf(owner)).toMatchObject([
      { kind: "scan", topic: seen.scanId, link: `/dashboard/scan-details/${seen.scanId}` },
    ]);
  });

  test("counts another visit within half an hour as the same, and a later one as a new scan", async () => {
    const first = await scanned();
    expect((await scanned({ earlier: first.visit })).evidence).toBe("reopened");
    testApp.setNow("2026-11-21T12:31:00Z");
    expect((await scanned({ earlier: first.visit })).evidence).toBe("human");
    testApp.setNow("2026-11-21T12:00:00Z");
    expect(await notificationsOf(owner)).toHaveLength(2);
  });

  test("tracks visits per tag", async () => {
    const first = await scanned();
    const second = await createClaimedTag(testApp.ctx, owner);
    expect((await scanned({ earlier: first.visit, code: second.code })).evidence).toBe("human");
  });

  test("records scans by the owner, previews and programs without a notification", async () => {
    await scanned({ userId: owner.id });
    await scanned({}, { userAgent: "WhatsApp/2.23.20.0" });
    await scanned({}, { userAgent: "curl/8.5.0" });
    await scanned({}, { method: "HEAD" });
    expect(await notificationsOf(owner)).toHaveLength(0);
    expect((await scansOf(owner)).map((scan) => scan.evidence)).toEqual(["owner", "preview", "probe", "preview"]);
  });

  test("notifies the owner of an unconfirmed visit once, when something on its page is used", async () => {
    const seen = await scanned({}, { fetchMode: null, fetchDest: null });
    expect(seen.evidence).toBe("unconfirmed");
    expect(await notificationsOf(owner)).toHaveLength(0);
    await recordPageUse(testApp.ctx, seen.token, { address: "198.51.100.7" });
    await recordPageUse(testApp.ctx, seen.token, { address: "198.51.100.7" });
    expect(await notificationsOf(owner)).toMatchObject([{ kind: "scan" }]);
    expect(await scansOf(owner)).toMatchObject([{ evidence: "human", reasons: ["noFetchMetadata", "used"] }]);
  });

  test("records 200 concurrent scans and puts the first six into the inbox", async () => {
    const seen = await Promise.all(Array.from({ length: 200 }, () => receiveScan(testApp.ctx, visit())));
    expect(new Set(seen.map((one) => ("scanId" in one ? one.scanId : ""))).size).toBe(200);
    expect(await scansOf(owner)).toHaveLength(200);
    expect(await notificationsOf(owner)).toHaveLength(6);
  });

  test("records nothing for unknown, deactivated and unclaimed tags", async () => {
    await deactivateTag(testApp.ctx, owner, tag.id);
    expect((await receiveScan(testApp.ctx, visit())).state).toBe("unknown");
    expect((await receiveScan(testApp.ctx, visit({ code: "0000-0000-0000" }))).state).toBe("unknown");
    expect((await receiveScan(testApp.ctx, visit({ code: (await createTestTag(testApp.ctx)).code }))).state).toBe(
      "available",
    );
    expect(await scansOf(owner)).toHaveLength(0);
  });

  test("of a tag whose owner is deleted at the same moment is answered like an unclaimed tag", async () => {
    const { ctx } = testApp;
    let scan: Promise<{ state: string }> | undefined;
    await withTransaction(ctx, async (tx) => {
      await tx.db.update(tags).set(unownedTag).where(eq(tags.ownerId, owner.id));
      await tx.db.delete(users).where(eq(users.id, owner.id));
      scan = receiveScan(ctx, visit());
      scan.catch(() => undefined);
      await soon(async () => {
        const waiting = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
        expect((await ctx.db.execute(waiting)).rows).toHaveLength(1);
      });
    });
    expect((await scan)?.state).toBe("available");
  });
});

describe("finder", () => {
  test("sends a location, which is stored with the scan and notified to the owner", async () => {
    const { token } = await scanned();
    await sendPlace(testApp.ctx, token, { latitude: 30.06, longitude: 31.22, accuracy: 12 }, from);
    expect(await scansOf(owner)).toMatchObject([
      { latitude: 30.06, longitude: 31.22, accuracy: 12, locationSource: "gps" },
    ]);
    expect((await notificationsOf(owner)).map((notification) => notification.kind)).toEqual(["scan", "location"]);
    await expect(sendPlace(testApp.ctx, token, {}, from)).rejects.toMatchObject({
      code: "finderPage.finder.placeNeeded",
    });
  });

  test("who submits an empty form is asked to fill in at least one field", async () => {
    const { token } = await scanned();
    await expect(startFinderConversation(testApp.ctx, token, {}, from)).rejects.toMatchObject({
      code: "finderPage.finder.fillOne",
      status: 400,
    });
  });

  test("cannot change another scan by altering the token", async () => {
    const { token } = await scanned();
    const other = await scanned({ fresh: createId() });
    const forged = `${other.scanId}.${token.split(".")[1]}`;
    for (const bad of [forged, "", "x", `${other.scanId}.`, `${createId()}.${"A".repeat(22)}`])
      await expect(startFinderConversation(testApp.ctx, bad, { note: "hi" }, from)).rejects.toMatchObject({
        status: 404,
      });
  });
});

test("maskOldAddresses truncates IP addresses older than 30 days to their network", async () => {
  await scanned({ address: "203.0.113.77" });
  await scanned({ address: "2001:db8:1234:5678::1" });
  testApp.setNow("2026-12-22T12:00:00Z");
  await scanned({ address: "203.0.113.88" });
  await maskOldAddresses(testApp.ctx);
  expect((await scansOf(owner)).map((scan) => scan.ip)).toEqual([
    "203.0.113.0/24",
    "2001:db8:1234::/48",
    "203.0.113.88",
  ]);
  testApp.setNow("2026-11-21T12:00:00Z");
});

test("maskOldLocations rounds coordinates after 90 days", async () => {
  const at = async (latitude: number, longitude: number, accuracy?: number) => {
    const { token } = await scanned();
    await sendPlace(testApp.ctx, token, { latitude, longitude, accuracy }, from);
  };
  await at(30.061234, 31.219876, 12);
  await at(-33.99999, 179.99999, 1500);
  await at(30.065, 31.22);
  await scanned();
  testApp.setNow("2027-02-19T12:00:01Z");
  await at(30.061234, 31.219876, 12);
  const places = async () =>
    (await scansOf(owner)).map(({ latitude, longitude, accuracy }) => [latitude, longitude, accuracy]);
  const exact = [30.061234, 31.219876, 12];
  for (let night = 0; night < 2; night++) {
    await maskOldLocations(testApp.ctx);
    expect(await places()).toEqual([
      [30.06, 31.22, 800],
      [-34, 180, 1500],
      [30.07, 31.22, 800],
      [null, null, null],
      exact,
    ]);
  }
  testApp.setNow("2026-11-21T12:00:00Z");
});

test("a scan is sent to inbox and e-mail on every plan, and by push from Comfort on", async () => {
  await testApp.ctx.db.insert(pushSubscriptions).values({
    id: createId(),
    userId: owner.id,
    sessionId: (await signedIn(testApp.ctx, owner)).sessionId,
    endpoint: `https://push.example/${owner.id}`,
    p256dh: "x",
    auth: "x",
  });
  const sent = async () => {
    const seen = await receiveScan(testApp.ctx, visit());
    const [notification] = await testApp.ctx.db
      .select()
      .from(notifications)
      .where(eq(notifications.topic, "scanId" in seen ? seen.scanId : ""));
    const rows = await testApp.ctx.db
      .select()
      .from(notificationDeliveries)
      .where(eq(notificationDeliveries.notificationId, notification?.id ?? createId()));
    return Object.fromEntries(rows.map(({ channel, state, reason }) => [channel, reason ?? state]));
  };
  expect(await sent()).toEqual({ email: "waiting", push: "plan" });
  await grantTestPlan(testApp.ctx, owner);
  expect(await sent()).toEqual({ email: "waiting", push: "waiting" });
});
