// An owner would miss what happened to their pet, or read what happened to somebody else's.
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { addMessage, createConversation } from "#app/features/conversations/conversations.server.ts";
import { runReportExpiry } from "#app/features/lost-found/own/expiry-jobs.server.ts";
import { createPoster, listPosters } from "#app/features/lost-found/posters/posters.server.ts";
import { createReport } from "#app/features/lost-found/publish-reports.server.ts";
import { resolveReport } from "#app/features/lost-found/report-states.server.ts";
import { reportPosters } from "#app/features/lost-found/reports.tables.server.ts";
import { sendNotifications } from "#app/features/notifications/notifications.server.ts";
import { notifyCaregivers } from "#app/features/pets/caregivers/notify-caregivers.server.ts";
import { updatePet } from "#app/features/pets/pets.server.ts";
import type { Evidence } from "#app/features/scans/scans.rules.ts";
import { scanRecords } from "#app/features/scans/scans.tables.server.ts";
import { createId } from "#app/platform/db/uuid.server.ts";
import { createTestCaregiver, createTestPet, createTestUser } from "#tests/make.ts";
import { createTestApp } from "#tests/test-app.ts";
import { listActivity } from "./activity.server.ts";

const { ctx, setNow } = await createTestApp();
const t = ctx.translator("en");

async function insertScan(ownerId: string, petId: string | null, at: Date, evidence: Evidence = "human") {
  const [id, visit] = [createId(), createId()];
  const values = { id, ownerId, petId, at, evidence, reasons: [], visit, medium: "qr", language: "en" } as const;
  await ctx.db.insert(scanRecords).values({ ...values, reasons: [] });
  return id;
}

test("lists what happened to one owner, newest first and in their language", async () => {
  const [mona, other] = [await createTestUser(ctx), await createTestUser(ctx)];
  const rocky = await createTestPet(ctx, mona);
  const scan = await insertScan(mona.id, rocky, new Date("2026-11-21T10:00:00Z"));
  for (const robot of ["preview", "probe"] as const)
    await insertScan(mona.id, rocky, new Date("2026-11-21T10:00:01Z"), robot);
  await insertScan(other.id, null, new Date("2026-11-21T10:30:00Z"));
  setNow("2026-11-21T11:00:00Z");
  const link = `/dashboard/scan-details/${scan}`;
  const conversation = { ownerId: mona.id, about: "Rocky", link, finderContact: null, finderLanguage: "en" } as const;
  const conversationId = await createConversation(ctx, { ...conversation, finderName: "Karim" });
  await addMessage(ctx, conversationId, "finder", "He is fine");
  await addMessage(ctx, conversationId, "owner", "Thank you");
  setNow("2026-11-21T11:30:00Z");
  const shared = { userId: mona.id, params: { petName: "Rocky", finderName: "Karim" }, link, topic: scan };
  await sendNotifications(ctx, [
    { ...shared, kind: "scan" },
    { ...shared, kind: "message" },
    { ...shared, kind: "account", link: "/dashboard/settings" },
  ]);
  const { entries, next } = await listActivity(ctx, mona, { t, language: "en" });
  expect(next).toBeNull();
  expect(entries).toMatchObject([
    { kind: "notice", title: "News about your account", link: "/dashboard/settings" },
    { kind: "message", title: "Karim wrote about Rocky", note: "He is fine", link },
    { kind: "scan", title: "Rocky was scanned", link, evidence: "human", pet: { id: rocky } },
  ]);
  const arabic = await listActivity(ctx, mona, { t: ctx.translator("ar"), language: "ar" });
  expect(arabic.entries.map(({ title }) => title).join()).toMatch(/Karim.*Rocky/);
  expect(arabic.entries[0]?.title).toMatch(/[\u0600-\u06ff]/);
});

test("shows an owner who changed their pet, and a caregiver their notifications about it", async () => {
  const [mona, karim] = [
    await createTestUser(ctx, { firstName: "Mona" }),
    await createTestUser(ctx, { firstName: "Karim" }),
  ];
  const rocky = await createTestPet(ctx, mona);
  await createTestCaregiver(ctx, mona, rocky, karim, { level: "edit" });
  await updatePet(ctx, karim, rocky, { name: "Rocky", type: "dog", version: 1, breed: "Baladi" });
  const titles = async (who: typeof mona) =>
    (await listActivity(ctx, who, { t, language: "en" })).entries.map(({ title }) => title);
  expect(await titles(mona)).toContain("Karim changed Rocky's profile or record");
  expect(await titles(karim)).not.toContain("Karim changed Rocky's profile or record");
  await notifyCaregivers(ctx, { petId: rocky, kind: "scan", petName: "Rocky", link: "/dashboard", topic: createId() });
  expect(await titles(karim)).toContain("Rocky's tag was scanned");
});

test("shows what became of the actor's own reports and who scanned their posters, and nothing of others", async () => {
  const [mona, other] = [await createTestUser(ctx), await createTestUser(ctx)];
  const cat = { kind: "lost", type: "cat", seenAt: new Date("2026-05-01T10:00:00Z"), area: "Zamalek" } as const;
  const from = { address: "203.0.113.44", language: "en" } as const;
  setNow("2026-05-01T12:00:00Z");
  const old = await createReport(ctx, mona, { ...cat, petName: "Simba" }, from);
  setNow("2026-11-20T12:00:00Z");
  await runReportExpiry(ctx);
  const id = await createReport(ctx, mona, { ...cat, kind: "found" }, from);
  await createReport(ctx, other, { ...cat, petName: "Canary" }, from);
  await createPoster(ctx, mona, id, { place: "Bakery" });
  const [poster] = await listPosters(ctx, mona, id);
  await ctx.db.update(reportPosters).set({ scans: 3, lastScanAt: new Date("2026-11-20T18:00:00Z") });
  setNow("2026-11-21T09:00:00Z");
  await resolveReport(ctx, mona, id, { resolution: "report" });
  const link = `/dashboard/lost-found/${id}`;
  const reports = async (language: "en" | "ar") => {
    const { entries } = await listActivity(ctx, mona, { t: ctx.translator(language), language, limit: 20 });
    return entries.filter(({ kind }) => kind === "report");
  };
  expect(await reports("en")).toMatchObject([
    { title: "Your report is closed: Found cat", link, at: new Date("2026-11-21T09:00:00Z") },
    { id: poster!.id, title: "A poster was scanned 3 times: Found cat", note: "Bakery", link: `${link}/posters` },
    { title: "Your report is public: Found cat", note: "Zamalek", link },
    { title: "Your report has expired: Simba", link: `/dashboard/lost-found/${old}` },
    { title: "Your report is public: Simba" },
  ]);
  expect((await reports("ar"))[1]?.title).toBe("تم مسح الإعلان 3 مرات: قطة عُثر عليها");
  const walked: string[] = [];
  for (let before: string | null = null, more = true; more; more = before !== null) {
    const page: Awaited<ReturnType<typeof listActivity>> = await listActivity(ctx, mona, {
      before,
      limit: 1,
      t,
      language: "en",
    });
    walked.push(...page.entries.map(({ title }) => title));
    before = page.next;
  }
  const { entries } = await listActivity(ctx, mona, { t, language: "en", limit: 20 });
  expect(walked).toEqual(entries.map(({ title }) => title));
});

test("pages through every entry once, including entries of the same time", async () => {
  const owner = await createTestUser(ctx);
  const moment = new Date("2026-11-20T08:00:00Z");
  setNow(moment);
  const account = { userId: owner.id, kind: "account", params: {}, link: "/dashboard", topic: "t" } as const;
  const ids = [
    ...(await Promise.all(Array.from({ length: 6 }, () => insertScan(owner.id, null, moment)))),
    ...(await sendNotifications(ctx, Array(5).fill(account))),
    ...(await Promise.all(
      [1, 2, 3].map((day) => insertScan(owner.id, null, new Date(moment.getTime() - day * 86_400_000))),
    )),
  ];
  const seen: string[] = [];
  let before: string | null = null;
  do {
    const page = await listActivity(ctx, owner, { before, limit: 3, t, language: "en" });
    seen.push(...page.entries.map(({ id }) => id));
    before = page.next;
  } while (before);
  expect(seen).toHaveLength(ids.length);
  expect(new Set(seen)).toEqual(new Set(ids));
});

test("groups scans of one pet within an hour on every page", async () => {
  const owner = await createTestUser(ctx);
  const rocky = await createTestPet(ctx, owner);
  const at = (minutes: number) => new Date(Date.parse("2026-11-20T08:00:00Z") + minutes * 60_000);
  await insertScan(owner.id, rocky, at(0));
  const ofHour = await Promise.all(
    [40, 42, 45, 50].map((minutes) => insertScan(owner.id, rocky, at(minutes), "reopened")),
  );
  await ctx.db.update(scanRecords).set({ place: "Zamalek" }).where(eq(scanRecords.id, ofHour[1]!));
  const alone = await insertScan(owner.id, rocky, at(180));
  const first = await listActivity(ctx, owner, { t, language: "en", limit: 2 });
  expect(first.entries).toMatchObject([
    { title: "Rocky was scanned", link: `/dashboard/scan-details/${alone}`, evidence: "human" },
    {
      title: "Rocky was scanned 5 times",
      note: "within 50 minutes\u00a0· Zamalek",
      link: `/dashboard/scan-records?pet=${rocky}`,
      at: at(50),
    },
  ]);
  expect(first.entries[1], "the five scans have different evidence").not.toHaveProperty("evidence");
  expect(first.next).toBeNull();
  const one = await listActivity(ctx, owner, { t, language: "en", limit: 1 });
  const rest = await listActivity(ctx, owner, { t, language: "ar", limit: 1, before: one.next });
  expect([...one.entries, ...rest.entries].map(({ id }) => id)).toEqual(first.entries.map(({ id }) => id));
  expect(rest.next).toBeNull();
});

test("returns the first page for an invalid cursor", async () => {
  const owner = await createTestUser(ctx);
  const id = await insertScan(owner.id, null, new Date("2026-11-20T08:00:00Z"));
  const hostile = [
    "",
    "x",
    `${id}`,
    `1.${id}'`,
    `99999999999999999.${id}`,
    `-1.${id}`,
    "1.not-a-uuid",
    `NaN.${id}`,
    "\u0000",
  ];
  for (const before of hostile)
    expect((await listActivity(ctx, owner, { before, t, language: "en" })).entries.map((entry) => entry.id)).toEqual([
      id,
    ]);
  expect((await listActivity(ctx, owner, { before: `99999999999999.${id}`, t, language: "en" })).entries).toHaveLength(
    1,
  );
});
