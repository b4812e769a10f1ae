// An administrator could approve their own plan, or a paying member would lose the days that are left.
import { text } from "node:stream/consumers";
import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { listUsers } from "#app/features/admin/users/list-users.server.ts";
import { listChanges } from "#app/features/audit-log/audit-log.server.ts";
import { listNotifications } from "#app/features/notifications/notifications.server.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import { createTestAdmin, createTestUser } from "#tests/make.ts";
import { createTestUpgradeRequest, grantTestPlan } from "#tests/make-plans.ts";
import { createTestApp } from "#tests/test-app.ts";
import type { Plan } from "../plans.rules.ts";
import { getPeriods, getPlan, listPeriodsAhead } from "../plans.server.ts";
import { subscriptionRequests } from "../plans.tables.server.ts";
import { approveRequest, rejectRequest } from "./decide-requests.server.ts";
import { exportRequests, listRequests } from "./list-requests.server.ts";

const testApp = await createTestApp();
beforeEach(() => testApp.ctx.db.update(users).set({ role: "user" }));

const canApproveOn = async (admin: Parameters<typeof listRequests>[1], id: string) => {
  const { requests } = await listRequests(testApp.ctx, admin, { status: "pending", search: "", page: 1 });
  return requests.find((one) => one.id === id)?.canApprove;
};

test("requests are filtered by the day of the request and exported as CSV", async () => {
  const { ctx } = testApp;
  const admin = { ...(await createTestAdmin(ctx)), timeZone: "Africa/Cairo" };
  const id = await createTestUpgradeRequest(ctx, await createTestUser(ctx));
  const askedAt = new Date("2026-01-31T22:00:00Z");
  await ctx.db.update(subscriptionRequests).set({ askedAt }).where(eq(subscriptionRequests.id, id));
  const within = async (day: string) => {
    const asked = { search: "", page: 1, from: day, to: day };
    const csv = await text(exportRequests(ctx, admin, asked));
    return [(await listRequests(ctx, admin, asked)).total, csv.split("\r\n").length - 2];
  };
  expect(await within("2026-02-01")).toEqual([1, 1]);
  expect(await within("2026-01-31")).toEqual([0, 0]);
});

test("administrators cannot approve their own request while another could, but can reject it", async () => {
  const { ctx } = testApp;
  const [amina, nour] = [await createTestAdmin(ctx), await createTestAdmin(ctx)];
  const id = await createTestUpgradeRequest(ctx, amina);
  expect([await canApproveOn(amina, id), await canApproveOn(nour, id)]).toEqual([false, true]);
  await expect(approveRequest(ctx, amina, id)).rejects.toMatchObject({ code: "upgradeReview.notYourOwn", status: 403 });
  expect(await getPlan(ctx, amina)).toBe("basic");
  await rejectRequest(ctx, amina, { requestId: id, reason: "other", note: null });
  await approveRequest(ctx, nour, await createTestUpgradeRequest(ctx, amina));
  expect(await getPlan(ctx, amina)).toBe("comfort");
});

test("the only active administrator can approve their own request", async () => {
  const { ctx } = testApp;
  const amina = await createTestAdmin(ctx);
  const suspended = await createTestAdmin(ctx);
  const id = await createTestUpgradeRequest(ctx, amina);
  await expect(approveRequest(ctx, amina, id)).rejects.toMatchObject({ code: "upgradeReview.notYourOwn" });
  await ctx.db.update(users).set({ suspendedAt: ctx.clock.now() }).where(eq(users.id, suspended.id));
  expect(await canApproveOn(amina, id)).toBe(true);
  await approveRequest(ctx, amina, id);
  expect(await getPlan(ctx, amina)).toBe("comfort");
});

test("users are filtered by their current plan", async () => {
  const { ctx } = testApp;
  const [basic, comfort, rescue] = [await createTestUser(ctx), await createTestUser(ctx), await createTestUser(ctx)];
  await grantTestPlan(ctx, comfort);
  await grantTestPlan(ctx, rescue, "rescue-plus");
  const admin = await createTestAdmin(ctx);
  const idsOf = async (plan: Plan) => {
    const found = await listUsers(ctx, admin, { plan });
    const three = [basic.id, comfort.id, rescue.id];
    return found.users.map(({ id }) => id).filter((id) => three.includes(id));
  };
  expect(await idsOf("basic")).toEqual([basic.id]);
  expect(await idsOf("comfort")).toEqual([comfort.id]);
  expect(await idsOf("rescue-plus")).toEqual([rescue.id]);
  testApp.setNow("2027-03-01T12:00:00Z");
  expect(await idsOf("basic")).toEqual([rescue.id, comfort.id, basic.id]);
});

test("a renewal or a smaller plan is approved for later, and its owner is told from when; an ended plan is named", async () => {
  const { ctx, setNow } = testApp;
  setNow("2027-03-01T12:00:00Z");
  const [owner, admin] = [await createTestUser(ctx), await createTestAdmin(ctx)];
  const latestParams = async () => (await listNotifications(ctx, owner)).notifications[0]?.params;
  const approveNew = async (plan: "comfort" | "rescue-plus") =>
    approveRequest(ctx, admin, await createTestUpgradeRequest(ctx, owner, { plan }));
  await approveNew("rescue-plus");
  expect(await latestParams()).toEqual({ planNews: "approved", plan: "rescue-plus" });
  await approveNew("rescue-plus");
  expect(await latestParams()).toMatchObject({
    planNews: "approvedLater",
    text: "Valid from 1 April 2027 to 1 May 2027",
  });
  await approveNew("comfort");
  expect(await latestParams()).toMatchObject({
    planNews: "approvedLater",
    text: "Valid from 1 May 2027 to 1 June 2027",
  });
  expect((await getPeriods(ctx, owner)).ended).toBeNull();
  setNow("2027-06-02T12:00:00Z");
  expect(await getPeriods(ctx, owner)).toMatchObject({
    ahead: [],
    ended: { plan: "comfort", endsAt: new Date("2027-06-01T11:00:00Z") },
  });
  setNow("2027-09-01T12:00:00Z");
  expect((await getPeriods(ctx, owner)).ended).toBeNull();
  setNow("2027-03-01T12:00:00Z");
});

test("rejecting an approved request ends its remaining time, moves later periods earlier and notifies the owner", async () => {
  const { ctx, setNow } = testApp;
  setNow("2027-04-01T12:00:00Z");
  const [owner, admin] = [await createTestUser(ctx), await createTestAdmin(ctx)];
  const first = await createTestUpgradeRequest(ctx, owner);
  await approveRequest(ctx, admin, first);
  await grantTestPlan(ctx, owner);
  setNow("2027-04-11T12:00:00Z");
  await rejectRequest(
    ctx,
    admin,
    { requestId: first, reason: "notReceived", note: "Sent back by the bank" },
    { isCorrection: true },
  );
  const ahead = await listPeriodsAhead(ctx, owner.id);
  expect(ahead.map(({ plan, startsAt, endsAt }) => [plan, startsAt.toISOString(), endsAt.toISOString()])).toEqual([
    // It was to cover May, which has 31 days.
    ["comfort", "2027-04-11T12:00:00.000Z", "2027-05-12T12:00:00.000Z"],
  ]);
  expect(await getPlan(ctx, owner)).toBe("comfort");
  const { requests } = await listRequests(ctx, admin, { status: "rejected", search: "", page: 1 });
  expect(requests.find(({ id }) => id === first)).toMatchObject({
    reason: "notReceived",
    startsAt: null,
    endsAt: null,
  });
  const { notifications } = await listNotifications(ctx, owner);
  expect(notifications[0]?.params).toMatchObject({ planNews: "corrected", plan: "comfort" });
  expect(notifications[0]?.params.text).toContain("Sent back by the bank");
  const { changes } = await listChanges(ctx, admin, { action: "upgrade.correct" });
  expect(changes[0]).toMatchObject({ before: { status: "approved" }, after: { status: "rejected" } });
  const again = rejectRequest(
    ctx,
    admin,
    { requestId: first, reason: "notReceived", note: null },
    { isCorrection: true },
  );
  await expect(again).rejects.toMatchObject({ code: "upgradeReview.rejectedAlready", status: 409 });
});

test("rejecting the only period removes it, and plans postponed by a larger one start earlier", async () => {
  const { ctx, setNow } = testApp;
  setNow("2027-06-01T12:00:00Z");
  const [owner, admin] = [await createTestUser(ctx), await createTestAdmin(ctx)];
  await grantTestPlan(ctx, owner);
  const larger = await createTestUpgradeRequest(ctx, owner, { plan: "rescue-plus" });
  await approveRequest(ctx, admin, larger);
  const reject = { reason: "notReceived", note: null } as const;
  await rejectRequest(ctx, admin, { requestId: larger, ...reject }, { isCorrection: true });
  const [left, ...others] = await listPeriodsAhead(ctx, owner.id);
  expect([left?.plan, left?.endsAt.toISOString(), others]).toEqual(["comfort", "2027-07-01T12:00:00.000Z", []]);
  await rejectRequest(ctx, admin, { requestId: left?.requestId ?? "", ...reject }, { isCorrection: true });
  expect(await getPlan(ctx, owner)).toBe("basic");
});

test("approving a rejected request grants the plan with a note, but not one's own while another administrator could", async () => {
  const { ctx } = testApp;
  const [owner, amina, nour] = [await createTestUser(ctx), await createTestAdmin(ctx), await createTestAdmin(ctx)];
  const requestId = await createTestUpgradeRequest(ctx, owner);
  const note = "The bank confirmed it";
  await expect(approveRequest(ctx, amina, requestId, { note })).rejects.toMatchObject({ status: 409 });
  await rejectRequest(ctx, amina, { requestId, reason: "notReceived", note: null });
  await expect(approveRequest(ctx, amina, requestId)).rejects.toMatchObject({ code: "upgradeReview.rejectedAlready" });
  await expect(approveRequest(ctx, owner, requestId, { note })).rejects.toMatchObject({ status: 403 });
  await approveRequest(ctx, amina, requestId, { note });
  expect(await getPlan(ctx, owner)).toBe("comfort");
  const { notifications } = await listNotifications(ctx, owner);
  expect(notifications[0]?.params).toMatchObject({ planNews: "approved", text: note });
  const own = await createTestUpgradeRequest(ctx, nour);
  await rejectRequest(ctx, amina, { requestId: own, reason: "notReceived", note: null });
  const tried = approveRequest(ctx, nour, own, { note });
  await expect(tried).rejects.toMatchObject({ code: "upgradeReview.notYourOwn" });
});

test("a request decided by another administrator stays listed among the pending ones", async () => {
  const { ctx } = testApp;
  const [owner, admin] = [await createTestUser(ctx), await createTestAdmin(ctx)];
  const id = await createTestUpgradeRequest(ctx, owner);
  await approveRequest(ctx, admin, id);
  const asked = { status: "pending", search: "", page: 1 } as const;
  const statusIn = async (decided: string) =>
    (await listRequests(ctx, admin, { ...asked, decided })).requests.find((one) => one.id === id)?.status;
  expect([await statusIn(""), await statusIn(id)]).toEqual([undefined, "approved"]);
});
