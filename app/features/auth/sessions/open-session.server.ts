import { APIError } from "better-auth/api";
import { eq } from "drizzle-orm";
import { users } from "#app/features/users/users.tables.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { AppError } from "#app/platform/app-error.server.ts";
import { recordSecurityEvent } from "../security-log.server.ts";
import { getAuth } from "./better-auth.server.ts";
import { deleteSession } from "./end-sessions.server.ts";
import { createAuthHeaders, findSession } from "./session.server.ts";
import { isClosedDemo } from "./session-policy.server.ts";
import { createKnownDeviceCookie } from "./trusted-devices.server.ts";

export interface Opening {
  userId: string;
  /** Whether a second factor was verified as well, or a passkey, which counts as both. */
  hasBothSteps: boolean;
  /** The phone number whose code opens the session; the session ends with it. */
  phone: string | null;
  /** Reason, for the security log. */
  why: string;
}

/**
 * Opens a session for a user whose proofs the caller has verified, and ends the previous session of this browser.
 * Returns the cookies. Rejects a suspended account, a demo account where the demo is disabled, and an account with
 * two-factor sign-in for which only one factor was verified.
 */
export async function openSession(
  ctx: AppContext,
  { userId, hasBothSteps, phone, why }: Opening,
  request: Request,
  address: string,
): Promise<string[]> {
  await requireOpenAccount(ctx, userId, address);
  const before = await findSession(ctx, request);
  const { api } = getAuth(ctx);
  const open = hasBothSteps ? api.openAfterSecondStep : api.openAfterFirstStep;
  const headers = createAuthHeaders(ctx, request, address);
  const answer = await open({ body: { userId, phone }, headers, returnHeaders: true }).catch((error: unknown) => {
    if (error instanceof APIError) throw new AppError("twoFactor.startAgain", 401);
    throw error;
  });
  if (before) await deleteSession(ctx, before.session);
  recordSecurityEvent(ctx, "signedIn", { userId, address, why });
  return [...answer.headers.getSetCookie(), createKnownDeviceCookie(ctx, request, userId)];
}

/**
 * Rejects with 403 a suspended account (`accounts.suspended`) and a demo account where the demo is disabled
 * (`accounts.demoClosed`).
 */
export async function requireOpenAccount(ctx: AppContext, userId: string, address: string): Promise<void> {
  const [user] = await ctx.db
    .select({ suspendedAt: users.suspendedAt, isDemo: users.isDemo })
    .from(users)
    .where(eq(users.id, userId));
  if (!user || (!user.suspendedAt && !isClosedDemo(ctx, user))) return;
  const code = user.suspendedAt ? "accounts.suspended" : "accounts.demoClosed";
  recordSecurityEvent(ctx, "signInFailed", { userId, address, why: user.suspendedAt ? "suspended" : "demo account" });
  throw new AppError(code, 403);
}
