import type { World } from "#app/platform/world.server.ts";
import { sendAccountLetter } from "./account-letters.server.ts";
import { dropEmailWish } from "./email-wish.server.ts";
import { endWaitingSignIns, tellSessionsEnded } from "./session-end.server.ts";
import { countCodesAfresh } from "./spent-code.server.ts";

/**
 * After a new password: what the old one began, a change of address or a sign-in that waits for its code, is dropped, open
 * pages leave, a letter tells the owner.
 */
export async function settlePasswordChange(world: World, userId: string): Promise<void> {
  await dropEmailWish(world, { id: userId });
  await endWaitingSignIns(world, userId);
  await countCodesAfresh(world, userId);
  await tellSessionsEnded(world, userId);
  await sendAccountLetter(world, { kind: "passwordChanged", userId });
}
