// An owner would lose the old tag's protection before the new one is on the collar.
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { pets } from "#app/features/pets/pets.tables.server.ts";
import { createClaimedTag, createTestPet, createTestTag, createTestUser } from "#tests/make.ts";
import { refused } from "#tests/make-orders.ts";
import { createTestApp } from "#tests/test-app.ts";
import { listTags } from "./manage/list-tags.server.ts";
import {
  cancelReplacement,
  claimReplacement,
  getTagToReplace,
  listAwaitedReplacements,
  recordReplacements,
  requestReplacement,
} from "./replacements.server.ts";
import {
  claimTag,
  deactivateTag,
  deleteTag,
  findTag,
  getOwnTag,
  markTag,
  moveTags,
  releaseTags,
  unlinkPet,
} from "./tags.server.ts";

const testApp = await createTestApp();
const { ctx } = testApp;

/** Creates an owner with a pet that wears a tag. */
async function createOwnerWithTaggedPet() {
  const owner = await createTestUser(ctx);
  const petId = await createTestPet(ctx, owner);
  const old = await createClaimedTag(ctx, owner, petId);
  const tagOf = (id: string) => getOwnTag(ctx, owner, id);
  return { owner, petId, old, tagOf };
}

describe("replacement tag", () => {
  test("is linked to the same pet; the old tag is replaced only by the first scan of the new one", async () => {
    const { owner, petId, old, tagOf } = await createOwnerWithTaggedPet();
    await requestReplacement(ctx, owner, { tagId: old.id, reason: "worn" });
    expect(await listAwaitedReplacements(ctx, owner)).toMatchObject([{ id: old.id, petName: "Rocky" }]);
    const { code } = await createTestTag(ctx);
    const placed = await claimReplacement(ctx, owner, { tagId: old.id, code });
    expect(placed).toMatchObject({ ownerId: owner.id, petId, replacesId: old.id });
    expect(await tagOf(old.id)).toMatchObject({ status: "active", petId, replacedAt: null, mark: null });
    expect(await listAwaitedReplacements(ctx, owner)).toEqual([]);
    await recordReplacements(ctx, [old.id]);
    expect((await tagOf(old.id)).replacedAt).toBeNull();
    await recordReplacements(ctx, [placed.id]);
    expect(await tagOf(old.id)).toMatchObject({ replacedAt: ctx.clock.now(), petId, mark: null });
    const { tags } = await listTags(ctx, owner);
    expect(tags.find(({ id }) => id === old.id)).toMatchObject({ successorCode: code });
    expect(tags.find(({ id }) => id === placed.id)).toMatchObject({ predecessorCode: old.code });
  });

  test.each(["lost", "stolen"] as const)("a tag that was %s does not show the pet once replaced", async (reason) => {
    const { owner, old, tagOf } = await createOwnerWithTaggedPet();
    await requestReplacement(ctx, owner, { tagId: old.id, reason });
    expect((await tagOf(old.id)).mark).toBeNull();
    const placed = await claimReplacement(ctx, owner, { tagId: old.id, code: (await createTestTag(ctx)).code });
    await recordReplacements(ctx, [placed.id]);
    expect(await tagOf(old.id)).toMatchObject({ mark: reason });
  });

  test("keeps the mark that the owner set on the old tag", async () => {
    const { owner, old, tagOf } = await createOwnerWithTaggedPet();
    await markTag(ctx, owner, { tagId: old.id, mark: "stolen" });
    await requestReplacement(ctx, owner, { tagId: old.id, reason: "lost" });
    const placed = await claimReplacement(ctx, owner, { tagId: old.id, code: (await createTestTag(ctx)).code });
    await recordReplacements(ctx, [placed.id]);
    expect(await tagOf(old.id)).toMatchObject({ mark: "stolen" });
  });

  test("can be a tag that the owner already has", async () => {
    const { owner, petId, old } = await createOwnerWithTaggedPet();
    const spare = await createClaimedTag(ctx, owner);
    expect(await claimReplacement(ctx, owner, { tagId: old.id, code: spare.code.toLowerCase() })).toMatchObject({
      id: spare.id,
      petId,
      replacesId: old.id,
    });
  });

  test("is assigned once when several are claimed concurrently", async () => {
    const { owner, old } = await createOwnerWithTaggedPet();
    const codes = [await createTestTag(ctx), await createTestTag(ctx), await createTestTag(ctx)].map(
      ({ code }) => code,
    );
    const results = await Promise.allSettled(
      codes.map((code) => claimReplacement(ctx, owner, { tagId: old.id, code })),
    );
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const result of results)
      if (result.status === "rejected") expect(result.reason).toEqual(refused("replacement.already", 409));
    const owned = await Promise.all(codes.map((code) => findTag(ctx, code)));
    expect(owned.filter((tag) => tag?.ownerId === owner.id)).toHaveLength(1);
  });

  test("cannot be replaced by the tag that it replaces", async () => {
    const { owner, old } = await createOwnerWithTaggedPet();
    const spare = await createClaimedTag(ctx, owner);
    const both = await Promise.allSettled([
      claimReplacement(ctx, owner, { tagId: old.id, code: spare.code }),
      claimReplacement(ctx, owner, { tagId: spare.id, code: old.code }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    for (const result of both)
      if (result.status === "rejected") expect(result.reason).toEqual(refused("replacement.taken", 409));
  });

  test("rejects the tag itself, a second replacement, someone else's tags and invalid ids", async () => {
    const { owner, old } = await createOwnerWithTaggedPet();
    const theirs = await createOwnerWithTaggedPet();
    const { code } = await createTestTag(ctx);
    const place = (form: { tagId?: string; code?: string }) =>
      claimReplacement(ctx, owner, { tagId: old.id, code, ...form });
    await expect(place({ code: old.code })).rejects.toEqual(refused("replacement.itself", 409));
    await expect(place({ code: theirs.old.code })).rejects.toEqual(refused("tags.ownedByAnother", 409));
    for (const tagId of [theirs.old.id, "x", "'; drop table tags; --", ""])
      await expect(place({ tagId })).rejects.toMatchObject({ status: 404 });
    await place({});
    await expect(place({ code: (await createTestTag(ctx)).code })).rejects.toEqual(refused("replacement.already", 409));
    await expect(requestReplacement(ctx, owner, { tagId: old.id, reason: "worn" })).rejects.toEqual(
      refused("replacement.already", 409),
    );
    const asTheirs: ((tagId: string) => Promise<unknown>)[] = [
      (tagId) => requestReplacement(ctx, theirs.owner, { tagId, reason: "worn" }),
      (tagId) => cancelReplacement(ctx, theirs.owner, tagId),
      (tagId) => getTagToReplace(ctx, theirs.owner, tagId),
    ];
    for (const attempt of asTheirs) await expect(attempt(old.id)).rejects.toMatchObject({ status: 404 });
  });

  test("cannot be a deactivated tag or one with its own requested replacement", async () => {
    const { owner, old } = await createOwnerWithTaggedPet();
    const off = await createClaimedTag(ctx, owner);
    await deactivateTag(ctx, owner, off.id);
    const waiting = await createClaimedTag(ctx, owner);
    await requestReplacement(ctx, owner, { tagId: waiting.id, reason: "worn" });
    for (const { code } of [off, waiting])
      await expect(claimReplacement(ctx, owner, { tagId: old.id, code })).rejects.toEqual(
        refused("replacement.taken", 409),
      );
  });

  test("can be cancelled at every step", async () => {
    const { owner, old, tagOf } = await createOwnerWithTaggedPet();
    await requestReplacement(ctx, owner, { tagId: old.id, reason: "worn" });
    await cancelReplacement(ctx, owner, old.id);
    expect(await listAwaitedReplacements(ctx, owner)).toEqual([]);
    const placed = await claimReplacement(ctx, owner, { tagId: old.id, code: (await createTestTag(ctx)).code });
    await recordReplacements(ctx, [placed.id]);
    await cancelReplacement(ctx, owner, old.id);
    await recordReplacements(ctx, [placed.id]);
    expect(await tagOf(old.id)).toMatchObject({ replacedAt: null, replaceReason: null });
    expect(await tagOf(placed.id)).toMatchObject({ replacesId: null, ownerId: owner.id });
  });

  test("outlives the old tag; when it is returned, the old tag waits for a replacement again", async () => {
    const { owner, old, tagOf } = await createOwnerWithTaggedPet();
    const placed = await claimReplacement(ctx, owner, { tagId: old.id, code: (await createTestTag(ctx)).code });
    await releaseTags(ctx, owner.id, [placed.code]);
    expect(await listAwaitedReplacements(ctx, owner)).toMatchObject([{ id: old.id }]);
    const next = await claimReplacement(ctx, owner, { tagId: old.id, code: placed.code }, { isPacked: true });
    await deleteTag(ctx, owner, old.id);
    expect(await tagOf(next.id)).toMatchObject({ replacesId: null, petId: next.petId });
  });

  test("is independent once another owner claims the old tag, which they can have replaced themselves", async () => {
    const { owner, old, tagOf } = await createOwnerWithTaggedPet();
    const placed = await claimReplacement(ctx, owner, { tagId: old.id, code: (await createTestTag(ctx)).code });
    await releaseTags(ctx, owner.id, [old.code]);
    const next = await createTestUser(ctx);
    await claimTag(ctx, next, { code: old.code }, { isPacked: true });
    expect((await listTags(ctx, next)).tags).toMatchObject([{ code: old.code, successorCode: null }]);
    await claimReplacement(ctx, next, { tagId: old.id, code: (await createTestTag(ctx)).code });
    expect(await tagOf(placed.id)).toMatchObject({ ownerId: owner.id, replacesId: null });
  });

  test("is independent when only one of the two moves with its pet to another owner", async () => {
    const [{ owner, petId, old }, receiver] = [await createOwnerWithTaggedPet(), await createTestUser(ctx)];
    const placed = await claimReplacement(ctx, owner, { tagId: old.id, code: (await createTestTag(ctx)).code });
    await unlinkPet(ctx, owner, old.id);
    await ctx.db.update(pets).set({ ownerId: receiver.id }).where(eq(pets.id, petId));
    await moveTags(ctx, { petId, fromId: owner.id, toId: receiver.id });
    expect(await findTag(ctx, placed.code)).toMatchObject({ ownerId: receiver.id, replacesId: null });
    expect((await listTags(ctx, owner)).tags).toMatchObject([{ code: old.code, successorCode: null }]);
  });
});
