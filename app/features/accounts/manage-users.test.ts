import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { anAdmin, aSignedUpUser, aUser, password } from "#tests/make.ts";
import { asking, typed, withTwoSteps } from "#tests/make-two-steps.ts";
import { type TestWorld, testWorld } from "#tests/world.ts";
import type { Actor } from "./accounts.rules.ts";
import { signIn } from "./accounts.server.ts";
import { sessions, users } from "./accounts.tables.server.ts";
import { listChanges } from "./audit-log.server.ts";
import { getUser } from "./list-users.server.ts";
import {
  demoteUser,
  mailVerificationAgain,
  promoteUser,
  restoreUser,
  signOutUser,
  suspendUser,
  takeTwoStepsOff,
  takeTwoStepsOffOf,
} from "./manage-users.server.ts";
import { findActor } from "./session.server.ts";
import { finishSignIn } from "./waiting-sign-in.server.ts";

let lab: TestWorld;
beforeAll(async () => {
  lab = await testWorld();
});
afterAll(() => lab.close());

let admin: Actor;
beforeEach(async () => {
  await lab.world.db.update(users).set({ role: "user" }).where(eq(users.role, "admin"));
  admin = await anAdmin(lab.world);
});

const here = "203.0.113.9";
const as = async ({ id }: Pick<Actor, "id">) => {
  const [user] = await lab.world.db.select().from(users).where(eq(users.id, id));
  return { userId: id, version: user!.version };
};
const roleOf = async ({ id }: Actor) => (await lab.world.db.select().from(users).where(eq(users.id, id)))[0]!.role;

/** A request of somebody who has just signed in. */
async function aSession(email: string): Promise<Request> {
  const { cookies } = await signIn(lab.world, { email, password }, new Request("http://localhost:3000/auth"), here);
  return new Request("http://localhost:3000/dashboard", {
    headers: { cookie: cookies.map((cookie) => cookie.split(";")[0]).join("; ") },
  });
}

test("an administrator makes and unmakes others, and each is in the log with before and after", async () => {
  const mona = await aUser(lab.world);
  await promoteUser(lab.world, admin, await as(mona));
  await demoteUser(lab.world, admin, await as(mona));
  expect(await roleOf(mona)).toBe("user");
  const { changes } = await listChanges(lab.world, admin, { personId: mona.id });
  expect(changes).toMatchObject([
    { action: "user.demote", before: { role: "admin" }, after: { role: "user" } },
    { action: "user.promote", before: { role: "user" }, after: { role: "admin" } },
  ]);
});

test("the last administrator stays, a suspended one beside them does not count", async () => {
  await aUser(lab.world, { role: "admin", suspendedAt: new Date() });
  await expect(demoteUser(lab.world, admin, await as(admin))).rejects.toMatchObject({ code: "users.lastAdmin" });
  expect(await roleOf(admin)).toBe("admin");
});

test("of two who demote each other at once one stays, every time", async () => {
  for (let round = 0; round < 15; round++) {
    await lab.world.db.update(users).set({ role: "user" }).where(eq(users.role, "admin"));
    const [one, two] = [await anAdmin(lab.world), await anAdmin(lab.world)];
    const ends = await Promise.allSettled([
      demoteUser(lab.world, one, await as(two)),
      demoteUser(lab.world, two, await as(one)),
    ]);
    expect(ends.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect([await roleOf(one), await roleOf(two)].sort()).toEqual(["admin", "user"]);
    // The loser was no administrator any more when it came to them.
    expect(ends.find((end) => end.status === "rejected")).toMatchObject({ reason: { status: 403 } });
  }
});

test("of two who step down at once one stays", async () => {
  const other = await anAdmin(lab.world);
  const ends = await Promise.allSettled([
    demoteUser(lab.world, admin, await as(admin)),
    demoteUser(lab.world, other, await as(other)),
  ]);
  expect(ends.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
});

test("suspending ends every session at once and refuses signing in; restoring lets in again", async () => {
  const email = "suspended@example.com";
  const person = await aSignedUpUser(lab.world, email);
  const [phone, laptop] = [await aSession(email), await aSession(email)];
  expect(await findActor(lab.world, phone)).toMatchObject({ id: person.id });
  await suspendUser(lab.world, admin, await as(person), "Sold tags that were not theirs");
  expect(await findActor(lab.world, phone)).toBeNull();
  expect(await findActor(lab.world, laptop)).toBeNull();
  await expect(aSession(email)).rejects.toMatchObject({ code: "accounts.suspended", status: 403 });
  expect(await lab.world.db.select().from(sessions).where(eq(sessions.userId, person.id))).toEqual([]);
  await restoreUser(lab.world, admin, await as(person));
  expect(await findActor(lab.world, await aSession(email))).toMatchObject({ id: person.id });
  const { changes } = await listChanges(lab.world, admin, { personId: person.id });
  expect(changes.map(({ action }) => action)).toEqual(["user.restore", "user.suspend"]);
  expect(changes[1]?.after).toMatchObject({ suspendedReason: "Sold tags that were not theirs" });
});

test("a session is judged by what its account is now: suspended it is nobody, demoted it is no administrator", async () => {
  const email = "judged@example.com";
  const person = await aSignedUpUser(lab.world, email, { role: "admin" });
  const session = await aSession(email);
  const become = (values: Partial<typeof users.$inferInsert>) =>
    lab.world.db.update(users).set(values).where(eq(users.id, person.id));
  expect(await findActor(lab.world, session)).toMatchObject({ id: person.id, role: "admin" });
  await become({ role: "user" });
  expect(await findActor(lab.world, session)).toMatchObject({ role: "user" });
  await become({ suspendedAt: lab.world.clock.now() });
  expect(await findActor(lab.world, session)).toBeNull();
});

test("the second of two administrators on one account is told what the first did", async () => {
  const second = await anAdmin(lab.world);
  const person = await aUser(lab.world);
  const seen = await as(person);
  await suspendUser(lab.world, admin, seen, "First");
  await expect(promoteUser(lab.world, second, seen)).rejects.toMatchObject({
    code: "users.meanwhile.suspend",
    params: { name: `Amina ${admin.lastName}` },
    status: 409,
  });
  expect(await roleOf(person)).toBe("user");
});

test("somebody demoted or suspended while their page is open is refused the next thing they ask", async () => {
  const person = await aUser(lab.world);
  const [demoted, suspended] = [await anAdmin(lab.world), await anAdmin(lab.world)];
  await demoteUser(lab.world, admin, await as(demoted));
  await suspendUser(lab.world, admin, await as(suspended), "Left the company");
  for (const actor of [demoted, suspended])
    await expect(promoteUser(lab.world, actor, await as(person))).rejects.toMatchObject({
      code: "accounts.adminRequired",
    });
});

test("oneself, a suspended or an unconfirmed account, and what is so already are refused", async () => {
  const unconfirmed = await aUser(lab.world, { emailVerified: false });
  const suspended = await aUser(lab.world, { suspendedAt: new Date() });
  const seen = { own: await as(admin), unconfirmed: await as(unconfirmed), suspended: await as(suspended) };
  const { world } = lab;
  const refused: [() => Promise<void>, string][] = [
    [() => suspendUser(world, admin, seen.own, "no"), "users.notYourself"],
    [() => promoteUser(world, admin, seen.unconfirmed), "users.isUnverified"],
    [() => promoteUser(world, admin, seen.suspended), "users.isSuspended"],
    [() => suspendUser(world, admin, seen.suspended, "again"), "users.isSuspended"],
    [() => restoreUser(world, admin, seen.unconfirmed), "users.isActive"],
    [() => promoteUser(world, admin, seen.own), "users.isAdmin"],
    [() => demoteUser(world, admin, seen.suspended), "users.isNoAdmin"],
    [() => mailVerificationAgain(world, admin, seen.suspended, here), "users.isVerified"],
  ];
  for (const [work, code] of refused) await expect(work()).rejects.toMatchObject({ code });
  for (const userId of ["", "x", "0190a000-0000-7000-8000-000000000000"])
    await expect(promoteUser(lab.world, admin, { userId, version: 1 })).rejects.toMatchObject({ status: 404 });
});

test("the confirmation letter goes out again, and everybody can be logged out", async () => {
  const email = "waits@example.com";
  const person = await aSignedUpUser(lab.world, email, { emailVerified: false });
  await lab.runJobs();
  lab.letters.length = 0;
  await mailVerificationAgain(lab.world, admin, await as(person), here);
  await lab.runJobs();
  expect(lab.letters.map(({ to }) => to)).toEqual([email]);
  await lab.world.db.update(users).set({ emailVerified: true }).where(eq(users.id, person.id));
  const session = await aSession(email);
  await signOutUser(lab.world, admin, await as(person));
  expect(await findActor(lab.world, session)).toBeNull();
});

test("nobody but an administrator decides or reads", async () => {
  const person = await aUser(lab.world);
  const decision = await as(admin);
  for (const command of [promoteUser, demoteUser, restoreUser, signOutUser])
    await expect(command(lab.world, person, decision)).rejects.toMatchObject({ status: 403 });
  await expect(suspendUser(lab.world, person, decision, "x")).rejects.toMatchObject({ status: 403 });
  await expect(getUser(lab.world, person, admin.id)).rejects.toMatchObject({ status: 403 });
});

test("the second step of whoever lost their phone is turned off with a reason, and they are told", async () => {
  const { world, letters, runJobs } = lab;
  const lost = await aSignedUpUser(world, "lost-phone@example.com");
  const { cookies, codes } = await withTwoSteps(world, lost);
  const form = { email: lost.email, password };
  const waiting = await signIn(world, form, asking(), here);
  await runJobs();
  await takeTwoStepsOff(world, admin, await as(lost), "called, knows the order");
  expect(await findActor(world, asking(cookies))).toBeNull();
  expect(await finishSignIn(world, typed(codes[0]!), asking(waiting.cookies), here)).toBeNull();
  expect(await signIn(world, form, asking(), here)).toMatchObject({ needsCode: false });
  await runJobs();
  expect(letters.at(-1)).toMatchObject({ to: lost.email, subject: "We have turned your second step off" });
  const [line] = (await listChanges(world, admin, { personId: lost.id })).changes;
  expect(line).toMatchObject({
    action: "user.twoStepsOff",
    before: { twoStepsSince: expect.any(String) },
    after: { twoStepsSince: null, reason: "called, knows the order" },
  });
  const none = takeTwoStepsOff(world, admin, await as(lost), "again");
  await expect(none).rejects.toMatchObject({ code: "users.hasOneStep" });
});

test("the last administrator is let in again from the machine itself, once", async () => {
  const { world } = lab;
  const chief = await aSignedUpUser(world, "locked-out@example.com", { role: "admin" });
  await withTwoSteps(world, chief);
  expect(await takeTwoStepsOffOf(world, ` ${chief.email.toUpperCase()} `)).toBe(true);
  expect(await signIn(world, { email: chief.email, password }, asking(), here)).toMatchObject({ needsCode: false });
  expect(await takeTwoStepsOffOf(world, chief.email)).toBe(false);
  const [line] = (await listChanges(world, chief, { personId: chief.id })).changes;
  expect(line).toMatchObject({ action: "user.twoStepsOff", actorName: null });
});

test("nobody turns their own second step off in that way, and nobody who is no administrator does", async () => {
  const { world } = lab;
  const chief = await aSignedUpUser(world, "chief@example.com", { role: "admin" });
  await withTwoSteps(world, chief);
  const own = takeTwoStepsOff(world, chief, await as(chief), "lost");
  await expect(own).rejects.toMatchObject({ code: "users.notYourself" });
  const byOther = takeTwoStepsOff(world, await aUser(world), await as(chief), "please");
  await expect(byOther).rejects.toMatchObject({ code: "accounts.adminRequired" });
  expect((await getUser(world, admin, chief.id)).twoStepsSince).not.toBeNull();
});
