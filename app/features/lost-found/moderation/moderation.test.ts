import { afterAll, describe, expect, test } from "vitest";
import { getReportForAdmin, listAllReports } from "#app/features/admin/lost-found/admin-reports.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import { anAdmin, aUser } from "#tests/make.ts";
import { createTestApp } from "#tests/test-app.ts";
import {
  createReportConversation,
  listReportConversations,
  replyToWriter,
} from "../contact/report-conversations.server.ts";
import { planSteps, stageAt } from "../own/search-plan.rules.ts";
import { updatePlanStep } from "../own/search-plan.server.ts";
import { reportsPersonalData } from "../personal-data.server.ts";
import { findPublicReport } from "../report/public-report.server.ts";
import { confirmReport, renewReport } from "../report-states.server.ts";
import { addGuestReport, addReport, getOwnReport } from "../reports.server.ts";
import { banReporter, findBan, liftBan, listBans } from "./report-bans.server.ts";
import { flagReport } from "./report-flags.server.ts";
import { dismissFlags, hideReport, restoreReport } from "./report-moderation.server.ts";

const { ctx, close } = await createTestApp();
afterAll(close);

let networks = 0;
const from = () => ({ address: `203.${Math.floor(++networks / 250)}.${networks % 250}.5`, language: "en" as const });
const lostCat = { kind: "lost", type: "cat", petName: "Luna", area: "Zamalek" } as const;
const foundDog = { kind: "found", type: "dog", area: "Maadi" } as const;

async function aReport(reporter?: Actor) {
  const owner = reporter ?? (await aUser(ctx));
  const id = await addReport(ctx, owner, { ...lostCat, seenAt: ctx.clock.now(), description: `${++networks}` }, from());
  return { owner, id };
}

const code = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (refusal: { code?: string; status?: number }) => (refusal.status === 404 ? 404 : refusal.code),
  );

describe("complaints", () => {
  test("reach the queue with who, why and since when, and are dismissed without touching the report", async () => {
    const { id } = await aReport();
    const admin = await anAdmin(ctx);
    const neighbour = await aUser(ctx, { email: "neighbour@example.com" });
    await flagReport(ctx, id, { reason: "scam", note: "asked for money" }, { ...from(), actor: neighbour });
    await flagReport(ctx, id, { reason: "wrong" }, { ...from(), actor: null });
    const { reports } = await listAllReports(ctx, admin, { search: "", state: "flagged", after: null });
    const queued = reports.find((report) => report.id === id);
    expect(queued?.complaints).toMatchObject({ total: 2, reasons: ["scam", "wrong"] });
    expect(queued?.complaints?.first).toBeInstanceOf(Date);
    const { flags } = await getReportForAdmin(ctx, admin, id);
    expect(flags.map(({ email, reason }) => [email, reason])).toEqual([
      [null, "wrong"],
      ["neighbour@example.com", "scam"],
    ]);
    expect(flags[0]?.network).toMatch(/^[\w-]{4}$/);
    await dismissFlags(ctx, admin, id);
    expect(await findPublicReport(ctx, id)).not.toBeNull();
    const after = await getReportForAdmin(ctx, admin, id);
    expect(after.report.openFlags).toBe(0);
    expect(after.flags.every(({ handledAt }) => handledAt)).toBe(true);
    expect(after.trail.map(({ action, actorEmail }) => [action, actorEmail])).toEqual([
      ["report.dismiss", admin.email],
    ]);
  });

  test("flood from one network: each counts once, and then no more are taken", async () => {
    const { id } = await aReport();
    const sender = { ...from(), actor: null };
    for (let tried = 0; tried < 10; tried++) await flagReport(ctx, id, { reason: "scam" }, sender);
    expect(await code(flagReport(ctx, id, { reason: "scam" }, sender))).toBe("errors.tooMany");
    const { flags } = await getReportForAdmin(ctx, await anAdmin(ctx), id);
    expect(flags).toHaveLength(1);
  });

  test("come with what its conversations look like, but not with what was written", async () => {
    const { owner, id } = await aReport();
    await createReportConversation(
      ctx,
      id,
      { body: "Pay the vet fee first, send me the code" },
      { ...from(), actor: null },
    );
    const [conversation] = await listReportConversations(ctx, { id });
    await replyToWriter(ctx, owner, id, conversation!.id, "I will never pay by Western Union");
    const view = await getReportForAdmin(ctx, await anAdmin(ctx), id);
    expect(view.signs).toContainEqual({ sign: "payFirst", author: "finder", times: 1 });
    expect(view.signs).toContainEqual({ sign: "transfer", author: "owner", times: 1 });
    expect(JSON.stringify(view)).not.toContain("Western");
  });
});

describe("two administrators", () => {
  test("the second is told that the first decided, and nothing changes", async () => {
    const { id } = await aReport();
    const [one, two] = [await anAdmin(ctx), await anAdmin(ctx)];
    const { seen } = await getReportForAdmin(ctx, one, id);
    await hideReport(ctx, one, id, "fraud", seen);
    for (const late of [
      () => hideReport(ctx, two, id, "another reason", seen),
      () => dismissFlags(ctx, two, id, seen),
      () => restoreReport(ctx, two, id, seen),
      () => banReporter(ctx, two, id, { reason: "x", seen }),
    ])
      expect(await code(late())).toBe("moderation.meanwhile");
    const now = await getReportForAdmin(ctx, two, id);
    expect(now.report.hiddenReason).toBe("fraud");
    await restoreReport(ctx, two, id, now.seen);
    expect(await findPublicReport(ctx, id)).not.toBeNull();
    expect((await getReportForAdmin(ctx, one, id)).trail).toHaveLength(2);
  });

  test("at the same moment: exactly one decides", async () => {
    const { id } = await aReport();
    const admins = await Promise.all(Array.from({ length: 6 }, () => anAdmin(ctx)));
    const { seen } = await getReportForAdmin(ctx, admins[0]!, id);
    const told = await Promise.all(admins.map((admin) => code(hideReport(ctx, admin, id, admin.id, seen))));
    expect(told.filter((one) => one === "done")).toHaveLength(1);
    expect((await getReportForAdmin(ctx, admins[0]!, id)).trail).toHaveLength(1);
  });
});

describe("a ban", () => {
  test("of an account refuses its reports by whatever address, keeps what is there, and can be lifted", async () => {
    const { owner, id } = await aReport();
    const admin = await anAdmin(ctx);
    await banReporter(ctx, admin, id, { reason: "sells pets" });
    expect(await code(aReport(owner))).toBe("lostFound.ban.notified");
    expect(await code(aReport({ ...owner, email: "renamed@example.com" }))).toBe("lostFound.ban.notified");
    const asGuest = { ...foundDog, seenAt: ctx.clock.now(), guestEmail: owner.email.toUpperCase() };
    expect(await code(addGuestReport(ctx, asGuest, from()))).toBe("lostFound.ban.notified");
    expect(await code(renewReport(ctx, owner, id))).toBe("lostFound.ban.notified");
    expect(await findPublicReport(ctx, id)).not.toBeNull();
    expect(await code(banReporter(ctx, admin, id, { reason: "again" }))).toBe("moderation.meanwhile");
    const ban = await findBan(ctx, owner);
    await liftBan(ctx, admin, ban!.id);
    expect(await code(liftBan(ctx, admin, ban!.id))).toBe("moderation.meanwhile");
    await aReport(owner);
  });

  test("of a guest goes by the address, and stops a report that was not confirmed yet", async () => {
    const admin = await anAdmin(ctx);
    const guestEmail = "stranger@example.com";
    const id = await addGuestReport(ctx, { ...foundDog, seenAt: ctx.clock.now(), guestEmail }, from());
    await banReporter(ctx, admin, id, { reason: "spam" });
    expect(await code(confirmReport(ctx, { guestOf: id }))).toBe("lostFound.ban.notified");
    expect((await listBans(ctx, admin, null)).bans[0]).toMatchObject({ email: guestEmail, reason: "spam" });
    expect((await getReportForAdmin(ctx, admin, id)).trail[0]?.action).toBe("report.ban");
  });

  test("outlives the account without its address", async () => {
    const { owner, id } = await aReport();
    const admin = await anAdmin(ctx);
    await banReporter(ctx, admin, id, { reason: "fraud" });
    await reportsPersonalData.erase?.(ctx, owner);
    expect((await listBans(ctx, admin, null)).bans[0]).toMatchObject({ email: null, userId: null });
    expect(await findBan(ctx, { id: null, email: owner.email })).not.toBeNull();
  });

  test("and every other decision is for administrators only", async () => {
    const { owner, id } = await aReport();
    const stranger = await aUser(ctx);
    for (const actor of [owner, stranger])
      for (const work of [
        () => hideReport(ctx, actor, id, "x"),
        () => restoreReport(ctx, actor, id),
        () => dismissFlags(ctx, actor, id),
        () => banReporter(ctx, actor, id, { reason: "x" }),
        () => liftBan(ctx, actor, id),
        () => listBans(ctx, actor, null),
        () => getReportForAdmin(ctx, actor, id),
      ])
        expect(await code(work())).toBe("accounts.adminRequired");
  });
});

describe("the search plan", () => {
  test("keeps what was ticked, each once, and forgets what was unticked", async () => {
    const { owner, id } = await aReport();
    await Promise.all(planSteps.map((step) => updatePlanStep(ctx, owner, id, { step, isDone: true })));
    await updatePlanStep(ctx, owner, id, { step: "near", isDone: true });
    expect((await getOwnReport(ctx, owner, id)).planDone.toSorted()).toEqual([...planSteps].sort());
    await updatePlanStep(ctx, owner, id, { step: "near", isDone: false });
    expect((await getOwnReport(ctx, owner, id)).planDone).not.toContain("near");
    expect(await code(updatePlanStep(ctx, await aUser(ctx), id, { step: "near", isDone: true }))).toBe(404);
  });

  test("moves on by days after it was last seen", () => {
    const seen = new Date("2026-11-01T10:00:00Z");
    const stages = [-1, 0, 0.9, 1, 3.9, 4, 7.9, 8, 400].map((days) =>
      stageAt(seen, new Date(seen.getTime() + days * 86_400_000)),
    );
    expect(stages).toEqual(["first", "first", "first", "days", "days", "week", "week", "after", "after"]);
  });
});
