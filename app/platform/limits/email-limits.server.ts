import { AppError } from "../app-error.server.ts";
import { getNetwork } from "./client-address.server.ts";
import { isWithinLimit, type Limit, type Limits } from "./limits.server.ts";

/** Limits of e-mails to an address that whoever asks for them may not own. */
export interface EmailLimits {
  /** Kept for each network, so that a stranger's requests do not use up those of the address's owner. */
  fromHere: Limit;
  /** For everybody, beyond these. */
  shared: Limit;
  /** Everything that is sent. */
  all: Limit;
  /** Beyond that, the first e-mail of a day for each network, so that strangers cannot use up those of the owner. */
  elsewhere: { first: Limit; all: Limit } | null;
}

/** Creates the limits of one kind of e-mail: how many of each are sent in `span` seconds. */
export function createEmailLimits(
  name: string,
  span: number,
  { fromHere, shared, all, elsewhere }: { fromHere: number; shared: number; all: number; elsewhere?: number },
): EmailLimits {
  return {
    fromHere: { name: `${name}-here`, points: fromHere, span },
    shared: { name: `${name}-shared`, points: shared, span },
    all: { name: `${name}-all`, points: all, span },
    elsewhere: elsewhere
      ? {
          first: { name: `${name}-first`, points: 1, span: 86_400 },
          all: { name: `${name}-elsewhere`, points: elsewhere, span },
        }
      : null,
  };
}

/**
 * Counts an e-mail to an address, asked for from the network of `from`. Throws 429 (`errors.emailsSent`), which says
 * what to do, when the address has got as many as it may. Returns a function that takes the count back.
 */
export async function countEmail(
  limits: Limits,
  { fromHere, shared, all, elsewhere }: EmailLimits,
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
  const here = `${getNetwork(from)} ${email}`;
  const isFirst = elsewhere !== null && (await isWithinLimit(limits, elsewhere.first, here));
  /** Counts against a limit or, once it is used up, against another. */
  const takeOr = (limit: Limit, key: string, other: Limit | undefined) =>
    take(limit, key).catch((error: unknown) => {
      if (!other || !(error instanceof AppError)) throw error;
      return take(other, email);
    });
  try {
    await takeOr(fromHere, here, shared);
    await takeOr(all, email, isFirst ? elsewhere.all : undefined);
    return giveBack;
  } catch (error) {
    await giveBack();
    if (!(error instanceof AppError) || !error.params) throw error;
    const code = error.code === "errors.tooManyHours" ? "errors.emailsSentHours" : "errors.emailsSent";
    throw new AppError(code, 429, { params: error.params });
  }
}
