import { eq, ne, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeEach, expect, test } from "vitest";
import { markLost } from "#app/features/pets/list/pet-list.server.ts";
import { pets } from "#app/features/pets/pets.tables.server.ts";
import { deletePet, restorePet } from "#app/features/pets/trash/removed-pets.server.ts";
import { deactivateTag, deleteTag, linkPet, markTag, type Tag, unlinkPet } from "#app/features/tags/tags.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import { soon } from "#tests/eventually.ts";
import { createClaimedTag, createTestPet, createTestTag, createTestUser } from "#tests/make.ts";
import { createTestApp } from "#tests/test-app.ts";
import { tagPageChanges } from "../scans.tables.server.ts";
import { findCachedTag, startTagPageCache } from "./sync-tag-pages.server.ts";
import { purgePageChanges, readCachedTag, readSyncPoint } from "./tag-page-cache.server.ts";

let owner: Actor;
let petId: string;
let tag: Tag;
let stop: () => Promise<void>;

const testApp = await createTestApp();
afterAll(() => testApp.close());
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
  stop = startTagPageCache(testApp.ctx);
  await soon(() => expect(card()).not.toBeNull());
});
afterEach(() => stop());

const card = (of = tag) => findCachedTag(testApp.ctx, of.code)?.card ?? null;
const becomes = (what: object | null) =>
  soon(() => (what ? expect(card()).toMatchObject(what) : expect(card()).toBeNull()));

test("a copy contains only what the page shows a visitor", async () => {
  const text = JSON.stringify(card());
  for (const secret of ["anary", "981000", "20100123", owner.id, "example.com"]) expect(text).not.toContain(secret);
  expect(card()).toMatchObject({ code: tag.code, mark: null, isReplaced: false, pet: { name: "Rocky", diet: null } });
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
  // A changed copy is hidden immediately and deleted shortly after.
  await soon(() => expect(readCachedTag(testApp.ctx, tag.code)).toBeNull());
});

test("a start updates only the changed copies, but compares all of another database", async () => {
  const { db, fallback } = testApp.ctx;
  const markNow = async (over = {}) => {
    const { rows } = await db.execute<{ xact: string }>("select pg_current_xact_id()::text as xact");
    const mark = { ...(await readSyncPoint(testApp.ctx)), xact: Number(rows[0]!.xact), ...over };
    fallback.pageCache.setSyncPoint(JSON.stringify(mark));
  };
  const other = await createTestUser(testApp.ctx);
  const quiet = await createClaimedTag(testApp.ctx, other, await createTestPet(testApp.ctx, other, { name: "Quiet" }));
  await soon(() => expect(card(quiet)?.pet?.name).toBe("Quiet"));
  await stop();
  fallback.pageCache.put(new Map([[quiet.codeKey, JSON.stringify({ ...card(quiet), mark: "stolen" })]]));
  await markNow();
  await db.update(pets).set({ name: "Changed" }).where(eq(pets.id, petId));
  const claimed = await createClaimedTag(testApp.ctx, owner, petId);
  stop = startTagPageCache(testApp.ctx);
  await becomes({ pet: { name: "Changed" } });
  await soon(() => expect(card(claimed)?.pet?.name).toBe("Changed"));
  expect(card(quiet)).toMatchObject({ mark: "stolen" });

  await stop();
  await markNow({ of: "another database" });
  stop = startTagPageCache(testApp.ctx);
  await soon(() => expect(card(quiet)).toMatchObject({ mark: null, pet: { name: "Quiet" } }));
});

test("the sync point is stored when nothing is left to copy, and old changes are deleted", async () => {
  const { db, fallback } = testApp.ctx;
  await stop();
  fallback.pageCache.setSyncPoint("null");
  stop = startTagPageCache(testApp.ctx);
  await soon(() =>
    expect(JSON.parse(fallback.pageCache.getSyncPoint() as string)).toMatchObject({ xact: expect.any(Number) }),
  );
  await db
    .update(tagPageChanges)
    .set({ at: sql`now() - interval '8 days'` })
    .where(eq(tagPageChanges.codeKey, tag.codeKey));
  const others = await db.$count(tagPageChanges, ne(tagPageChanges.codeKey, tag.codeKey));
  await purgePageChanges(testApp.ctx);
  expect(await db.$count(tagPageChanges)).toBe(others);
});

test("the shape of a copy changes only together with its version", () => {
  expect(Object.keys(card() as object)).toEqual(["code", "mark", "isReplaced", "pet"]);
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

test("a copy changed while no process was running is hidden until it was compared", async () => {
  const gone = await createClaimedTag(testApp.ctx, owner, petId);
  const available = await createTestTag(testApp.ctx);
  await soon(() => expect(card(gone)).not.toBeNull());
  await stop();
  await testApp.ctx.db.update(pets).set({ name: "Nobody saw" }).where(eq(pets.id, petId));
  await deleteTag(testApp.ctx, owner, gone.id);
  expect(readCachedTag(testApp.ctx, gone.code)).not.toBeNull();
  stop = startTagPageCache(testApp.ctx);
  expect(card()).toBeNull();
  expect(card(gone)).toBeNull();
  await becomes({ pet: { name: "Nobody saw" } });
  await soon(() => expect(readCachedTag(testApp.ctx, gone.code)).toBeNull());
  expect(card(available)).toBeNull();
});
