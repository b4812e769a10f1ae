// An owner with many tags would not find the one they hold in their hand.
import { expect, test } from "vitest";
import { asLine } from "#app/platform/i18n/text/plain-text.ts";
import { createClaimedTag, createTestPet, createTestUser } from "#tests/make.ts";
import { createTestApp } from "#tests/test-app.ts";
import { deactivateTag, type Tag, updateTagLabel } from "../tags.server.ts";
import { listTags, type TagListOptions } from "./list-tags.server.ts";
import { readTagSearch } from "./tag-search.server.ts";

const testApp = await createTestApp();
const owner = await createTestUser(testApp.ctx);
const petId = await createTestPet(testApp.ctx, owner, { name: "أُنسية 50%_Mix" });
const collar = await createClaimedTag(testApp.ctx, owner, petId);
const loose = await createClaimedTag(testApp.ctx, owner);
const paused = await createClaimedTag(testApp.ctx, owner, petId);
await deactivateTag(testApp.ctx, owner, paused.id);
await updateTagLabel(testApp.ctx, owner, { tagId: loose.id, label: "الطوق  الأحمر" });
const other = await createTestUser(testApp.ctx);
const stranger = await createClaimedTag(
  testApp.ctx,
  other,
  await createTestPet(testApp.ctx, other, { name: "50%_Mix" }),
);
await updateTagLabel(testApp.ctx, other, { tagId: stranger.id, label: "الطوق الأحمر" });

async function found(options: TagListOptions): Promise<string[]> {
  return (await listTags(testApp.ctx, owner, options)).tags.map(({ id }) => id).sort();
}
const ids = (...tags: Tag[]) => tags.map(({ id }) => id).sort();

test("searches by code in any spelling, pet name and label, literally", async () => {
  const messy = loose.code
    .toLowerCase()
    .replaceAll("-", " ")
    .replaceAll("1", "l")
    .replace(/\d/g, (digit) => "٠١٢٣٤٥٦٧٨٩"[Number(digit)] ?? "");
  expect(await found({ search: messy })).toEqual(ids(loose));
  expect(await found({ search: loose.code.slice(2, 11) })).toEqual(ids(loose));
  expect(await found({ search: "انسيه" })).toEqual(ids(collar, paused));
  expect(await found({ search: "٥٠%_mix" })).toEqual(ids(collar, paused));
  expect(await found({ search: "طوق الاحمر" })).toEqual(ids(loose));
});

test.each(["%", "_", "\\", "%%", "' or 1=1 --", "\u0000", "\u202e%", "x".repeat(10_000), "\\%"])(
  "searches for %j literally",
  async (search) => {
    const isInName = "50%_mix".includes(asLine(search));
    const all = search === "\u0000" ? ids(collar, loose, paused) : ids(collar, paused);
    expect(await found({ search })).toEqual(isInName ? all : []);
  },
);

test("filters by state and pet, alone and combined, with counts", async () => {
  expect(await found({ state: "linked" })).toEqual(ids(collar));
  expect(await found({ state: "unlinked" })).toEqual(ids(loose));
  expect(await found({ state: "inactive" })).toEqual(ids(paused));
  expect(await found({ petId })).toEqual(ids(collar, paused));
  expect(await found({ petId, state: "inactive", search: "mix" })).toEqual(ids(paused));
  expect(await listTags(testApp.ctx, owner, { state: "linked" })).toMatchObject({ found: 1, total: 3 });
  expect(await found({ petId: owner.id })).toEqual([]);
});

test.each([
  [-7, 1],
  [0, 1],
  [2, 2],
  [3, 2],
  [1e15, 2],
])("page %d of two is page %d", async (page, shown) => {
  const list = await listTags(testApp.ctx, owner, { page, pageSize: 2 });
  expect(list).toMatchObject({ page: shown, pageCount: 2 });
  expect(list.tags).toHaveLength(shown === 1 ? 2 : 1);
});

test("sorts in the given order", async () => {
  const order = async (order: NonNullable<TagListOptions["order"]>) =>
    (await listTags(testApp.ctx, owner, { order })).tags.map(({ id }) => id);
  const byCode = [collar, loose, paused].sort((one, two) => (one.codeKey < two.codeKey ? -1 : 1)).map(({ id }) => id);
  expect(await order("code")).toEqual(byCode);
  expect((await order("pet")).at(-1)).toBe(loose.id);
  expect(await order("newest")).toEqual([collar, loose, paused].map(({ id }) => id).reverse());
});

test("invalid query parameters are ignored", () => {
  const query = new URLSearchParams("q=%20&state=available&pet=1'--&sort=constructor&page=NaN");
  expect(readTagSearch(query)).toEqual({
    search: "",
    state: undefined,
    petId: undefined,
    order: "newest",
    page: 1,
  });
});
