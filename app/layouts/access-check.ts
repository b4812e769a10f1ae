import { adminCheckTries, retryPause } from "#app/features/auth/auth.rules.ts";

export type Access = "admin" | "user" | "visitor";

interface SessionStatus {
  isAuthenticated: boolean;
  isAdmin: boolean;
}

/**
 * Asks the server who is signed in: up to 3 tries with growing pauses while it does not answer. Without an answer
 * the role is unknown, which counts as no administrator unless the page holds what somebody typed. Throws when what answers is not our server.
 */
export async function checkAccess(
  ask: () => Promise<Response>,
  wait: (milliseconds: number) => Promise<void>,
  random: () => number = Math.random,
): Promise<Access | "unknown"> {
  for (let attempt = 0; attempt < adminCheckTries; attempt++) {
    if (attempt > 0) await wait(retryPause(attempt - 1, random()));
    const answer = await ask().catch(() => null);
    if (!answer || answer.status >= 500 || answer.status === 429) continue;
    const status = (await answer.json()) as Partial<SessionStatus>;
    if (typeof status.isAuthenticated !== "boolean") throw new Error("The answer is not about a session");
    if (!status.isAuthenticated) return "visitor";
    return status.isAdmin === true ? "admin" : "user";
  }
  return "unknown";
}
