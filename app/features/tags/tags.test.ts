// Two tags would carry the same code, and one family would get the other's alerts.
import { eq } from "drizzle-orm";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { exportTags, listAllTags } from "#app/features/admin/tags/list-all-tags.server.ts";
import { getViolatedConstraint } from "#app/platform/db/connection/database.server.ts";
import { createTestAdmin, createTestPet, createTestTag, createTestUser } from "#tests/make.ts";
import { createTestApp } from "#tests/test-app.ts";
import { createCode } from "./batches/batches.server.ts";
import { createTag, createTags } from "./batches/create-tags.server.ts";
import { formatCode } from "./tag-code.rules.ts";
import { generateForm } from "./tags.forms.server.ts";
import { activateTag, claimTag, deactivateTag, deleteTag, findTag, linkPet, unlinkPet } from "./tags.server.ts";
import { tags } from "./tags.tables.server.ts";

const testApp = await createTestApp();
const admin = await createTestAdmin(testApp.ctx);

describe("creating tags", () => {
  test("creates 500 different codes in five concurrent calls", async () => {
    const made = await Promise.all(Array.from({ length: 5 }, () => createTags(testApp.ctx, admin, { count: 100 })));
    expect(new Set(made.flat()).size).toBe(500);
  });

  test.each(["0", "101", "1.5", "-1", "", "abc", "1e2", "٠"])("generateForm rejects %j", (count) => {
    const read = generateForm.safeParse({ count });
    expect(read.error?.issues[0]?.message).toBe("tags.countRange");
  });

  test("generateForm cleans the batch's name, so that two names that look alike are one", () => {
    const read = (batch: string) => generateForm.parse({ count: "1", batch }).batch;
    expect(read("\u200fGold \u202e 2026\n\u200f")).toBe("Gold 2026");
    expect(read("\u200b")).toBe("");
  });

  test("generateForm accepts Arabic digits", () => {
    expect(generateForm.parse({ count: "٢٥" }).count).toBe(25);
  });

  test.each([0, 101, 1.5])("createTags rejects %d", async (count) => {
    await expect(createTags(testApp.ctx, admin, { count })).rejects.toMatchObject({ code: "tags.countRange" });
  });

  test("only administrators can create, list and export all tags", async () => {
    const owner = await createTestUser(testApp.ctx);
    const refused = { code: "accounts.adminRequired", status: 403 };
    await expect(createTags(testApp.ctx, owner, { count: 1 })).rejects.toMatchObject(refused);
    await expect(createTag(testApp.ctx, owner, "MY-OWN")).rejects.toMatchObject(refused);
    await expect(listAllTags(testApp.ctx, owner, {})).rejects.toMatchObject(refused);
    await expect(exportTags(testApp.ctx, owner, {}).next()).rejects.toMatchObject(refused);
  });

  test("rejects a code that reads like an existing one", async () => {
    await createTag(testApp.ctx, admin, "LOVE-10");
    await expect(createTag(testApp.ctx, admin, "1OVE-I0")).rejects.toMatchObject({ code: "tags.inUse", field: "code" });
  });
});

describe("claimTag", () => {
  test("lets one of twenty concurrent claims succeed", async () => {
    const tag = await createTestTag(testApp.ctx);
    const people = await Promise.all(Array.from({ length: 20 }, () => createTestUser(testApp.ctx)));
    const results = await Promise.allSettled(people.map((person) => claimTag(testApp.ctx, person, { code: tag.code })));
    const won = results.filter((result) => result.status === "fulfilled");
    expect(won).toHaveLength(1);
    for (const result of results)
      if (result.status === "rejected") expect(result.reason).toMatchObject({ code: "tags.ownedByAnother" });
    const owner = (await findTag(testApp.ctx, tag.code))?.ownerId;
    expect(people.map((person) => person.id)).toContain(owner);
  });

  test("accepts any spelling and reports typos, but the same error for unknown and deactivated codes", async () => {
    const owner = await createTestUser(testApp.ctx);
    const tag = await createTestTag(testApp.ctx);
    const typed = tag.code.toLowerCase().replaceAll("-", " ").replaceAll("0", "o").replaceAll("1", "l");
    expect((await claimTag(testApp.ctx, owner, { code: typed })).id).toBe(tag.id);
    await expect(claimTag(testApp.ctx, owner, { code: tag.code })).rejects.toMatchObject({ code: "tags.alreadyYours" });

    const other = createCode();
    const wrong = (other[0] === "2" ? "3" : "2") + other.slice(1);
    await expect(claimTag(testApp.ctx, owner, { code: wrong })).rejects.toMatchObject({ code: "tags.mistyped" });
    await expect(claimTag(testApp.ctx, owner, { code: formatCode(createCode()) })).rejects.toMatchObject({
      code: "tags.unknown",
    });
    await deactivateTag(testApp.ctx, owner, tag.id);
    const stranger = await createTestUser(testApp.ctx);
    await expect(claimTag(testApp.ctx, stranger, { code: tag.code })).rejects.toMatchObject({ code: "tags.unknown" });
    await expect(claimTag(testApp.ctx, owner, { code: tag.code })).rejects.toMatchObject({ code: "tags.alreadyYours" });
  });

  test("rejects someone else's pet and claims nothing", async () => {
    const [owner, other] = [await createTestUser(testApp.ctx), await createTestUser(testApp.ctx)];
    const tag = await createTestTag(testApp.ctx);
    const petId = await createTestPet(testApp.ctx, other);
    await expect(claimTag(testApp.ctx, owner, { code: tag.code, petId })).rejects.toMatchObject({ status: 404 });
    expect((await findTag(testApp.ctx, tag.code))?.ownerId).toBeNull();
  });
});

test("the database keeps no label and no pet on a tag without an owner", async () => {
  const owner = await createTestUser(testApp.ctx);
  const petId = await createTestPet(testApp.ctx, owner);
  const tag = await createTestTag(testApp.ctx);
  for (const values of [{ petId }, { label: "Red collar" }, { labelSearch: "red collar" }]) {
    const writing = testApp.ctx.db.update(tags).set(values).where(eq(tags.id, tag.id));
    await expect(writing.catch((error) => getViolatedConstraint(error))).resolves.toBe("tags_unowned_is_blank");
  }
});

test("random actions of two owners never let one change the other's tag or link it to the other's pet", async () => {
  const { ctx } = testApp;
  const people = [await createTestUser(ctx), await createTestUser(ctx)] as const;
  const pets = [await createTestPet(ctx, people[0]), await createTestPet(ctx, people[1])] as const;
  const actions = ["claim", "link", "linkOther", "unlink", "activate", "deactivate", "remove"] as const;
  const step = fc.record({ who: fc.constantFrom(0 as const, 1 as const), what: fc.constantFrom(...actions) });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      const { id, code } = await createTestTag(ctx);
      let model: { owner: 0 | 1 | null; pet: string | null; isActive: boolean } | null = {
        owner: null,
        pet: null,
        isActive: true,
      };
      for (const { who, what } of steps) {
        const actor = people[who];
        const isOwn = model !== null && model.owner === who;
        const run = {
          claim: () => claimTag(ctx, actor, { code }),
          link: () => linkPet(ctx, actor, { tagId: id, petId: pets[who] }),
          linkOther: () => linkPet(ctx, actor, { tagId: id, petId: pets[who === 0 ? 1 : 0] }),
          unlink: () => unlinkPet(ctx, actor, id),
          activate: () => activateTag(ctx, actor, id),
          deactivate: () => deactivateTag(ctx, actor, id),
          remove: () => deleteTag(ctx, actor, id),
        }[what];
        const done = await run().then(
          () => true,
          () => false,
        );
        const may: boolean = what === "claim" ? model?.owner === null && model.isActive : isOwn && what !== "linkOther";
        expect(done).toBe(may);
        if (!may || model === null) continue;
        if (what === "claim") model = { ...model, owner: who };
        if (what === "link") model = { ...model, pet: pets[who] };
        if (what === "unlink") model = { ...model, pet: null };
        if (what === "activate" || what === "deactivate") model = { ...model, isActive: what === "activate" };
        if (what === "remove") model = null;
      }
      const tag = await findTag(ctx, code);
      expect(tag && { owner: tag.ownerId, pet: tag.petId, isActive: tag.status === "active" }).toEqual(
        model && { ...model, owner: model.owner === null ? null : people[model.owner].id },
      );
    }),
    { numRuns: 25 },
  );
});
