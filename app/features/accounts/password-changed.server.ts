import type { World } from "#app/platform/world.server.ts";
import { sendAccountLetter } from "./account-letters.server.ts";
import { dropEmailWish } from "./email-wish.server.ts";
import { tellSessionsEnded } from "./session-end.server.ts";

/** After a new password: a change of address that the old one began is dropped, open pages leave, a letter tells the owner. */
export async function settlePasswordChange(world: World, userId: string): Promise<void> {
  await dropEmailWish(world, { id: userId });
  await tellSessionsEnded(world, userId);
  await sendAccountLetter(world, { kind: "passwordChanged", userId });
}
