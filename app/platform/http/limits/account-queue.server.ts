import { createKeyedQueue } from "../../work-queue.server.ts";

/** Requests of one account that are worked on at once, and how many more may wait: a whole screen with its pictures and tabs. */
const size = { atOnce: 4, mostWaiting: 40 };
/** Sessions whose account is remembered. */
const mostKnown = 10_000;

/** The token of the session that a request says it has; it is not known to be right. */
export function readSessionToken(headers: Headers): string | null {
  return /(?:^|;\s*)(?:__(?:Host|Secure)-)*aleef\.session_token=([^;]+)/.exec(headers.get("cookie") ?? "")?.[1] ?? null;
}

/** Lets the requests of one account queue before any of them takes a connection to the database. */
export interface AccountTurns {
  /**
   * Does `work` when the turn of whoever asks has come; it gives the account that the session turned out to be. Whoever
   * has no session waits for nobody. Null when too many requests of this account wait already.
   */
  take(request: Request, work: () => Promise<Response>, accountOf: () => string | undefined): Promise<Response | null>;
}

export function createAccountQueue(): AccountTurns {
  const turns = createKeyedQueue(size);
  /** Whose session it is, so that many sessions of one account are one. */
  const accounts = new Map<string, string>();
  return {
    take(request, work, accountOf) {
      const token = readSessionToken(request.headers);
      if (!token) return work();
      const noting = async () => {
        const answer = await work();
        const account = accountOf();
        accounts.delete(token);
        if (account) accounts.set(token, account);
        if (accounts.size > mostKnown) accounts.delete(accounts.keys().next().value as string);
        return answer;
      };
      return turns.take(accounts.get(token) ?? token, noting, request.signal);
    },
  };
}
