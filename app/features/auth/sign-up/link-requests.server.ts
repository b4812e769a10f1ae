import type { AppContext } from "#app/platform/app-context.server.ts";
import { defineJob } from "#app/platform/jobs/jobs.server.ts";
import { getAuth } from "../better-auth.server.ts";

interface LinkRequest {
  /** `verify` confirms an address, `reset` sets a new password. */
  purpose: "verify" | "reset";
  email: string;
  /** Path to go to after the link was used. */
  to?: string | undefined;
}

const queue = "auth.send-link";

/**
 * Queues the request for a link. The job looks the account up, so that the response takes equally long for an address
 * without one.
 */
export async function requestLink(ctx: AppContext, request: LinkRequest): Promise<void> {
  await ctx.jobs.send(ctx.db, queue, request);
}

export const linkRequestJob = defineJob<AppContext, LinkRequest>(
  queue,
  { retryLimit: 8, retryDelay: 2, retryDelayMax: 900, concurrency: 4, keepFor: 60, deleteWhenDone: true },
  async (ctx, { purpose, email, to }) => {
    const { api } = getAuth(ctx);
    if (purpose === "reset") await api.requestPasswordReset({ body: { email, ...(to ? { redirectTo: to } : {}) } });
    else await api.sendVerificationEmail({ body: { email, ...(to ? { callbackURL: to } : {}) } });
  },
);
