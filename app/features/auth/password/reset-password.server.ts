import { APIError } from "better-auth/api";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { AppError } from "#app/platform/app-error.server.ts";
import { getAuth } from "../sessions/better-auth.server.ts";

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
