import type { AppContext } from "#app/platform/app-context.server.ts";
import { deleteEmailChange } from "../email-change/email-change-request.server.ts";
import { sendAccountEmail } from "../emails/account-emails.server.ts";
import { deleteOtherSessions, deletePendingSignIns, notifySessionsEnded } from "../sessions/end-sessions.server.ts";
import { resetCodeLimit } from "../two-factor/used-codes.server.ts";

/**
 * Completes a committed password change: deletes pending changes of address, pending sign-ins and all sessions except
 * the one with `keptToken`, resets the code limit, makes open pages leave, and notifies the owner by e-mail.
 */
export async function completePasswordChange(
  ctx: AppContext,
  userId: string,
  keptToken: string | null = null,
): Promise<void> {
  await deleteEmailChange(ctx, { id: userId });
  await deletePendingSignIns(ctx, userId);
  // The library deletes sessions before it stores the new password; a sign-in in between used the old one.
  await deleteOtherSessions(ctx, userId, keptToken);
  await resetCodeLimit(ctx, userId);
  await notifySessionsEnded(ctx, userId);
  await sendAccountEmail(ctx, { kind: "passwordChanged", userId });
}
