import { afterAll, describe, expect, test } from "vitest";
import { aPet, aTag, aTagOf, aUser } from "#tests/make.ts";
import { refused } from "#tests/make-orders.ts";
import { createTestApp } from "#tests/test-app.ts";
import { listTags } from "../manage/list-tags.server.ts";
import { deactivateTag, deleteTag, findTag, getOwnTag, markTag, releaseTags } from "../tags.server.ts";
import {
  cancelReplacement,
  claimInPlaceOf,
  getReplacing,
  listAwaitedReplacements,
  recordReplacements,
  requestReplacement,
} from "./replacements.server.ts";

const testApp = await createTestApp();
const { ctx } = testApp;
afterAll(() => testApp.close());

/** An owner with a pet that wears a tag. */
async function aWearer() {
  const owner = await aUser(ctx);
  const petId = await aPet(ctx, owner);
  const old = await aTagOf(ctx, owner, petId);
  const tagOf = (id: string) => getOwnTag(ctx, owner, id);
  return { owner, petId, old, tagOf };
}

describe("a tag in the place of another", () => {
  test("leads to the same pet; the old one is replaced by the first scan of the new one, and only then", async () => {
    const { owner, petId, old, tagOf } = await aWearer();
    await requestReplacement(ctx, owner, { tagId: old.id, reason: "worn" });
    expect(await listAwaitedReplacements(ctx, owner)).toMatchObject([{ id: old.id, petName: "Rocky" }]);
    const { code } = await aTag(ctx);
    const placed = await claimInPlaceOf(ctx, owner, { tagId: old.id, code });
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

  test.each(["lost", "stolen"] as const)(
    "one that was %s shows nothing of the pet once it is replaced",
    async (reason) => {
      const { owner, old, tagOf } = await aWearer();
      await requestReplacement(ctx, owner, { tagId: old.id, reason });
      expect((await tagOf(old.id)).mark).toBeNull();
      const placed = await claimInPlaceOf(ctx, owner, { tagId: old.id, code: (await aTag(ctx)).code });
      await recordReplacements(ctx, [placed.id]);
      expect(await tagOf(old.id)).toMatchObject({ mark: reason });
    },
  );

  test("keeps the mark that its owner gave it", async () => {
    const { owner, old, tagOf } = await aWearer();
    await markTag(ctx, owner, { tagId: old.id, mark: "stolen" });
    await requestReplacement(ctx, owner, { tagId: old.id, reason: "lost" });
    const placed = await claimInPlaceOf(ctx, owner, { tagId: old.id, code: (await aTag(ctx)).code });
    await recordReplacements(ctx, [placed.id]);
    expect(await tagOf(old.id)).toMatchObject({ mark: "stolen" });
  });

  test("may be one that the owner has already", async () => {
    const { owner, petId, old } = await aWearer();
    const spare = await aTagOf(ctx, owner);
    expect(await claimInPlaceOf(ctx, owner, { tagId: old.id, code: spare.code.toLowerCase() })).toMatchObject({
      id: spare.id,
      petId,
      replacesId: old.id,
    });
  });

  test("of many at once one wins", async () => {
    const { owner, old } = await aWearer();
    const codes = [await aTag(ctx), await aTag(ctx), await aTag(ctx)].map(({ code }) => code);
    const done = await Promise.allSettled(codes.map((code) => claimInPlaceOf(ctx, owner, { tagId: old.id, code })));
    expect(done.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const one of done)
      if (one.status === "rejected") expect(one.reason).toEqual(refused("replacement.already", 409));
    const owned = await Promise.all(codes.map((code) => findTag(ctx, code)));
    expect(owned.filter((tag) => tag?.ownerId === owner.id)).toHaveLength(1);
  });

  test("never takes the place of the one that took its place", async () => {
    const { owner, old } = await aWearer();
    const spare = await aTagOf(ctx, owner);
    const both = await Promise.allSettled([
      claimInPlaceOf(ctx, owner, { tagId: old.id, code: spare.code }),
      claimInPlaceOf(ctx, owner, { tagId: spare.id, code: old.code }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    for (const one of both)
      if (one.status === "rejected") expect(one.reason).toEqual(refused("replacement.taken", 409));
  });

  test("is refused in its own place, twice, with somebody else's tag, for somebody else's and for what is no id", async () => {
    const { owner, old } = await aWearer();
    const theirs = await aWearer();
    const { code } = await aTag(ctx);
    const place = (form: { tagId?: string; code?: string }) =>
      claimInPlaceOf(ctx, owner, { tagId: old.id, code, ...form });
    await expect(place({ code: old.code })).rejects.toEqual(refused("replacement.itself", 409));
    await expect(place({ code: theirs.old.code })).rejects.toEqual(refused("tags.ownedByAnother", 409));
    for (const tagId of [theirs.old.id, "x", "'; drop table tags; --", ""])
      await expect(place({ tagId })).rejects.toMatchObject({ status: 404 });
    await place({});
    await expect(place({ code: (await aTag(ctx)).code })).rejects.toEqual(refused("replacement.already", 409));
    await expect(requestReplacement(ctx, owner, { tagId: old.id, reason: "worn" })).rejects.toEqual(
      refused("replacement.already", 409),
    );
    const asTheirs: ((tagId: string) => Promise<unknown>)[] = [
      (tagId) => requestReplacement(ctx, theirs.owner, { tagId, reason: "worn" }),
      (tagId) => cancelReplacement(ctx, theirs.owner, tagId),
      (tagId) => getReplacing(ctx, theirs.owner, tagId),
    ];
    for (const attempt of asTheirs) await expect(attempt(old.id)).rejects.toMatchObject({ status: 404 });
  });

  test("is not one that is switched off or waits for its own successor", async () => {
    const { owner, old } = await aWearer();
    const off = await aTagOf(ctx, owner);
    await deactivateTag(ctx, owner, off.id);
    const waiting = await aTagOf(ctx, owner);
    await requestReplacement(ctx, owner, { tagId: waiting.id, reason: "worn" });
    for (const { code } of [off, waiting])
      await expect(claimInPlaceOf(ctx, owner, { tagId: old.id, code })).rejects.toEqual(
        refused("replacement.taken", 409),
      );
  });

  test("may be kept after all, at every step", async () => {
    const { owner, old, tagOf } = await aWearer();
    await requestReplacement(ctx, owner, { tagId: old.id, reason: "worn" });
    await cancelReplacement(ctx, owner, old.id);
    expect(await listAwaitedReplacements(ctx, owner)).toEqual([]);
    const placed = await claimInPlaceOf(ctx, owner, { tagId: old.id, code: (await aTag(ctx)).code });
    await recordReplacements(ctx, [placed.id]);
    await cancelReplacement(ctx, owner, old.id);
    await recordReplacements(ctx, [placed.id]);
    expect(await tagOf(old.id)).toMatchObject({ replacedAt: null, replaceReason: null });
    expect(await tagOf(placed.id)).toMatchObject({ replacesId: null, ownerId: owner.id });
  });

  test("outlives the old one, and leaves it waiting when its own parcel comes back", async () => {
    const { owner, old, tagOf } = await aWearer();
    const placed = await claimInPlaceOf(ctx, owner, { tagId: old.id, code: (await aTag(ctx)).code });
    await releaseTags(ctx, owner.id, [placed.code]);
    expect(await listAwaitedReplacements(ctx, owner)).toMatchObject([{ id: old.id }]);
    const next = await claimInPlaceOf(ctx, owner, { tagId: old.id, code: placed.code }, { isPacked: true });
    await deleteTag(ctx, owner, old.id);
    expect(await tagOf(next.id)).toMatchObject({ replacesId: null, petId: next.petId });
  });
});
