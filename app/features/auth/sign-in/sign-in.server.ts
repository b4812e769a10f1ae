import { APIError } from "better-auth/api";
import { eq } from "drizzle-orm";
import { recordChange } from "#app/features/audit-log/audit-log.server.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { AppError } from "#app/platform/app-error.server.ts";
import { withTransaction } from "#app/platform/db/connection/database.server.ts";
import { readSessionToken } from "#app/platform/http/session-cookie.server.ts";
import { getNetwork } from "#app/platform/limits/client-address.server.ts";
import { isWithinLimit } from "#app/platform/limits/limits.server.ts";
import { sessions } from "../auth.tables.server.ts";
import { findUser } from "../find-account.server.ts";
import { sendVerificationEmail } from "../link-requests.server.ts";
import { findPasswordHash } from "../password/check-password.server.ts";
import { recordSecurityEvent } from "../security-log.server.ts";
import { getAuth } from "../sessions/better-auth.server.ts";
import {
  deletePendingSignIns,
  deleteSession,
  deleteSessionByToken,
  notifySessionsEnded,
} from "../sessions/end-sessions.server.ts";
import { createAuthHeaders, findActor, findSession } from "../sessions/session.server.ts";
import { isClosedDemo } from "../sessions/session-policy.server.ts";
import { createKnownDeviceCookie, readKnownDevice } from "../sessions/trusted-devices.server.ts";
import { createPendingSignIn } from "../two-factor/pending-two-factor.server.ts";

const limits = {
  signInOfAccount: { name: "sign-in-account", points: 50, span: 3600 },
  signInFromHere: { name: "sign-in-here", points: 10, span: 3600 },
  signInNetwork: { name: "sign-in-network", points: 100, span: 3600 },
  /** A network's first attempts of a day at an account, and how many of them count beyond the account's limit. */
  signInFirst: { name: "sign-in-first", points: 3, span: 86_400 },
  signInElsewhere: { name: "sign-in-elsewhere", points: 500, span: 3600 },
  signInKnown: { name: "sign-in-known-device", points: 10, span: 3600 },
};

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
