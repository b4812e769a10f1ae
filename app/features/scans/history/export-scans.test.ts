// An owner's file would miss scans, contain those of others or show whole IP addresses.
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import type { Actor } from "#app/features/users/users.rules.ts";
import { createId } from "#app/platform/db/uuid.server.ts";
import { createClaimedTag, createTestPet, createTestUser } from "#tests/make.ts";
import { createTestApp } from "#tests/test-app.ts";
import { scanRecords } from "../scans.tables.server.ts";
import { exportScans, type ScanFilter } from "./list-scans.server.ts";

const testApp = await createTestApp();
const owner = await createTestUser(testApp.ctx);

async function linesOf(actor: Actor, filter: ScanFilter, language: "en" | "ar" = "en"): Promise<string[]> {
  const csv = await text(exportScans(testApp.ctx, actor, filter, testApp.ctx.translator(language)));
  expect(csv.startsWith("\uFEFF")).toBe(true);
  expect(csv.endsWith("\r\n")).toBe(true);
  return csv.slice(1, -2).split("\r\n");
}

function scansOf(actor: Actor, count: number, values: Partial<typeof scanRecords.$inferInsert> = {}) {
  return testApp.ctx.db.insert(scanRecords).values(
    Array.from({ length: count }, (_, number) => ({
      id: createId(),
      ownerId: actor.id,
      at: new Date(Date.UTC(2026, 6, 10, 21, 30) - number * 60_000),
      evidence: "human" as const,
      reasons: ["browser" as const],
      visit: createId(),
      medium: "qr" as const,
      language: "en" as const,
      ...values,
    })),
  );
}

test("exportScans writes one line per scan in the owner's time zone, masks IP addresses and prevents formula injection", async () => {
  const petId = await createTestPet(testApp.ctx, owner, { name: '=cmd|"x", y' });
  const { id: tagId, code } = await createClaimedTag(testApp.ctx, owner, petId);
  await scansOf(owner, 1, {
    petId,
    tagId,
    ip: "203.0.113.77",
    place: "@SUM(1)\r\nsecond line",
    latitude: -33.8568,
    longitude: 151.2153,
    accuracy: 12,
    device: "mobile",
    browser: "Chrome 142",
    os: "Android",
  });
  const [head, line, ...rest] = await linesOf(owner, {});
  expect(head).toContain(`${testApp.ctx.translator("en")("scans.when")} (Africa/Cairo),`);
  expect(rest).toEqual([]);
  expect(line).toContain(`2026-07-11 00:30:00,"'=cmd|""x"", y",${code},,`);
  expect(line).toContain(",'@SUM(1) second line,-33.8568,151.2153,12,");
  expect(line).toContain("203.0.113.•••");
  expect(line).not.toContain("203.0.113.77");
  const [arabic] = await linesOf(owner, {}, "ar");
  expect(arabic).toContain(`${testApp.ctx.translator("ar")("scans.when")} (Africa/Cairo),`);
});

test("exportScans returns thousands of matching scans once each, newest first, and none of other owners", async () => {
  const busy = await createTestUser(testApp.ctx);
  await scansOf(busy, 2001);
  await scansOf(busy, 3, { evidence: "preview" });
  const lines = (await linesOf(busy, { evidence: "people" })).slice(1);
  const ids = lines.map((line) => line.split("/").at(-1));
  expect([lines.length, new Set(ids).size]).toEqual([2001, 2001]);
  const times = lines.map((line) => line.slice(0, 19));
  expect(times).toEqual([...times].sort().reverse());
  expect(await linesOf(busy, { evidence: "preview" })).toHaveLength(4);
  expect(await linesOf(await createTestUser(testApp.ctx), {})).toHaveLength(1);
});
