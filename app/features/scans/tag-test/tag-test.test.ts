// An owner who tests a tag would be told that all is well while no alert reaches them.
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { listNotifications, markNotificationShown } from "#app/features/notifications/notifications.server.ts";
import { getPreferences, updatePreferences } from "#app/features/notifications/preferences.server.ts";
import { deactivateTag, deleteTag, type Tag } from "#app/features/tags/tags.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import { createId } from "#app/platform/db/uuid.server.ts";
import { createClaimedTag, createTestPet, createTestUser } from "#tests/make.ts";
import { createTestApp } from "#tests/test-app.ts";
import { visitOf } from "#tests/visits.ts";
import { receiveScan, receiveScans } from "../recording/receive-scan.server.ts";
import type { Visit } from "../recording/request-signals.server.ts";
import { scanRecords } from "../scans.tables.server.ts";
import { findTagTest, startTagTest } from "./tag-test.server.ts";

const { ctx, emails, setNow, runJobs } = await createTestApp();

const started = new Date("2026-11-21T12:00:00Z");
const past = (seconds: number) => new Date(started.getTime() + seconds * 1000);

let owner: Actor;
let tag: Tag;
beforeEach(async () => {
  setNow(started);
  owner = await createTestUser(ctx);
  tag = await createClaimedTag(ctx, owner, await createTestPet(ctx, owner));
});

const visit = (values: Partial<Visit> = {}) => visitOf(tag.code, { userId: owner.id, ...values });

const notificationsOf = async (user: Actor) => (await listNotifications(ctx, user)).notifications;

describe("owner's own scan during a test", () => {
  test("is still recorded as the owner's, and notifies them marked as a test", async () => {
    await startTagTest(ctx, owner, tag.id);
    expect(await findTagTest(ctx, owner)).toMatchObject({ state: "waiting", scan: null, results: [] });
    setNow(past(5));
    const seen = await receiveScan(ctx, visit());
    expect(seen).toMatchObject({ evidence: "owner" });
    expect(await notificationsOf(owner)).toMatchObject([{ kind: "scan", params: { petName: "Rocky", isTest: true } }]);
    setNow(past(7.5));
    await runJobs();
    expect(emails.at(-1)).toMatchObject({ to: owner.email, subject: "Test: Rocky's tag was scanned" });
    const [notification] = await notificationsOf(owner);
    setNow(past(6.2));
    await markNotificationShown(ctx, owner, notification!.id);
    expect(await findTagTest(ctx, owner)).toMatchObject({
      state: "scanned",
      scan: { at: past(5), isStrangers: false },
      results: [
        { channel: "email", state: "delivered", seconds: 2.5 },
        { channel: "push", state: "off", reason: "noDevice", seconds: null },
        { channel: "phone", state: "off", reason: "noPhone", seconds: null },
        { channel: "live", state: "delivered", seconds: 1.2 },
      ],
    });
  });

  test("notifies once for several concurrent scans", async () => {
    await startTagTest(ctx, owner, tag.id);
    await Promise.all([
      ...Array.from({ length: 5 }, () => receiveScans(ctx, [visit()])),
      receiveScans(ctx, [visit(), visit()]),
    ]);
    expect(await notificationsOf(owner)).toHaveLength(1);
    const scans = await ctx.db.select().from(scanRecords).where(eq(scanRecords.ownerId, owner.id));
    expect(scans.map(({ evidence }) => evidence)).toEqual(Array(7).fill("owner"));
  });

  test("reports a disabled channel as off instead of waiting", async () => {
    const { choices } = await getPreferences(ctx, owner);
    await updatePreferences(ctx, owner, { ...choices, scan: { email: true, push: false, phone: false, live: false } });
    await startTagTest(ctx, owner, tag.id);
    await receiveScan(ctx, visit());
    expect((await findTagTest(ctx, owner))?.results).toMatchObject([
      { channel: "email", state: "waiting" },
      { channel: "push", state: "off", reason: "preference" },
      { channel: "phone", state: "off", reason: "noPhone" },
      { channel: "live", state: "off", reason: "preference" },
    ]);
  });
});

describe("tag test", () => {
  test("ends after ten minutes, after which the owner's scan notifies nobody", async () => {
    await startTagTest(ctx, owner, tag.id);
    setNow(past(600));
    await receiveScan(ctx, visit());
    expect(await notificationsOf(owner)).toHaveLength(0);
    expect(await findTagTest(ctx, owner)).toMatchObject({ state: "over", scan: null });
  });

  test("covers only its own tag, and is replaced by another one", async () => {
    const second = await createClaimedTag(ctx, owner);
    await startTagTest(ctx, owner, tag.id);
    await receiveScan(ctx, visit({ code: second.code }));
    expect(await notificationsOf(owner)).toHaveLength(0);
    await Promise.all([startTagTest(ctx, owner, second.id), startTagTest(ctx, owner, second.id)]);
    await receiveScan(ctx, visit());
    expect(await notificationsOf(owner)).toHaveLength(0);
    await receiveScan(ctx, visit({ code: second.code }));
    expect(await notificationsOf(owner)).toMatchObject([{ params: { isTest: true } }]);
  });

  test("can be restarted after its scan", async () => {
    await startTagTest(ctx, owner, tag.id);
    await receiveScan(ctx, visit());
    setNow(past(30));
    await startTagTest(ctx, owner, tag.id);
    expect(await findTagTest(ctx, owner)).toMatchObject({ state: "waiting" });
    setNow(past(31));
    await receiveScan(ctx, visit());
    expect(await notificationsOf(owner)).toHaveLength(2);
  });

  test("accepts a phone that is not signed in as a finder, with a real notification", async () => {
    await startTagTest(ctx, owner, tag.id);
    const first = await receiveScan(ctx, visit({ userId: null }));
    expect(await notificationsOf(owner)).toMatchObject([{ params: { petName: "Rocky" } }]);
    expect((await notificationsOf(owner))[0]?.params.isTest).toBeUndefined();
    expect(await findTagTest(ctx, owner)).toMatchObject({ state: "scanned", scan: { isStrangers: true } });
    setNow(past(60));
    await startTagTest(ctx, owner, tag.id);
    setNow(past(65));
    await receiveScan(ctx, visit({ userId: null, earlier: (first as { visit: string }).visit }));
    expect((await notificationsOf(owner))[0]).toMatchObject({ params: { isTest: true } });
  });

  test("is rejected for someone else's, unknown and deactivated tags", async () => {
    const other = await createTestUser(ctx);
    for (const id of [tag.id, createId(), "x", ""])
      await expect(startTagTest(ctx, other, id)).rejects.toMatchObject({ status: 404 });
    expect(await findTagTest(ctx, other)).toBeNull();
    await deactivateTag(ctx, owner, tag.id);
    await expect(startTagTest(ctx, owner, tag.id)).rejects.toMatchObject({ code: "tagTest.inactive" });
  });

  test("is deleted with its tag", async () => {
    await startTagTest(ctx, owner, tag.id);
    await deleteTag(ctx, owner, tag.id);
    expect(await findTagTest(ctx, owner)).toBeNull();
  });

  test("is limited to 20 starts", async () => {
    for (let start = 0; start < 20; start++) await startTagTest(ctx, owner, tag.id);
    await expect(startTagTest(ctx, owner, tag.id)).rejects.toMatchObject({ status: 429 });
  });
});

test("an owner's scan notifies nobody without a test or during someone else's test", async () => {
  const other = await createTestUser(ctx);
  const theirs = await createClaimedTag(ctx, other);
  await startTagTest(ctx, other, theirs.id);
  await receiveScan(ctx, visit());
  await receiveScan(ctx, visit({ code: theirs.code, userId: owner.id }));
  expect(await notificationsOf(owner)).toHaveLength(0);
  expect((await notificationsOf(other)).map(({ params }) => params.isTest)).toEqual([undefined]);
});
