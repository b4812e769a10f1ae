// A stolen password alone would open an account whose owner had asked for a second step.
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { suspendUser } from "#app/features/admin/users/manage-users.server.ts";
import { updatePassword } from "#app/features/settings/profile.server.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import { createTestAdmin, password, signUpTestUser, type TestUser } from "#tests/make.ts";
import { asking, typed, withTwoFactor } from "#tests/make-two-factor.ts";
import { createTestApp, testSecret } from "#tests/test-app.ts";
import { pendingSignIns, sessions } from "../auth.tables.server.ts";
import { codesOfAccount } from "../code-limit.server.ts";
import { requestPasswordReset } from "../link-requests.server.ts";
import { resetPassword } from "../password/reset-password.server.ts";
import { purgeOldSessions } from "../purge-sessions.server.ts";
import { findActor } from "../sessions/session.server.ts";
import { signIn } from "../sign-in/sign-in.server.ts";
import { completeSignIn, hasPendingSignIn } from "./pending-two-factor.server.ts";

const { ctx, emails, runJobs, setNow } = await createTestApp();

const start = new Date("2026-11-21T12:00:10Z");
const moment = (seconds: number) => new Date(start.getTime() + seconds * 1000);
let userCount = 0;
/** Network of the current test; each has its own, so that limits do not carry over. */
let here = "";
let owner: TestUser;
let own: Awaited<ReturnType<typeof withTwoFactor>>;
beforeEach(async () => {
  setNow(start);
  here = `203.0.${++userCount}.9`;
  owner = await signUpTestUser(ctx, `steady${userCount}@example.com`);
  own = await withTwoFactor(ctx, owner);
  await runJobs();
  emails.length = 0;
});

/** Returns the cookies of a browser that has given the password. */
async function enterPassword(secret = password, from = here): Promise<string[]> {
  const { cookies, needsCode } = await signIn(ctx, { email: owner.email, password: secret }, asking(), from);
  expect(needsCode).toBe(true);
  return cookies;
}
const submitCode = (cookies: readonly string[], code: string, from = here) =>
  completeSignIn(ctx, typed(code), asking(cookies), from);
/** Returns the token of an e-mail to set a new password. */
async function mailedToken(): Promise<string> {
  await requestPasswordReset(ctx, { email: owner.email }, new Request("http://localhost:3000/auth/forgot"), here);
  await runJobs();
  return /token=([\w-]+)/.exec(emails.findLast(({ text }) => text.includes("token="))!.text)![1]!;
}
const sessionCount = () => ctx.db.$count(sessions, eq(sessions.userId, owner.id));
const waitingCount = () => ctx.db.$count(pendingSignIns, eq(pendingSignIns.userId, owner.id));
/** A recovery code that nobody has. */
const invalidCode = "ZZZZZ-ZZZZZ";
const wrong = { code: "twoFactor.wrongCode", field: "code", status: 401 };
const wrongRecovery = { ...wrong, code: "twoFactor.wrongRecoveryCode" };
const userIdOf = async (cookies: readonly string[] | null) => (await findActor(ctx, asking(cookies ?? [])))?.id;

describe("correct password with two-factor sign-in", () => {
  test("opens no session and stores only the hash of its token", async () => {
    const before = await sessionCount();
    const cookies = await enterPassword();
    expect(cookies).toHaveLength(1);
    expect(cookies[0]).toMatch(/^aleef\.second_step=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(await sessionCount()).toBe(before);
    expect(await userIdOf(cookies)).toBeUndefined();
    expect(await hasPendingSignIn(ctx, asking(cookies))).toBe(true);
    expect(await hasPendingSignIn(ctx, asking(["aleef.second_step=forged"]))).toBe(false);
    const rows = await ctx.db.select().from(pendingSignIns).where(eq(pendingSignIns.userId, owner.id));
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(/=([\w-]{43})/.exec(cookies[0]!)![1]!);
  });

  test("reports a suspended account only after a correct password", async () => {
    const form = { email: owner.email, password: "Wrong-walk-1" };
    await expect(signIn(ctx, form, asking(), here)).rejects.toMatchObject({ code: "accounts.wrongPassword" });
    await ctx.db.update(users).set({ suspendedAt: start }).where(eq(users.id, owner.id));
    await expect(signIn(ctx, { ...form, password }, asking(), here)).rejects.toMatchObject({
      code: "accounts.suspended",
    });
    expect(await waitingCount()).toBe(0);
  });
});

describe("code", () => {
  test("opens the session, ends the browser's previous one and consumes the pending sign-in", async () => {
    const cookies = await enterPassword();
    const opened = await completeSignIn(ctx, typed(own.app(start, 1)), asking([...cookies, ...own.cookies]), here);
    expect(await userIdOf(opened)).toBe(owner.id);
    expect(await userIdOf(own.cookies)).toBeUndefined();
    expect(opened!.at(-1)).toMatch(/^aleef\.second_step=; Max-Age=0/);
    expect(await hasPendingSignIn(ctx, asking(cookies))).toBe(false);
    expect(await submitCode(cookies, own.codes[0]!)).toBeNull();
  });

  test("works once, and invalidates the codes before it", async () => {
    setNow(moment(30));
    const code = own.app(moment(30));
    expect(await userIdOf(await submitCode(await enterPassword(), code))).toBe(owner.id);
    await expect(submitCode(await enterPassword(), code)).rejects.toMatchObject(wrong);
    await expect(submitCode(await enterPassword(), own.app(start))).rejects.toMatchObject(wrong);
    setNow(moment(60));
    expect(await userIdOf(await submitCode(await enterPassword(), own.app(moment(60))))).toBe(owner.id);
  });

  test("works while the phone's clock is wrong by up to half a minute", async () => {
    setNow(moment(300));
    await expect(submitCode(await enterPassword(), own.app(moment(300), -2))).rejects.toMatchObject(wrong);
    await expect(submitCode(await enterPassword(), own.app(moment(300), 2))).rejects.toMatchObject(wrong);
    expect(await userIdOf(await submitCode(await enterPassword(), own.app(moment(300), -1)))).toBe(owner.id);
    expect(await userIdOf(await submitCode(await enterPassword(), own.app(moment(300), 1)))).toBe(owner.id);
  });

  test("submitted by two browsers concurrently opens one session", async () => {
    setNow(moment(30));
    const [one, other, before] = [await enterPassword(), await enterPassword(), await sessionCount()];
    const code = own.app(moment(30));
    const results = await Promise.allSettled([submitCode(one, code), submitCode(other, code)]);
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await sessionCount()).toBe(before + 1);
  });

  test("submitted twice by one browser opens one session", async () => {
    setNow(moment(30));
    const [cookies, before] = [await enterPassword(), await sessionCount()];
    await Promise.allSettled([submitCode(cookies, own.app(moment(30))), submitCode(cookies, own.app(moment(30)))]);
    expect(await sessionCount()).toBe(before + 1);
  });

  test("for recovery works once, in any spelling, and its owner is notified by e-mail", async () => {
    const [code] = own.codes;
    expect(await userIdOf(await submitCode(await enterPassword(), ` ${code!.toLowerCase().replace("-", " ")} `))).toBe(
      owner.id,
    );
    await expect(submitCode(await enterPassword(), code!)).rejects.toMatchObject(wrongRecovery);
    await runJobs();
    expect(emails.map(({ subject }) => subject)).toEqual(["A recovery code was used"]);
    const [one, other, before] = [await enterPassword(), await enterPassword(), await sessionCount()];
    await Promise.allSettled([submitCode(one, own.codes[1]!), submitCode(other, own.codes[1]!)]);
    expect(await sessionCount()).toBe(before + 1);
  });

  test("of somebody else's app or recovery codes is rejected", async () => {
    const other = await withTwoFactor(ctx, await signUpTestUser(ctx, `other${userCount}@example.com`));
    await expect(submitCode(await enterPassword(), other.app(start, 1))).rejects.toMatchObject(wrong);
    await expect(submitCode(await enterPassword(), other.codes[0]!)).rejects.toMatchObject(wrongRecovery);
  });
});

describe("limits on codes", () => {
  test("invalidate the sign-in after five wrong codes, even for the correct one, and an e-mail warns that the password is known", async () => {
    const cookies = await enterPassword();
    for (let tries = 1; tries < 5; tries++)
      await expect(submitCode(cookies, invalidCode)).rejects.toMatchObject(wrongRecovery);
    expect(await submitCode(cookies, invalidCode)).toBeNull();
    expect(await submitCode(cookies, own.codes[0]!)).toBeNull();
    expect(await hasPendingSignIn(ctx, asking(cookies))).toBe(false);
    await runJobs();
    expect(emails.map(({ subject }) => subject)).toEqual(["Someone may know your password"]);
  });

  test("end the sign-in after ten minutes", async () => {
    const cookies = await enterPassword();
    setNow(moment(599));
    expect(await hasPendingSignIn(ctx, asking(cookies))).toBe(true);
    setNow(moment(600));
    expect(await submitCode(cookies, own.codes[0]!)).toBeNull();
    await purgeOldSessions(ctx);
    expect(await waitingCount()).toBe(0);
  });

  test("allow ten attempts an hour from one network; the owner can sign in from elsewhere", async () => {
    for (let round = 0; round < 2; round++) {
      const cookies = await enterPassword();
      for (let tries = 1; tries < 5; tries++)
        await expect(submitCode(cookies, invalidCode)).rejects.toMatchObject(wrongRecovery);
      expect(await submitCode(cookies, invalidCode)).toBeNull();
    }
    await expect(submitCode(await enterPassword(), own.codes[0]!)).rejects.toMatchObject({ status: 429 });
    expect(await userIdOf(await submitCode(await enterPassword(), own.codes[0]!, "198.51.100.1"))).toBe(owner.id);
  });

  test("allow fifty attempts a day in total, reset by a new password at most once a day", async () => {
    let secret = password;
    const fifty = async () => {
      for (let round = 0; round < 10; round++) {
        const place = `198.51.${round}.1`;
        const cookies = await enterPassword(secret, place);
        for (let tries = 0; tries < 5; tries++) await submitCode(cookies, invalidCode, place).catch(() => undefined);
      }
    };
    const reset = async (to: string) => {
      await resetPassword(ctx, await mailedToken(), to);
      secret = to;
    };
    const elsewhere = async (code: string) => submitCode(await enterPassword(secret, "192.0.2.1"), code, "192.0.2.1");
    await fifty();
    await expect(elsewhere(own.codes[0]!)).rejects.toMatchObject({ status: 429 });
    await reset("Windy-walk-8");
    await fifty();
    await reset("Rainy-walk-9");
    await expect(elsewhere(own.codes[0]!)).rejects.toMatchObject({ status: 429 });
  });

  test("count a browser that has signed in before separately", async () => {
    const first = (await submitCode(await enterPassword(), own.codes[0]!))!;
    const knownDeviceCookies = first.filter((line) => line.startsWith("aleef.known="));
    expect(knownDeviceCookies).toHaveLength(1);
    await ctx.limits.take(codesOfAccount, owner.id, 50);
    await expect(submitCode(await enterPassword(), own.codes[1]!)).rejects.toMatchObject({ status: 429 });
    expect(await userIdOf(await submitCode([...(await enterPassword()), ...knownDeviceCookies], own.codes[1]!))).toBe(
      owner.id,
    );
    for (let round = 0; round < 2; round++) {
      const cookies = [...(await enterPassword()), ...knownDeviceCookies];
      for (let tries = 0; tries < 5; tries++) await submitCode(cookies, invalidCode).catch(() => undefined);
    }
    await expect(submitCode([...(await enterPassword()), ...knownDeviceCookies], own.codes[2]!)).rejects.toMatchObject({
      status: 429,
    });
  });

  test("are reset when the owner sets a new password", async () => {
    await ctx.limits.take(codesOfAccount, owner.id, 50);
    await expect(submitCode(await enterPassword(), own.codes[0]!)).rejects.toMatchObject({ status: 429 });
    await resetPassword(ctx, await mailedToken(), "Windy-walk-8");
    expect(await userIdOf(await submitCode(await enterPassword("Windy-walk-8"), own.codes[0]!))).toBe(owner.id);
  });
});

describe("second factor cannot be bypassed", () => {
  test("resetting the password ends pending sign-ins and opens no session", async () => {
    const cookies = await enterPassword();
    await resetPassword(ctx, await mailedToken(), "Windy-walk-8");
    expect(await submitCode(cookies, own.codes[0]!)).toBeNull();
    expect(await sessionCount()).toBe(0);
    await enterPassword("Windy-walk-8");
  });

  test("changing the password while signed in needs no code and keeps the user signed in", async () => {
    const form = { currentPassword: password, newPassword: "Windy-walk-8", confirmPassword: "Windy-walk-8" };
    expect(await userIdOf(await updatePassword(ctx, owner, form, asking(own.cookies), here))).toBe(owner.id);
  });

  test("suspending the account ends pending sign-ins", async () => {
    const cookies = await enterPassword();
    const decision = { userId: owner.id, version: 1 };
    await suspendUser(ctx, await createTestAdmin(ctx), decision, "no reason");
    expect(await submitCode(cookies, own.codes[0]!)).toBeNull();
  });
});

test("after a change of the secret authenticator codes are rejected and recovery codes still work", async () => {
  const cookies = await enterPassword();
  const moved = { ...ctx, settings: { ...ctx.settings, secret: `${testSecret}-renewed` } };
  const attempt = (code: string) => completeSignIn(moved, typed(code), asking(cookies), here);
  await expect(attempt(own.app(start, 1))).rejects.toMatchObject(wrong);
  await attempt(own.codes[0]!);
  expect(await hasPendingSignIn(ctx, asking(cookies))).toBe(false);
});
