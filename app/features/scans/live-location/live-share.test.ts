// A family would follow a finder who has stopped sharing, or lose the path where the network was bad.
import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { getConversationByKey } from "#app/features/conversations/conversations.server.ts";
import { pets } from "#app/features/pets/pets.tables.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import { createId } from "#app/platform/db/uuid.server.ts";
import { createClaimedTag, createTestCaregiver, createTestPet, createTestUser } from "#tests/make.ts";
import { grantTestPlan } from "#tests/make-plans.ts";
import { notificationsFor } from "#tests/notifications.ts";
import { createTestApp } from "#tests/test-app.ts";
import { visitOf } from "#tests/visits.ts";
import { getScanView } from "../details/scan-view.server.ts";
import { updateFinderConversation } from "../escalation/escalation.server.ts";
import { completeHandover, findHandover, startHandover } from "../handover/handover.server.ts";
import { receiveScan } from "../recording/receive-scan.server.ts";
import { liveLocationPoints, liveLocationShares } from "../scans.tables.server.ts";
import { createScanToken, startFinderConversation } from "../submissions/finder-submissions.server.ts";
import {
  addPlaces,
  endSharing,
  findLiveLocation,
  findSharing,
  purgeSharedPlaces,
  startSharing,
} from "./live-share.server.ts";

let owner: Actor;
let petId: string;
let scanId: string;
let key: string;
const address = "198.51.100.7";
const start = new Date("2026-11-21T12:00:00Z");
const at = (minutes: number) => new Date(start.getTime() + minutes * 60_000);
const setMinute = (minutes: number) => testApp.setNow(at(minutes));
/** Times of a phone whose clock is a day fast. */
const toPhoneTime = (minutes: number) => at(minutes).getTime() + 86_400_000;
const place = (minutes: number, latitude = 30.06) => ({
  at: toPhoneTime(minutes),
  latitude,
  longitude: 31.22,
  accuracy: 12.4,
});
const send = (now: number, places: object[]) =>
  addPlaces(testApp.ctx, key, { sentAt: toPhoneTime(now), places: places as never }, address);
const getLiveLocation = () => findLiveLocation(testApp.ctx, scanId);

const testApp = await createTestApp();
beforeEach(async () => {
  testApp.setNow(start);
  owner = await createTestUser(testApp.ctx);
  petId = await createTestPet(testApp.ctx, owner);
  await grantTestPlan(testApp.ctx, owner, "rescue-plus");
  const tag = await createClaimedTag(testApp.ctx, owner, petId);
  scanId = createId();
  await receiveScan(testApp.ctx, visitOf(tag.code, { scanId }));
  key = await startFinderConversation(
    testApp.ctx,
    createScanToken(testApp.ctx, scanId),
    { note: "Here" },
    { address, language: "en" },
  );
});

const listLiveNotifications = async () =>
  (await notificationsFor(testApp.ctx, owner.id))
    .filter(({ kind }) => kind === "location")
    .map(({ params }) => params.isLive);
const conversation = () => getConversationByKey(testApp.ctx, key);

test("the owner follows the finder despite a wrong phone clock, and is notified once", async () => {
  expect(await findSharing(testApp.ctx, await conversation())).toEqual({ isRunning: false, left: 0, lastAt: null });
  expect(await startSharing(testApp.ctx, key, 15, address)).toEqual({ isRunning: true, left: 900_000, lastAt: null });
  expect(await getLiveLocation()).toEqual({ isRunning: true, endsAt: at(15), way: [], last: [] });
  setMinute(2);
  expect(await send(2, [place(1), place(2, 30.07)])).toEqual({ isRunning: true, left: 780_000, lastAt: at(2) });
  expect(await getLiveLocation()).toMatchObject({
    way: [
      [30.06, 31.22],
      [30.07, 31.22],
    ],
    last: [
      { latitude: 30.07, accuracy: 12, takenAt: at(2) },
      { latitude: 30.06, takenAt: at(1) },
    ],
  });
  await endSharing(testApp.ctx, key, address);
  await startSharing(testApp.ctx, key, 30, address);
  expect(await listLiveNotifications()).toEqual([true]);
  expect(JSON.stringify(await getLiveLocation())).not.toContain(address);
});

test("positions collected offline are stored once, even after the end; positions taken after the end are rejected", async () => {
  await startSharing(testApp.ctx, key, 15, address);
  setMinute(20);
  const gathered = [place(5), place(10), place(16)];
  await send(20, gathered);
  await send(20, gathered);
  await Promise.all([send(20, gathered), send(20, gathered)]);
  expect((await getLiveLocation())?.last.map(({ takenAt }) => takenAt)).toEqual([at(10), at(5)]);
  expect(await getLiveLocation()).toMatchObject({ isRunning: false, endsAt: at(15) });
  await expect(send(20, [place(17)])).rejects.toMatchObject({ status: 409 });
});

test("stopping takes effect immediately and is idempotent", async () => {
  await startSharing(testApp.ctx, key, 60, address);
  setMinute(5);
  expect(await endSharing(testApp.ctx, key, address)).toMatchObject({ isRunning: false, left: 0 });
  setMinute(6);
  await endSharing(testApp.ctx, key, address);
  expect((await getLiveLocation())?.endsAt).toEqual(at(5));
  await expect(send(6, [place(5.5)])).rejects.toMatchObject({ status: 409 });
  await send(6, [place(4)]);
  expect((await getLiveLocation())?.way).toHaveLength(1);
});

test("closing the conversation ends the share, which can be started again once it is reopened", async () => {
  const { ctx } = testApp;
  await startSharing(ctx, key, 30, address);
  const { id } = await getConversationByKey(ctx, key);
  setMinute(1);
  await updateFinderConversation(ctx, owner, id, "muted");
  expect(await getLiveLocation()).toMatchObject({ isRunning: true });
  await updateFinderConversation(ctx, owner, id, "closed");
  expect(await getLiveLocation()).toMatchObject({ isRunning: false, endsAt: at(1) });
  await expect(send(2, [place(2)])).rejects.toMatchObject({ code: "finderPage.accessEnd.closed" });
  await updateFinderConversation(ctx, owner, id, "open");
  await startSharing(ctx, key, 30, address);
  expect(await getLiveLocation()).toMatchObject({ isRunning: true });
});

test("starting again while running restarts the time and continues the path", async () => {
  await startSharing(testApp.ctx, key, 15, address);
  setMinute(10);
  await send(10, [place(9)]);
  expect(await startSharing(testApp.ctx, key, 30, address)).toMatchObject({ left: 1_800_000 });
  setMinute(30);
  await send(30, [place(29)]);
  expect(await getLiveLocation()).toMatchObject({ isRunning: true, endsAt: at(40), way: [{}, {}] });
  setMinute(60);
  await startSharing(testApp.ctx, key, 15, address);
  expect(await listLiveNotifications()).toEqual([true, true]);
});

test("rejects impossible times, too many positions, invalid keys, and positions without a share", async () => {
  await expect(send(0, [place(0)])).rejects.toMatchObject({ status: 409 });
  await startSharing(testApp.ctx, key, 60, address);
  setMinute(3);
  for (const wrong of [place(4), place(-5)])
    await expect(send(3, [place(1), wrong])).rejects.toMatchObject({
      status: 400,
      code: "finderPage.sharing.wrongTime",
    });
  expect((await getLiveLocation())?.way).toEqual([]);
  const many = (from: number) =>
    Array.from({ length: 400 }, (_, n) => ({ ...place(1), at: toPhoneTime(1) + from + n }));
  await send(3, many(0));
  await send(3, many(400));
  await expect(send(3, many(800))).rejects.toMatchObject({ status: 429 });
  for (const wrong of ["", "nobody", `${key.startsWith("A") ? "B" : "A"}${key.slice(1)}`, `${key}x`])
    await expect(startSharing(testApp.ctx, wrong, 15, address)).rejects.toMatchObject({ status: 404 });
});

test("sharing requires Rescue Plus and a pet that is not home yet", async () => {
  const other = await createTestUser(testApp.ctx);
  await grantTestPlan(testApp.ctx, other, "comfort");
  const tag = await createClaimedTag(testApp.ctx, other, await createTestPet(testApp.ctx, other));
  const id = createId();
  await receiveScan(testApp.ctx, visitOf(tag.code, { scanId: id }));
  const otherKey = await startFinderConversation(
    testApp.ctx,
    createScanToken(testApp.ctx, id),
    { note: "x" },
    { address, language: "en" },
  );
  await expect(startSharing(testApp.ctx, otherKey, 15, address)).rejects.toMatchObject({ status: 403 });

  await startSharing(testApp.ctx, key, 15, address);
  await startHandover(testApp.ctx, owner, scanId);
  const { id: conversationId } = await conversation();
  const code = (await findHandover(testApp.ctx, conversationId))!.code!;
  setMinute(4);
  await completeHandover(testApp.ctx, key, code, address);
  expect(await getLiveLocation()).toMatchObject({ isRunning: false, endsAt: at(4) });
  expect(await findSharing(testApp.ctx, await conversation())).toBeNull();
  await expect(startSharing(testApp.ctx, key, 15, address)).rejects.toMatchObject({ status: 409 });
});

test("caregivers are notified once and can follow", async () => {
  const caregiver = await createTestUser(testApp.ctx);
  await createTestCaregiver(testApp.ctx, owner, petId, caregiver);
  await startSharing(testApp.ctx, key, 15, address);
  await startSharing(testApp.ctx, key, 30, address);
  const received = await notificationsFor(testApp.ctx, caregiver.id);
  expect(received.filter(({ kind }) => kind === "location")).toHaveLength(1);
  await send(0, [place(0)]);
  expect((await getScanView(testApp.ctx, caregiver, scanId)).live?.way).toEqual([[30.06, 31.22]]);
  await expect(getScanView(testApp.ctx, await createTestUser(testApp.ctx), scanId)).rejects.toMatchObject({
    status: 404,
  });
});

test("a share is deleted 24 hours after its end, and immediately with the pet", async () => {
  const countRows = async () => [
    await testApp.ctx.db.$count(liveLocationShares, eq(liveLocationShares.scanId, scanId)),
    await testApp.ctx.db.$count(liveLocationPoints, eq(liveLocationPoints.scanId, scanId)),
  ];
  await startSharing(testApp.ctx, key, 60, address);
  await send(0, [place(0)]);
  setMinute(10);
  await endSharing(testApp.ctx, key, address);
  setMinute(10 + 24 * 60 - 1);
  await purgeSharedPlaces(testApp.ctx);
  expect(await getLiveLocation()).not.toBeNull();
  setMinute(10 + 24 * 60);
  expect(await getLiveLocation()).toBeNull();
  await purgeSharedPlaces(testApp.ctx);
  expect(await countRows()).toEqual([0, 0]);

  await startSharing(testApp.ctx, key, 15, address);
  await send(10 + 24 * 60, [place(10 + 24 * 60)]);
  expect(await countRows()).toEqual([1, 1]);
  await testApp.ctx.db.delete(pets).where(eq(pets.id, petId));
  expect(await countRows()).toEqual([0, 0]);
});
