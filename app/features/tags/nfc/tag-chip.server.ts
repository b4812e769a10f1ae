import { and, eq, isNull, lt, or } from "drizzle-orm";
import type { AppContext } from "#app/platform/app-context.server.ts";
import type { Tag } from "../tags.server.ts";
import { tags } from "../tags.tables.server.ts";
import { readTap, type Tap } from "./authentic-tap.server.ts";

/** What a URL proves about the chip: a counter that only this tag's own chip can sign, or why it proves nothing. */
export type ChipClaim = { counter: number } | "wrongTap" | "otherChip";

/**
 * Verifies what a chip wrote into the URL of a tag's page; null when it wrote nothing, or no keys are configured. The
 * chip must be the one on record for this tag, so that parameters of another tag prove nothing. Does not use the
 * database.
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
 * Marks an authentic tap as used; false when its counter, or a later one, was used before. A single conditional update,
 * so that only one of two concurrent uses succeeds.
 */
export async function consumeTap({ db }: AppContext, tagId: string, counter: number): Promise<boolean> {
  const used = await db
    .update(tags)
    .set({ tapCounter: counter })
    .where(and(eq(tags.id, tagId), or(isNull(tags.tapCounter), lt(tags.tapCounter, counter))))
    .returning({ id: tags.id });
  return used.length > 0;
}
