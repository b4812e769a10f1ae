import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { users } from "#app/features/accounts/accounts.tables.server.ts";
import { listUsers } from "#app/features/accounts/list-users.server.ts";
import { anAdmin, aUser } from "#tests/make.ts";
import { aPlan, aRequest } from "#tests/make-plans.ts";
import { type TestWorld, testWorld } from "#tests/world.ts";
import { planOf, whoseIs } from "./plans.server.ts";
import { approveRequest, rejectRequest } from "./review.server.ts";
import { listRequests } from "./upgrade-desk.server.ts";

let lab: TestWorld;
beforeAll(async () => {
  lab = await testWorld();
});
afterAll(() => lab.close());
beforeEach(() => lab.world.db.update(users).set({ role: "user" }));

const mayApproveOn = async (admin: Parameters<typeof listRequests>[1], id: string) => {
  const { requests } = await listRequests(lab.world, admin, { status: "pending", search: "", page: 1 });
  return requests.find((one) => one.id === id)?.mayApprove;
};

test("nobody grants their own plan while another administrator could; turning it down is everybody's", async () => {
  const { world } = lab;
  const [amina, nour] = [await anAdmin(world), await anAdmin(world)];
  const id = await aRequest(world, amina);
  expect([await mayApproveOn(amina, id), await mayApproveOn(nour, id)]).toEqual([false, true]);
  await expect(approveRequest(world, amina, id)).rejects.toMatchObject({ code: "upgrades.notYourOwn", status: 403 });
  expect(await planOf(world, amina)).toBe("basic");
  await rejectRequest(world, amina, { requestId: id, reason: "other", note: null });
  await approveRequest(world, nour, await aRequest(world, amina));
  expect(await planOf(world, amina)).toBe("comfort");
});

test("the only administrator who may act grants it", async () => {
  const { world } = lab;
  const amina = await anAdmin(world);
  const suspended = await anAdmin(world);
  const id = await aRequest(world, amina);
  await expect(approveRequest(world, amina, id)).rejects.toMatchObject({ code: "upgrades.notYourOwn" });
  await world.db.update(users).set({ suspendedAt: world.clock.now() }).where(eq(users.id, suspended.id));
  expect(await mayApproveOn(amina, id)).toBe(true);
  await approveRequest(world, amina, id);
  expect(await planOf(world, amina)).toBe("comfort");
});

test("people are listed by the plan that holds for them now", async () => {
  const { world } = lab;
  const [basic, comfort, rescue] = [await aUser(world), await aUser(world), await aUser(world)];
  await aPlan(world, comfort);
  await aPlan(world, rescue, "rescue-plus");
  const admin = await anAdmin(world);
  const idsOf = async (plan: Parameters<typeof whoseIs>[1]) => {
    const found = await listUsers(world, admin, { only: whoseIs(world, plan, users.id) });
    const three = [basic.id, comfort.id, rescue.id];
    return found.users.map(({ id }) => id).filter((id) => three.includes(id));
  };
  expect(await idsOf("basic")).toEqual([basic.id]);
  expect(await idsOf("comfort")).toEqual([comfort.id]);
  expect(await idsOf("rescue-plus")).toEqual([rescue.id]);
  lab.setNow("2027-03-01T12:00:00Z");
  expect(await idsOf("basic")).toEqual([rescue.id, comfort.id, basic.id]);
});
