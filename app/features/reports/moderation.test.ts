import { afterAll, describe, expect, test } from "vitest";
import type { Actor } from "#app/features/accounts/accounts.rules.ts";
import { anAdmin, aUser } from "#tests/make.ts";
import { testWorld } from "#tests/world.ts";
import { getReportForAdmin, listAllReports } from "./admin-reports.server.ts";
import { reportsPersonalData } from "./personal-data.server.ts";
import { findPublicReport } from "./public-report.server.ts";
import { banReporter, findBan, liftBan, listBans } from "./report-bans.server.ts";
import { flagReport } from "./report-flags.server.ts";
import { dismissFlags, hideReport, restoreReport } from "./report-moderation.server.ts";
import { confirmReport, renewReport } from "./report-states.server.ts";
import { answerWriter, listTalks, writeToReporter } from "./report-talks.server.ts";
import { addGuestReport, addReport, getOwnReport } from "./reports.server.ts";
import { planSteps, stageAt } from "./search-plan.rules.ts";
import { tickStep } from "./search-plan.server.ts";

const { world, close } = await testWorld();
afterAll(close);

let networks = 0;
const from = () => ({ address: `203.${Math.floor(++networks / 250)}.${networks % 250}.5`, language: "en" as const });
const lostCat = { kind: "lost", type: "cat", petName: "Luna", area: "Zamalek" } as const;
const foundDog = { kind: "found", type: "dog", area: "Maadi" } as const;

async function aReport(reporter?: Actor) {
  const owner = reporter ?? (await aUser(world));
  const id = await addReport(
    world,
    owner,
    { ...lostCat, seenAt: world.clock.now(), description: `${++networks}` },
    from(),
  );
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
    const admin = await anAdmin(world);
    const neighbour = await aUser(world, { email: "neighbour@example.com" });
    await flagReport(world, id, { reason: "scam", note: "asked for money" }, { ...from(), actor: neighbour });
    await flagReport(world, id, { reason: "wrong" }, { ...from(), actor: null });
    const { reports } = await listAllReports(world, admin, { search: "", state: "flagged", after: null });
    const queued = reports.find((report) => report.id === id);
    expect(queued?.complaints).toMatchObject({ total: 2, reasons: ["scam", "wrong"] });
    expect(queued?.complaints?.first).toBeInstanceOf(Date);
    const { flags } = await getReportForAdmin(world, admin, id);
    expect(flags.map(({ email, reason }) => [email, reason])).toEqual([
      [null, "wrong"],
      ["neighbour@example.com", "scam"],
    ]);
    expect(flags[0]?.network).toMatch(/^[\w-]{4}$/);
    await dismissFlags(world, admin, id);
    expect(await findPublicReport(world, id)).not.toBeNull();
    const after = await getReportForAdmin(world, admin, id);
    expect(after.report.openFlags).toBe(0);
    expect(after.flags.every(({ handledAt }) => handledAt)).toBe(true);
    expect(after.trail.map(({ action, actorEmail }) => [action, actorEmail])).toEqual([
      ["report.dismiss", admin.email],
    ]);
  });

  test("flood from one network: each counts once, and then no more are taken", async () => {
    const { id } = await aReport();
    const sender = { ...from(), actor: null };
    for (let tried = 0; tried < 10; tried++) await flagReport(world, id, { reason: "scam" }, sender);
    expect(await code(flagReport(world, id, { reason: "scam" }, sender))).toBe("form.tooMany");
    const { flags } = await getReportForAdmin(world, await anAdmin(world), id);
    expect(flags).toHaveLength(1);
  });

  test("come with what its talks look like, but not with what was written", async () => {
    const { owner, id } = await aReport();
    await writeToReporter(world, id, { body: "Pay the vet fee first, send me the code" }, { ...from(), actor: null });
    const [talk] = await listTalks(world, { id });
    await answerWriter(world, owner, id, talk!.id, "I will never pay by Western Union");
    const view = await getReportForAdmin(world, await anAdmin(world), id);
    expect(view.signs).toContainEqual({ sign: "payFirst", author: "finder", times: 1 });
    expect(view.signs).toContainEqual({ sign: "transfer", author: "owner", times: 1 });
    expect(JSON.stringify(view)).not.toContain("Western");
  });
});

describe("two administrators", () => {
  test("the second is told that the first decided, and nothing changes", async () => {
    const { id } = await aReport();
    const [one, two] = [await anAdmin(world), await anAdmin(world)];
    const { seen } = await getReportForAdmin(world, one, id);
    await hideReport(world, one, id, "fraud", seen);
    for (const late of [
      () => hideReport(world, two, id, "another reason", seen),
      () => dismissFlags(world, two, id, seen),
      () => restoreReport(world, two, id, seen),
      () => banReporter(world, two, id, { reason: "x", seen }),
    ])
      expect(await code(late())).toBe("reports.moderation.meanwhile");
    const now = await getReportForAdmin(world, two, id);
    expect(now.report.hiddenReason).toBe("fraud");
    await restoreReport(world, two, id, now.seen);
    expect(await findPublicReport(world, id)).not.toBeNull();
    expect((await getReportForAdmin(world, one, id)).trail).toHaveLength(2);
  });

  test("at the same moment: exactly one decides", async () => {
    const { id } = await aReport();
    const admins = await Promise.all(Array.from({ length: 6 }, () => anAdmin(world)));
    const { seen } = await getReportForAdmin(world, admins[0]!, id);
    const told = await Promise.all(admins.map((admin) => code(hideReport(world, admin, id, admin.id, seen))));
    expect(told.filter((one) => one === "done")).toHaveLength(1);
    expect((await getReportForAdmin(world, admins[0]!, id)).trail).toHaveLength(1);
  });
});

describe("a ban", () => {
  test("of an account refuses its reports by whatever address, keeps what is there, and can be lifted", async () => {
    const { owner, id } = await aReport();
    const admin = await anAdmin(world);
    await banReporter(world, admin, id, { reason: "sells pets" });
    expect(await code(aReport(owner))).toBe("reports.ban.told");
    expect(await code(aReport({ ...owner, email: "renamed@example.com" }))).toBe("reports.ban.told");
    const asGuest = { ...foundDog, seenAt: world.clock.now(), guestEmail: owner.email.toUpperCase() };
    expect(await code(addGuestReport(world, asGuest, from()))).toBe("reports.ban.told");
    expect(await code(renewReport(world, owner, id))).toBe("reports.ban.told");
    expect(await findPublicReport(world, id)).not.toBeNull();
    expect(await code(banReporter(world, admin, id, { reason: "again" }))).toBe("reports.moderation.meanwhile");
    const ban = await findBan(world, owner);
    await liftBan(world, admin, ban!.id);
    expect(await code(liftBan(world, admin, ban!.id))).toBe("reports.moderation.meanwhile");
    await aReport(owner);
  });

  test("of a guest goes by the address, and stops a report that was not confirmed yet", async () => {
    const admin = await anAdmin(world);
    const guestEmail = "stranger@example.com";
    const id = await addGuestReport(world, { ...foundDog, seenAt: world.clock.now(), guestEmail }, from());
    await banReporter(world, admin, id, { reason: "spam" });
    expect(await code(confirmReport(world, { guestOf: id }))).toBe("reports.ban.told");
    expect((await listBans(world, admin, null)).bans[0]).toMatchObject({ email: guestEmail, reason: "spam" });
    expect((await getReportForAdmin(world, admin, id)).trail[0]?.action).toBe("report.ban");
  });

  test("outlives the account without its address", async () => {
    const { owner, id } = await aReport();
    const admin = await anAdmin(world);
    await banReporter(world, admin, id, { reason: "fraud" });
    await reportsPersonalData.erase?.(world, owner);
    expect((await listBans(world, admin, null)).bans[0]).toMatchObject({ email: null, userId: null });
    expect(await findBan(world, { id: null, email: owner.email })).not.toBeNull();
  });

  test("and every other decision is for administrators only", async () => {
    const { owner, id } = await aReport();
    const stranger = await aUser(world);
    for (const actor of [owner, stranger])
      for (const work of [
        () => hideReport(world, actor, id, "x"),
        () => restoreReport(world, actor, id),
        () => dismissFlags(world, actor, id),
        () => banReporter(world, actor, id, { reason: "x" }),
        () => liftBan(world, actor, id),
        () => listBans(world, actor, null),
        () => getReportForAdmin(world, actor, id),
      ])
        expect(await code(work())).toBe(404);
  });
});

describe("the search plan", () => {
  test("keeps what was ticked, each once, and forgets what was unticked", async () => {
    const { owner, id } = await aReport();
    await Promise.all(planSteps.map((step) => tickStep(world, owner, id, { step, isDone: true })));
    await tickStep(world, owner, id, { step: "near", isDone: true });
    expect((await getOwnReport(world, owner, id)).planDone.toSorted()).toEqual([...planSteps].sort());
    await tickStep(world, owner, id, { step: "near", isDone: false });
    expect((await getOwnReport(world, owner, id)).planDone).not.toContain("near");
    expect(await code(tickStep(world, await aUser(world), id, { step: "near", isDone: true }))).toBe(404);
  });

  test("moves on by days after it was last seen", () => {
    const seen = new Date("2026-11-01T10:00:00Z");
    const stages = [-1, 0, 0.9, 1, 3.9, 4, 7.9, 8, 400].map((days) =>
      stageAt(seen, new Date(seen.getTime() + days * 86_400_000)),
    );
    expect(stages).toEqual(["first", "first", "first", "days", "days", "week", "week", "after", "after"]);
  });
});
