import type { AppContext } from "#app/platform/app-context.server.ts";
import { getNetwork } from "#app/platform/http/server/client-address.server.ts";

/** What somebody does about one tag, scan or conversation. */
const writes = { name: "finder-writes", points: 30, span: 600 };
/** A phone that shares its way sends every ten seconds or so. */
const places = { name: "live-places", points: 120, span: 600 };
/** All that comes from one network, which a mobile operator may share among a whole town. */
const ofNetwork = { name: "finder-network", points: 3_000, span: 600, isPerNetwork: true };
const placesOfNetwork = { name: "live-places-network", points: 30_000, span: 600, isPerNetwork: true };

/** Who does something: the address, or the phone number of somebody who writes by WhatsApp. */
interface Source {
  address: string;
  number?: string | undefined;
}

/**
 * Counts one thing that a finder or helper does about `subject`, the tag or conversation. Refuses (429) more than 30 of
 * one network about one subject within ten minutes, so that those who share an address with others are not refused for
 * them, and 3,000 of one network about whatever.
 */
export async function countFinderWrite(ctx: AppContext, { address, number }: Source, subject: string): Promise<void> {
  // A number is one person, whatever they write about.
  if (number) return ctx.limits.take(writes, number);
  const network = getNetwork(address);
  await ctx.limits.take(ofNetwork, network);
  await ctx.limits.take(writes, `${network} ${subject}`);
}

/** Counts one sending of places, likewise: 120 of one network about one conversation. */
export async function countSentPlaces(ctx: AppContext, address: string, subject: string): Promise<void> {
  const network = getNetwork(address);
  await ctx.limits.take(placesOfNetwork, network);
  await ctx.limits.take(places, `${network} ${subject}`);
}
