import * as z from "zod";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { defineJob } from "#app/platform/jobs/jobs.server.ts";
import { getNetwork } from "#app/platform/limits/client-address.server.ts";
import { countEmail, createEmailLimits } from "#app/platform/limits/email-limits.server.ts";
import { findUser } from "./find-account.server.ts";
import { recordSecurityEvent } from "./security-log.server.ts";
import { getAuth } from "./sessions/better-auth.server.ts";
import { readKnownDevice } from "./sessions/trusted-devices.server.ts";

const limits = {
  emailKnown: { name: "account-email", points: 5, span: 3600 },
  emailNetwork: { name: "account-email-network", points: 30, span: 3600, isPerNetwork: true },
};

/** Limits of e-mails with requested links to one address. */
const toAddress = createEmailLimits("account-email", 3600, { fromHere: 2, shared: 3, all: 12, elsewhere: 20 });

const linkRequest = z.object({
  /** `verify` confirms an address, `reset` sets a new password. */
  purpose: z.enum(["verify", "reset"]),
  email: z.string(),
  /** Path to go to after the link was used. */
  to: z.string().optional(),
});
type LinkRequest = z.output<typeof linkRequest>;

const queue = "auth.send-link";

/**
 * Queues the request for a link, in the transaction of the context if there is one. The job looks the account up, so that
 * the response takes equally long for an address without one.
 */
export async function requestLink(ctx: AppContext, request: LinkRequest): Promise<void> {
  await ctx.jobs.send(ctx.db, queue, request);
}

export const linkRequestJob = defineJob<AppContext, LinkRequest>(
  queue,
  {
    data: linkRequest,
    retryLimit: 8,
    retryDelay: 2,
    retryDelayMax: 900,
    concurrency: 4,
    keepFor: 60,
    deleteWhenDone: true,
  },
  async (ctx, { purpose, email, to }) => {
    const { api } = getAuth(ctx);
    if (purpose === "reset") await api.requestPasswordReset({ body: { email, ...(to ? { redirectTo: to } : {}) } });
    else await api.sendVerificationEmail({ body: { email, ...(to ? { callbackURL: to } : {}) } });
  },
);

/** The address that a link is requested for, and the path to go to afterwards. */
interface RequestedLink {
  email: string;
  to?: string | undefined;
}

/** Mails a new link to an address that is not verified yet; responds the same for every other address. */
export async function sendVerificationEmail(
  ctx: AppContext,
  { email, to }: RequestedLink,
  address: string,
): Promise<void> {
  await ctx.limits.take(limits.emailNetwork, getNetwork(address));
  await countEmail(ctx.limits, toAddress, { email, from: address });
  await requestLink(ctx, { purpose: "verify", email, to });
}

/**
 * Mails a link to set a new password if the address has an account; responds the same if it has none. Rejects when
 * several e-mails were sent to the address within the hour; those from a browser known to the account, 5 an hour, and
 * the first of a day from a network are counted separately.
 */
export async function requestPasswordReset(
  ctx: AppContext,
  { email, to }: RequestedLink,
  request: Request,
  address: string,
): Promise<void> {
  await ctx.limits.take(limits.emailNetwork, getNetwork(address));
  const device = readKnownDevice(ctx, request, (await findUser(ctx, email))?.id);
  if (device) await ctx.limits.take(limits.emailKnown, device);
  else await countEmail(ctx.limits, toAddress, { email, from: address });
  await requestLink(ctx, { purpose: "reset", email, to });
  recordSecurityEvent(ctx, "resetAsked", { address });
}
