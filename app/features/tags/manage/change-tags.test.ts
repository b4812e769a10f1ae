// An owner who selects some tags would change others, or even those of a stranger.
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import type { Actor } from "#app/features/users/users.rules.ts";
import { createId } from "#app/platform/db/uuid.server.ts";
import { createClaimedTag, createTestPet, createTestUser } from "#tests/make.ts";
import { createTestApp } from "#tests/test-app.ts";
import { maxAtOnce, type TagChange, tagChanges } from "../tags.rules.ts";
import { deactivateTag, deleteTag, type Tag } from "../tags.server.ts";
import { tags } from "../tags.tables.server.ts";
import { updateTags } from "./tag-actions.server.ts";

const testApp = await createTestApp();
const other = await createTestUser(testApp.ctx);
const othersTag = await createClaimedTag(testApp.ctx, other, await createTestPet(testApp.ctx, other));

async function createOwnerWithTags(count: number) {
  const owner = await createTestUser(testApp.ctx);
  const petId = await createTestPet(testApp.ctx, owner);
  const own: Tag[] = [];
  for (let number = 0; number < count; number++) own.push(await createClaimedTag(testApp.ctx, owner, petId));
  return { owner, petId, own, ids: own.map(({ id }) => id) };
}

const stateOfAll = async (owner: Actor) =>
  (await testApp.ctx.db.select().from(tags).where(eq(tags.ownerId, owner.id))).map(
    ({ status, petId }) => `${status} ${petId ? "linked" : "loose"}`,
  );

test("updateTags counts tags that were changed, unchanged or missing, and ignores duplicates and other users' tags", async () => {
  const { owner, ids } = await createOwnerWithTags(4);
  const [first = "", second = "", third = "", fourth = ""] = ids;
  await deactivateTag(testApp.ctx, owner, second);
  await deleteTag(testApp.ctx, owner, third);
  const chosen = [first, first, first.toUpperCase(), second, third, othersTag.id, createId()];
  const result = await updateTags(testApp.ctx, owner, { change: "deactivate", choice: { ids: chosen } });
  expect(result).toEqual({ done: 1, already: 1, gone: 3 });
  expect((await stateOfAll(owner)).sort()).toEqual(["active linked", "inactive linked", "inactive linked"]);
  expect(await stateOfAll(other)).toEqual(["active linked"]);
  expect(fourth).not.toBe("");
});

test("each change applies to all tags, and repeating it changes nothing", async () => {
  const { owner, petId, ids } = await createOwnerWithTags(3);
  const expected: Record<TagChange, string[]> = {
    unlink: Array(3).fill("active loose"),
    link: Array(3).fill("active linked"),
    deactivate: Array(3).fill("inactive linked"),
    activate: Array(3).fill("active linked"),
    remove: [],
  };
  for (const change of ["unlink", "link", "deactivate", "activate", "remove"] as const) {
    const applyChange = () => updateTags(testApp.ctx, owner, { change, choice: { ids }, petId });
    expect(await applyChange()).toEqual({ done: 3, already: 0, gone: 0 });
    expect(await stateOfAll(owner)).toEqual(expected[change]);
    expect((await applyChange()).done).toBe(0);
  }
});

test("a search is applied only to the number of tags shown to the owner", async () => {
  const { owner, ids } = await createOwnerWithTags(3);
  await deactivateTag(testApp.ctx, owner, ids[0]!);
  const active = { state: "linked" } as const;
  const applyChange = (expected: number) =>
    updateTags(testApp.ctx, owner, { change: "remove", choice: { search: active, expected } });
  await expect(applyChange(3)).rejects.toMatchObject({ code: "tags.listChanged", status: 409 });
  await expect(applyChange(-1)).rejects.toMatchObject({ code: "tags.listChanged" });
  expect(await applyChange(2)).toEqual({ done: 2, already: 0, gone: 0 });
  expect(await stateOfAll(owner)).toEqual(["inactive linked"]);
  expect(await stateOfAll(other)).toEqual(["active linked"]);
});

test("rejects an empty selection, too many tags and someone else's pet, and changes nothing", async () => {
  const { owner, ids } = await createOwnerWithTags(1);
  const refused = async (change: TagChange, chosen: string[], petId?: string) =>
    expect(updateTags(testApp.ctx, owner, { change, choice: { ids: chosen }, petId })).rejects;
  for (const change of tagChanges.filter((one) => one !== "link"))
    await (await refused(change, [])).toMatchObject({ code: "tags.chooseSome" });
  const thousands = Array.from({ length: maxAtOnce + 1 }, createId);
  await (await refused("remove", [...thousands, ...ids])).toMatchObject({ code: "tags.tooMany" });
  await (await refused("link", ids, othersTag.petId!)).toMatchObject({ status: 404 });
  await (await refused("link", ids)).toMatchObject({ status: 404 });
  const odd = ["' or true --", "x".repeat(10_000)];
  expect(await updateTags(testApp.ctx, owner, { change: "remove", choice: { ids: odd } })).toMatchObject({ done: 0 });
  expect(await stateOfAll(owner)).toEqual(["active linked"]);
});

test("concurrent changes of the same tags in opposite order do not deadlock", async () => {
  const { owner, ids } = await createOwnerWithTags(6);
  const backwards = [...ids].reverse();
  const results = await Promise.all(
    Array.from({ length: 6 }, (_, turn) =>
      updateTags(testApp.ctx, owner, { change: "deactivate", choice: { ids: turn % 2 ? ids : backwards } }),
    ),
  );
  expect(results.map(({ done }) => done).sort()).toEqual([0, 0, 0, 0, 0, 6]);
});
