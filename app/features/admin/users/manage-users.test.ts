// Nobody could manage the site after two administrators demote each other, or a suspended person stays signed in.
import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { listChanges } from "#app/features/audit-log/audit-log.server.ts";
import { sessions } from "#app/features/auth/auth.tables.server.ts";
import { findActor } from "#app/features/auth/sessions/session.server.ts";
import { signIn } from "#app/features/auth/sign-in/sign-in.server.ts";
import { completeSignIn } from "#app/features/auth/two-factor/pending-two-factor.server.ts";
import { listNotifications } from "#app/features/notifications/notifications.server.ts";
import { getPlan, listPeriodsAhead } from "#app/features/plans/plans.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import { createTestAdmin, createTestUser, password, signUpTestUser } from "#tests/make.ts";
import { asking, typed, withTwoFactor } from "#tests/make-two-factor.ts";
import { createTestApp } from "#tests/test-app.ts";
import { givePlanForm } from "./admin-users.forms.server.ts";
import { listUsers } from "./list-users.server.ts";
import {
  demoteUser,
  disableTwoFactorAsAdmin,
  disableTwoFactorByEmail,
  givePlanAsAdmin,
  promoteUser,
  purgeUser,
  restoreUser,
  sendVerificationEmailAsAdmin,
  signOutUser,
  suspendUser,
} from "./manage-users.server.ts";
import { getUserForAdmin } from "./user-facts.server.ts";

const testApp = await createTestApp();

let admin: Actor;
beforeEach(async () => {
  await testApp.ctx.db.update(users).set({ role: "user" }).where(eq(users.role, "admin"));
  admin = await createTestAdmin(testApp.ctx);
});

const here = "203.0.113.9";
const decisionFor = async ({ id }: Pick<Actor, "id">) => {
  const [user] = await testApp.ctx.db.select().from(users).where(eq(users.id, id));
  return { userId: id, version: user!.version };
};
const roleOf = async ({ id }: Actor) => (await testApp.ctx.db.select().from(users).where(eq(users.id, id)))[0]!.role;

/** Signs in and returns a request with the session's cookies. */
async function signInRequest(email: string): Promise<Request> {
  const { cookies } = await signIn(testApp.ctx, { email, password }, new Request("http://localhost:3000/auth"), here);
  return new Request("http://localhost:3000/dashboard", {
    headers: { cookie: cookies.map((cookie) => cookie.split(";")[0]).join("; ") },
  });
}

test("administrators promote and demote others, with the change in the audit log", async () => {
  const mona = await createTestUser(testApp.ctx);
  await promoteUser(testApp.ctx, admin, await decisionFor(mona));
  await demoteUser(testApp.ctx, admin, await decisionFor(mona));
  expect(await roleOf(mona)).toBe("user");
  const { changes } = await listChanges(testApp.ctx, admin, { personId: mona.id });
  expect(changes).toMatchObject([
    { action: "user.demote", before: { role: "admin" }, after: { role: "user" } },
    { action: "user.promote", before: { role: "user" }, after: { role: "admin" } },
  ]);
});

test("the last active administrator cannot be demoted; a suspended one does not count", async () => {
  await createTestUser(testApp.ctx, { role: "admin", suspendedAt: new Date() });
  await expect(demoteUser(testApp.ctx, admin, await decisionFor(admin))).rejects.toMatchObject({
    code: "adminUsers.lastAdmin",
  });
  expect(await roleOf(admin)).toBe("admin");
});

test("two administrators who demote each other concurrently leave one", async () => {
  for (let round = 0; round < 15; round++) {
    await testApp.ctx.db.update(users).set({ role: "user" }).where(eq(users.role, "admin"));
    const [one, two] = [await createTestAdmin(testApp.ctx), await createTestAdmin(testApp.ctx)];
    const results = await Promise.allSettled([
      demoteUser(testApp.ctx, one, await decisionFor(two)),
      demoteUser(testApp.ctx, two, await decisionFor(one)),
    ]);
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect([await roleOf(one), await roleOf(two)].sort()).toEqual(["admin", "user"]);
    // The rejected one had already lost the role.
    expect(results.find((end) => end.status === "rejected")).toMatchObject({ reason: { status: 403 } });
  }
});

test("two administrators who demote themselves concurrently leave one", async () => {
  const other = await createTestAdmin(testApp.ctx);
  const results = await Promise.allSettled([
    demoteUser(testApp.ctx, admin, await decisionFor(admin)),
    demoteUser(testApp.ctx, other, await decisionFor(other)),
  ]);
  expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
});

test("suspending ends every session immediately and blocks signing in; restoring allows it again", async () => {
  const email = "suspended@example.com";
  const person = await signUpTestUser(testApp.ctx, email);
  const [phone, laptop] = [await signInRequest(email), await signInRequest(email)];
  expect(await findActor(testApp.ctx, phone)).toMatchObject({ id: person.id });
  await suspendUser(testApp.ctx, admin, await decisionFor(person), "Sold tags that were not theirs");
  expect(await findActor(testApp.ctx, phone)).toBeNull();
  expect(await findActor(testApp.ctx, laptop)).toBeNull();
  await expect(signInRequest(email)).rejects.toMatchObject({ code: "accounts.suspended", status: 403 });
  expect(await testApp.ctx.db.select().from(sessions).where(eq(sessions.userId, person.id))).toEqual([]);
  await restoreUser(testApp.ctx, admin, await decisionFor(person));
  expect(await findActor(testApp.ctx, await signInRequest(email))).toMatchObject({ id: person.id });
  const { changes } = await listChanges(testApp.ctx, admin, { personId: person.id });
  expect(changes.map(({ action }) => action)).toEqual(["user.restore", "user.suspend"]);
  expect(changes[1]?.after).toMatchObject({ suspendedReason: "Sold tags that were not theirs" });
});

test("a session reflects the account's current role and suspension", async () => {
  const email = "judged@example.com";
  const person = await signUpTestUser(testApp.ctx, email, { role: "admin" });
  const session = await signInRequest(email);
  const become = (values: Partial<typeof users.$inferInsert>) =>
    testApp.ctx.db.update(users).set(values).where(eq(users.id, person.id));
  expect(await findActor(testApp.ctx, session)).toMatchObject({ id: person.id, role: "admin" });
  await become({ role: "user" });
  expect(await findActor(testApp.ctx, session)).toMatchObject({ role: "user" });
  await become({ suspendedAt: testApp.ctx.clock.now() });
  expect(await findActor(testApp.ctx, session)).toBeNull();
});

test("a decision on a stale account is rejected with what another administrator did", async () => {
  const second = await createTestAdmin(testApp.ctx);
  const person = await createTestUser(testApp.ctx);
  const seen = await decisionFor(person);
  await suspendUser(testApp.ctx, admin, seen, "First");
  await expect(promoteUser(testApp.ctx, second, seen)).rejects.toMatchObject({
    code: "adminUsers.meanwhile.suspend",
    params: { name: `Amina ${admin.lastName}` },
    status: 409,
  });
  expect(await roleOf(person)).toBe("user");
});

test("a demoted or suspended administrator is rejected at the next action", async () => {
  const person = await createTestUser(testApp.ctx);
  const [demoted, suspended] = [await createTestAdmin(testApp.ctx), await createTestAdmin(testApp.ctx)];
  await demoteUser(testApp.ctx, admin, await decisionFor(demoted));
  await suspendUser(testApp.ctx, admin, await decisionFor(suspended), "Left the company");
  for (const actor of [demoted, suspended])
    await expect(promoteUser(testApp.ctx, actor, await decisionFor(person))).rejects.toMatchObject({
      code: "accounts.adminRequired",
    });
});

test("rejects one's own account, a suspended or unverified account, and a state already reached", async () => {
  const unconfirmed = await createTestUser(testApp.ctx, { emailVerified: false });
  const suspended = await createTestUser(testApp.ctx, { suspendedAt: new Date() });
  const seen = {
    own: await decisionFor(admin),
    unconfirmed: await decisionFor(unconfirmed),
    suspended: await decisionFor(suspended),
  };
  const { ctx } = testApp;
  const refused: [() => Promise<void>, string][] = [
    [() => suspendUser(ctx, admin, seen.own, "no"), "adminUsers.notYourself"],
    [() => promoteUser(ctx, admin, seen.unconfirmed), "adminUsers.isUnverified"],
    [() => promoteUser(ctx, admin, seen.suspended), "adminUsers.isSuspended"],
    [() => suspendUser(ctx, admin, seen.suspended, "again"), "adminUsers.isSuspended"],
    [() => restoreUser(ctx, admin, seen.unconfirmed), "adminUsers.isActive"],
    [() => promoteUser(ctx, admin, seen.own), "adminUsers.isAdmin"],
    [() => demoteUser(ctx, admin, seen.suspended), "adminUsers.isNoAdmin"],
    [() => sendVerificationEmailAsAdmin(ctx, admin, seen.suspended, here), "adminUsers.isVerified"],
  ];
  for (const [work, code] of refused) await expect(work()).rejects.toMatchObject({ code });
  for (const userId of ["", "x", "0190a000-0000-7000-8000-000000000000"])
    await expect(promoteUser(testApp.ctx, admin, { userId, version: 1 })).rejects.toMatchObject({ status: 404 });
});

test("sends the confirmation e-mail again, and ends all sessions of a user", async () => {
  const email = "waits@example.com";
  const person = await signUpTestUser(testApp.ctx, email, { emailVerified: false });
  await testApp.runJobs();
  testApp.emails.length = 0;
  await sendVerificationEmailAsAdmin(testApp.ctx, admin, await decisionFor(person), here);
  await testApp.runJobs();
  expect(testApp.emails.map(({ to }) => to)).toEqual([email]);
  await testApp.ctx.db.update(users).set({ emailVerified: true }).where(eq(users.id, person.id));
  const session = await signInRequest(email);
  await signOutUser(testApp.ctx, admin, await decisionFor(person));
  expect(await findActor(testApp.ctx, session)).toBeNull();
});

test("only administrators can decide or read", async () => {
  const person = await createTestUser(testApp.ctx);
  const decision = await decisionFor(admin);
  for (const command of [promoteUser, demoteUser, restoreUser, signOutUser])
    await expect(command(testApp.ctx, person, decision)).rejects.toMatchObject({ status: 403 });
  await expect(suspendUser(testApp.ctx, person, decision, "x")).rejects.toMatchObject({ status: 403 });
  await expect(getUserForAdmin(testApp.ctx, person, admin.id)).rejects.toMatchObject({ status: 403 });
});

test("an administrator turns off the second factor of a user with a reason and the user is notified", async () => {
  const { ctx, emails, runJobs } = testApp;
  const lost = await signUpTestUser(ctx, "lost-phone@example.com");
  const { cookies, codes } = await withTwoFactor(ctx, lost);
  const form = { email: lost.email, password };
  const waiting = await signIn(ctx, form, asking(), here);
  await runJobs();
  await disableTwoFactorAsAdmin(ctx, admin, await decisionFor(lost), "called, knows the order");
  expect(await findActor(ctx, asking(cookies))).toBeNull();
  expect(await completeSignIn(ctx, typed(codes[0]!), asking(waiting.cookies), here)).toBeNull();
  expect(await signIn(ctx, form, asking(), here)).toMatchObject({ needsCode: false });
  await runJobs();
  expect(emails.at(-1)).toMatchObject({ to: lost.email, subject: "We turned off two-step verification for you" });
  const [line] = (await listChanges(ctx, admin, { personId: lost.id })).changes;
  expect(line).toMatchObject({
    action: "user.twoFactorOff",
    before: { twoFactorSince: expect.any(String) },
    after: { twoFactorSince: null, reason: "called, knows the order" },
  });
  const none = disableTwoFactorAsAdmin(ctx, admin, await decisionFor(lost), "again");
  await expect(none).rejects.toMatchObject({ code: "adminUsers.hasOneStep" });
});

test("the last administrator's second factor can be turned off from the command line, once", async () => {
  const { ctx } = testApp;
  const chief = await signUpTestUser(ctx, "locked-out@example.com", { role: "admin" });
  await withTwoFactor(ctx, chief);
  expect(await disableTwoFactorByEmail(ctx, ` ${chief.email.toUpperCase()} `)).toBe(true);
  expect(await signIn(ctx, { email: chief.email, password }, asking(), here)).toMatchObject({ needsCode: false });
  expect(await disableTwoFactorByEmail(ctx, chief.email)).toBe(false);
  const [line] = (await listChanges(ctx, chief, { personId: chief.id })).changes;
  expect(line).toMatchObject({ action: "user.twoFactorOff", actorName: null });
});

test("nobody turns off their own second factor as an administrator, and other users are rejected", async () => {
  const { ctx } = testApp;
  const chief = await signUpTestUser(ctx, "chief@example.com", { role: "admin" });
  await withTwoFactor(ctx, chief);
  const own = disableTwoFactorAsAdmin(ctx, chief, await decisionFor(chief), "lost");
  await expect(own).rejects.toMatchObject({ code: "adminUsers.notYourself" });
  const byOther = disableTwoFactorAsAdmin(ctx, await createTestUser(ctx), await decisionFor(chief), "please");
  await expect(byOther).rejects.toMatchObject({ code: "accounts.adminRequired" });
  expect((await getUserForAdmin(ctx, admin, chief.id)).twoFactorSince).not.toBeNull();
});

test("gives a plan for months or until the end of a day, with a reason for the user and the audit log", async () => {
  const { ctx } = testApp;
  const mona = await createTestUser(ctx);
  const give = async (values: object) => {
    const { version } = await decisionFor(mona);
    const form = givePlanForm.parse({ version, plan: "comfort", reason: "Sorry for the delay", ...values });
    await givePlanAsAdmin(ctx, admin, mona.id, form);
  };
  await give({ length: "3" });
  expect(await getPlan(ctx, mona)).toBe("comfort");
  const { notifications } = await listNotifications(ctx, mona);
  expect(notifications[0]?.params).toMatchObject({ planNews: "given", plan: "comfort" });
  expect(notifications[0]?.params.text).toContain("Sorry for the delay");
  const { changes } = await listChanges(ctx, admin, { personId: mona.id });
  expect(changes[0]).toMatchObject({ action: "user.plan", after: { plan: "comfort", reason: "Sorry for the delay" } });
  const [first] = await listPeriodsAhead(ctx, mona.id);
  const end = Number(first?.endsAt);
  const early = new Date(end - 86_400_000 * 2).toISOString().slice(0, 10);
  await expect(give({ length: "until", until: early })).rejects.toMatchObject({ field: "until" });
  const late = new Date(end + 86_400_000 * 9).toISOString().slice(0, 10);
  await give({ length: "until", until: late });
  const ahead = await listPeriodsAhead(ctx, mona.id);
  expect(
    new Intl.DateTimeFormat("en-CA", { timeZone: mona.timeZone }).format(new Date(Number(ahead[1]?.endsAt) - 1)),
  ).toBe(late);
});

test("nobody can give themselves a plan, and users cannot give plans", async () => {
  const { ctx } = testApp;
  const mona = await createTestUser(ctx);
  const form = async (person: Actor) =>
    givePlanForm.parse({ version: (await decisionFor(person)).version, plan: "comfort", length: "1", reason: "x" });
  const own = givePlanAsAdmin(ctx, admin, admin.id, await form(admin));
  await expect(own).rejects.toMatchObject({ code: "adminUsers.givePlan.notYourself", status: 403 });
  await expect(givePlanAsAdmin(ctx, mona, mona.id, await form(mona))).rejects.toMatchObject({ status: 403 });
  expect([await getPlan(ctx, admin), await getPlan(ctx, mona)]).toEqual(["basic", "basic"]);
  expect(givePlanForm.safeParse({ version: 1, plan: "comfort", length: "until", until: "", reason: "x" }).success).toBe(
    false,
  );
});

test("an account with only a phone number is active, and erasing it is confirmed by that number", async () => {
  const chief = await createTestAdmin(testApp.ctx);
  const number = "+201007654321";
  const member = await createTestUser(testApp.ctx, {
    email: null,
    emailVerified: false,
    phone: number,
    verifiedPhone: number,
  });
  const list = async (state: "active" | "unverified") =>
    (await listUsers(testApp.ctx, chief, { state, search: number })).users.map(({ id }) => id);
  expect([await list("active"), await list("unverified")]).toEqual([[member.id], []]);
  await expect(purgeUser(testApp.ctx, chief, { userId: member.id, version: 1 }, "")).rejects.toMatchObject({
    field: "confirm",
  });
  await purgeUser(testApp.ctx, chief, { userId: member.id, version: 1 }, number);
  expect(await list("active")).toEqual([]);
});
