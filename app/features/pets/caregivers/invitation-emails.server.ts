import type { AppContext } from "#app/platform/app-context.server.ts";
import { isWithinLimit } from "#app/platform/limits/limits.server.ts";

/** Limits the e-mails to one address that it did not ask for, whoever they come from. */
const perAddress = { name: "invitation-address", points: 10, span: 24 * 3600 };

/**
 * Counts an invitation to care for a pet, or the offer of one, to this address; returns whether it may be e-mailed or
 * pushed. One that may not is valid, but its receiver only finds it in the inbox, or behind the link that the owner is
 * told to pass on.
 */
export async function isInvitationEmailed({ limits }: Pick<AppContext, "limits">, address: string): Promise<boolean> {
  return isWithinLimit(limits, perAddress, address);
}
