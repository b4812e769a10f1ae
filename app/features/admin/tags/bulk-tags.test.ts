// One press in the panel would switch off tags that living pets wear.
import { setTimeout as pause } from "node:timers/promises";
import { desc, eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { bulkRuns } from "#app/features/admin-lists/admin-lists.tables.server.ts";
import {
  type BulkAction,
  getBulkRun,
  runBulkRun,
  startBulkRun,
  undoBulkRun,
} from "#app/features/admin-lists/bulk/bulk-runs.server.ts";
import { listNotifications } from "#app/features/notifications/notifications.server.ts";
import { pets } from "#app/features/pets/pets.tables.server.ts";
import { getBatch } from "#app/features/tags/batches/batches.server.ts";
import { createClaimCodesOfTags } from "#app/features/tags/batches/issue-claim-codes.server.ts";
import { activateTag, claimTag, findTag } from "#app/features/tags/tags.server.ts";
import { tags } from "#app/features/tags/tags.tables.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import { withTransaction } from "#app/platform/db/connection/database.server.ts";
import {
  createClaimedTag,
  createTestAdmin,
  createTestBatch,
  createTestPet,
  createTestTag,
  createTestUser,
} from "#tests/make.ts";
import { createTestApp } from "#tests/test-app.ts";
import { markTagsLost, restockTags, switchOffTags, switchOnTags, voidTags } from "./bulk-tags.server.ts";
import { buildSelectionFilter, listAllTags, selectTags, selectTagsOfBatches } from "./list-all-tags.server.ts";

const testApp = await createTestApp();
const { ctx } = testApp;
const admin = await createTestAdmin(ctx);

const order = { by: "created", isDescending: true } as const;
const t = ((code: string) => code) as never;
const start = async <Params>(action: BulkAction<Params>, params: Params, ids: string[]) =>
  startBulkRun(ctx, admin, action, {
    params,
    listPath: "/admin/tags",
    subjects: await selectTags(ctx, admin, { ids, all: false }, { order }),
  });
const result = (runId: string) => getBulkRun(ctx, admin, runId, t);
const read = async (id: string) => (await ctx.db.select().from(tags).where(eq(tags.id, id)))[0]!;
const receivedBy = async (owner: Actor) =>
  (await listNotifications(ctx, owner)).notifications.map(({ params }) => (params as { tagNews?: string }).tagNews);
const refusals = async (runId: string) => (await result(runId)).refusals.map(({ reason }) => reason);

describe("bulk actions on tags", () => {
  test("never deactivate or restock a tag that protects a live pet", async () => {
    const owner = await createTestUser(ctx);
    const linked = await createClaimedTag(ctx, owner, await createTestPet(ctx, owner));
    const free = await createTestTag(ctx);
    const off = await start(switchOffTags, {}, [linked.id, free.id]);
    expect(await result(off)).toMatchObject({ done: 1, refused: 1 });
    const back = await start(restockTags, { isProtectedToo: false }, [linked.id]);
    expect([await refusals(off), await refusals(back)]).toEqual([
      ["adminTags.many.protects"],
      ["adminTags.many.protects"],
    ]);
    expect(await read(linked.id)).toMatchObject({ status: "active", ownerId: owner.id, petId: linked.petId });
    expect((await read(free.id)).status).toBe("inactive");
    await undoBulkRun(ctx, admin, switchOffTags, off);
    expect((await read(free.id)).status).toBe("active");
  });

  test("mark a tag as lost, which still reaches its owner and notifies them; undo removes the mark", async () => {
    const owner = await createTestUser(ctx);
    const linked = await createClaimedTag(ctx, owner, await createTestPet(ctx, owner));
    const free = await createTestTag(ctx);
    const run = await start(markTagsLost, {}, [linked.id, free.id]);
    expect(await refusals(run)).toEqual(["adminTags.many.noPet"]);
    expect(await read(linked.id)).toMatchObject({ mark: "lost", status: "active", ownerId: owner.id });
    await undoBulkRun(ctx, admin, markTagsLost, run);
    expect(await read(linked.id)).toMatchObject({ mark: null, markedAt: null, petId: linked.petId });
    expect(await receivedBy(owner)).toEqual(["putBack", "lost"]);
  });

  test("void a tag, which then cannot be claimed, reactivated or restocked", async () => {
    const free = await createTestTag(ctx);
    const owned = await createClaimedTag(ctx, await createTestUser(ctx));
    const run = await start(voidTags, {}, [free.id, owned.id]);
    expect(await refusals(run)).toEqual(["adminTags.many.hasOwner"]);
    const later = [switchOnTags, switchOffTags, voidTags] as const;
    for (const action of later)
      expect(await refusals(await start(action, {}, [free.id]))).toEqual(["adminTags.many.isVoid"]);
    expect(await refusals(await start(restockTags, { isProtectedToo: true }, [free.id]))).toEqual([
      "adminTags.many.isVoid",
    ]);
    await expect(
      claimTag(ctx, await createTestUser(ctx), { code: free.code }, { isPacked: true }),
    ).rejects.toMatchObject({
      code: "tags.unknown",
    });
    await expect(ctx.db.update(tags).set({ status: "active" }).where(eq(tags.id, free.id))).rejects.toThrow();
    const { tags: found } = await listAllTags(ctx, admin, { state: "void" });
    expect(found.map(({ id }) => id)).toEqual([free.id]);
    await undoBulkRun(ctx, admin, voidTags, run);
    expect((await read(free.id)).voidedAt).toBeNull();
  });

  test("restock a tag, which can then be claimed only with a new claim code", async () => {
    const owner = await createTestUser(ctx);
    const linked = await createClaimedTag(ctx, owner, await createTestPet(ctx, owner));
    const { code } = linked;
    await start(restockTags, { isProtectedToo: true }, [linked.id]);
    expect(await receivedBy(owner)).toEqual(["released"]);
    const next = await createTestUser(ctx);
    await expect(claimTag(ctx, next, { code })).rejects.toMatchObject({ code: "tags.claimCodeNeeded" });
    const { tags: waiting } = await listAllTags(ctx, admin, { state: "waiting" });
    expect(waiting.map(({ id }) => id)).toContain(linked.id);
    const filter = await buildSelectionFilter(ctx, admin, { ids: [linked.id], all: false }, {});
    const [issued] = await createClaimCodesOfTags(ctx, admin, "New", filter);
    expect(await claimTag(ctx, next, { code, claimCode: issued!.claimCode })).toMatchObject({ ownerId: next.id });
    await expect(createClaimCodesOfTags(ctx, admin, "New", filter)).rejects.toMatchObject({
      code: "adminTags.many.noCodes",
    });
  });

  test("undo restocking unless the tag was changed or its owner was deleted meanwhile", async () => {
    const [owner, leaving] = [await createTestUser(ctx), await createTestUser(ctx)];
    const petId = await createTestPet(ctx, owner);
    const [mine, theirs, taken] = [
      await createClaimedTag(ctx, owner, petId),
      await createClaimedTag(ctx, leaving),
      await createClaimedTag(ctx, owner),
    ];
    const run = await start(restockTags, { isProtectedToo: true }, [mine.id, theirs.id, taken.id]);
    await ctx.db.delete(users).where(eq(users.id, leaving.id));
    testApp.setNow(ctx.clock.in(60_000));
    await claimTag(ctx, await createTestUser(ctx), { code: taken.code }, { isPacked: true });
    const undo = await undoBulkRun(ctx, admin, restockTags, run);
    expect(await result(undo)).toMatchObject({ done: 1, refused: 2 });
    expect(await read(mine.id)).toMatchObject({ ownerId: owner.id, petId, claimHash: null, claimedAt: mine.claimedAt });
    expect(await findTag(ctx, theirs.code)).toMatchObject({ ownerId: null });
  });

  test("undo restocking waits for a transfer of the pet, and is then refused", async () => {
    const [owner, receiver] = [await createTestUser(ctx), await createTestUser(ctx)];
    const petId = await createTestPet(ctx, owner);
    const tag = await createClaimedTag(ctx, owner, petId);
    const run = await start(restockTags, { isProtectedToo: true }, [tag.id]);
    const { undoing } = await withTransaction(ctx, async (tx) => {
      await tx.db.select().from(pets).where(eq(pets.id, petId)).for("update");
      await tx.db.update(pets).set({ ownerId: receiver.id }).where(eq(pets.id, petId));
      const undoing = undoBulkRun(ctx, admin, restockTags, run);
      await Promise.race([undoing, pause(500)]);
      return { undoing };
    });
    expect(await result(await undoing)).toMatchObject({ done: 0, refused: 1 });
    expect(await read(tag.id)).toMatchObject({ ownerId: null, petId: null });
  });

  test("continue after a row that fails unexpectedly, which is left to the next try", async () => {
    const all = [await createTestTag(ctx), await createTestTag(ctx), await createTestTag(ctx)];
    const [first, failing, last] = all.map(({ id }) => id);
    let isBroken = true;
    const action: typeof switchOffTags = {
      ...switchOffTags,
      async apply(tx, actor, id, params) {
        if (isBroken && id === failing) throw new Error("broken");
        return switchOffTags.apply(tx, actor, id, params);
      },
    };
    const statuses = async () => (await Promise.all(all.map(({ id }) => read(id)))).map((tag) => tag?.status);
    await start(action, {}, [first!, failing!, last!]);
    expect(await statuses()).toEqual(["inactive", "active", "inactive"]);
    isBroken = false;
    const [run] = await ctx.db.select().from(bulkRuns).orderBy(desc(bulkRuns.id)).limit(1);
    await runBulkRun(ctx, action, run!.id);
    expect(await statuses()).toEqual(["inactive", "inactive", "inactive"]);
  });

  test("leave reactivation of an owned tag to its owner", async () => {
    const owner = await createTestUser(ctx);
    const own = await createClaimedTag(ctx, owner);
    await start(switchOffTags, {}, [own.id]);
    expect(await receivedBy(owner)).toEqual(["off"]);
    expect(await refusals(await start(switchOnTags, {}, [own.id]))).toEqual(["adminTags.many.ownersChoice"]);
    expect(await activateTag(ctx, owner, own.id)).toMatchObject({ status: "active" });
  });

  test("void all tags of the selected batches and no others", async () => {
    const ids = [await createTestBatch(ctx), await createTestBatch(ctx)];
    const other = await createTestBatch(ctx);
    const subjects = selectTagsOfBatches(ctx, admin, ids);
    const run = await startBulkRun(ctx, admin, voidTags, { params: {}, listPath: "/admin/tags/batches", subjects });
    expect(await result(run)).toMatchObject({ done: 4, refused: 0 });
    const { name } = await getBatch(ctx, admin, other);
    expect((await listAllTags(ctx, admin, { batch: name, state: "void" })).total).toBe(0);
  });
});

test("listAllTags counts, paginates, sorts and filters by day", async () => {
  testApp.setNow("2027-03-10T21:59:00Z");
  const batch = await getBatch(ctx, admin, await createTestBatch(ctx, { count: 60 }));
  testApp.setNow("2027-03-10T22:01:00Z");
  await createTestTag(ctx);
  const first = await listAllTags(ctx, admin, { batch: batch.name, order: { by: "code", isDescending: false } });
  expect(first).toMatchObject({ total: 60, isMore: false, pageCount: 2 });
  const second = await listAllTags(ctx, admin, {
    batch: batch.name,
    order: { by: "code", isDescending: false },
    page: 2,
  });
  const codes = [...first.tags, ...second.tags].map(({ code }) => code);
  expect(codes).toEqual([...codes].sort());
  expect(new Set(codes).size).toBe(60);
  const inCairo = { ...admin, timeZone: "Africa/Cairo" };
  expect(await listAllTags(ctx, inCairo, { from: "2027-03-10", to: "2027-03-10" })).toMatchObject({ total: 60 });
  expect(await listAllTags(ctx, inCairo, { from: "2027-03-11", to: "2027-03-11" })).toMatchObject({ total: 1 });
});
