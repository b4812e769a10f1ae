import { createKeyedQueue } from "../../work-queue.server.ts";
import { type CookieContext, readSessionToken } from "../session-cookie.server.ts";

/** Concurrent requests of one account, and how many more may wait: enough for a page with images and several tabs. */
const queueSize = { maxRunning: 4, maxWaiting: 40 };
/** Maximum number of sessions whose account is cached. */
const maxKnown = 10_000;

/** Queue for the requests of one account, in front of the database connections. */
export interface AccountQueue {
  /**
   * Runs `work` when it is the account's turn; `accountOf` returns the account once the session is verified. Requests
   * without a signed session cookie do not wait. Returns null if too many requests of this account are waiting.
   */
  run(request: Request, work: () => Promise<Response>, accountOf: () => string | undefined): Promise<Response | null>;
}

export function createAccountQueue(ctx: CookieContext): AccountQueue {
  const queues = createKeyedQueue(queueSize);
  /** Account of each session, so that several sessions share a queue. */
  const accounts = new Map<string, string>();
  return {
    run(request, work, accountOf) {
      const token = readSessionToken(ctx, request.headers);
      if (!token) return work();
      const runAndRecord = async () => {
        const answer = await work();
        const account = accountOf();
        accounts.delete(token);
        if (account) accounts.set(token, account);
        if (accounts.size > maxKnown) accounts.delete(accounts.keys().next().value as string);
        return answer;
      };
      return queues.run(accounts.get(token) ?? token, runAndRecord, request.signal);
    },
  };
}
