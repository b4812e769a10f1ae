// A stranger at an open browser could move the account to their own address.
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import type { Actor } from "#app/features/users/users.rules.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import { password, signUpTestUser } from "#tests/make.ts";
import { createTestApp } from "#tests/test-app.ts";
import { emailChanges, sessions, twoFactor } from "../auth.tables.server.ts";
import { deleteEmailChange, findEmailChange, purgeOldEmailChanges } from "../email-change-request.server.ts";
import { requestPasswordReset } from "../link-requests.server.ts";
import { resetPassword } from "../password/reset-password.server.ts";
import { signIn } from "../sign-in/sign-in.server.ts";
import { signUp } from "../sign-up/sign-up.server.ts";
import { cancelEmailChange, confirmEmailChange, findMailedChange, requestEmailChange } from "./email-change.server.ts";

const { ctx, emails, runJobs, setNow } = await createTestApp();

const here = "203.0.113.9";
const linkExpired = { code: "accounts.linkExpired", status: 400 };
let made = 0;

beforeEach(() => {
  setNow("2026-11-21T12:00:00Z");
  emails.length = 0;
});

async function createPerson() {
  // More people sign up here than one network may in an hour.
  await ctx.pool.query("delete from rate_limits where key like 'sign-up:%'");
  const actor = await signUpTestUser(ctx, `person${++made}@example.com`);
  await runJobs();
  emails.length = 0;
  return { actor, email: `new${made}@example.com` };
}

const requestChange = (actor: Actor, email: string, currentPassword = password) =>
  requestEmailChange(ctx, actor, { email, currentPassword }, here);
const signInAs = (email: string, secret = password) =>
  signIn(ctx, { email, password: secret }, new Request("http://localhost:3000/auth"), here);
/** Opens the mailed link while signed in to the given account, or to none. */
const confirm = (token: string, as: { id: string } | null = null, secret = "") =>
  confirmEmailChange(ctx, { token, password: secret }, as, here);
const emailOf = async ({ id }: Actor) => (await ctx.db.select().from(users).where(eq(users.id, id)))[0]?.email;

/** Returns the token of the newest e-mail to an address. */
async function tokenTo(address: string): Promise<string> {
  await runJobs();
  const message = emails.findLast(({ to }) => to === address);
  return /token=([\w-]+)/.exec(message?.text ?? "")?.[1] ?? "";
}

describe("change of address", () => {
  test("takes effect when the mailed link is used, which works once", async () => {
    const { actor, email } = await createPerson();
    await requestChange(actor, email);
    expect(await findEmailChange(ctx, actor)).toMatchObject({ newEmail: email });
    const token = await tokenTo(email);
    expect(emails.map(({ to }) => to).sort()).toEqual([email, actor.email].sort());
    expect(await emailOf(actor)).toBe(actor.email);
    await confirm(token, actor);
    expect(await emailOf(actor)).toBe(email);
    expect(await findEmailChange(ctx, actor)).toBeNull();
    await expect(signInAs(email)).resolves.toBeDefined();
    await expect(signInAs(actor.email)).rejects.toMatchObject({ code: "accounts.wrongPassword" });
    await expect(confirm(token, actor)).rejects.toMatchObject(linkExpired);
    await runJobs();
    expect(emails.at(-1)).toMatchObject({ to: actor.email, text: expect.stringContaining(email) });
  });

  test("requires the account's password to confirm when not signed in to it, and limits guesses", async () => {
    const [{ actor, email }, { actor: other }] = [await createPerson(), await createPerson()];
    await requestChange(actor, email);
    const token = await tokenTo(email);
    const wrong = { code: "emailLink.verify.wrongPassword", field: "password" };
    for (const [as, secret] of [
      [null, ""],
      [null, "Wrong-walk-1"],
      [other, "Wrong-walk-1"],
    ] as const)
      await expect(confirm(token, as, secret)).rejects.toMatchObject(wrong);
    expect(await emailOf(actor)).toBe(actor.email);
    await confirm(token, null, password);
    expect(await emailOf(actor)).toBe(email);

    await requestChange({ ...actor, email }, `next-${email}`);
    const next = await tokenTo(`next-${email}`);
    for (let guess = 0; guess < 10; guess++)
      await expect(confirm(next, null, "Wrong-walk-1")).rejects.toMatchObject(wrong);
    await expect(confirm(next, null, password)).rejects.toMatchObject({ code: "errors.tooMany", status: 429 });
    expect(await emailOf(actor)).toBe(email);
  });

  test("requires the password to request, and limits guesses", async () => {
    const { actor, email } = await createPerson();
    for (let guess = 0; guess < 10; guess++)
      await expect(requestChange(actor, email, "Wrong-walk-1")).rejects.toMatchObject({
        code: "accounts.wrongCurrentPassword",
        field: "currentPassword",
      });
    await expect(requestChange(actor, email)).rejects.toMatchObject({ code: "errors.tooMany", status: 429 });
    expect(await findEmailChange(ctx, actor)).toBeNull();
  });

  test("rejects the current address", async () => {
    const { actor } = await createPerson();
    await expect(requestChange(actor, actor.email)).rejects.toMatchObject({
      code: "accounts.sameEmail",
      field: "email",
    });
  });

  test("responds to a taken address as to a free one, notifies its holder and mails no link", async () => {
    const [{ actor }, { actor: holder }] = [await createPerson(), await createPerson()];
    await expect(requestChange(actor, holder.email)).resolves.toBeUndefined();
    expect(await findEmailChange(ctx, actor)).toMatchObject({ newEmail: holder.email });
    await runJobs();
    expect(emails.find(({ to }) => to === holder.email)).toMatchObject({
      subject: "Someone tried to use your email address",
    });
    expect(emails.map(({ text }) => text).join()).not.toContain("/auth/email/confirm");
  });

  test("to an address requested by two users succeeds for the first who confirms", async () => {
    const [{ actor: one, email }, { actor: two }] = [await createPerson(), await createPerson()];
    await requestChange(one, email);
    const first = await tokenTo(email);
    await requestChange(two, email);
    const second = await tokenTo(email);
    const results = await Promise.allSettled([first, second].map((token, at) => confirm(token, [one, two][at])));
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect([await emailOf(one), await emailOf(two)].filter((found) => found === email)).toHaveLength(1);
  });

  test("is replaced by a newer request; a deleted request cannot be confirmed", async () => {
    const { actor, email } = await createPerson();
    await requestChange(actor, email);
    const first = await tokenTo(email);
    await requestChange(actor, `other-${email}`);
    const second = await tokenTo(`other-${email}`);
    await expect(confirm(first, actor)).rejects.toMatchObject(linkExpired);
    await deleteEmailChange(ctx, actor);
    await expect(confirm(second, actor)).rejects.toMatchObject(linkExpired);
    expect(await emailOf(actor)).toBe(actor.email);
  });

  test("rejects an expired, forged or wrong-purpose link", async () => {
    const { actor, email } = await createPerson();
    await requestChange(actor, email);
    const token = await tokenTo(email);
    const stop = await tokenTo(actor.email);
    for (const bad of ["", "x", stop, `${token.slice(0, -1)}${token.endsWith("A") ? "B" : "A"}`, "é".repeat(43)])
      await expect(confirm(bad, actor)).rejects.toMatchObject(linkExpired);
    setNow("2026-11-21T13:00:01Z");
    await expect(confirm(token, actor)).rejects.toMatchObject(linkExpired);
    expect(await emailOf(actor)).toBe(actor.email);
  });

  test("requested with the old password is deleted when the password is reset", async () => {
    const { actor, email } = await createPerson();
    await requestChange(actor, email);
    const token = await tokenTo(email);
    await requestPasswordReset(ctx, { email: actor.email }, new Request("http://localhost:3000/auth/forgot"), here);
    await resetPassword(ctx, await tokenTo(actor.email), "Rainy-walk-8");
    await expect(confirm(token, actor)).rejects.toMatchObject(linkExpired);
    await runJobs();
    expect(emails.at(-1)).toMatchObject({ to: actor.email, subject: "Your password was changed" });
  });
});

describe("“This wasn't me”", () => {
  test("undoes a confirmed change, ends all sessions, clears the password and mails a link to set a new one", async () => {
    const { actor, email } = await createPerson();
    await signInAs(actor.email);
    await requestChange(actor, email);
    const stop = await tokenTo(actor.email);
    await confirm(await tokenTo(email), actor);
    await requestChange({ ...actor, email }, `third-${email}`);
    await confirm(await tokenTo(`third-${email}`), actor);
    setNow("2026-11-28T11:59:00Z");
    expect(await findMailedChange(ctx, "stop", stop)).toMatchObject({ oldEmail: actor.email });
    await cancelEmailChange(ctx, stop, here);
    expect(await emailOf(actor)).toBe(actor.email);
    expect(await ctx.db.select().from(sessions).where(eq(sessions.userId, actor.id))).toEqual([]);
    expect(await ctx.db.select().from(emailChanges).where(eq(emailChanges.userId, actor.id))).toEqual([]);
    await expect(signInAs(actor.email)).rejects.toMatchObject({ code: "accounts.wrongPassword" });
    await resetPassword(ctx, await tokenTo(actor.email), "Rainy-walk-8");
    await expect(signInAs(actor.email, "Rainy-walk-8")).resolves.toBeDefined();
    await expect(cancelEmailChange(ctx, stop, here)).rejects.toMatchObject(linkExpired);
  });

  test("works although somebody signed up with the old address, which they cannot confirm", async () => {
    const { actor, email } = await createPerson();
    await requestChange(actor, email);
    const stop = await tokenTo(actor.email);
    await confirm(await tokenTo(email), actor);
    const thief = { firstName: "T", lastName: "", email: actor.email, password };
    await signUp(ctx, thief, { address: "203.0.113.66", language: "en" });
    await cancelEmailChange(ctx, stop, here);
    expect(await emailOf(actor)).toBe(actor.email);
  });

  test("stops a change before it is confirmed", async () => {
    const { actor, email } = await createPerson();
    await requestChange(actor, email);
    const token = await tokenTo(email);
    await cancelEmailChange(ctx, await tokenTo(actor.email), here);
    await expect(confirm(token, actor)).rejects.toMatchObject(linkExpired);
    expect(await emailOf(actor)).toBe(actor.email);
  });

  test("comes with the link to set a new password: if that cannot be queued, nothing is undone", async () => {
    const { actor, email } = await createPerson();
    await requestChange(actor, email);
    const stop = await tokenTo(actor.email);
    await confirm(await tokenTo(email), actor);
    const send = () => Promise.reject(new Error("the queue is away"));
    await expect(cancelEmailChange({ ...ctx, jobs: { ...ctx.jobs, send } }, stop, here)).rejects.toThrow("away");
    expect(await emailOf(actor)).toBe(email);
    await cancelEmailChange(ctx, stop, here);
    expect(await emailOf(actor)).toBe(actor.email);
  });

  test("works for a week and not with the confirmation link", async () => {
    const { actor, email } = await createPerson();
    await requestChange(actor, email);
    const [confirm, stop] = [await tokenTo(email), await tokenTo(actor.email)];
    await expect(cancelEmailChange(ctx, confirm, here)).rejects.toMatchObject(linkExpired);
    setNow("2026-11-28T12:00:01Z");
    await expect(cancelEmailChange(ctx, stop, here)).rejects.toMatchObject(linkExpired);
    await expect(signInAs(actor.email)).resolves.toBeDefined();
  });

  test("keeps the change for a week, after which its addresses are deleted", async () => {
    const { actor, email } = await createPerson();
    await requestChange(actor, email);
    const countChanges = () => ctx.db.$count(emailChanges, eq(emailChanges.userId, actor.id));
    setNow("2026-11-28T11:59:59Z");
    await purgeOldEmailChanges(ctx);
    expect(await countChanges()).toBe(1);
    setNow("2026-11-28T12:00:01Z");
    await purgeOldEmailChanges(ctx);
    expect(await countChanges()).toBe(0);
  });
});

describe("“This wasn't me” with two-step verification", () => {
  const since = async ({ id }: Actor) => (await ctx.db.select().from(users).where(eq(users.id, id)))[0]?.twoFactorSince;
  const setTwoFactor = async ({ id }: Actor, at: string) => {
    await ctx.db
      .update(users)
      .set({ twoFactorSince: new Date(at) })
      .where(eq(users.id, id));
    await ctx.db.insert(twoFactor).values({ userId: id, encryptedKey: "x", createdAt: new Date(at) });
  };

  test.each(["2026-11-20T12:00:00Z", "2026-11-21T12:30:00Z"])(
    "removes a second factor that an attacker set up at %s",
    async (at) => {
      const { actor, email } = await createPerson();
      await requestChange(actor, email);
      await setTwoFactor(actor, at);
      setNow("2026-11-21T13:00:00Z");
      await cancelEmailChange(ctx, await tokenTo(actor.email), here);
      expect(await since(actor)).toBeNull();
      expect(await ctx.db.$count(twoFactor, eq(twoFactor.userId, actor.id))).toBe(0);
      expect(await ctx.db.$count(sessions, eq(sessions.userId, actor.id))).toBe(0);
    },
  );

  test("keeps a second factor that is older than any session of the attacker could be", async () => {
    const { actor, email } = await createPerson();
    await setTwoFactor(actor, "2026-11-01T12:00:00Z");
    await requestChange(actor, email);
    await cancelEmailChange(ctx, await tokenTo(actor.email), here);
    expect(await since(actor)).toEqual(new Date("2026-11-01T12:00:00Z"));
  });
});

test.each([
  ["2026-11-21T12:30:00Z", null],
  ["2026-11-01T12:00:00Z", "+201001234567"],
])("“This wasn't me” of a number proven at %s leaves %s", async (at, left) => {
  const { actor, email } = await createPerson();
  const number = "+201001234567";
  await ctx.db.update(users).set({ verifiedPhone: null }).where(eq(users.verifiedPhone, number));
  await ctx.db
    .update(users)
    .set({ phone: number, verifiedPhone: number, phoneProvenAt: new Date(at) })
    .where(eq(users.id, actor.id));
  await requestChange(actor, email);
  await cancelEmailChange(ctx, await tokenTo(actor.email), here);
  const [user] = await ctx.db.select({ phone: users.verifiedPhone }).from(users).where(eq(users.id, actor.id));
  expect(user?.phone).toBe(left);
});
