// The public page of a lost pet would tell strangers where its family lives.
import { setTimeout as pause } from "node:timers/promises";
import { eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import type { PetForm } from "#app/features/pets/pets.forms.server.ts";
import { createPet, getPet } from "#app/features/pets/pets.server.ts";
import { getPublicPet } from "#app/features/pets/profile/public-pet.server.ts";
import { deletePet, restorePet } from "#app/features/pets/trash/removed-pets.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import type { AppError } from "#app/platform/app-error.server.ts";
import { withTransaction } from "#app/platform/db/connection/database.server.ts";
import { deletePhoto, findPhoto } from "#app/platform/files/photos.server.ts";
import { createTestPet, createTestUser } from "#tests/make.ts";
import { notificationsFor } from "#tests/notifications.ts";
import { plainJpeg } from "#tests/plain-picture.ts";
import { createTestApp } from "#tests/test-app.ts";
import { runReportExpiry } from "./own/expiry-jobs.server.ts";
import { findPublicReport } from "./public-report.server.ts";
import { createGuestReport, createReport, deleteReport, updateReport } from "./publish-reports.server.ts";
import { createManageKey } from "./report-emails.server.ts";
import { getGuestHolder } from "./report-holder.server.ts";
import { confirmReport, renewReport, resolveReport } from "./report-states.server.ts";
import type { ReportForm } from "./reports.forms.server.ts";
import { getOwnReport } from "./reports.server.ts";
import { lostFoundPosts as posts } from "./reports.tables.server.ts";

let owner: Actor;
let network = 0;

const testApp = await createTestApp();
beforeEach(async () => {
  testApp.setNow("2026-11-21T12:00:00Z");
  owner = await createTestUser(testApp.ctx);
  network++;
});

const from = () => ({ address: `10.${network >> 8}.${network & 255}.7`, language: "en" }) as const;
const seenAt = new Date("2026-11-20T18:30:00Z");
const buildLostForm = (more: Partial<ReportForm> = {}): ReportForm => ({
  kind: "lost",
  type: "dog",
  petName: "Rocky",
  seenAt,
  area: "Zamalek, Cairo",
  ...more,
});
const createLost = (more: Partial<ReportForm> = {}) => createReport(testApp.ctx, owner, buildLostForm(more), from());
const getError = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: AppError) => ({ code: error.code, status: error.status }),
  );
const jpeg = await plainJpeg(400, 300, "#a63");
const photo = () => new File([jpeg as Uint8Array<ArrayBuffer>], "a.jpg", { type: "image/jpeg" });

describe("photo of a pet's profile", () => {
  const withPhoto = async () => {
    const form = { name: "Rocky", type: "dog", photo: photo() } as unknown as PetForm;
    const petId = await createPet(testApp.ctx, owner, form);
    const pet = await getPet(testApp.ctx, owner, petId);
    return { petId, photoId: pet.photoId as string };
  };
  const photosOf = async (id: string) => (await getOwnReport(testApp.ctx, { id: owner.id }, id)).photos;

  test("is copied to its lost report", async () => {
    const { petId, photoId } = await withPhoto();
    const [first, second, ...rest] = await photosOf(await createLost({ petId, photos: [photo()] }));
    expect(rest).toEqual([]);
    expect(first).not.toBe(photoId);
    const [kept, copy] = [
      await findPhoto(testApp.ctx.files, photoId, "640.webp"),
      await findPhoto(testApp.ctx.files, first!, "640.webp"),
    ];
    expect(copy).toEqual(kept);
    expect(second).not.toBe(first);
    await deletePhoto(testApp.ctx.files, photoId);
    expect(await findPhoto(testApp.ctx.files, first!, "640.webp")).toEqual(kept);
  });

  test("is not copied when removed in the form", async () => {
    const { petId, photoId } = await withPhoto();
    expect(await photosOf(await createLost({ petId, removePhotos: [photoId] }))).toEqual([]);
  });
});

describe("public data of a report", () => {
  const secret = {
    hiddenMark: "canary mark",
    microchip: "985112003456789",
    latitude: 30.0612345,
    longitude: 31.2187654,
    place: "canary street 12",
    contactName: "Canary Name",
    contactPhone: "+201001234567",
    contactEmail: "canary@example.com",
  };

  test("contains nothing private, and the location only to a kilometre", async () => {
    const id = await createLost(secret);
    const seen = await findPublicReport(testApp.ctx, id);
    const text = JSON.stringify(seen);
    for (const value of Object.values(secret)) expect(text).not.toContain(String(value));
    expect(text).not.toContain(owner.id);
    expect(seen?.where).toEqual({ latitude: 30.06, longitude: 31.22 });
    expect(seen?.hasHiddenMark).toBe(true);
  });

  test("masks phone numbers and e-mail addresses in texts", async () => {
    const id = await createLost({
      description: "Call 0100 123 4567 or ٠١٠٠١٢٣٤٥٦٧, me@example.com. He is 3 years old, 12 kg.",
      area: "Zamalek +20-100-123-4567",
      petName: "01001234567",
    });
    const text = JSON.stringify(await findPublicReport(testApp.ctx, id));
    expect(text).not.toMatch(/123.?4567|٠١٢٣|example\.com/);
    expect(text).toContain("3 years old, 12 kg");
    const [row] = await testApp.ctx.db.select({ search: posts.search }).from(posts).where(eq(posts.id, id));
    expect(row?.search).not.toMatch(/1234567|example/);
  });

  test("says that there is a reward, and the amount only if the reporter wants", async () => {
    const privateReward = await findPublicReport(testApp.ctx, await createLost({ reward: "5000 EGP" }));
    expect(privateReward).toMatchObject({ hasReward: true, reward: null });
    const publicReward = await findPublicReport(
      testApp.ctx,
      await createLost({ reward: "5000 EGP", showReward: true, area: "Maadi" }),
    );
    expect(publicReward).toMatchObject({ hasReward: true, reward: "5000 EGP" });
  });

  test.each(["", "1", "' or 1=1", "00000000-0000-7000-8000-000000000000"])("is null for the id %j", async (id) => {
    expect(await findPublicReport(testApp.ctx, id)).toBeNull();
  });
});

describe("creating a report", () => {
  test("creates one report when submitted four times concurrently", async () => {
    const ids = await Promise.allSettled(Array.from({ length: 4 }, () => createLost({ photos: [photo()] })));
    const results = ids.map((one) => (one.status === "fulfilled" ? one.value : String(one.reason.code)));
    expect(new Set(results).size).toBe(1);
    const rows = await testApp.ctx.db.select().from(posts).where(eq(posts.reporterId, owner.id));
    expect(rows).toHaveLength(1);
    expect(rows[0]?.photos).toHaveLength(1);
  });

  test("is limited to 10 per account and day", async () => {
    const tries = await Promise.allSettled(
      Array.from({ length: 14 }, (_, at) => createLost({ petName: `Rocky ${at}` })),
    );
    expect(tries.filter((one) => one.status === "fulfilled")).toHaveLength(10);
    expect(tries.filter((one) => one.status === "rejected" && one.reason.status === 429)).toHaveLength(4);
  });

  test("an unreadable photo does not count towards the limit", async () => {
    const damaged = new File(["no picture"], "dog.jpg", { type: "image/jpeg" });
    for (let tried = 0; tried < 2; tried++)
      await expect(createLost({ photos: [damaged] })).rejects.toMatchObject({ status: 415 });
    for (let at = 0; at < 8; at++) await createLost({ petName: `Rocky ${at}` });
    await testApp.ctx.limits.take({ name: "report-account", points: 10, span: 86_400 }, owner.id, 2);
  });

  test("rejects someone else's pet", async () => {
    const other = await createTestUser(testApp.ctx);
    expect(await getError(createLost({ petId: await createTestPet(testApp.ctx, other) }))).toMatchObject({
      status: 404,
    });
  });

  test("switches the tag's lost mode on for a lost pet, off when resolved, and on again when reopened", async () => {
    const petId = await createTestPet(testApp.ctx, owner);
    const id = await createLost({ petId, reward: "1000", additionalInfo: "Do not chase him." });
    expect((await getPublicPet(testApp.ctx, petId))?.lost).toEqual({
      since: seenAt,
      reward: "",
      note: "Do not chase him.",
    });
    expect(await getError(createLost({ petId, area: "Giza" }))).toMatchObject({ code: "reportForm.alreadyReported" });
    await resolveReport(testApp.ctx, owner, id, { resolution: "report", thanks: "Thank you all" });
    expect((await getPublicPet(testApp.ctx, petId))?.lost).toBeNull();
    expect(await findPublicReport(testApp.ctx, id)).toMatchObject({ status: "resolved", thanks: "Thank you all" });
    await renewReport(testApp.ctx, owner, id);
    expect((await getPublicPet(testApp.ctx, petId))?.lost).not.toBeNull();
    await deleteReport(testApp.ctx, owner, id);
    expect((await getPublicPet(testApp.ctx, petId))?.lost).toBeNull();
  });

  test("of a pet that was lost and found before: the earlier one can neither end nor repeat the search", async () => {
    const { ctx } = testApp;
    const petId = await createTestPet(ctx, owner);
    const isLost = async () => (await getPublicPet(ctx, petId))?.lost !== null;
    const earlier = await createLost({ petId });
    await resolveReport(ctx, owner, earlier, { resolution: "itself" });
    const current = await createLost({ petId, area: "Giza" });
    expect(await getError(renewReport(ctx, owner, earlier))).toMatchObject({ code: "reportForm.alreadyReported" });
    await deleteReport(ctx, owner, earlier);
    expect(await isLost()).toBe(true);
    await resolveReport(ctx, owner, current, { resolution: "itself" });
    expect(await isLost()).toBe(false);
    await renewReport(ctx, owner, current);
    expect(await isLost()).toBe(true);
  });

  test("of a pet that was lost before: deleting the earlier one waits for the new one", async () => {
    const { ctx } = testApp;
    const petId = await createTestPet(ctx, owner);
    const earlier = await createLost({ petId });
    await resolveReport(ctx, owner, earlier, { resolution: "itself" });
    const order: string[] = [];
    const deleting = await withTransaction(ctx, async (tx) => {
      await createReport(tx, owner, buildLostForm({ petId, area: "Giza" }), from());
      const deletion = deleteReport(ctx, owner, earlier).then(() => order.push("deleted"));
      await Promise.race([deletion, pause(300)]);
      order.push("created");
      return { deletion };
    });
    await deleting.deletion;
    expect(order).toEqual(["created", "deleted"]);
    expect((await getPublicPet(ctx, petId))?.lost).toMatchObject({ since: seenAt });
  });

  test("of a removed pet, reopened before the pet is restored, switches lost mode on", async () => {
    const { ctx } = testApp;
    const petId = await createTestPet(ctx, owner);
    const id = await createLost({ petId });
    await resolveReport(ctx, owner, id, { resolution: "other" });
    await deletePet(ctx, owner, petId);
    await renewReport(ctx, owner, id);
    await restorePet(ctx, owner, petId);
    expect((await getPublicPet(ctx, petId))?.lost).toMatchObject({ since: seenAt });
  });

  test("adds coordinates for known place names", async () => {
    expect((await findPublicReport(testApp.ctx, await createLost({ area: "المعادي" })))?.where).toEqual({
      latitude: 29.96,
      longitude: 31.26,
    });
    expect((await findPublicReport(testApp.ctx, await createLost({ area: "Nowhere-on-Sea" })))?.where).toBeNull();
  });
});

describe("changing a report", () => {
  test("keeps its kind, adds and removes photos, and detects a concurrent change", async () => {
    const id = await createLost({ photos: [photo(), photo()] });
    const { photos, version } = await getOwnReport(testApp.ctx, owner, id);
    const form = buildLostForm({
      kind: "found",
      area: "Maadi",
      photos: [photo()],
      removePhotos: [photos[0]!, "nonsense"],
      version,
    });
    await updateReport(testApp.ctx, owner, id, form, from());
    const after = await getOwnReport(testApp.ctx, owner, id);
    expect(after).toMatchObject({ kind: "lost", area: "Maadi", version: version + 1 });
    expect(after.photos).toHaveLength(2);
    expect(after.photos[0]).toBe(photos[1]);
    expect(await getError(updateReport(testApp.ctx, owner, id, form, from()))).toMatchObject({
      code: "reportForm.changedMeanwhile",
    });
    const many = { ...form, version: version + 1, removePhotos: [], photos: Array.from({ length: 5 }, photo) };
    expect(await getError(updateReport(testApp.ctx, owner, id, many, from()))).toMatchObject({
      code: "reportForm.tooManyPhotos",
    });
  });

  test("rejects someone else's report with 404", async () => {
    const id = await createLost();
    const stranger = await createTestUser(testApp.ctx, { role: "admin" });
    for (const holder of [stranger, { guestOf: id }])
      for (const attempt of [
        () => getOwnReport(testApp.ctx, holder, id),
        () => updateReport(testApp.ctx, holder, id, buildLostForm({ overwrite: true }), from()),
        () => resolveReport(testApp.ctx, holder, id, { resolution: "other" }),
        () => renewReport(testApp.ctx, holder, id),
        () => deleteReport(testApp.ctx, holder, id),
      ])
        expect(await getError(attempt())).toMatchObject({ status: 404 });
    expect(await getOwnReport(testApp.ctx, owner, id)).toMatchObject({ status: "open", version: 1 });
  });

  test("only one of two concurrent resolutions succeeds", async () => {
    const id = await createLost();
    const both = await Promise.all(
      [1, 2].map(() => getError(resolveReport(testApp.ctx, owner, id, { resolution: "itself" }))),
    );
    expect(both.filter((one) => one === null)).toHaveLength(1);
    expect(both.find((one) => one !== null)).toMatchObject({ code: "lostFound.notNow" });
  });
});

describe("guest's report", () => {
  const guest = (email: string, more: Partial<ReportForm> = {}) =>
    createGuestReport(testApp.ctx, { ...buildLostForm(more), kind: "found", guestEmail: email }, from());

  test("becomes public once confirmed, and its link works until the report is deleted", async () => {
    const id = await guest("a@guest.test");
    expect(await findPublicReport(testApp.ctx, id)).toBeNull();
    await testApp.runJobs();
    const message = testApp.emails.at(-1)!;
    expect(message.to).toBe("a@guest.test");
    const key = /manage\/([\w-]+)/.exec(message.text)?.[1] ?? "";
    expect(key).toBe(createManageKey(testApp.ctx, id));
    const holder = await getGuestHolder(testApp.ctx, key);
    await confirmReport(testApp.ctx, holder);
    expect(JSON.stringify(await findPublicReport(testApp.ctx, id))).not.toContain("guest.test");
    await resolveReport(testApp.ctx, holder, id, { resolution: "report" });
    // After the report is resolved, the link still works for reading, reopening and deleting.
    expect(await getGuestHolder(testApp.ctx, key)).toEqual({ guestOf: id });
    expect(await renewReport(testApp.ctx, holder, id)).toMatchObject({ status: "open", resolution: null });
    await resolveReport(testApp.ctx, holder, id, { resolution: "report" });
    await deleteReport(testApp.ctx, holder, id);
    const deleted = { status: 410, code: "errorPage.gone.report" };
    expect(await getError(getGuestHolder(testApp.ctx, key))).toMatchObject(deleted);
  });

  test("is not stored when the e-mail with its link cannot be queued", async () => {
    const { jobs } = testApp.ctx;
    const broken = { ...testApp.ctx, jobs: { ...jobs, send: () => Promise.reject(new Error("no queue")) } };
    const form = { ...buildLostForm({ kind: "found", petName: "Unqueued" }), guestEmail: "unqueued@example.com" };
    await expect(createGuestReport(broken, form as never, from())).rejects.toThrow("no queue");
    expect(await testApp.ctx.db.$count(posts, eq(posts.guestEmail, "unqueued@example.com"))).toBe(0);
  });

  test("its key is not stored in the database, and altered keys are rejected", async () => {
    const id = await guest("b@guest.test");
    const key = createManageKey(testApp.ctx, id);
    const { rows } = await testApp.ctx.db.execute(sql`select to_jsonb(p)::text as row from lost_found_posts p`);
    expect(rows.some(({ row }) => String(row).includes(key.slice(22)))).toBe(false);
    for (let at = 0; at < key.length - 1; at += 3) {
      const wrong = key.slice(0, at) + (key[at] === "A" ? "B" : "A") + key.slice(at + 1);
      expect(await getError(getGuestHolder(testApp.ctx, wrong))).toMatchObject({ status: 404 });
    }
  });

  test("an unreadable photo does not count towards the three a day", async () => {
    const damaged = new File(["no picture"], "dog.jpg", { type: "image/jpeg" });
    for (let tried = 0; tried < 3; tried++)
      await expect(guest("e@guest.test", { photos: [damaged] })).rejects.toMatchObject({ status: 415 });
    await guest("e@guest.test");
  });

  test("is limited to three a day per address, and deleted when not confirmed in time", async () => {
    for (let at = 0; at < 3; at++) await guest("c@guest.test", { breed: `b${at}` });
    expect(await getError(guest("c@guest.test", { breed: "b4" }))).toEqual({
      code: "errors.emailsSentHours",
      status: 429,
    });
    network++;
    await guest("c@guest.test", { breed: "of the address's owner, elsewhere" });
    const id = await guest("d@guest.test", { photos: [photo()] });
    testApp.setNow("2026-11-29T12:00:00Z");
    await runReportExpiry(testApp.ctx);
    expect(await getError(getGuestHolder(testApp.ctx, createManageKey(testApp.ctx, id)))).toMatchObject({
      status: 410,
    });
  });
});

test("a report expires after a reminder, and can be renewed", async () => {
  const id = await createLost();
  testApp.setNow("2027-02-13T12:00:00Z");
  await runReportExpiry(testApp.ctx);
  await runReportExpiry(testApp.ctx);
  const asked = await notificationsFor(testApp.ctx, owner.id);
  expect(asked.map(({ kind, link }) => [kind, link])).toEqual([["report", `/dashboard/lost-found/${id}`]]);
  expect(await findPublicReport(testApp.ctx, id)).not.toBeNull();
  testApp.setNow("2027-02-20T12:00:00Z");
  expect(await findPublicReport(testApp.ctx, id)).toBeNull();
  await runReportExpiry(testApp.ctx);
  expect((await getOwnReport(testApp.ctx, owner, id)).status).toBe("expired");
  await renewReport(testApp.ctx, owner, id);
  expect(await findPublicReport(testApp.ctx, id)).not.toBeNull();
});
