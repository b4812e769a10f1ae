import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { listUsers } from "#app/features/admin/users/list-users.server.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import { anAdmin, aUser } from "#tests/make.ts";
import { aPlan, aRequest } from "#tests/make-plans.ts";
import { createTestApp, type TestApp } from "#tests/test-app.ts";
import { getPlan, hasPlan } from "../plans.server.ts";
import { approveRequest, rejectRequest } from "./review.server.ts";
import { listRequests } from "./upgrade-review.server.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.close());
beforeEach(() => testApp.ctx.db.update(users).set({ role: "user" }));

const canApproveOn = async (admin: Parameters<typeof listRequests>[1], id: string) => {
  const { requests } = await listRequests(testApp.ctx, admin, { status: "pending", search: "", page: 1 });
  return requests.find((one) => one.id === id)?.canApprove;
};

test("nobody grants their own plan while another administrator could; turning it down is everybody's", async () => {
  const { ctx } = testApp;
  const [amina, nour] = [await anAdmin(ctx), await anAdmin(ctx)];
  const id = await aRequest(ctx, amina);
  expect([await canApproveOn(amina, id), await canApproveOn(nour, id)]).toEqual([false, true]);
  await expect(approveRequest(ctx, amina, id)).rejects.toMatchObject({ code: "upgradeReview.notYourOwn", status: 403 });
  expect(await getPlan(ctx, amina)).toBe("basic");
  await rejectRequest(ctx, amina, { requestId: id, reason: "other", note: null });
  await approveRequest(ctx, nour, await aRequest(ctx, amina));
  expect(await getPlan(ctx, amina)).toBe("comfort");
});

test("the only administrator who may act grants it", async () => {
  const { ctx } = testApp;
  const amina = await anAdmin(ctx);
  const suspended = await anAdmin(ctx);
  const id = await aRequest(ctx, amina);
  await expect(approveRequest(ctx, amina, id)).rejects.toMatchObject({ code: "upgradeReview.notYourOwn" });
  await ctx.db.update(users).set({ suspendedAt: ctx.clock.now() }).where(eq(users.id, suspended.id));
  expect(await canApproveOn(amina, id)).toBe(true);
  await approveRequest(ctx, amina, id);
  expect(await getPlan(ctx, amina)).toBe("comfort");
});

test("people are listed by the plan that holds for them now", async () => {
  const { ctx } = testApp;
  const [basic, comfort, rescue] = [await aUser(ctx), await aUser(ctx), await aUser(ctx)];
  await aPlan(ctx, comfort);
  await aPlan(ctx, rescue, "rescue-plus");
  const admin = await anAdmin(ctx);
  const idsOf = async (plan: Parameters<typeof hasPlan>[1]) => {
    const found = await listUsers(ctx, admin, { only: hasPlan(ctx, plan, users.id) });
    const three = [basic.id, comfort.id, rescue.id];
    return found.users.map(({ id }) => id).filter((id) => three.includes(id));
  };
  expect(await idsOf("basic")).toEqual([basic.id]);
  expect(await idsOf("comfort")).toEqual([comfort.id]);
  expect(await idsOf("rescue-plus")).toEqual([rescue.id]);
  testApp.setNow("2027-03-01T12:00:00Z");
  expect(await idsOf("basic")).toEqual([rescue.id, comfort.id, basic.id]);
});
