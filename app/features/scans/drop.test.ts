import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { eq, inArray } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Actor } from "#app/features/accounts/accounts.rules.ts";
import { alerts } from "#app/features/alerts/alerts.tables.server.ts";
import { messages } from "#app/features/messages/messages.tables.server.ts";
import { releaseTags, type Tag } from "#app/features/tags/tags.server.ts";
import { openDropBox } from "#app/platform/db/drop-box.server.ts";
import { newId } from "#app/platform/db/uuid.server.ts";
import type { World } from "#app/platform/world.server.ts";
import { anAdmin, aPet, aTagOf, aUser } from "#tests/make.ts";
import { soon } from "#tests/soon.ts";
import { visitOf } from "#tests/visits.ts";
import { type TestWorld, testWorld } from "#tests/world.ts";
import { drop, handOver, keepHandingOver } from "./drop.server.ts";
import { reportHaving, scanToken } from "./finder.server.ts";
import { receiveScans } from "./receive-scan.server.ts";
import { scanRecords } from "./scans.tables.server.ts";
import { forgetUndelivered, listUndelivered } from "./undelivered.server.ts";

let lab: TestWorld;
let owner: Actor;
let tag: Tag;

const address = "198.51.100.7";
const sentAt = new Date("2026-11-21T12:00:00Z");
const later = new Date("2026-11-21T12:30:00Z");

beforeAll(async () => {
  lab = await testWorld();
});
afterAll(() => lab.close());
beforeEach(async () => {
  lab.setNow(sentAt);
  owner = await aUser(lab.world);
  tag = await aTagOf(lab.world, owner, await aPet(lab.world, owner));
});

const kindsOf = async (user: Actor) =>
  (await lab.world.db.select().from(alerts).where(eq(alerts.userId, user.id)).orderBy(alerts.id)).map(
    ({ kind }) => kind,
  );
const waiting = () => lab.world.standby.dropBox.waiting(0, 100);

/** Somebody opens the page and fills in its form while the database is away. */
async function sendAll(id = newId()) {
  const scanId = newId();
  await drop(lab.world, { id: scanId, kind: "scan", address, body: visitOf(tag.code, { address }) });
  const form = { note: "He is with me", contact: "0100 000 0000" };
  const visit = visitOf(tag.code, { address }, { method: "POST" });
  const body = { scan: scanToken(lab.world, scanId), form, visit, language: "ar" as const };
  await drop(lab.world, { id, kind: "have", address, body });
  return { scanId, id, body };
}

test("what was kept is carried out as of its own time, and its alerts as of now", async () => {
  const { scanId } = await sendAll();
  lab.setNow(later);
  await handOver(lab.world);
  const [scan] = await lab.world.db.select().from(scanRecords).where(eq(scanRecords.id, scanId));
  expect(scan).toMatchObject({ ownerId: owner.id, at: sentAt, evidence: "human", usedAt: sentAt });
  const [written] = await lab.world.db
    .select()
    .from(messages)
    .where(eq(messages.conversationId, scan!.conversationId!));
  expect(written).toMatchObject({ body: "He is with me", createdAt: sentAt });
  const told = await lab.world.db.select().from(alerts).where(eq(alerts.userId, owner.id));
  expect(told.map(({ createdAt }) => createdAt)).toEqual([later, later]);
  expect(await kindsOf(owner)).toEqual(["scan", "found"]);
  expect(waiting()).toEqual([]);
});

test("once, also after a death between the commit and the removal, and when the first try came through after all", async () => {
  const first = await sendAll();
  await handOver(lab.world);
  // The process died before it noted that this is done.
  const again = { address, body: first.body };
  await drop(lab.world, { ...again, id: first.id, kind: "have" });
  await drop(lab.world, { address, id: first.scanId, kind: "scan", body: visitOf(tag.code, { address }) });
  await handOver(lab.world);
  expect(await kindsOf(owner)).toEqual(["scan", "found"]);

  // The try that was given up is committed late, beside the kept one.
  const second = await sendAll();
  const [scan] = waiting();
  await Promise.all([handOver(lab.world), handOver(lab.world)]);
  const arrival = { id: second.id };
  await reportHaving(lab.world, second.body.scan, second.body.form, { address, language: "ar", arrival });
  expect(scan?.id).toBe(second.scanId);

  // Both on their way at the same moment: whoever comes second gives way.
  const third = newId();
  const visit = visitOf(tag.code, { address, scanId: third });
  await drop(lab.world, { id: third, kind: "scan", address, body: visit });
  const live = () => receiveScans(lab.world, [visit]).catch(() => undefined);
  await Promise.all([live(), handOver(lab.world), live(), live()]);
  expect(waiting()).toEqual([]);
  expect(await lab.world.db.$count(scanRecords, eq(scanRecords.id, third))).toBe(1);
  expect(await kindsOf(owner)).toEqual(["scan", "found", "scan", "found", "scan"]);
});

test("what nobody receives any more is kept for administrators; a fault stays, and neither holds anything up", async () => {
  const { id } = await sendAll();
  const admin = await anAdmin(lab.world);
  await releaseTags(lab.world, owner.id, [tag.code]);
  const broken = {
    id: newId(),
    kind: "scan" as const,
    address,
    body: { ...visitOf(""), code: null as unknown as string },
  };
  await drop(lab.world, broken);
  tag = await aTagOf(lab.world, owner);
  await sendAll();
  await handOver(lab.world);
  expect(await kindsOf(owner)).toEqual(["scan", "found"]);
  expect(waiting()).toMatchObject([{ id: broken.id, tries: 1 }]);
  expect(await listUndelivered(lab.world, admin)).toMatchObject([
    { id, kind: "have", code: expect.any(String), words: "0100 000 0000\nHe is with me", sentAt },
  ]);
  for (let tries = 1; tries < 50; tries++) await handOver(lab.world);
  expect(waiting()).toEqual([]);
  expect((await listUndelivered(lab.world, admin)).find((one) => one.id === broken.id)).toMatchObject({
    kind: "scan",
    reason: "fault",
  });
  await expect(listUndelivered(lab.world, owner)).rejects.toMatchObject({ status: 403 });
  lab.setNow(new Date(sentAt.getTime() + 31 * 24 * 3_600_000));
  await forgetUndelivered(lab.world);
  expect(await listUndelivered(lab.world, admin)).toEqual([]);
});

test.each(["page", "form"])(
  "page and form kept by two processes count once, the %s handed over first",
  async (first) => {
    const folder = await mkdtemp(path.join(os.tmpdir(), "aleef-box-"));
    const other: World = {
      ...lab.world,
      standby: { ...lab.world.standby, dropBox: openDropBox(folder) },
    };
    const formOf = async () => {
      const scanId = newId();
      const own = await aTagOf(lab.world, owner);
      const visit = visitOf(own.code, { address });
      await drop(lab.world, { id: scanId, kind: "scan", address, body: visit });
      const sent = { ...visit, signals: { ...visit.signals, method: "POST" } };
      const body = { scan: scanToken(lab.world, scanId), form: { note: "Here" }, visit: sent, language: "en" as const };
      await drop(other, { id: newId(), kind: "have", address, body });
      const place = { place: "By the river" };
      await drop(other, { id: newId(), kind: "location", address, body: { ...body, form: place } });
      return scanId;
    };
    const scans: string[] = [];
    for (let count = 0; count < 20; count++) scans.push(await formOf());
    const worlds = first === "page" ? [lab.world, other] : [other, lab.world];
    for (const world of worlds) await handOver(world);
    const rows = await lab.world.db
      .select({ id: scanRecords.id, body: messages.body, place: scanRecords.place })
      .from(scanRecords)
      .innerJoin(messages, eq(messages.conversationId, scanRecords.conversationId))
      .where(inArray(scanRecords.id, scans));
    expect(rows.map(({ id }) => id).toSorted()).toEqual(scans.toSorted());
    expect(rows.every(({ body, place }) => body === "Here" && place === "By the river")).toBe(true);
    expect([waiting(), other.standby.dropBox.waiting(0, 100)]).toEqual([[], []]);
    other.standby.dropBox.close();
    await rm(folder, { recursive: true });
  },
);

test("more than sixty of a kind from one network are refused", async () => {
  const keep = () =>
    drop(lab.world, { id: newId(), kind: "message", address: "192.0.2.1", body: { key: "k", text: "x" } });
  await Promise.all(Array.from({ length: 60 }, keep));
  await expect(keep()).rejects.toMatchObject({ status: 429, code: "form.tooMany" });
  for (const { id } of waiting()) lab.world.standby.dropBox.done(id);
});

test("what is kept when the database is back already is handed over within moments", async () => {
  const stop = keepHandingOver(lab.world);
  const { scanId } = await sendAll();
  await soon(() => expect(waiting()).toEqual([]));
  expect(await lab.world.db.select().from(scanRecords).where(eq(scanRecords.id, scanId))).toHaveLength(1);
  stop();
});
