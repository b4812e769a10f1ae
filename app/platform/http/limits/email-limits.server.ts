import { AppError } from "../app-error.server.ts";
import { getNetwork } from "../server/client-address.server.ts";
import type { Limit, Limits } from "./limits.server.ts";

/** Limits of e-mails to an address that whoever asks for them may not own. */
export interface EmailLimits {
  /** Kept for each network, so that a stranger's requests do not use up those of the address's owner. */
  fromHere: Limit;
  /** For everybody, beyond these. */
  shared: Limit;
  /** Everything that is sent. */
  all: Limit;
}

/** Creates the limits of one kind of e-mail: how many of each are sent in `span` seconds. */
export function createEmailLimits(
  name: string,
  span: number,
  { fromHere, shared, all }: { fromHere: number; shared: number; all: number },
): EmailLimits {
  return {
    fromHere: { name: `${name}-here`, points: fromHere, span },
    shared: { name: `${name}-shared`, points: shared, span },
    all: { name: `${name}-all`, points: all, span },
  };
}

/**
 * Counts an e-mail to an address, asked for from the network of `from`. Throws 429 (`errors.emailsSent`), which says
 * what to do, when the address has got as many as it may. Returns a function that takes the count back.
 */
export async function countEmail(
  limits: Limits,
  { fromHere, shared, all }: EmailLimits,
  { email, from }: { email: string; from: string },
): Promise<() => Promise<void>> {
  const taken: [Limit, string][] = [];
  const take = async (limit: Limit, key: string) => {
    await limits.take(limit, key);
    taken.push([limit, key]);
  };
  const giveBack = async () => {
    for (const [limit, key] of taken) await limits.giveBack(limit, key);
  };
  try {
    await take(fromHere, `${getNetwork(from)} ${email}`).catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error;
      return take(shared, email);
    });
    await take(all, email);
    return giveBack;
  } catch (error) {
    await giveBack();
    if (!(error instanceof AppError) || !error.params) throw error;
    const code = error.code === "errors.tooManyHours" ? "errors.emailsSentHours" : "errors.emailsSent";
    throw new AppError(code, 429, { params: error.params });
  }
}
