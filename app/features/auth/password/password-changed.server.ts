import type { AppContext } from "#app/platform/app-context.server.ts";
import { deleteEmailChange } from "../email-change/email-change-request.server.ts";
import { sendAccountEmail } from "../emails/account-emails.server.ts";
import { deletePendingSignIns, notifySessionsEnded } from "../sessions/end-sessions.server.ts";
import { resetCodeLimit } from "../two-factor/used-codes.server.ts";

/**
 * Completes a password change: deletes pending changes of address and pending sign-ins, resets the code limit, makes
 * open pages leave, and notifies the owner by e-mail.
 */
export async function completePasswordChange(ctx: AppContext, userId: string): Promise<void> {
  await deleteEmailChange(ctx, { id: userId });
  await deletePendingSignIns(ctx, userId);
  await resetCodeLimit(ctx, userId);
  await notifySessionsEnded(ctx, userId);
  await sendAccountEmail(ctx, { kind: "passwordChanged", userId });
}
