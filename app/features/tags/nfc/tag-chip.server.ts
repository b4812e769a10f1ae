import { and, eq, isNull, lt, or } from "drizzle-orm";
import type { AppContext } from "#app/platform/app-context.server.ts";
import type { Tag } from "../tags.server.ts";
import { tags } from "../tags.tables.server.ts";
import { readTap, type Tap } from "./authentic-tap.server.ts";

/** What an address says of the chip behind it: a counter that only this tag's own chip can sign, or why it proves nothing. */
export type ChipClaim = { counter: number } | "wrongTap" | "otherChip";

/**
 * Reads what a chip wrote into the address of a tag's page; null when nothing did, or no keys are set. The chip must be
 * the one on record for this tag: another tag's own parameters, pasted behind this code, prove nothing. Asks no database.
 */
export function readChip(
  { settings }: Pick<AppContext, "settings">,
  tag: Pick<Tag, "uid">,
  address: string,
): ChipClaim | null {
  let tap: Tap | null = null;
  for (const { meta, file } of settings.tapKeys) {
    tap = readTap(address, { meta, file, derive: { system: settings.tapSystem } });
    if (tap.ok) return tap.uid === tag.uid ? { counter: tap.counter } : "otherChip";
  }
  return tap === null || (!tap.ok && tap.reason === "no-tap") ? null : "wrongTap";
}

/**
 * Uses up an authentic tap; false when its counter, or a later one, was used before. One conditional update decides, so of
 * two who show the same tap one is first.
 */
export async function consumeTap({ db }: AppContext, tagId: string, counter: number): Promise<boolean> {
  const used = await db
    .update(tags)
    .set({ tapCounter: counter })
    .where(and(eq(tags.id, tagId), or(isNull(tags.tapCounter), lt(tags.tapCounter, counter))))
    .returning({ id: tags.id });
  return used.length > 0;
}
