// Many owners' pets would be changed by one mistaken press, with no way back.
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { getBulkRun, startBulkRun, undoBulkRun } from "#app/features/admin-lists/bulk/bulk-runs.server.ts";
import { listChanges } from "#app/features/audit-log/audit-log.server.ts";
import { updatePet } from "#app/features/pets/pets.server.ts";
import { pets } from "#app/features/pets/pets.tables.server.ts";
import { deletePet } from "#app/features/pets/trash/removed-pets.server.ts";
import { createTestAdmin, createTestPet, createTestUser } from "#tests/make.ts";
import { refused } from "#tests/make-orders.ts";
import { createTestApp } from "#tests/test-app.ts";
import { correctPets, selectPets } from "./admin-pets.server.ts";

const testApp = await createTestApp();
const { ctx } = testApp;
const admin = await createTestAdmin(ctx);
const owner = await createTestUser(ctx);

const t = ((code: string) => code) as never;
const start = async (params: object, selection: { ids: string[]; all: boolean }, search = {}) =>
  startBulkRun(ctx, admin, correctPets, {
    params,
    listPath: "/admin/pets",
    subjects: await selectPets(ctx, admin, selection, search),
  });
const result = (runId: string) => getBulkRun(ctx, admin, runId, t);
const read = async (id: string) => (await ctx.db.select().from(pets).where(eq(pets.id, id)))[0]!;

/** Creates a pet with an owner of its own, since the number of pets per owner is limited. */
const createOwnedPet = async (values: Record<string, unknown>) => {
  const person = await createTestUser(ctx);
  return { person, id: await createTestPet(ctx, person, values) };
};

test("corrects the selected pets, reports the others with a reason, and can be undone", async () => {
  const wrong = await createOwnedPet({ name: "Nila", type: "dog", breed: "golden", color: "gold" });
  const moved = await createOwnedPet({ name: "Rex", type: "other", otherType: "Rabbit", breed: "goldn" });
  const right = await createOwnedPet({ name: "Max", type: "dog", breed: "Golden Retriever" });
  const gone = await createOwnedPet({ name: "Old", type: "dog", breed: "golden" });
  await deletePet(ctx, gone.person, gone.id);
  const correction = { type: "dog", breed: "Golden Retriever" };
  const runId = await start(correction, { ids: [wrong, moved, right, gone].map(({ id }) => id), all: false });
  const { refusals, ...run } = await result(runId);
  expect(run).toMatchObject({ isFinished: true, done: 2, refused: 2, canUndo: true });
  expect(new Map(refusals.map(({ name, reason }) => [name, reason]))).toEqual(
    new Map([
      ["Max", "adminPets.bulk.sameAlready"],
      ["Old", "adminPets.bulk.isRemoved"],
    ]),
  );
  expect(await read(wrong.id)).toMatchObject({ breed: "Golden Retriever", color: "gold", version: 2 });
  expect(await read(moved.id)).toMatchObject({ type: "dog", otherType: null, breed: "Golden Retriever" });
  const { changes } = await listChanges(ctx, admin, { subject: wrong.id });
  expect(changes[0]).toMatchObject({ action: "pet.correct", before: { breed: "golden" } });

  await updatePet(ctx, wrong.person, wrong.id, { name: "Nila", type: "dog", breed: "Golden", version: 2 });
  const undo = await result(await undoBulkRun(ctx, admin, correctPets, runId));
  expect(undo).toMatchObject({ done: 1, refusals: [{ name: "Nila", reason: "adminPets.bulk.changedSince" }] });
  expect(await read(moved.id)).toMatchObject({ type: "other", otherType: "Rabbit", breed: "goldn" });
  expect((await read(wrong.id)).breed).toBe("Golden");
});

test("processes more than 50 matching pets by a job; rejects users who are not administrators", async () => {
  const crowd = await createTestUser(ctx);
  await ctx.pool.query(
    `insert into pets (id, owner_id, name, type, shown)
     select gen_random_uuid(), $1, 'Flock ' || n, 'dog', '{}' from generate_series(1, 60) n`,
    [crowd.id],
  );
  const runId = await start({ type: "bird" }, { ids: [], all: true }, { search: "flock", owner: crowd.id });
  expect(await result(runId)).toMatchObject({ total: 60, done: 0, isFinished: false });
  await testApp.runJobs();
  expect(await result(runId)).toMatchObject({ done: 60, refused: 0, isFinished: true });
  expect(await ctx.db.$count(pets, eq(pets.type, "bird"))).toBe(60);
  await expect(selectPets(ctx, owner, { ids: [], all: true }, {})).rejects.toEqual(refused("accounts.adminRequired"));
});

test("of two concurrent corrections the second reports pets that already match", async () => {
  const ids = [(await createOwnedPet({ type: "dog" })).id, (await createOwnedPet({ type: "dog" })).id];
  const runs = await Promise.all([1, 2].map(() => start({ gender: "female" }, { ids, all: false })));
  const results = await Promise.all(runs.map(result));
  expect(results.reduce((all, { done }) => all + done, 0)).toBe(2);
  expect(results.reduce((all, { refused }) => all + refused, 0)).toBe(2);
  for (const { refusals } of results)
    for (const { reason } of refusals) expect(reason).toBe("adminPets.bulk.sameAlready");
});
