import type { AppContext } from "#app/platform/app-context.server.ts";
import { dropEmailWish } from "../email-change/email-change-request.server.ts";
import { sendAccountEmail } from "../emails/account-emails.server.ts";
import { endWaitingSignIns, tellSessionsEnded } from "../sessions/end-sessions.server.ts";
import { countCodesAfresh } from "../two-factor/used-codes.server.ts";

/**
 * After a new password: what the old one began, a change of address or a sign-in that waits for its code, is dropped, open
 * pages leave, a letter tells the owner.
 */
export async function settlePasswordChange(ctx: AppContext, userId: string): Promise<void> {
  await dropEmailWish(ctx, { id: userId });
  await endWaitingSignIns(ctx, userId);
  await countCodesAfresh(ctx, userId);
  await tellSessionsEnded(ctx, userId);
  await sendAccountEmail(ctx, { kind: "passwordChanged", userId });
}
