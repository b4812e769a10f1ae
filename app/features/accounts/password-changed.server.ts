import type { AppContext } from "#app/platform/world.server.ts";
import { sendAccountEmail } from "./account-letters.server.ts";
import { dropEmailWish } from "./email-wish.server.ts";
import { endWaitingSignIns, tellSessionsEnded } from "./session-end.server.ts";
import { countCodesAfresh } from "./spent-code.server.ts";

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
