// A removed pet would still be shown to finders, or could not be brought back as it was.
import { setTimeout } from "node:timers/promises";
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { getOwnerOverview } from "#app/features/dashboard/dashboard.server.ts";
import { listTags } from "#app/features/tags/manage/list-tags.server.ts";
import { findTag } from "#app/features/tags/tags.server.ts";
import { tags } from "#app/features/tags/tags.tables.server.ts";
import { withTransaction } from "#app/platform/db/connection/database.server.ts";
import { createClaimedTag, createTestPet, createTestUser } from "#tests/make.ts";
import { createTestApp } from "#tests/test-app.ts";
import { listPets, listPetsPage } from "../list/pet-list.server.ts";
import { getPetQuota } from "../pet-quota.server.ts";
import { findPet, updatePet } from "../pets.server.ts";
import { pets } from "../pets.tables.server.ts";
import { updatePetPhoto } from "../photos/pet-photo.server.ts";
import { getPublicPet } from "../profile/public-pet.server.ts";
import {
  deletePet,
  findRemovedPet,
  listRemovedPets,
  purgePet,
  purgeRemovedPets,
  restorePet,
} from "./removed-pets.server.ts";

const { ctx, setNow } = await createTestApp();

const missing = { status: 404 };

describe("removed pet", () => {
  test("is erased although its tag is being linked to it in a transaction that waits for the pet", async () => {
    const owner = await createTestUser(ctx);
    const id = await createTestPet(ctx, owner);
    const tag = await createClaimedTag(ctx, owner, id);
    await deletePet(ctx, owner, id);
    let erased: Promise<string> | undefined;
    await withTransaction(ctx, async (tx) => {
      await tx.db.select().from(tags).where(eq(tags.id, tag.id)).for("update");
      erased = purgePet(ctx, owner, id);
      erased.catch(() => undefined);
      // Long enough for the deletion to lock the pet and wait for the tag.
      await setTimeout(300);
      await tx.db.select().from(pets).where(eq(pets.id, id)).for("key share");
    });
    expect(await erased).toBe("Rocky");
    expect((await findTag(ctx, tag.code))?.petId).toBeNull();
  });

  test("disappears from every list, page and tag immediately, and is unchanged when restored", async () => {
    const owner = await createTestUser(ctx);
    const id = await createTestPet(ctx, owner);
    const tag = await createClaimedTag(ctx, owner, id);
    const seen = async () => [
      (await listPets(ctx, owner)).length,
      (await listPetsPage(ctx, owner, { query: "", page: 1 })).found,
      Boolean(await findPet(ctx, owner, id)),
      Boolean(await getPublicPet(ctx, id)),
      (await getPetQuota(ctx, owner)).count,
      (await getOwnerOverview(ctx, owner)).pets,
      (await findTag(ctx, tag.code))?.petId ?? null,
      (await listTags(ctx, owner)).tags[0]?.petName ?? null,
    ];
    const before = await seen();
    expect(before).toEqual([1, 1, true, true, 1, 1, id, "Rocky"]);
    expect(await deletePet(ctx, owner, id)).toBe("Rocky");
    expect(await seen()).toEqual([0, 0, false, false, 0, 0, null, null]);
    expect(await deletePet(ctx, owner, id)).toBe("Rocky");
    await expect(updatePet(ctx, owner, id, { name: "x", type: "dog", version: 1 })).rejects.toMatchObject(missing);
    await expect(updatePetPhoto(ctx, owner, id, { photoFocusX: 1 })).rejects.toMatchObject(missing);
    expect(await restorePet(ctx, owner, id)).toBe("Rocky");
    expect(await restorePet(ctx, owner, id)).toBe("Rocky");
    expect(await seen()).toEqual(before);
  });

  test("cannot be restored above the plan's limit, also by concurrent requests", async () => {
    const owner = await createTestUser(ctx);
    const first = await createTestPet(ctx, owner);
    await deletePet(ctx, owner, first);
    const second = await createTestPet(ctx, owner, { name: "Luna" });
    await expect(restorePet(ctx, owner, first)).rejects.toMatchObject({ code: "plans.full.basic", field: "plan" });
    await deletePet(ctx, owner, second);
    const tries = await Promise.allSettled([restorePet(ctx, owner, first), restorePet(ctx, owner, second)]);
    expect(tries.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(await listPets(ctx, owner)).toHaveLength(1);
  });

  test("is accessible only to its owner", async () => {
    const [owner, stranger] = [await createTestUser(ctx), await createTestUser(ctx)];
    const id = await createTestPet(ctx, owner);
    await deletePet(ctx, owner, id);
    for (const attempt of [deletePet, restorePet, purgePet])
      for (const petId of [id, "x", ""]) await expect(attempt(ctx, stranger, petId)).rejects.toMatchObject(missing);
    expect(await findRemovedPet(ctx, stranger, id)).toBeNull();
    expect(await findRemovedPet(ctx, owner, id)).toEqual({ id, name: "Rocky" });
    expect(await listRemovedPets(ctx, stranger)).toEqual([]);
  });

  test("is erased after 30 days and not before; a live pet cannot be purged", async () => {
    const owner = await createTestUser(ctx);
    const id = await createTestPet(ctx, owner);
    await expect(purgePet(ctx, owner, id)).rejects.toMatchObject(missing);
    setNow("2026-11-21T12:00:00Z");
    await deletePet(ctx, owner, id);
    const [listed] = await listRemovedPets(ctx, owner);
    expect(listed?.erasedAt.toISOString()).toBe("2026-12-21T12:00:00.000Z");
    setNow("2026-12-21T11:59:00Z");
    await purgeRemovedPets(ctx);
    expect(await findRemovedPet(ctx, owner, id)).not.toBeNull();
    setNow("2026-12-21T12:01:00Z");
    await purgeRemovedPets(ctx);
    expect(await findRemovedPet(ctx, owner, id)).toBeNull();
    await expect(restorePet(ctx, owner, id)).rejects.toMatchObject(missing);
  });
});

describe("list of pets", () => {
  test("is paginated and searchable by name, breed, colour and type in any spelling", async () => {
    const owner = await createTestUser(ctx);
    await createTestPet(ctx, owner, { name: "لُونَا", type: "cat", breed: "شيرازى", color: "رمادي وأبيض" });
    const {
      id: _first,
      searchText: _made,
      ...row
    } = (await ctx.db.select().from(pets)).find((one) => one.name === "لُونَا")!;
    const more = Array.from({ length: 60 }, (_, at) => ({
      ...row,
      id: crypto.randomUUID(),
      name: `Pet ${at}%`,
      breed: null,
    }));
    await ctx.db.insert(pets).values(more);
    const found = async (query: string, page = 1) => listPetsPage(ctx, owner, { query, page });
    for (const query of ["لونا", "شيرازي", "ابيض لونا", "  القطة   لونا ", "CAT لونا"])
      expect([query, (await found(query)).found]).toEqual([query, 1]);
    for (const query of ["روكي", "لونا كلب", "dog", "_et", "%%"])
      expect([query, (await found(query)).found]).toEqual([query, 0]);
    expect(await found("")).toMatchObject({ found: 61, total: 61, pageCount: 3, page: 1 });
    expect((await found("", 3)).pets).toHaveLength(13);
    expect(await found("", 99)).toMatchObject({ page: 3 });
    expect(await found("", -5)).toMatchObject({ page: 1 });
  });
});
