import { APIError } from "better-auth/api";
import { eq } from "drizzle-orm";
import { recordChange } from "#app/features/audit-log/audit-log.server.ts";
import { regionOfBrowser } from "#app/features/users/browser-region.server.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { withTransaction } from "#app/platform/db/connection/database.server.ts";
import { AppError } from "#app/platform/http/app-error.server.ts";
import { countEmail, createEmailLimits } from "#app/platform/http/limits/email-limits.server.ts";
import { isWithinLimit } from "#app/platform/http/limits/limits.server.ts";
import { getNetwork } from "#app/platform/http/server/client-address.server.ts";
import { readSessionToken } from "#app/platform/http/session-cookie.server.ts";
import type { Language } from "#app/platform/i18n/language.ts";
import type { SignUpForm } from "../auth.forms.server.ts";
import { sessions } from "../auth.tables.server.ts";
import { getAuth } from "../better-auth.server.ts";
import { findPasswordHash } from "../password/check-password.server.ts";
import {
  deletePendingSignIns,
  deleteSession,
  deleteSessionByToken,
  notifySessionsEnded,
} from "../sessions/end-sessions.server.ts";
import { createAuthHeaders, findActor, findSession } from "../sessions/session.server.ts";
import { isClosedDemo } from "../sessions/session-policy.server.ts";
import { requestLink } from "../sign-up/link-requests.server.ts";
import { createSignUpProof } from "../sign-up/sign-up-proof.server.ts";
import { createPendingSignIn } from "../two-factor/pending-two-factor.server.ts";
import { recordSecurityEvent } from "./security-log.server.ts";
import { createKnownDeviceCookie, readKnownDevice } from "./trusted-devices.server.ts";

const limits = {
  signUp: { name: "sign-up", points: 20, span: 3600, isPerNetwork: true },
  signInOfAccount: { name: "sign-in-account", points: 50, span: 3600 },
  signInFromHere: { name: "sign-in-here", points: 10, span: 3600 },
  signInNetwork: { name: "sign-in-network", points: 100, span: 3600 },
  /** A network's first attempts of a day at an account, and how many of them count beyond the account's limit. */
  signInFirst: { name: "sign-in-first", points: 3, span: 86_400 },
  signInElsewhere: { name: "sign-in-elsewhere", points: 500, span: 3600 },
  signInKnown: { name: "sign-in-known-device", points: 10, span: 3600 },
  emailKnown: { name: "account-email", points: 5, span: 3600 },
  emailNetwork: { name: "account-email-network", points: 30, span: 3600, isPerNetwork: true },
};

/** Limits of e-mails to one address, after sign-ups and with requested links. */
const toAddress = {
  signUp: createEmailLimits("sign-up-address", 3600, { fromHere: 2, shared: 3, all: 12 }),
  link: createEmailLimits("account-email", 3600, { fromHere: 2, shared: 3, all: 12, elsewhere: 20 }),
};

/**
 * Creates an unverified account and mails a link to verify it. A known address gets the same response, and an e-mail
 * that says so, so that the page does not reveal whether an address has an account. Returns the cookie with which this
 * browser can confirm the address without the password. Rejects more than 20 requests an hour from one network, and
 * with a message that says what to do when several e-mails were sent to the address within the hour.
 */
export async function signUp(
  ctx: AppContext,
  form: SignUpForm,
  from: { address: string; language: Language },
): Promise<string> {
  await ctx.limits.take(limits.signUp, getNetwork(from.address));
  const { firstName, lastName, email, password } = form;
  const proof = createSignUpProof(ctx);
  await countEmail(ctx.limits, toAddress.signUp, { email, from: from.address });
  try {
    await getAuth(ctx).api.signUpEmail({
      body: {
        email,
        password,
        firstName,
        lastName,
        name: `${firstName} ${lastName}`.trim(),
        language: from.language,
        ...regionOfBrowser(form.timeZone),
        signUpProof: proof.hash,
        ...(form.to ? { callbackURL: form.to } : {}),
      },
    });
  } catch (error) {
    // The later of two concurrent sign-ups with one new address fails because the row exists, which must not be
    // revealed. The library throws the same error when the row could not be written; then there is no account and the
    // error is rethrown.
    const isLater = error instanceof APIError && error.statusCode === 422 && (await findUser(ctx, email));
    if (!isLater) throw error;
  }
  recordSecurityEvent(ctx, "accountAsked", { address: from.address });
  return proof.cookie;
}

/** Result of a correct password: a session or, for an account with two-factor sign-in, permission to enter a code. */
export interface SignedIn {
  cookies: string[];
  needsCode: boolean;
}

/**
 * Opens a session and ends the previous one of this browser. Rejects a wrong combination of address and password
 * without saying which is wrong, an unverified address (mailing a new link), a suspended account, a demo account where
 * the demo is disabled, and guessing: 10 attempts an hour from one network to one account, 50 an hour to one account,
 * 100 an hour from one network. A browser that has signed in to the account before is counted separately, 10 an hour,
 * so that other people's guesses do not lock it out; the first three attempts a day of a network that has tried none
 * count beyond the account's limit, up to 500 an hour.
 */
export async function signIn(
  ctx: AppContext,
  form: { email: string; password: string; to?: string | undefined },
  request: Request,
  address: string,
): Promise<SignedIn> {
  const user = await findUser(ctx, form.email);
  const resetCount = await countGuess(ctx, readKnownDevice(ctx, request, user?.id), form.email, address);
  const failed = (why: string) => recordSecurityEvent(ctx, "signInFailed", { userId: user?.id, address, why });
  const hash = user && (await findPasswordHash(ctx, user));
  /** Throws if the password was changed since: what it opened may have missed that everything opened by it ended. */
  const requireSamePassword = async (end: () => Promise<void>) => {
    if (!user || (await findPasswordHash(ctx, user)) === hash) return;
    await end();
    failed("password changed meanwhile");
    throw new AppError("accounts.wrongPassword", 401);
  };
  try {
    const before = await findSession(ctx, request);
    const answer = await getAuth(ctx).api.signInEmail({
      body: { email: form.email, password: form.password },
      headers: createAuthHeaders(ctx, request, address),
      returnHeaders: true,
    });
    await requireSamePassword(() => deleteSessionByToken(ctx, answer.response.token));
    await resetCount();
    if (before) await deleteSession(ctx, before.session);
    recordSecurityEvent(ctx, "signedIn", { userId: user?.id, address });
    const cookies = answer.headers.getSetCookie();
    return { cookies: user ? [...cookies, createKnownDeviceCookie(ctx, request, user.id)] : cookies, needsCode: false };
  } catch (error) {
    if (!(error instanceof APIError)) throw error;
    if (user && isSessionRefused(error)) {
      await resetCount();
      if (!user.suspendedAt && !isClosedDemo(ctx, user)) {
        const cookie = await createPendingSignIn(ctx, { userId: user.id, stage: "secondFactor" });
        await requireSamePassword(() => deletePendingSignIns(ctx, user.id));
        return { cookies: [cookie], needsCode: true };
      }
      failed(user.suspendedAt ? "suspended" : "demo account");
      throw new AppError(user.suspendedAt ? "accounts.suspended" : "accounts.demoClosed", 403);
    }
    if (error.statusCode === 403) {
      failed("address not confirmed");
      await sendVerificationEmail(ctx, form, address);
      throw new AppError("accounts.notVerified", 403);
    }
    failed("wrong password or address");
    throw new AppError("accounts.wrongPassword", 401);
  }
}

async function findUser({ db }: AppContext, email: string) {
  const [user] = await db
    .select({ id: users.id, suspendedAt: users.suspendedAt, isDemo: users.isDemo })
    .from(users)
    .where(eq(users.email, email));
  return user;
}

/**
 * Counts a password attempt before it is checked; returns a function that resets this client's count after a correct
 * one.
 */
async function countGuess({ limits: limiter }: AppContext, device: string | null, email: string, address: string) {
  if (device) {
    await limiter.take(limits.signInKnown, device);
    return () => limiter.clear(limits.signInKnown, device);
  }
  const here = `${getNetwork(address)} ${email}`;
  await limiter.take(limits.signInNetwork, getNetwork(address));
  await limiter.take(limits.signInFromHere, here);
  const isFirst = await isWithinLimit(limiter, limits.signInFirst, here);
  if (!(await isWithinLimit(limiter, limits.signInOfAccount, email)))
    await limiter.take(isFirst ? limits.signInElsewhere : limits.signInOfAccount, email);
  return () => limiter.clear(limits.signInFromHere, here);
}

/** Whether the password was correct but does not suffice to open a session. */
const isSessionRefused = ({ body }: APIError) => body?.code === "FAILED_TO_CREATE_SESSION";

/**
 * Ends this session and returns the cookies that clear it. Does nothing if it no longer exists. The session is deleted
 * here, because the library reports success even if it could not delete it.
 */
export async function signOut(ctx: AppContext, request: Request): Promise<string[]> {
  const actor = await findActor(ctx, request);
  const token = readSessionToken(ctx, request.headers);
  if (token) await ctx.db.delete(sessions).where(eq(sessions.token, token));
  const answer = await getAuth(ctx).api.signOut({ headers: createAuthHeaders(ctx, request), returnHeaders: true });
  if (actor) {
    await notifySessionsEnded(ctx, actor.id);
    recordSecurityEvent(ctx, "signedOut", { userId: actor.id });
  }
  return answer.headers.getSetCookie();
}

/** The address that a link is requested for, and the path to go to afterwards. */
interface LinkRequest {
  email: string;
  to?: string | undefined;
}

/** Mails a new link to an address that is not verified yet; responds the same for every other address. */
export async function sendVerificationEmail(
  ctx: AppContext,
  { email, to }: LinkRequest,
  address: string,
): Promise<void> {
  await ctx.limits.take(limits.emailNetwork, getNetwork(address));
  await countEmail(ctx.limits, toAddress.link, { email, from: address });
  await requestLink(ctx, { purpose: "verify", email, to });
}

/**
 * Mails a link to set a new password if the address has an account; responds the same if it has none. Rejects when
 * several e-mails were sent to the address within the hour; those from a browser known to the account, 5 an hour, and
 * the first of a day from a network are counted separately.
 */
export async function requestPasswordReset(
  ctx: AppContext,
  { email, to }: LinkRequest,
  request: Request,
  address: string,
): Promise<void> {
  await ctx.limits.take(limits.emailNetwork, getNetwork(address));
  const device = readKnownDevice(ctx, request, (await findUser(ctx, email))?.id);
  if (device) await ctx.limits.take(limits.emailKnown, device);
  else await countEmail(ctx.limits, toAddress.link, { email, from: address });
  await requestLink(ctx, { purpose: "reset", email, to });
  recordSecurityEvent(ctx, "resetAsked", { address });
}

/** Whether a mailed link to set a new password is still valid: once, for 15 minutes. */
export async function isResetOpen(ctx: AppContext, token: string): Promise<boolean> {
  const { internalAdapter } = await getAuth(ctx).$context;
  const found = await internalAdapter.findVerificationValue(`reset-password:${token}`);
  return found !== null && found.expiresAt > ctx.clock.now();
}

/**
 * Sets a new password by a mailed token, ends all sessions and marks the address as verified. Rejects a used, invalid
 * or expired token with 400 (`accounts.linkExpired`).
 */
export async function resetPassword(ctx: AppContext, token: string, newPassword: string): Promise<void> {
  try {
    await getAuth(ctx).api.resetPassword({ body: { token, newPassword } });
  } catch (error) {
    if (error instanceof APIError) throw new AppError("accounts.linkExpired", 400);
    throw error;
  }
}

/**
 * Makes an existing account an administrator, from the server's command line. Returns false when the address has no
 * account.
 */
export async function promoteByEmail(ctx: AppContext, email: string): Promise<boolean> {
  return withTransaction(ctx, async (tx) => {
    const whose = eq(users.email, email.trim().toLowerCase());
    const [before] = await tx.db.select().from(users).where(whose).for("no key update");
    if (!before) return false;
    const [after] = await tx.db
      .update(users)
      .set({ role: "admin", emailVerified: true, updatedAt: tx.clock.now() })
      .where(whose)
      .returning();
    const subject = { kind: "user", id: before.id, name: before.name } as const;
    await recordChange(tx, null, { action: "user.promote", subject, before, after });
    return true;
  });
}
