// A finder sees a page of yesterday, or none, while the database is away.
import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { clinics } from "#app/features/clinics/clinics.tables.server.ts";
import { markLost } from "#app/features/pets/list/pet-list.server.ts";
import { pets } from "#app/features/pets/pets.tables.server.ts";
import { deletePet, restorePet } from "#app/features/pets/trash/removed-pets.server.ts";
import { codeKey } from "#app/features/tags/tag-code.rules.ts";
import { deactivateTag, deleteTag, linkPet, markTag, type Tag, unlinkPet } from "#app/features/tags/tags.server.ts";
import { tags } from "#app/features/tags/tags.tables.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import { Clock } from "#app/platform/app-context.server.ts";
import { createId } from "#app/platform/db/uuid.server.ts";
import { soon } from "#tests/eventually.ts";
import { createClaimedTag, createTestClinic, createTestPet, createTestTag, createTestUser } from "#tests/make.ts";
import { createTestApp } from "#tests/test-app.ts";
import { findCachedClinics, findCachedTag, refreshTagPages, startTagPageCache } from "./tag-page-cache.server.ts";

let owner: Actor;
let petId: string;
let tag: Tag;

const testApp = await createTestApp();
beforeEach(async () => {
  owner = await createTestUser(testApp.ctx, {
    firstName: "Canaryfirst",
    lastName: "Canarylast",
    email: `canary${Math.random()}@example.com`,
  });
  petId = await createTestPet(testApp.ctx, owner, {
    name: "Rocky",
    microchip: "981000000000001",
    diet: "canary of the bowl",
    medicalNotes: "canary of the vet",
    finderPhone: "+201001234567",
  });
  tag = await createClaimedTag(testApp.ctx, owner, petId);
  await refreshTagPages(testApp.ctx);
});

const card = (of = tag) => findCachedTag(testApp.ctx, of.code)?.card ?? null;
async function becomes(what: object | null): Promise<void> {
  await refreshTagPages(testApp.ctx);
  if (what) expect(card()).toMatchObject(what);
  else expect(card()).toBeNull();
}

test("a copy contains only what the page shows a visitor", async () => {
  const text = JSON.stringify(card());
  for (const secret of ["anary", "981000", "20100123", owner.id, "example.com"]) expect(text).not.toContain(secret);
  expect(card()).toMatchObject({ code: tag.code, mark: null, isReplaced: false, pet: { name: "Rocky", diet: null } });
});

test("the copy of the clinics follows every change, and no code finds it", async () => {
  const phones = async () => {
    await refreshTagPages(testApp.ctx);
    return findCachedClinics(testApp.ctx, "cairo").clinics.map(({ phone }) => phone);
  };
  expect(await phones()).toEqual([]);
  await createTestClinic(testApp.ctx, { phone: "19666" });
  expect(await phones()).toEqual(["19666"]);
  expect(findCachedTag(testApp.ctx, "~clinics")).toBeNull();
  await testApp.ctx.db.update(clinics).set({ phone: "19777" });
  expect(await phones()).toEqual(["19777"]);
  await testApp.ctx.db.delete(clinics);
  expect(await phones()).toEqual([]);
});

test("a copy follows every change and disappears when the tag is deactivated", async () => {
  await markLost(testApp.ctx, owner, petId, { since: new Date("2026-11-20T08:00:00Z"), reward: null, note: "Shy" });
  await becomes({ pet: { lost: { note: "Shy", since: new Date("2026-11-20T08:00:00Z") } } });
  await testApp.ctx.db
    .update(pets)
    .set({ shown: ["diet"], name: "Bella" })
    .where(eq(pets.id, petId));
  await becomes({ pet: { name: "Bella", diet: "canary of the bowl", color: null } });
  await testApp.ctx.db.update(pets).set({ shown: [] }).where(eq(pets.id, petId));
  await becomes({ pet: { diet: null } });
  await deletePet(testApp.ctx, owner, petId);
  await becomes({ pet: null });
  await restorePet(testApp.ctx, owner, petId);
  await becomes({ pet: { name: "Bella" } });
  await markTag(testApp.ctx, owner, { tagId: tag.id, mark: "stolen" });
  await becomes({ mark: "stolen", pet: null });
  await markTag(testApp.ctx, owner, { tagId: tag.id, mark: null });
  await becomes({ mark: null, pet: { name: "Bella" } });
  await unlinkPet(testApp.ctx, owner, tag.id);
  await becomes({ pet: null });
  await linkPet(testApp.ctx, owner, { tagId: tag.id, petId });
  await becomes({ pet: { name: "Bella" } });
  await deactivateTag(testApp.ctx, owner, tag.id);
  await becomes(null);
});

test("copies are refreshed while the process runs, kept for the next one, and not shown when they are a day old", async () => {
  const { ctx } = testApp;
  expect(findCachedTag(ctx, tag.code)?.knownAt).toEqual(ctx.fallback.pageCache.refreshedAt());
  await ctx.db.update(pets).set({ name: "Changed" }).where(eq(pets.id, petId));
  expect(card()).toMatchObject({ pet: { name: "Rocky" } });
  const stop = startTagPageCache(ctx);
  await soon(() => expect(card()).toMatchObject({ pet: { name: "Changed" } }));
  await stop();
  expect(card()).not.toBeNull();
  const later = new Clock(() => new Date(Date.now() + 25 * 3_600_000));
  expect(findCachedTag({ ...ctx, clock: later }, tag.code)).toBeNull();
});

test("more copies than one step takes are all refreshed, and those of released tags removed", async () => {
  const { ctx } = testApp;
  const gone = await createClaimedTag(ctx, owner, petId);
  const codes = Array.from({ length: 501 }, (_, at) => `MANY-${process.pid}-${at}`);
  await ctx.db.insert(tags).values(
    codes.map((code) => ({
      id: createId(),
      code,
      codeKey: codeKey(code),
      codeKind: "custom" as const,
      ownerId: owner.id,
      petId,
      claimedAt: new Date(),
    })),
  );
  await refreshTagPages(ctx);
  expect([gone.code, ...codes].filter((code) => !findCachedTag(ctx, code))).toEqual([]);
  await deleteTag(ctx, owner, gone.id);
  const available = await createTestTag(ctx);
  await refreshTagPages(ctx);
  expect([card(gone), card(available)]).toEqual([null, null]);
});

test("the shape of a copy changes only together with its version", () => {
  expect(Object.keys(card() as object)).toEqual(["version", "code", "mark", "isReplaced", "pet"]);
  expect(Object.keys(card()?.pet as object).toSorted()).toMatchInlineSnapshot(`
    [
      "ageMonths",
      "ageYears",
      "behaviours",
      "breed",
      "color",
      "diet",
      "finderPhone",
      "id",
      "lost",
      "medical",
      "name",
      "needs",
      "notes",
      "otherType",
      "photoFocusX",
      "photoFocusY",
      "photoId",
      "type",
      "urgentNeeds",
    ]
  `);
});
