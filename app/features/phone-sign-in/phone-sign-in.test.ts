// An owner without an e-mail address could not sign up, or would never be told of a finder.
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { passkeys, sessions } from "#app/features/auth/auth.tables.server.ts";
import { deletePasskey } from "#app/features/auth/passkeys/passkeys.server.ts";
import { findActor } from "#app/features/auth/sessions/session.server.ts";
import { completeSignIn, hasPendingSignIn } from "#app/features/auth/two-factor/pending-two-factor.server.ts";
import { sendNotifications } from "#app/features/notifications/notifications.server.ts";
import { confirmPhoneNumber, startPhoneNumber } from "#app/features/notifications/phone-number/phone-number.server.ts";
import { findPhoneNumber } from "#app/features/phone/consent.server.ts";
import { updateProfile } from "#app/features/settings/profile.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import { createId } from "#app/platform/db/uuid.server.ts";
import { createTestUser, password, signUpTestUser } from "#tests/make.ts";
import { asking, typed, withTwoFactor } from "#tests/make-two-factor.ts";
import { notificationsFor } from "#tests/notifications.ts";
import { createTestApp } from "#tests/test-app.ts";
import {
  completePhoneSignIn,
  confirmPhoneSignIn,
  createPhoneAccount,
  findSignInProgress,
  nameForm,
  requestPhoneSignIn,
  sendEmailProof,
  startNewAccount,
} from "./phone-sign-in.server.ts";

const { ctx, emails, phoneMessages, runJobs, setNow } = await createTestApp();

let made = 0;
let number = "";
let address = "";
beforeEach(() => {
  setNow(new Date());
  number = `+2010012${String(++made).padStart(5, "0")}`;
  address = `203.0.${made}.9`;
});

const days = (count: number) => new Date(Date.now() + count * 86_400_000);
const from = (cookies: readonly string[] = []) => ({ request: asking(cookies), address });
const lastCode = () => /\d{6}/.exec(phoneMessages.findLast(({ to }) => to === number)!.text)![0];
const who = async (cookies: readonly string[] | null) => (await findActor(ctx, asking(cookies ?? [])))?.id;

/** Requests a code and submits it. */
async function enterCode(cookies: readonly string[] = []) {
  const browser = await requestCode(address, cookies);
  await runJobs();
  return confirmPhoneSignIn(ctx, { phone: number, browser, code: lastCode() }, from(cookies));
}

/** Requests a code from this address in a browser with these cookies, and returns the browser's token. */
const requestCode = (from: string, cookies: readonly string[] = []) =>
  requestPhoneSignIn(ctx, { phone: number, first: "sms" }, { address: from, language: "en", request: asking(cookies) });

async function signUpByPhone(firstName = "Salma") {
  const { cookies } = await enterCode();
  const opened = await createPhoneAccount(ctx, { firstName, lastName: "" }, "ar", from(cookies));
  const actor = await findActor(ctx, asking(opened ?? []));
  return { cookies: opened!, actor: actor! };
}

async function withNumber(owner: Actor) {
  await ctx.db
    .update(users)
    .set({ phone: number, verifiedPhone: number, phoneProvenAt: ctx.clock.now() })
    .where(eq(users.id, owner.id));
}

describe("new number", () => {
  test("creates an account without an e-mail address, in the user's language, with consent to messages", async () => {
    const { next, cookies } = await enterCode();
    expect(next).toBe("newAccount");
    expect(await who(cookies)).toBeUndefined();
    expect(await findSignInProgress(ctx, asking(cookies))).toEqual({ stage: "newAccount" });
    const opened = await createPhoneAccount(ctx, { firstName: "Salma", lastName: "Adel" }, "ar", from(cookies));
    const actor = await findActor(ctx, asking(opened!));
    expect(actor).toMatchObject({ email: null, phone: number, firstName: "Salma", language: "ar" });
    expect((await findPhoneNumber(ctx, number))?.consent).toBe("agreed");
    await runJobs();
    expect(emails).toEqual([]);
  });

  test("gets notifications, orders and reminders by phone and nothing by e-mail", async () => {
    const { actor } = await signUpByPhone();
    const told = phoneMessages.length;
    for (const kind of ["found", "order", "reminder"] as const)
      await sendNotifications(ctx, [{ userId: actor.id, kind, params: {}, link: "/dashboard", topic: kind }]);
    await runJobs();
    expect(phoneMessages.slice(told).map(({ to, template, language }) => [to, template?.name, language])).toEqual([
      [number, "aleef_finder", "ar"],
      [number, "aleef_news", "ar"],
      [number, "aleef_news", "ar"],
    ]);
    const { rows } = await ctx.pool.query("select state from notification_deliveries where channel = 'email'");
    expect(rows).toEqual([]);
    expect(emails).toEqual([]);
  });

  test("has the browser's time zone and its country", async () => {
    const { cookies } = await enterCode();
    const form = nameForm.parse({ firstName: "Salma", timeZone: "Asia/Riyadh" });
    const opened = await createPhoneAccount(ctx, form, "ar", from(cookies));
    const { timeZone, country } = (await findActor(ctx, asking(opened!)))!;
    expect([timeZone, country]).toEqual(["Asia/Riyadh", "SA"]);
  });

  test("creates one account when submitted twice", async () => {
    const { cookies } = await enterCode();
    const both = await Promise.all(
      ["Salma", "Salma"].map((firstName) => createPhoneAccount(ctx, { firstName, lastName: "" }, "ar", from(cookies))),
    );
    expect(both.filter(Boolean)).toHaveLength(1);
    expect(await ctx.db.$count(users, eq(users.verifiedPhone, number))).toBe(1);
  });

  test("creates one account when two browser windows sign up with the same number", async () => {
    const one = await enterCode();
    const other = await enterCode();
    setNow(new Date(Date.now() + 5000));
    expect(await createPhoneAccount(ctx, { firstName: "One", lastName: "" }, "en", from(one.cookies))).not.toBeNull();
    expect(await createPhoneAccount(ctx, { firstName: "Two", lastName: "" }, "en", from(other.cookies))).toBeNull();
  });

  test("gets the same response as a known number", async () => {
    const unknown = await requestCode(address);
    await withNumber(await createTestUser(ctx));
    expect((await requestCode(address)).length).toBe(unknown.length);
  });
});

describe("number that is an account's only sign-in", () => {
  test("gets a code in a browser that has signed in before, although strangers used up the number's codes", async () => {
    const { cookies } = await signUpByPhone();
    await requestCode("198.51.100.1");
    await requestCode("198.51.100.1");
    await expect(requestCode("198.51.100.1")).rejects.toMatchObject({ status: 429 });
    await expect(requestCode(address)).rejects.toMatchObject({ status: 429 });
    for (let at = 0; at < 2; at++) await requestCode(address, cookies);
    await runJobs();
    const browser = await requestCode(address, cookies);
    await expect(requestCode(address, cookies)).rejects.toMatchObject({ status: 429 });
    await runJobs();
    const typed = { phone: number, browser, code: lastCode() };
    expect((await confirmPhoneSignIn(ctx, typed, from(cookies))).next).toBe("done");
  });

  test("gets few codes, however many browsers are known and networks ask", async () => {
    const { cookies } = await signUpByPhone();
    let given = 1;
    for (let at = 0; at < 100; at++) {
      const known = at % 2 ? cookies.filter((line) => line.includes(".known=")) : [];
      // Each sign-in in a new browser makes another known one: all of them share one limit.
      await requestCode(`100.${64 + (at >> 1)}.7.1`, known).then(
        () => given++,
        (error) => expect(error).toMatchObject({ status: 429 }),
      );
    }
    // Within one hour: three of the number, two of other networks and three of known browsers.
    expect(given).toBe(8);
  });

  test("gets a code in another network, although strangers used up the number's codes", async () => {
    await signUpByPhone();
    for (let at = 0; at < 2; at++) await requestCode("198.51.101.1");
    await expect(requestCode("198.51.101.1")).rejects.toMatchObject({ status: 429 });
    await requestCode("198.51.102.1");
    await expect(requestCode("198.51.102.1"), "only the first").rejects.toMatchObject({ status: 429 });
    await requestCode("198.51.103.1");
    await expect(requestCode("198.51.104.1"), "two an hour").rejects.toMatchObject({ status: 429 });
  });

  test("signs in again by its code, and the session stores the number", async () => {
    const { actor } = await signUpByPhone();
    const { next, cookies } = await enterCode();
    expect(next).toBe("done");
    expect(await who(cookies)).toBe(actor.id);
    const kept = await ctx.db.select().from(sessions).where(eq(sessions.userId, actor.id));
    expect(kept.map(({ phone }) => phone)).toEqual([number, number]);
  });

  test("requires another proof when long unused, except in a browser that signed in before", async () => {
    const { cookies: known, actor } = await signUpByPhone();
    setNow(days(46));
    const stranger = await enterCode();
    expect(stranger.next).toBe("secondProof");
    expect(await who(stranger.cookies)).toBeUndefined();
    expect(await findSignInProgress(ctx, asking(stranger.cookies))).toMatchObject({
      hasPassword: false,
      hasEmail: false,
    });
    expect(((await enterCode(known.filter((line) => line.includes(".known=")))) as { next: string }).next).toBe("done");
    expect(await ctx.db.$count(users, eq(users.id, actor.id))).toBe(1);
  });

  test("is rejected for a suspended account", async () => {
    const { actor } = await signUpByPhone();
    await ctx.db.update(users).set({ suspendedAt: ctx.clock.now() }).where(eq(users.id, actor.id));
    await expect(enterCode()).rejects.toMatchObject({ code: "accounts.suspended" });
  });

  test("cannot be changed in the profile without a code", async () => {
    const { actor } = await signUpByPhone();
    const form = { base: null, firstName: "Salma", lastName: "", phone: "+201001234567" };
    const nothing = { address: null, city: null, state: null, zipCode: null, country: null, timeZone: undefined };
    await expect(updateProfile(ctx, actor, { ...form, ...nothing })).rejects.toMatchObject({
      code: "accountSettings.phoneSignsIn",
    });
    await updateProfile(ctx, actor, { ...form, ...nothing, phone: number });
  });
});

describe("number of an account with another proof", () => {
  test("does not sign in alone", async () => {
    const owner = await signUpTestUser(ctx, `owner${made}@example.com`);
    await withNumber(owner);
    const { next, cookies } = await enterCode();
    expect(next).toBe("secondProof");
    expect(await who(cookies)).toBeUndefined();
    expect(await hasPendingSignIn(ctx, asking(cookies))).toBe(false);
    expect(await completeSignIn(ctx, typed("123456"), asking(cookies), address)).toBeNull();
  });

  test("signs in with the password, but not with a wrong one", async () => {
    const owner = await signUpTestUser(ctx, `owner${made}@example.com`);
    await withNumber(owner);
    const { cookies } = await enterCode();
    await expect(completePhoneSignIn(ctx, { password: "Wrong-walk-1" }, from(cookies))).rejects.toMatchObject({
      field: "password",
    });
    expect(await who(await completePhoneSignIn(ctx, { password }, from(cookies)))).toBe(owner.id);
    expect(await completePhoneSignIn(ctx, { password }, from(cookies))).toBeNull();
  });

  test("signs in with an e-mailed code, which five wrong ones invalidate", async () => {
    const owner = await createTestUser(ctx);
    await withNumber(owner);
    const mailed = async (cookies: readonly string[]) => {
      expect(await sendEmailProof(ctx, asking(cookies))).toBe(true);
      await runJobs();
      return /\d{6}/.exec(emails.findLast(({ to }) => to === owner.email)!.text)![0];
    };
    const { cookies } = await enterCode();
    expect(await who(await completePhoneSignIn(ctx, { emailCode: await mailed(cookies) }, from(cookies)))).toBe(
      owner.id,
    );
    const again = (await enterCode()).cookies;
    const right = await mailed(again);
    const wrong = right === "000000" ? "000001" : "000000";
    for (let tries = 0; tries < 5; tries++)
      await expect(completePhoneSignIn(ctx, { emailCode: wrong }, from(again))).rejects.toMatchObject({
        code: "phone.wrongCode",
      });
    expect(await completePhoneSignIn(ctx, { emailCode: right }, from(again))).toBeNull();
  });

  test("requires the passkey if there is one", async () => {
    const { actor } = await signUpByPhone();
    const key = { id: createId(), userId: actor.id, credentialId: `key${made}`, publicKey: "AA", name: "Phone" };
    await ctx.db.insert(passkeys).values({ ...key, isSynced: false, createdAt: ctx.clock.now() });
    const { next, cookies } = await enterCode();
    expect(next).toBe("secondProof");
    expect(await findSignInProgress(ctx, asking(cookies))).toMatchObject({ hasPasskey: true, hasPassword: false });
  });

  test("gets a phone message about a removed passkey when the account has no e-mail address", async () => {
    const { actor } = await signUpByPhone();
    const id = createId();
    const key = { id, userId: actor.id, credentialId: `key${made}`, publicKey: "AA", name: "Phone" };
    await ctx.db.insert(passkeys).values({ ...key, isSynced: false, createdAt: ctx.clock.now() });
    await deletePasskey(ctx, actor, id);
    await runJobs();
    expect(emails.filter(({ subject }) => /passkey|مفتاح المرور/.test(subject))).toEqual([]);
    const told = phoneMessages.findLast(({ to }) => to === number)!;
    expect(told.text).toContain(ctx.translator("ar")("accountEmails.passkeyRemoved.subject"));
    expect(told.text).toContain("/dashboard/settings/security");
  });

  test("does not replace the second factor", async () => {
    const owner = await signUpTestUser(ctx, `owner${made}@example.com`);
    await withNumber(owner);
    const own = await withTwoFactor(ctx, owner);
    const { next, cookies } = await enterCode();
    expect(next).toBe("secondFactor");
    expect(await completePhoneSignIn(ctx, { password }, from(cookies))).toBeNull();
    const opened = await completeSignIn(ctx, typed(own.codes[0]!), asking(cookies), address);
    expect(await who(opened)).toBe(owner.id);
  });

  test("can start a new account; the old one loses the number and is notified", async () => {
    const owner = await signUpTestUser(ctx, `owner${made}@example.com`);
    await withNumber(owner);
    const { cookies } = await enterCode();
    await startNewAccount(ctx, asking(cookies));
    const opened = await createPhoneAccount(ctx, { firstName: "New", lastName: "" }, "en", from(cookies));
    const holder = await who(opened);
    expect(holder).not.toBe(owner.id);
    const [before] = await ctx.db.select().from(users).where(eq(users.id, owner.id));
    expect(before).toMatchObject({ verifiedPhone: null, phoneProvenAt: null });
    const told = await notificationsFor(ctx, owner.id);
    expect(told.map(({ params }) => params.accountNews)).toEqual(["phoneMoved"]);
  });
});

describe("replaced number", () => {
  test("ends the sessions that its codes opened except the current one, and its consent", async () => {
    const { cookies: here } = await signUpByPhone();
    const elsewhere = (await enterCode()).cookies;
    const actor = (await findActor(ctx, asking(here)))!;
    const old = number;
    number = `+2010099${String(made).padStart(5, "0")}`;
    await startPhoneNumber(ctx, actor, { phone: number, first: "sms" }, address);
    await runJobs();
    await confirmPhoneNumber(ctx, actor, lastCode(), address, asking(here));
    expect(await who(here)).toBe(actor.id);
    expect(await who(elsewhere)).toBeUndefined();
    expect(await findPhoneNumber(ctx, old)).toBeNull();
  });

  test("requires a recent sign-in when it is the only way to sign in", async () => {
    const { actor } = await signUpByPhone();
    const late = { ...actor, signedInAt: new Date(Date.now() - 16 * 60_000) };
    await expect(startPhoneNumber(ctx, late, { phone: "+201009999999", first: "sms" }, address)).rejects.toMatchObject({
      code: "accounts.signInAgain",
    });
  });

  test("is announced by e-mail to an account that has an address, since a borrowed device suffices to add one", async () => {
    const owner = await createTestUser(ctx);
    await startPhoneNumber(ctx, owner, { phone: number, first: "sms" }, address);
    await runJobs();
    await confirmPhoneNumber(ctx, owner, lastCode(), address);
    await runJobs();
    const subject = ctx.translator(owner.language)("accountEmails.phoneAdded.subject");
    expect(emails.filter((email) => email.to === owner.email && email.subject === subject)).toHaveLength(1);
  });

  test("ends the sessions of the previous account when verified by another", async () => {
    const { cookies } = await signUpByPhone();
    const newHolder = await createTestUser(ctx);
    await startPhoneNumber(ctx, newHolder, { phone: number, first: "sms" }, address);
    await runJobs();
    await confirmPhoneNumber(ctx, newHolder, lastCode(), address);
    expect(await who(cookies)).toBeUndefined();
  });
});
