import { createKeyedQueue } from "../../work-queue.server.ts";

/** Requests of one account that run at once, and how many more may wait: a whole page with pictures and tabs. */
const size = { atOnce: 4, maxWaiting: 40 };
/** Most sessions whose account is remembered. */
const maxKnown = 10_000;

/** Returns the session token of a request, not yet verified. */
export function readSessionToken(headers: Headers): string | null {
  return /(?:^|;\s*)(?:__(?:Host|Secure)-)*aleef\.session_token=([^;]+)/.exec(headers.get("cookie") ?? "")?.[1] ?? null;
}

/** Queues the requests of one account before they take database connections. */
export interface AccountQueue {
  /**
   * Runs `work` when it is the account's turn; `accountOf` returns the account once the session is known. Requests
   * without session do not wait. Returns null when too many requests of this account wait.
   */
  take(request: Request, work: () => Promise<Response>, accountOf: () => string | undefined): Promise<Response | null>;
}

export function createAccountQueue(): AccountQueue {
  const queues = createKeyedQueue(size);
  /** Account of each session, so that several sessions share a queue. */
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
        if (accounts.size > maxKnown) accounts.delete(accounts.keys().next().value as string);
        return answer;
      };
      return queues.take(accounts.get(token) ?? token, noting, request.signal);
    },
  };
}
