import { randomBytes, randomInt } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { parse, serialize } from "hono/utils/cookie";
import * as z from "zod";
import { sendAccountEmail } from "#app/features/auth/account-emails.server.ts";
import { passwordMaxLength } from "#app/features/auth/auth.rules.ts";
import { passkeys, pendingSignIns } from "#app/features/auth/auth.tables.server.ts";
import { hasPassword, requireAccountPassword } from "#app/features/auth/password/check-password.server.ts";
import { recordSecurityEvent } from "#app/features/auth/security-log.server.ts";
import { openSession, requireOpenAccount } from "#app/features/auth/sessions/open-session.server.ts";
import { readKnownDevice } from "#app/features/auth/sessions/trusted-devices.server.ts";
import {
  consumePendingSignIn,
  countPendingAttempt,
  createClearedPendingCookie,
  createPendingSignIn,
  findPendingSignIn,
} from "#app/features/auth/two-factor/pending-two-factor.server.ts";
import { preferencesOf } from "#app/features/notifications/notifications.rules.ts";
import { notificationPreferences } from "#app/features/notifications/notifications.tables.server.ts";
import { lockPhoneNumber, updateProvenNumber } from "#app/features/notifications/phone-number/phone-number.server.ts";
import { createPhoneForm, phoneCodeForm } from "#app/features/notifications/preferences.forms.server.ts";
import { consumePhoneCode, sendPhoneCode } from "#app/features/phone/codes.server.ts";
import { browserZoneField, regionOfBrowser } from "#app/features/users/browser-region.server.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { AppError } from "#app/platform/app-error.server.ts";
import { createMac, type Installation, isSignedWith } from "#app/platform/crypto/secrets.server.ts";
import { withTransaction } from "#app/platform/db/connection/database.server.ts";
import { createId } from "#app/platform/db/uuid.server.ts";
import { createPersonNameField } from "#app/platform/http/forms/fields.server.ts";
import type { Language } from "#app/platform/i18n/language.ts";
import { getNetwork } from "#app/platform/limits/client-address.server.ts";
import type { CarrierName } from "#app/platform/phone/carrier.server.ts";
import { isNumberEnough, type Proofs } from "./phone-sign-in.rules.ts";

/** Redirect target; validated by `safePath` where it is used. */
const to = z.string().max(1000).optional();

export const numberForm = createPhoneForm().extend({ to });
export const codeForm = phoneCodeForm.extend({
  to,
  /** Name of a new account, where a page asks for it along with the code. */
  fullName: createPersonNameField(120).optional(),
  timeZone: browserZoneField,
});
export const emailCodeForm = phoneCodeForm.extend({ to });
export const nameForm = z.object({
  firstName: createPersonNameField(60).min(1),
  lastName: createPersonNameField(60).optional().default(""),
  timeZone: browserZoneField,
  to,
});
export const passwordProofForm = z.object({ password: z.string().min(1).max(passwordMaxLength), to });
export const returnPathForm = z.object({ to });

const limits = {
  newAccounts: { name: "sign-up", points: 20, span: 3600, isPerNetwork: true },
  emailCodes: { name: "sign-in-email-code", points: 5, span: 3600 },
};

/**
 * Default preferences of accounts without an e-mail address: notifications that others get by e-mail are sent by phone.
 */
const phoneInstead = Object.fromEntries(
  (["inquiry", "reminder", "order", "plan", "transfer", "tag", "account"] as const).map((kind) => [
    kind,
    { ...preferencesOf(null)[kind], phone: true },
  ]),
);

interface From {
  request: Request;
  address: string;
}

/**
 * Sends the code to sign in or sign up by number, and returns the token by which this browser alone can use it. The
 * response does not depend on whether the number has an account. Throws the errors of `sendPhoneCode`.
 */
export async function requestPhoneSignIn(
  ctx: AppContext,
  { phone, first }: { phone: string; first: CarrierName },
  { address, language, request }: { address: string; language: Language; request: Request },
): Promise<string> {
  const [user] = await ctx.db.select({ id: users.id }).from(users).where(eq(users.verifiedPhone, phone));
  const isKnownBrowser = readKnownDevice(ctx, request, user?.id) !== null;
  const browser = readWaitingNumber(request)?.browser ?? randomBytes(16).toString("base64url");
  const asked = { number: phone, purpose: "signIn" as const, userId: null, browser, isKnownBrowser };
  await sendPhoneCode(ctx, { ...asked, language, address, first });
  return browser;
}

/** Result of a correct code: a session, or the next step, which the cookie identifies. */
export interface Proven {
  next: "done" | "secondFactor" | "secondProof" | "newAccount";
  cookies: string[];
}

/** What a new account needs besides its number. */
export interface NewAccount {
  firstName: string;
  lastName: string;
  /** IANA name, if the browser told it. */
  timeZone?: string | undefined;
}

/** Splits a full name at its first space. */
export function splitName(fullName: string): Pick<NewAccount, "firstName" | "lastName"> {
  const [firstName = "", ...rest] = fullName.trim().split(/\s+/);
  return { firstName: firstName.slice(0, 60), lastName: rest.join(" ").slice(0, 60).trim() };
}

/**
 * Verifies the code. A number without an account gets one if `newAccount` says whose, and otherwise waits for a name; an
 * account with two-factor authentication requires its second factor, and one with a password, an e-mail address, a passkey or a long unused number requires another
 * proof, because numbers are reassigned. Throws `phone.wrongCode`, and `accounts.suspended` for a suspended account.
 */
export async function confirmPhoneSignIn(
  ctx: AppContext,
  {
    phone,
    browser,
    code,
    newAccount,
  }: WaitingNumber & { code: string; newAccount?: (NewAccount & { language: Language }) | undefined },
  { request, address }: From,
): Promise<Proven> {
  const since = ctx.clock.now();
  await consumePhoneCode(ctx, { number: phone, purpose: "signIn", userId: null, browser, code, address });
  const [user] = await ctx.db
    .select({ id: users.id, twoFactorSince: users.twoFactorSince, provenAt: users.phoneProvenAt })
    .from(users)
    .where(eq(users.verifiedPhone, phone));
  const wait = async (next: Exclude<Proven["next"], "done">, userId: string | null) => ({
    next,
    cookies: [await createPendingSignIn(ctx, { userId, stage: next, phone })],
  });
  if (!user) {
    const cookies = newAccount && (await openNewAccount(ctx, { phone, since, ...newAccount }, { request, address }));
    return cookies ? { next: "done", cookies } : wait("newAccount", null);
  }
  await requireOpenAccount(ctx, user.id, address);
  if (user.twoFactorSince) return wait("secondFactor", user.id);
  const isKnownBrowser = readKnownDevice(ctx, request, user.id) !== null;
  const numberState = { provenAt: user.provenAt, isKnownBrowser };
  if (!isNumberEnough(await findProofs(ctx, user.id), numberState, ctx.clock.now()))
    return wait("secondProof", user.id);
  return { next: "done", cookies: await openPhoneSession(ctx, user.id, phone, "by number", { request, address }) };
}

async function openPhoneSession(
  ctx: AppContext,
  userId: string,
  phone: string,
  why: string,
  { request, address }: From,
) {
  const cookies = await openSession(ctx, { userId, hasBothSteps: false, phone, why }, request, address);
  await ctx.db
    .update(users)
    .set({ phoneProvenAt: ctx.clock.now() })
    .where(and(eq(users.id, userId), eq(users.verifiedPhone, phone)));
  return [...cookies, createClearedPendingCookie(ctx)];
}

async function findProofs(ctx: AppContext, userId: string): Promise<Proofs> {
  const [user] = await ctx.db
    .select({ email: users.email, emailVerified: users.emailVerified })
    .from(users)
    .where(eq(users.id, userId));
  return {
    hasPassword: await hasPassword(ctx, { id: userId }),
    hasEmail: Boolean(user?.email && user.emailVerified),
    hasPasskey: (await ctx.db.$count(passkeys, eq(passkeys.userId, userId))) > 0,
  };
}

/**
 * Returns the sign-in in progress in this browser: a new account without a name, or a missing second proof; null for
 * neither.
 */
export async function findSignInProgress(ctx: AppContext, request: Request) {
  const pending = await findPendingSignIn(ctx, request, ["newAccount", "secondProof"]);
  if (!pending) return null;
  if (!pending.userId) return { stage: "newAccount" as const };
  if (pending.stage === "newAccount") return { stage: "newAccount" as const };
  const proofs = await findProofs(ctx, pending.userId);
  return { stage: "secondProof" as const, ...proofs, isEmailSent: pending.emailCodeHash !== null };
}

const hashOf = (ctx: Installation, tokenHash: string, code: string) =>
  createMac(ctx, `sign-in code ${tokenHash} ${code}`).toString("base64url");

/** E-mails a code to the account's verified address; false when no sign-in is waiting for one. At most five an hour. */
export async function sendEmailProof(ctx: AppContext, request: Request): Promise<boolean> {
  const pendingSignIn = await findPendingSignIn(ctx, request, ["secondProof"]);
  if (!pendingSignIn?.userId || !(await findProofs(ctx, pendingSignIn.userId)).hasEmail) return false;
  const { userId, tokenHash } = pendingSignIn;
  await ctx.limits.take(limits.emailCodes, userId);
  const code = String(randomInt(1_000_000)).padStart(6, "0");
  await withTransaction(ctx, async (tx) => {
    await tx.db
      .update(pendingSignIns)
      .set({ emailCodeHash: hashOf(ctx, tokenHash, code) })
      .where(eq(pendingSignIns.tokenHash, tokenHash));
    await sendAccountEmail(tx, { kind: "signInCode", userId, code });
  });
  return true;
}

/**
 * Completes a sign-in with a second proof: the account's password or the e-mailed code. Returns the session's cookies;
 * null when no sign-in is waiting, ten minutes have passed or five proofs were wrong. Rejects a wrong proof at its
 * field.
 */
export async function completePhoneSignIn(
  ctx: AppContext,
  proof: { password: string } | { emailCode: string },
  from: From,
): Promise<string[] | null> {
  const pendingSignIn = await countPendingAttempt(ctx, from.request, "secondProof");
  if (!pendingSignIn?.userId || !pendingSignIn.phone) return null;
  const { userId, phone, tokenHash } = pendingSignIn;
  if ("password" in proof) await requireAccountPassword(ctx, { id: userId }, proof.password);
  else requireEmailCode(ctx, pendingSignIn, proof.emailCode);
  if (!(await consumePendingSignIn(ctx, tokenHash))) return null;
  return openPhoneSession(
    ctx,
    userId,
    phone,
    "password" in proof ? "by number and password" : "by number and address",
    from,
  );
}

function requireEmailCode(ctx: AppContext, pendingSignIn: typeof pendingSignIns.$inferSelect, typed: string): void {
  const { tokenHash, emailCodeHash, userId } = pendingSignIn;
  if (emailCodeHash && isSignedWith(ctx, emailCodeHash, (one) => hashOf(one, tokenHash, typed))) return;
  recordSecurityEvent(ctx, "signInFailed", { userId: userId ?? undefined, why: "wrong mailed code" });
  throw new AppError("phone.wrongCode", 400, { field: "code" });
}

/**
 * Starts a new account with a number that belonged to another person's account, which loses it once the new one is
 * created.
 */
export async function startNewAccount(ctx: AppContext, request: Request): Promise<void> {
  const pendingSignIn = await findPendingSignIn(ctx, request, ["secondProof"]);
  if (!pendingSignIn) return;
  await ctx.db
    .update(pendingSignIns)
    .set({ stage: "newAccount", userId: null })
    .where(eq(pendingSignIns.tokenHash, pendingSignIn.tokenHash));
}

/**
 * Creates an account for a number that was just verified, without e-mail address and password, and signs in. Null when
 * no number is waiting, or it was used for another account meanwhile. At most 20 an hour from one network.
 */
export async function createPhoneAccount(
  ctx: AppContext,
  person: NewAccount,
  language: Language,
  from: From,
): Promise<string[] | null> {
  const pendingSignIn = await findPendingSignIn(ctx, from.request, ["newAccount"]);
  if (!pendingSignIn?.phone) return null;
  const { phone, createdAt: since, tokenHash } = pendingSignIn;
  return openNewAccount(ctx, { ...person, language, phone, since, tokenHash }, from);
}

interface ProvenNumber {
  phone: string;
  language: Language;
  /** When the number was proven: an account opened with it later is another window's. */
  since: Date;
  /** The pending sign-in that this uses up, if the name came in a step of its own. */
  tokenHash?: string;
}

async function openNewAccount(
  ctx: AppContext,
  { phone, since, tokenHash, firstName, lastName, timeZone, language }: NewAccount & ProvenNumber,
  from: From,
): Promise<string[] | null> {
  await ctx.limits.take(limits.newAccounts, getNetwork(from.address));
  const id = createId();
  const isCreated = await withTransaction(ctx, async (tx) => {
    if (tokenHash && !(await consumePendingSignIn(tx, tokenHash))) return false;
    await lockPhoneNumber(tx, phone);
    const [holder] = await tx.db
      .select({ provenAt: users.phoneProvenAt })
      .from(users)
      .where(eq(users.verifiedPhone, phone))
      .for("no key update");
    // Two windows that sign up concurrently create one account.
    if (holder?.provenAt && holder.provenAt > since) return false;
    const now = tx.clock.now();
    const name = `${firstName} ${lastName}`.trim();
    const region = regionOfBrowser(timeZone);
    const times = { createdAt: now, updatedAt: now };
    await tx.db.insert(users).values({ id, name, firstName, lastName, language, ...region, ...times });
    await updateProvenNumber(tx, { id, language }, phone);
    await tx.db.insert(notificationPreferences).values({ userId: id, choices: phoneInstead });
    return true;
  });
  if (!isCreated) return null;
  recordSecurityEvent(ctx, "accountAsked", { userId: id, address: from.address, why: "by number" });
  return openPhoneSession(ctx, id, phone, "by number", from);
}

const pendingNumberCookie = "waiting-number";
const halfAnHour = 1800;

/** The number for which this browser asked for a code, and the secret token by which it alone can use it. */
export interface WaitingNumber {
  /** E.164. */
  phone: string;
  browser: string;
}

/** Creates the cookie of the number that is waiting for its code; null deletes it. */
export function createWaitingNumberCookie(waiting: WaitingNumber | null, secure: boolean): string {
  const [value, maxAge] = waiting ? [`${waiting.phone}.${waiting.browser}`, halfAnHour] : ["", 0];
  return serialize(pendingNumberCookie, value, { path: "/auth", httpOnly: true, sameSite: "Lax", maxAge, secure });
}

/** Returns the number for which this browser requested a code, or null. */
export function readWaitingNumber(request: Request): WaitingNumber | null {
  const stored = parse(request.headers.get("cookie") ?? "", pendingNumberCookie)[pendingNumberCookie];
  const [, phone, browser] = /^(\+\d{7,15})\.([\w-]{22})$/.exec(stored ?? "") ?? [];
  return phone && browser ? { phone, browser } : null;
}
