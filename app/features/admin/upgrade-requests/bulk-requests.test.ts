// A doubtful payment would be approved unseen, or customers would never hear the decision.
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { getBulkRun, startBulkRun } from "#app/features/admin-lists/bulk/bulk-runs.server.ts";
import { listNotifications } from "#app/features/notifications/notifications.server.ts";
import { getPlan } from "#app/features/plans/plans.server.ts";
import { subscriptionRequests } from "#app/features/plans/plans.tables.server.ts";
import { rejectRequest } from "#app/features/plans/review/decide-requests.server.ts";
import { selectRequests } from "#app/features/plans/review/list-requests.server.ts";
import { receiptNumber } from "#app/features/plans/upgrade-requests.rules.ts";
import { createTestAdmin, createTestUser } from "#tests/make.ts";
import { refused } from "#tests/make-orders.ts";
import { createProofImage, createTestUpgradeRequest } from "#tests/make-plans.ts";
import { createTestApp } from "#tests/test-app.ts";
import { approveRequests, rejectRequests } from "./bulk-requests.server.ts";

const testApp = await createTestApp();
const { ctx } = testApp;
const admin = await createTestAdmin(ctx);
await createTestAdmin(ctx);

const t = ((code: string) => code) as never;
const subjects = (ids: string[]) =>
  selectRequests(ctx, admin, { ids, all: ids.length === 0 }, { status: "pending", search: "", page: 1 });
const result = (runId: string) => getBulkRun(ctx, admin, runId, t);
const read = async (id: string) =>
  (await ctx.db.select().from(subscriptionRequests).where(eq(subscriptionRequests.id, id)))[0]!;

test("approves plain requests; reports doubtful ones, the administrator's own and decided ones with a reason", async () => {
  const [one, two, copycat] = [await createTestUser(ctx), await createTestUser(ctx), await createTestUser(ctx)];
  const plain = await createTestUpgradeRequest(ctx, one);
  const first = await createTestUpgradeRequest(ctx, two, { reference: "IP-77-01" });
  const again = await createTestUpgradeRequest(ctx, copycat, { reference: "ip 7701" });
  const sameProof: string[] = [];
  for (let copy = 0; copy < 2; copy++)
    sameProof.push(
      await createTestUpgradeRequest(ctx, await createTestUser(ctx), { proof: await createProofImage("#135") }),
    );
  const own = await createTestUpgradeRequest(ctx, admin);
  const decided = await createTestUpgradeRequest(ctx, await createTestUser(ctx));
  await rejectRequest(ctx, admin, { requestId: decided, reason: "other", note: null });
  const ids = [plain, first, again, ...sameProof, own, decided];
  const runId = await startBulkRun(ctx, admin, approveRequests, {
    params: {},
    listPath: "/admin/upgrade-requests",
    subjects: subjects(ids),
  });
  const { refusals, ...run } = await result(runId);
  expect(run).toMatchObject({ isFinished: true, done: 1, refused: 6, canUndo: false });
  const why = new Map(refusals.map(({ name, reason }) => [name, reason]));
  for (const doubtful of [first, again, ...sameProof])
    expect(why.get(receiptNumber(await read(doubtful)))).toBe("upgradeReview.bulk.doubtful");
  expect(why.get(receiptNumber(await read(own)))).toBe("upgradeReview.notYourOwn");
  expect(why.get(receiptNumber(await read(decided)))).toBe("upgradeReview.rejectedAlready");
  expect((await read(plain)).status).toBe("approved");
  expect(await getPlan(ctx, one)).toBe("comfort");
  for (const waiting of [first, again, own]) expect((await read(waiting)).status).toBe("pending");
});

test("rejects pending requests for one reason and notifies their owners", async () => {
  const owners = [await createTestUser(ctx), await createTestUser(ctx)];
  const ids: string[] = [];
  for (const owner of owners) ids.push(await createTestUpgradeRequest(ctx, owner));
  const runId = await startBulkRun(ctx, admin, rejectRequests, {
    params: { reason: "notReceived" },
    listPath: "/admin/upgrade-requests",
    subjects: subjects(ids),
  });
  expect(await result(runId)).toMatchObject({ done: 2, refused: 0, canUndo: false });
  for (const id of ids) expect(await read(id)).toMatchObject({ status: "rejected", reason: "notReceived" });
  const ownerNotifications = await listNotifications(ctx, owners[0]!, {});
  expect(JSON.stringify(ownerNotifications)).toContain("rejected");
  expect(() => selectRequests(ctx, owners[0]!, { ids, all: false }, { search: "", page: 1 })).toThrow(
    refused("accounts.adminRequired") as never,
  );
});
