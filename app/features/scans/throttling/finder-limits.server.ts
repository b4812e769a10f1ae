import type { AppContext } from "#app/platform/app-context.server.ts";
import { getNetwork } from "#app/platform/limits/client-address.server.ts";

/** Limit for one device in one network on one tag, scan or conversation, and for all devices of the network there. */
const writes = { name: "finder-writes", points: 30, span: 600 };
const writesOfNetwork = { name: "finder-writes-network", points: 120, span: 600 };
/** A phone that shares its location sends about every ten seconds. */
const places = { name: "live-places", points: 120, span: 600 };
/** Limit for everything from one network, which a mobile operator may share among a whole town. */
const ofNetwork = { name: "finder-network", points: 3_000, span: 600, isPerNetwork: true };
const placesOfNetwork = { name: "live-places-network", points: 30_000, span: 600, isPerNetwork: true };

/** Sender: an IP address, or the phone number of someone on WhatsApp. */
interface Source {
  address: string;
  number?: string | undefined;
  /** Kind of device, where it is known; finders who share an IP address mostly differ in it. */
  device?: string | undefined;
}

/**
 * Counts an action of a finder or helper on `subject`, the tag or conversation. Throws 429 after 30 actions from one
 * network and device on one subject within ten minutes, so that finders who share an IP address do not block each
 * other, 120 from one network there, or 3,000 from one network on any subjects.
 */
export async function countFinderWrite(
  ctx: AppContext,
  { address, number, device = "" }: Source,
  subject: string,
): Promise<void> {
  // A phone number is one person, so it has one limit for all subjects.
  if (number) return ctx.limits.take(writes, number);
  const network = getNetwork(address);
  await ctx.limits.take(ofNetwork, network);
  await ctx.limits.take(writesOfNetwork, `${network} ${subject}`);
  await ctx.limits.take(writes, `${network} ${device} ${subject}`);
}

/** Counts a request with positions in the same way: at most 120 from one network for one conversation. */
export async function countSentPlaces(ctx: AppContext, address: string, subject: string): Promise<void> {
  const network = getNetwork(address);
  await ctx.limits.take(placesOfNetwork, network);
  await ctx.limits.take(places, `${network} ${subject}`);
}
