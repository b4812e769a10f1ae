// An owner would be locked out halfway through turning it on, or a guesser would get past it.
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { users } from "#app/features/users/users.tables.server.ts";
import { authenticator } from "#tests/authenticator.ts";
import { password, signUpTestUser, type TestUser } from "#tests/make.ts";
import { asking, typed, withTwoFactor } from "#tests/make-two-factor.ts";
import { createTestApp } from "#tests/test-app.ts";
import { twoFactor } from "../auth.tables.server.ts";
import { accountPersonalData } from "../personal-data.server.ts";
import { findActor } from "../sessions/session.server.ts";
import { signIn } from "../sign-in/sign-in.server.ts";
import {
  cancelTwoFactorSetup,
  confirmTwoFactor,
  disableTwoFactor,
  findTwoFactor,
  renewRecoveryCodes,
  startTwoFactorSetup,
} from "./two-factor.server.ts";
import { consumeCode, decryptKey } from "./used-codes.server.ts";

const { ctx, emails, runJobs, setNow } = await createTestApp();

const address = "203.0.113.9";
const start = new Date("2026-11-21T12:00:10Z");
/** A code that nobody has. */
const invalidCode = "ZZZZZ-ZZZZZ";
const minutes = (count: number) => new Date(start.getTime() + count * 60_000);
let userCount = 0;
let owner: TestUser;
beforeEach(async () => {
  setNow(start);
  owner = await signUpTestUser(ctx, `careful${++userCount}@example.com`);
  await runJobs();
  emails.length = 0;
});

const findRow = async () => (await ctx.db.select().from(twoFactor).where(eq(twoFactor.userId, owner.id)))[0];
const signInOwner = () => signIn(ctx, { email: owner.email, password }, asking(), address);
const subjects = async () => {
  await runJobs();
  return emails
    .filter(({ to }) => to === owner.email)
    .map(({ subject }) => subject)
    .sort();
};

describe("turning on two-factor sign-in", () => {
  test("asks for the password, shows a key, and changes nothing until a code is confirmed", async () => {
    await expect(startTwoFactorSetup(ctx, owner, "Wrong-walk-1")).rejects.toMatchObject({ field: "currentPassword" });
    expect(await findTwoFactor(ctx, owner)).toEqual({ since: null, codesLeft: 0, setup: null });
    await startTwoFactorSetup(ctx, owner, password);
    const { since, setup } = await findTwoFactor(ctx, owner);
    expect([since, setup!.formattedKey]).toEqual([null, expect.stringMatching(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/)]);
    expect(setup!.address).toContain(setup!.formattedKey.replaceAll(" ", ""));
    expect(await signInOwner()).toMatchObject({ needsCode: false });
    expect(await subjects()).toEqual([]);
  });

  test("with a code ends every other session, sends an e-mail and returns ten recovery codes", async () => {
    const elsewhere = await signInOwner();
    const { codes, cookies } = await withTwoFactor(ctx, owner);
    expect(new Set(codes).size).toBe(10);
    expect(await findTwoFactor(ctx, owner)).toEqual({ since: start, codesLeft: 10, setup: null });
    expect(await findActor(ctx, asking(elsewhere.cookies))).toBeNull();
    expect(await findActor(ctx, asking(cookies))).toMatchObject({ id: owner.id, twoFactorSince: start });
    expect(await subjects()).toEqual(["Two-step verification is on"]);
    await expect(startTwoFactorSetup(ctx, owner, password)).rejects.toMatchObject({ code: "twoFactor.isOn" });
    await expect(cancelTwoFactorSetup(ctx, owner)).rejects.toMatchObject({ code: "twoFactor.isOn" });
  });

  test("rejects a wrong code, a recovery code, a key older than 15 minutes, and guessing", async () => {
    const { cookies } = await signInOwner();
    await startTwoFactorSetup(ctx, owner, password);
    const app = authenticator((await findTwoFactor(ctx, owner)).setup!.formattedKey);
    const confirm = (code: string) => confirmTwoFactor(ctx, owner, typed(code), asking(cookies));
    await expect(confirm(app(start, 3))).rejects.toMatchObject({ code: "twoFactor.wrongCode", field: "code" });
    await expect(confirm(invalidCode)).rejects.toMatchObject({ code: "twoFactor.wrongCode" });
    setNow(minutes(15));
    expect((await findTwoFactor(ctx, owner)).setup).toBeNull();
    await expect(confirm(app(minutes(15)))).rejects.toMatchObject({ code: "twoFactor.setupOver" });
    for (let tries = 4; tries <= 10; tries++)
      await expect(confirm(invalidCode)).rejects.toMatchObject({ code: "twoFactor.setupOver" });
    await expect(confirm(app(minutes(15)))).rejects.toMatchObject({ status: 429 });
    expect((await findTwoFactor(ctx, owner)).since).toBeNull();
  });

  test("can be cancelled and restarted with another key", async () => {
    await startTwoFactorSetup(ctx, owner, password);
    const first = (await findTwoFactor(ctx, owner)).setup!.formattedKey;
    await startTwoFactorSetup(ctx, owner, password);
    expect((await findTwoFactor(ctx, owner)).setup!.formattedKey).not.toBe(first);
    await cancelTwoFactorSetup(ctx, owner);
    expect(await findRow()).toBeUndefined();
  });

  test("says that the key was replaced in another tab", async () => {
    const { cookies } = await signInOwner();
    await startTwoFactorSetup(ctx, owner, password);
    const first = (await findTwoFactor(ctx, owner)).setup!;
    await startTwoFactorSetup(ctx, owner, password);
    const second = (await findTwoFactor(ctx, owner)).setup!;
    const confirm = (setup: typeof first) =>
      confirmTwoFactor(ctx, owner, typed(authenticator(setup.formattedKey)(start)), asking(cookies), setup.id);
    await expect(confirm(first)).rejects.toMatchObject({ code: "twoFactor.setupReplaced", status: 409 });
    expect(await confirm(second)).toHaveLength(10);
  });

  test("takes effect once for concurrent requests", async () => {
    const { cookies } = await signInOwner();
    await startTwoFactorSetup(ctx, owner, password);
    const app = authenticator((await findTwoFactor(ctx, owner)).setup!.formattedKey);
    const results = await Promise.allSettled(
      [0, 1].map((later) => confirmTwoFactor(ctx, owner, typed(app(start, later)), asking(cookies))),
    );
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect((await findTwoFactor(ctx, owner)).codesLeft).toBe(10);
  });
});

test("neither key nor recovery codes are stored in plain text, and both are left out of the data export", async () => {
  await startTwoFactorSetup(ctx, owner, password);
  const { formattedKey: key } = (await findTwoFactor(ctx, owner)).setup!;
  await cancelTwoFactorSetup(ctx, owner);
  const { codes } = await withTwoFactor(ctx, owner);
  const row = (await findRow())!;
  const text = JSON.stringify(row);
  for (const secret of [key.replaceAll(" ", ""), ...codes, ...codes.map((code) => code.replace("-", ""))])
    expect(text).not.toContain(secret);
  const copy = JSON.stringify(await accountPersonalData.read(ctx, owner));
  for (const secret of [row.encryptedKey, ...row.recoveryHashes]) expect(copy).not.toContain(secret);
  expect(copy).toContain(`"twoFactorSince":"${start.toISOString()}"`);
});

describe("weakening an account", () => {
  test("new recovery codes need password and code and invalidate the old ones", async () => {
    const { app, codes } = await withTwoFactor(ctx, owner);
    await expect(renewRecoveryCodes(ctx, owner, "Wrong-walk-1", typed(codes[0]!))).rejects.toMatchObject({
      field: "currentPassword",
    });
    await expect(renewRecoveryCodes(ctx, owner, password, typed(invalidCode))).rejects.toMatchObject({ field: "code" });
    const fresh = await renewRecoveryCodes(ctx, owner, password, typed(app(start, 1)));
    expect(fresh.filter((code) => codes.includes(code))).toEqual([]);
    expect((await findTwoFactor(ctx, owner)).codesLeft).toBe(10);
    await expect(renewRecoveryCodes(ctx, owner, password, typed(codes[0]!))).rejects.toMatchObject({ field: "code" });
    expect(await subjects()).toEqual(["Two-step verification is on", "You have new recovery codes"]);
  });

  test("turning it off needs password and code, here a recovery code, and ends every other session", async () => {
    const { codes, cookies } = await withTwoFactor(ctx, owner);
    const end = (secret: string, code: string) => disableTwoFactor(ctx, owner, secret, typed(code), asking(cookies));
    await expect(end("Wrong-walk-1", codes[0]!)).rejects.toMatchObject({ field: "currentPassword" });
    await expect(end(password, invalidCode)).rejects.toMatchObject({ field: "code" });
    await end(password, codes[0]!);
    expect(await findRow()).toBeUndefined();
    expect(await signInOwner()).toMatchObject({ needsCode: false });
    expect(await subjects()).toEqual([
      "A recovery code was used",
      "Two-step verification is off",
      "Two-step verification is on",
    ]);
  });

  test("is limited: after ten wrong codes in an hour the correct one is rejected", async () => {
    const { codes, cookies } = await withTwoFactor(ctx, owner);
    const end = (code: string) => disableTwoFactor(ctx, owner, password, typed(code), asking(cookies));
    for (let tries = 1; tries <= 10; tries++)
      await expect(end(invalidCode)).rejects.toMatchObject({ code: "twoFactor.wrongRecoveryCode" });
    await expect(end(codes[0]!)).rejects.toMatchObject({ status: 429 });
    expect((await findTwoFactor(ctx, owner)).codesLeft).toBe(10);
  });
});

test("a key encrypted with the previous secret is re-encrypted when a code of it is used", async () => {
  const { app } = await withTwoFactor(ctx, owner);
  const under = (secret: string, previousSecret?: string) => ({
    ...ctx,
    settings: { ...ctx.settings, secret, previousSecret },
  });
  const fresh = "f".repeat(40);
  const canOpen = async (one: typeof ctx) => decryptKey(one, (await findRow())!) !== null;
  const during = under(fresh, ctx.settings.secret);
  await expect(consumeCode(during, owner.id, typed(app(start, 3)))).resolves.toBe(false);
  expect([await canOpen(ctx), await canOpen(under(fresh))]).toEqual([true, false]);
  await expect(consumeCode(during, owner.id, typed(app(start, 1)))).resolves.toBe(true);
  expect([await canOpen(ctx), await canOpen(under(fresh))]).toEqual([false, true]);
});

test("is deleted with the account", async () => {
  await withTwoFactor(ctx, owner);
  await signInOwner();
  await ctx.db.delete(users).where(eq(users.id, owner.id));
  expect(await findRow()).toBeUndefined();
});
