// A customer could name their own price, or one payment would be requested twice.
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { listChanges } from "#app/features/audit-log/audit-log.server.ts";
import { listNotifications } from "#app/features/notifications/notifications.server.ts";
import { pets } from "#app/features/pets/pets.tables.server.ts";
import { createTestAdmin, createTestPet, createTestUser } from "#tests/make.ts";
import { createProofImage, createTestUpgradeRequest, grantTestPlan } from "#tests/make-plans.ts";
import { createTestApp } from "#tests/test-app.ts";
import { notifyPlanEnds } from "./notify-plan-expiry.server.ts";
import { plansPersonalData } from "./personal-data.server.ts";
import { getPlan, getPlanSettings, listPeriodsAhead, updatePlanSettings } from "./plans.server.ts";
import { subscriptionRequests } from "./plans.tables.server.ts";
import { approveRequest, rejectRequest } from "./review/decide-requests.server.ts";
import { countPendingRequests, countRequests, getRequest, listRequests } from "./review/list-requests.server.ts";
import {
  cancelRequest,
  findPendingRequest,
  getOwnRequest,
  listOwnRequests,
} from "./upgrade-requests/upgrade-requests.server.ts";

const { ctx, setNow, emails, runJobs } = await createTestApp();

const noon = "2026-11-21T12:00:00Z";
const refusal = (code: string, status = 409) => ({ code, status });
const pending = { status: "pending", search: "", page: 1 } as const;

describe("upgrade request", () => {
  test("is stored as pending, with the server's price and the form's values", async () => {
    const owner = await createTestUser(ctx, { firstName: "Huda" });
    const id = await createTestUpgradeRequest(ctx, owner, { months: 12, reference: "TX 77-01", notes: "From my bank" });
    expect(await findPendingRequest(ctx, owner)).toMatchObject({
      id,
      status: "pending",
      currentPlan: "basic",
      plan: "comfort",
      months: 12,
      priceCents: 2699,
      referenceKey: "TX7701",
      notes: "From my bank",
    });
    expect(await getPlan(ctx, owner)).toBe("basic");
  });

  test("is created once when submitted several times concurrently", async () => {
    const owner = await createTestUser(ctx);
    const sent = await Promise.allSettled([1, 2, 3].map(() => createTestUpgradeRequest(ctx, owner)));
    expect(sent.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const result of sent)
      if (result.status === "rejected") expect(result.reason).toMatchObject(refusal("subscription.alreadyPending"));
    expect((await listOwnRequests(ctx, owner, 1)).requests).toHaveLength(1);
    expect((await listOwnRequests(ctx, owner, 99)).requests, "the last page instead of one beyond").toHaveLength(1);
  });

  test("is rejected with a price other than the server's, and its image is deleted", async () => {
    const owner = await createTestUser(ctx);
    const request = createTestUpgradeRequest(ctx, owner, { seenCents: 1, proof: await createProofImage("#010203") });
    await expect(request).rejects.toMatchObject(refusal("subscription.priceChanged"));
    expect(await findPendingRequest(ctx, owner)).toBeNull();
  });

  test("can be withdrawn only by its owner and only before the decision", async () => {
    const [owner, other, admin] = [await createTestUser(ctx), await createTestUser(ctx), await createTestAdmin(ctx)];
    const id = await createTestUpgradeRequest(ctx, owner);
    for (const stranger of [other, admin])
      await expect(cancelRequest(ctx, stranger, id)).rejects.toMatchObject({ status: 404 });
    await cancelRequest(ctx, owner, id);
    await expect(approveRequest(ctx, admin, id)).rejects.toMatchObject(refusal("upgradeReview.withdrawnMeanwhile"));
    const again = await createTestUpgradeRequest(ctx, owner);
    await approveRequest(ctx, admin, again);
    await expect(cancelRequest(ctx, owner, again)).rejects.toMatchObject(refusal("subscription.alreadyDecided"));
  });

  test.each(["", "nonsense", "../../etc", "01900000-0000-7000-8000-000000000000"])(
    "returns 404 for the id %j",
    async (id) => {
      const [owner, admin] = [await createTestUser(ctx), await createTestAdmin(ctx)];
      await expect(getOwnRequest(ctx, owner, id)).rejects.toMatchObject({ status: 404 });
      await expect(getRequest(ctx, admin, id)).rejects.toMatchObject({ status: 404 });
      await expect(approveRequest(ctx, admin, id)).rejects.toMatchObject({ status: 404 });
    },
  );
});

describe("review", () => {
  test("accepts one of two concurrent decisions and tells the other administrator who decided and when", async () => {
    setNow(noon);
    const owner = await createTestUser(ctx);
    const [amina, nour] = [await createTestAdmin(ctx), await createTestAdmin(ctx)];
    const id = await createTestUpgradeRequest(ctx, owner);
    const reject = { requestId: id, reason: "unreadable", note: null } as const;
    const pressed = await Promise.allSettled([approveRequest(ctx, amina, id), rejectRequest(ctx, nour, reject)]);
    expect(pressed.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const [row] = await ctx.db.select().from(subscriptionRequests).where(eq(subscriptionRequests.id, id));
    const winner = row?.reviewerId === amina.id ? amina : nour;
    const second = pressed.find(({ status }) => status === "rejected") as PromiseRejectedResult;
    expect(second.reason.params).toEqual({
      name: `\u2068${winner.firstName} ${winner.lastName}\u2069`,
      when: "21 Nov 2026, 14:00",
    });
    expect(second.reason.code).toBe(
      row?.status === "approved" ? "upgradeReview.approvedAlready" : "upgradeReview.rejectedAlready",
    );
    expect(await getPlan(ctx, owner)).toBe(row?.status === "approved" ? "comfort" : "basic");
  });

  test("grants calendar months in the owner's time zone, after which the plan expires", async () => {
    setNow("2027-01-31T10:00:00Z");
    const owner = await createTestUser(ctx);
    await grantTestPlan(ctx, owner);
    const [period] = await listPeriodsAhead(ctx, owner.id);
    expect(period?.endsAt.toISOString()).toBe("2027-02-28T10:00:00.000Z");
    setNow("2027-02-28T09:59:59Z");
    expect(await getPlan(ctx, owner)).toBe("comfort");
    setNow("2027-02-28T10:00:00Z");
    expect(await getPlan(ctx, owner)).toBe("basic");
    setNow(noon);
  });

  test("appends a renewal; a larger plan comes first and the rest of the smaller one is postponed", async () => {
    setNow(noon);
    const owner = await createTestUser(ctx);
    await grantTestPlan(ctx, owner);
    await grantTestPlan(ctx, owner);
    await grantTestPlan(ctx, owner, "rescue-plus");
    const periods = await listPeriodsAhead(ctx, owner.id);
    expect(periods.map(({ plan }) => plan)).toEqual(["rescue-plus", "comfort", "comfort"]);
    expect(periods.map(({ startsAt }) => startsAt.toISOString().slice(0, 10))).toEqual([
      "2026-11-21",
      "2026-12-21",
      "2027-01-20",
    ]);
    expect(periods.at(-1)?.endsAt.toISOString().slice(0, 10)).toBe("2027-02-20");
    expect(await getPlan(ctx, owner)).toBe("rescue-plus");
  });

  test("notifies the owner in their language, with reason and note", async () => {
    const [owner, admin] = [await createTestUser(ctx, { language: "ar" }), await createTestAdmin(ctx)];
    const id = await createTestUpgradeRequest(ctx, owner);
    await rejectRequest(ctx, admin, { requestId: id, reason: "amountDiffers", note: "Please send 1 $ more" });
    const { notifications } = await listNotifications(ctx, owner);
    expect(notifications[0]).toMatchObject({ kind: "plan", link: "/dashboard/subscription" });
    await runJobs();
    const message = emails.find(({ to }) => to === owner.email);
    expect(message?.text).toContain(ctx.translator("ar")("subscription.reasons.amountDiffers"));
    expect(message?.text).toContain("Please send 1 $ more");
  });

  test("is rejected for non-administrators", async () => {
    const owner = await createTestUser(ctx);
    const id = await createTestUpgradeRequest(ctx, owner);
    const calls = [
      approveRequest(ctx, owner, id),
      rejectRequest(ctx, owner, { requestId: id, reason: "unreadable", note: null }),
      listRequests(ctx, owner, pending),
      countRequests(ctx, owner),
      getRequest(ctx, owner, id),
    ];
    for (const call of calls) await expect(call).rejects.toMatchObject({ status: 403 });
    expect(await findPendingRequest(ctx, owner)).not.toBeNull();
  });
});

describe("list of requests", () => {
  test("is sorted by waiting time and searchable in both scripts", async () => {
    const admin = await createTestAdmin(ctx);
    const first = await createTestUser(ctx, { firstName: "منى", lastName: "القاضي" });
    const second = await createTestUser(ctx, { firstName: "Zelda", lastName: "Quill" });
    const ids = [
      await createTestUpgradeRequest(ctx, first, { reference: "٩٩٨٨٧٧" }),
      await createTestUpgradeRequest(ctx, second),
    ];
    const found = async (search: string) =>
      (await listRequests(ctx, admin, { ...pending, search })).requests.map(({ id }) => id);
    expect(await found("القاضي")).toEqual([ids[0]]);
    expect(await found("quill")).toEqual([ids[1]]);
    expect(await found("998877")).toEqual([ids[0]]);
    expect(await found("%")).toEqual([]);
    const all = await listRequests(ctx, admin, pending);
    expect(all.total).toBe(await countPendingRequests(ctx));
    expect(all.requests.map(({ id }) => id)).toEqual(all.requests.map(({ id }) => id).sort());
  });

  test("warns of a payment used before, and by whom, but not of the owner's own withdrawn request", async () => {
    const [honest, cheat, admin] = [
      await createTestUser(ctx),
      await createTestUser(ctx, { firstName: "Copy" }),
      await createTestAdmin(ctx),
    ];
    const proof = await createProofImage("#445566");
    const tried = await createTestUpgradeRequest(ctx, honest, { proof, reference: "AB-1234" });
    await cancelRequest(ctx, honest, tried);
    const id = await createTestUpgradeRequest(ctx, honest, { proof, reference: "AB-1234" });
    const warningsOf = async (requestId: string, status: "pending" = "pending") => {
      const { requests } = await listRequests(ctx, admin, { ...pending, status, search: "ab1234" });
      return requests.find((request) => request.id === requestId)?.warnings.map(({ kind, id: of }) => [kind, of]);
    };
    expect(await warningsOf(id)).toEqual([]);
    await approveRequest(ctx, admin, id);
    const copied = await createTestUpgradeRequest(ctx, cheat, { proof, reference: "ab 1234" });
    const warnings = await warningsOf(copied);
    expect(warnings).toContainEqual(["sameReference", id]);
    expect(warnings).toContainEqual(["sameProof", id]);
  });
});

test("an expired plan keeps all pets and only prevents adding more; a plan approved while pets are added applies immediately", async () => {
  setNow(noon);
  const [owner, admin] = [await createTestUser(ctx), await createTestAdmin(ctx)];
  await createTestPet(ctx, owner, { name: "One" });
  const id = await createTestUpgradeRequest(ctx, owner);
  const [, ...added] = await Promise.allSettled([
    approveRequest(ctx, admin, id),
    ...["Two", "Three", "Four", "Five"].map((name) => createTestPet(ctx, owner, { name })),
  ]);
  const fitting = added.filter(({ status }) => status === "fulfilled").length;
  expect(fitting).toBeLessThanOrEqual(2);
  for (let there = 1 + fitting; there < 3; there++) await createTestPet(ctx, owner, { name: `More ${there}` });
  await expect(createTestPet(ctx, owner, { name: "Fourth" })).rejects.toMatchObject(refusal("plans.full.comfort"));
  setNow("2027-03-01T12:00:00Z");
  expect(await getPlan(ctx, owner)).toBe("basic");
  const kept = await ctx.db.select().from(pets).where(eq(pets.ownerId, owner.id));
  expect(kept.filter(({ removedAt }) => removedAt === null)).toHaveLength(3);
  await expect(createTestPet(ctx, owner, { name: "Fourth" })).rejects.toMatchObject(refusal("plans.full.basic"));
  setNow(noon);
});

test("rejects the second of two concurrent price changes; existing requests keep their price", async () => {
  const [owner, admin] = [await createTestUser(ctx), await createTestAdmin(ctx)];
  const id = await createTestUpgradeRequest(ctx, owner);
  const settings = await getPlanSettings(ctx);
  const dearer = { ...settings, prices: { ...settings.prices, comfort: { 1: 499, 6: 1999, 12: 2999 } } } as const;
  await expect(updatePlanSettings(ctx, owner, dearer)).rejects.toMatchObject({ status: 403 });
  const saved = await Promise.allSettled([1, 2].map(() => updatePlanSettings(ctx, admin, dearer)));
  expect(saved.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  expect((await getPlanSettings(ctx)).prices.comfort[1]).toBe(499);
  expect((await getRequest(ctx, admin, id)).priceCents).toBe(299);
  const again = await getPlanSettings(ctx);
  const logged = async () => (await listChanges(ctx, admin, { action: "plan.change" })).changes.length;
  const before = await logged();
  await updatePlanSettings(ctx, admin, { ...again, payTo: { ...again.payTo } });
  expect([(await getPlanSettings(ctx)).version, await logged()], "nothing changed").toEqual([again.version, before]);
  const back = { ...settings, version: again.version };
  await updatePlanSettings(ctx, admin, back);
});

test("account deletion erases name and text of requests and keeps the amounts", async () => {
  const [owner, admin] = [await createTestUser(ctx), await createTestAdmin(ctx)];
  const paid = await createTestUpgradeRequest(ctx, owner, {
    notes: "mine",
    reference: "REF-9",
    proof: await createProofImage("#aabbcc"),
  });
  await approveRequest(ctx, admin, paid);
  const open = await createTestUpgradeRequest(ctx, owner);
  expect(await plansPersonalData.files?.(ctx, owner)).toHaveLength(1);
  await plansPersonalData.erase?.(ctx, owner);
  const kept = await getRequest(ctx, admin, paid);
  expect(kept).toMatchObject({ status: "approved", priceCents: 299, userId: null });
  expect([kept.fullName, kept.email, kept.notes, kept.reference, kept.proofId, kept.proofImageHash]).toEqual(
    Array(6).fill(null),
  );
  expect((await getRequest(ctx, admin, open)).status).toBe("withdrawn");
});

describe("end of a plan", () => {
  const listReminderDays = async (owner: Awaited<ReturnType<typeof createTestUser>>) => {
    await Promise.all([notifyPlanEnds(ctx), notifyPlanEnds(ctx)]);
    const { notifications } = await listNotifications(ctx, owner);
    return notifications.filter(({ params }) => params.planNews === undefined).map(({ params }) => params.days);
  };

  test("is announced 14 and 3 days before and on the day, once each and during the day", async () => {
    setNow("2027-05-10T12:00:00Z");
    const owner = await createTestUser(ctx);
    await grantTestPlan(ctx, owner);
    const seen: [string, (number | undefined)[]][] = [];
    for (const now of [
      "05-20T12:00",
      "05-27T05:00",
      "05-27T07:00",
      "05-27T15:00",
      "06-07T12:00",
      "06-10T08:00",
      "06-11T12:00",
    ]) {
      setNow(`2027-${now}:00Z`);
      seen.push([now, await listReminderDays(owner)]);
    }
    expect(seen).toEqual([
      ["05-20T12:00", []],
      ["05-27T05:00", []],
      ["05-27T07:00", [14]],
      ["05-27T15:00", [14]],
      ["06-07T12:00", [3, 14]],
      ["06-10T08:00", [0, 3, 14]],
      ["06-11T12:00", [0, 3, 14]],
    ]);
    setNow(noon);
  });

  test("is not announced to owners who renewed or have a pending request", async () => {
    setNow("2027-08-10T12:00:00Z");
    const [renewed, waiting] = [await createTestUser(ctx), await createTestUser(ctx)];
    for (const owner of [renewed, waiting]) await grantTestPlan(ctx, owner);
    await grantTestPlan(ctx, renewed);
    await createTestUpgradeRequest(ctx, waiting);
    setNow("2027-09-09T12:00:00Z");
    expect([await listReminderDays(renewed), await listReminderDays(waiting)]).toEqual([[], []]);
    setNow(noon);
  });
});
