// Visitors would read numbers and praise on the home page that are not true.
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { createReview, hideReview } from "#app/features/catalog/product/reviews.server.ts";
import { lostFoundPosts } from "#app/features/lost-found/reports.tables.server.ts";
import { notificationDeliveries, notifications } from "#app/features/notifications/notifications.tables.server.ts";
import { createId } from "#app/platform/db/uuid.server.ts";
import {
  createClaimedTag,
  createTestAdmin,
  createTestPet,
  createTestProduct,
  createTestReport,
  createTestUser,
} from "#tests/make.ts";
import { createTestApp } from "#tests/test-app.ts";
import { getSiteStats } from "./stats.server.ts";

const testApp = await createTestApp();

test("refreshes the counts of pets and linked tags every ten minutes", async () => {
  testApp.setNow("2026-11-21T12:00:00Z");
  const owner = await createTestUser(testApp.ctx);
  const petId = await createTestPet(testApp.ctx, owner);
  await createClaimedTag(testApp.ctx, owner, petId);
  await createClaimedTag(testApp.ctx, owner);
  expect(await getSiteStats(testApp.ctx)).toEqual({
    pets: 1,
    tags: 1,
    scans: 0,
    reunions: 0,
    secondsToAlert: null,
    tagFromCents: null,
    recentReunions: [],
    testimonials: [],
  });
  await createTestPet(testApp.ctx, await createTestUser(testApp.ctx));
  testApp.setNow("2026-11-21T12:09:59Z");
  expect((await getSiteStats(testApp.ctx)).pets).toBe(1);
  testApp.setNow("2026-11-21T12:10:00Z");
  expect((await getSiteStats(testApp.ctx)).pets, "the next visitor still gets the cached figures").toBe(1);
  await expect.poll(async () => (await getSiteStats(testApp.ctx)).pets).toBe(2);
});

test("returns the median notification time from ten measurements on, and the pets that came home most recently", async () => {
  const app = await createTestApp();
  const { ctx } = app;
  app.setNow("2026-11-21T12:00:00Z");
  const owner = await createTestUser(ctx);
  await createTestProduct(ctx, { priceCents: 1290 });
  await createTestProduct(ctx, { priceCents: 990 });
  for (let scan = 1; scan <= 10; scan++) {
    const id = createId();
    await ctx.db
      .insert(notifications)
      .values({ id, userId: owner.id, kind: "scan", params: {}, link: "/", topic: id, createdAt: ctx.clock.now() });
    const after = (seconds: number) => ctx.clock.in(seconds * 1000);
    await ctx.db.insert(notificationDeliveries).values([
      { notificationId: id, channel: "live", state: "delivered", updatedAt: after(scan / 10) },
      { notificationId: id, channel: "email", state: "delivered", updatedAt: after(40) },
      { notificationId: id, channel: "push", state: "failed", updatedAt: after(0) },
    ]);
  }
  const reportId = await createTestReport(ctx, owner, { petName: "Luna", seenAt: new Date("2026-11-20T12:00:00Z") });
  const ended = (resolution: "tag" | "other") =>
    ctx.db
      .update(lostFoundPosts)
      .set({ status: "resolved", resolution, resolvedAt: ctx.clock.now() })
      .where(eq(lostFoundPosts.id, reportId));
  await ended("tag");
  expect((await getSiteStats(ctx)).recentReunions, "without a photo").toEqual([]);
  const photoId = createId();
  await ctx.db
    .update(lostFoundPosts)
    .set({ photos: [photoId] })
    .where(eq(lostFoundPosts.id, reportId));
  app.setNow("2026-11-21T12:10:00Z");
  await getSiteStats(ctx);
  await expect.poll(async () => (await getSiteStats(ctx)).recentReunions).toHaveLength(1);
  const stats = await getSiteStats(ctx);
  expect(stats.secondsToAlert).toBeCloseTo(0.55);
  expect(stats.tagFromCents).toBe(990);
  expect(stats.recentReunions).toEqual([
    expect.objectContaining({ id: reportId, name: "Luna", photoId, after: 86_400 }),
  ]);
  await ended("other");
  app.setNow("2026-11-21T12:20:00Z");
  await getSiteStats(ctx);
  await expect
    .poll(async () => (await getSiteStats(ctx)).recentReunions, { message: "an end that may be sad" })
    .toEqual([]);
});

test("testimonials are the newest good reviews of tags that fit a card and are not hidden, with the tag", async () => {
  const app = await createTestApp();
  const { ctx } = app;
  const productId = await createTestProduct(ctx);
  const buyers = await Promise.all(
    ["Mona", "Karim", "Hala", "Omar"].map((firstName) => createTestUser(ctx, { firstName, lastName: "Nassar" })),
  );
  const review = (by: number, text: string, stars = 5) =>
    createReview(ctx, buyers[by]!, { productId, orderLineId: createId(), stars, text });
  await review(0, "The oldest of four, and so not shown.");
  const good = [
    await review(1, "A finder called us in ten minutes."),
    await review(2, "جاءنا اتصال بعد عشر دقائق 🐈", 4),
  ];
  await review(3, "An earlier one of the same buyer.");
  const newest = await review(3, "x".repeat(240));
  const hidden = await review(1, "A text that our team has hidden.");
  await hideReview(ctx, await createTestAdmin(ctx), hidden, true);
  for (const [text, stars] of [
    ["It fell off after two days of rain.", 3],
    ["Good.", 5],
    ["x".repeat(241), 5],
  ] as const)
    await review(0, text, stars);
  const leash = await createTestProduct(ctx, { category: "leashes" });
  await createReview(ctx, buyers[0]!, {
    productId: leash,
    orderLineId: createId(),
    stars: 5,
    text: "Soft in the hand even when he sees a cat.",
  });
  const product = { id: productId, nameEn: expect.any(String), nameAr: expect.any(String), photoId: null };
  expect((await getSiteStats(ctx)).testimonials).toEqual([
    { id: newest, text: "x".repeat(240), firstName: "Omar", initial: "N", product },
    { id: good[1], text: "جاءنا اتصال بعد عشر دقائق 🐈", firstName: "Hala", initial: "N", product },
    { id: good[0], text: "A finder called us in ten minutes.", firstName: "Karim", initial: "N", product },
  ]);
});
