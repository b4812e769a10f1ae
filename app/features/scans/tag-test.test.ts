import { eq } from "drizzle-orm";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import type { Actor } from "#app/features/accounts/accounts.rules.ts";
import { listAlerts, noteShown } from "#app/features/alerts/alerts.server.ts";
import { changePreferences, getPreferences } from "#app/features/alerts/preferences.server.ts";
import { deactivateTag, removeTag, type Tag } from "#app/features/tags/tags.server.ts";
import { newId } from "#app/platform/db/uuid.server.ts";
import { aPet, aTagOf, aUser } from "#tests/make.ts";
import { visitOf } from "#tests/visits.ts";
import { testWorld } from "#tests/world.ts";
import { receiveScan, receiveScans } from "./receive-scan.server.ts";
import { scanRecords } from "./scans.tables.server.ts";
import { findTagTest, startTagTest } from "./tag-test.server.ts";
import type { Visit } from "./visitor.server.ts";

const { world, letters, setNow, runJobs, close } = await testWorld();
afterAll(close);

const started = new Date("2026-11-21T12:00:00Z");
const past = (seconds: number) => new Date(started.getTime() + seconds * 1000);

let owner: Actor;
let tag: Tag;
beforeEach(async () => {
  setNow(started);
  owner = await aUser(world);
  tag = await aTagOf(world, owner, await aPet(world, owner));
});

const visit = (values: Partial<Visit> = {}) => visitOf(tag.code, { userId: owner.id, ...values });

const alertsOf = async (who: Actor) => (await listAlerts(world, who)).alerts;

describe("while a test runs, the owner's own scan", () => {
  test("stays the owner's, and alerts them with the word test in every place", async () => {
    await startTagTest(world, owner, tag.id);
    expect(await findTagTest(world, owner)).toMatchObject({ state: "waiting", scan: null, results: [] });
    setNow(past(5));
    const seen = await receiveScan(world, visit());
    expect(seen).toMatchObject({ evidence: "owner" });
    expect(await alertsOf(owner)).toMatchObject([{ kind: "scan", params: { petName: "Rocky", isTest: true } }]);
    setNow(past(7.5));
    await runJobs();
    expect(letters.at(-1)).toMatchObject({ to: owner.email, subject: "Test: Rocky's tag was scanned" });
    const [alert] = await alertsOf(owner);
    setNow(past(6.2));
    await noteShown(world, owner, alert!.id);
    expect(await findTagTest(world, owner)).toMatchObject({
      state: "scanned",
      scan: { at: past(5), isStrangers: false },
      results: [
        { channel: "email", state: "delivered", seconds: 2.5 },
        { channel: "push", state: "off", reason: "noDevice", seconds: null },
        { channel: "live", state: "delivered", seconds: 1.2 },
      ],
    });
  });

  test("alerts once, however often and however many at once", async () => {
    await startTagTest(world, owner, tag.id);
    await Promise.all([
      ...Array.from({ length: 5 }, () => receiveScans(world, [visit()])),
      receiveScans(world, [visit(), visit()]),
    ]);
    expect(await alertsOf(owner)).toHaveLength(1);
    const scans = await world.db.select().from(scanRecords).where(eq(scanRecords.ownerId, owner.id));
    expect(scans.map(({ evidence }) => evidence)).toEqual(Array(7).fill("owner"));
  });

  test("shows a channel that was chosen off as off, not as waiting", async () => {
    const { choices } = await getPreferences(world, owner);
    await changePreferences(world, owner, { ...choices, scan: { email: true, push: false, live: false } });
    await startTagTest(world, owner, tag.id);
    await receiveScan(world, visit());
    expect((await findTagTest(world, owner))?.results).toMatchObject([
      { channel: "email", state: "waiting" },
      { channel: "push", state: "off", reason: "preference" },
      { channel: "live", state: "off", reason: "preference" },
    ]);
  });
});

describe("a test", () => {
  test("is over after ten minutes, and the owner's scan is silent again", async () => {
    await startTagTest(world, owner, tag.id);
    setNow(past(600));
    await receiveScan(world, visit());
    expect(await alertsOf(owner)).toHaveLength(0);
    expect(await findTagTest(world, owner)).toMatchObject({ state: "over", scan: null });
  });

  test("of one tag says nothing about another, and a second one takes the place of the first", async () => {
    const second = await aTagOf(world, owner);
    await startTagTest(world, owner, tag.id);
    await receiveScan(world, visit({ code: second.code }));
    expect(await alertsOf(owner)).toHaveLength(0);
    await Promise.all([startTagTest(world, owner, second.id), startTagTest(world, owner, second.id)]);
    await receiveScan(world, visit());
    expect(await alertsOf(owner)).toHaveLength(0);
    await receiveScan(world, visit({ code: second.code }));
    expect(await alertsOf(owner)).toMatchObject([{ params: { isTest: true } }]);
  });

  test("can be started again after its scan", async () => {
    await startTagTest(world, owner, tag.id);
    await receiveScan(world, visit());
    setNow(past(30));
    await startTagTest(world, owner, tag.id);
    expect(await findTagTest(world, owner)).toMatchObject({ state: "waiting" });
    setNow(past(31));
    await receiveScan(world, visit());
    expect(await alertsOf(owner)).toHaveLength(2);
  });

  test("takes a phone that is not signed in for the stranger it looks like, and its alert is the real one", async () => {
    await startTagTest(world, owner, tag.id);
    const first = await receiveScan(world, visit({ userId: null }));
    expect(await alertsOf(owner)).toMatchObject([{ params: { petName: "Rocky" } }]);
    expect((await alertsOf(owner))[0]?.params.isTest).toBeUndefined();
    expect(await findTagTest(world, owner)).toMatchObject({ state: "scanned", scan: { isStrangers: true } });
    setNow(past(60));
    await startTagTest(world, owner, tag.id);
    setNow(past(65));
    await receiveScan(world, visit({ userId: null, earlier: (first as { visit: string }).visit }));
    expect((await alertsOf(owner))[0]).toMatchObject({ params: { isTest: true } });
  });

  test("of somebody else's tag, of none, and of one that is switched off is refused", async () => {
    const other = await aUser(world);
    for (const id of [tag.id, newId(), "x", ""])
      await expect(startTagTest(world, other, id)).rejects.toMatchObject({ status: 404 });
    expect(await findTagTest(world, other)).toBeNull();
    await deactivateTag(world, owner, tag.id);
    await expect(startTagTest(world, owner, tag.id)).rejects.toMatchObject({ code: "scans.test.inactive" });
  });

  test("goes with its tag", async () => {
    await startTagTest(world, owner, tag.id);
    await removeTag(world, owner, tag.id);
    expect(await findTagTest(world, owner)).toBeNull();
  });

  test("cannot be started without end", async () => {
    for (let start = 0; start < 20; start++) await startTagTest(world, owner, tag.id);
    await expect(startTagTest(world, owner, tag.id)).rejects.toMatchObject({ status: 429 });
  });
});

test("without a test, and in somebody else's, an owner's scan alerts nobody", async () => {
  const other = await aUser(world);
  const theirs = await aTagOf(world, other);
  await startTagTest(world, other, theirs.id);
  await receiveScan(world, visit());
  await receiveScan(world, visit({ code: theirs.code, userId: owner.id }));
  expect(await alertsOf(owner)).toHaveLength(0);
  expect((await alertsOf(other)).map(({ params }) => params.isTest)).toEqual([undefined]);
});
