import { asc, eq, getTableColumns, or } from "drizzle-orm";
import type { PersonalData } from "#app/features/users/personal-data.server.ts";
import { unownedTag } from "./tags.server.ts";
import { tags } from "./tags.tables.server.ts";

/** A tag outlives its owner's account: it is unlinked and can be claimed by whoever holds it next. */
export const tagsPersonalData: PersonalData = {
  tables: [tags],
  async read({ db }, { id }) {
    const { claimHash: _claim, search: _search, ...columns } = getTableColumns(tags);
    return { tags: await db.select(columns).from(tags).where(eq(tags.ownerId, id)).orderBy(asc(tags.claimedAt)) };
  },
  locks: (_ctx, { id }) => [{ key: tags.id, where: or(eq(tags.ownerId, id), eq(tags.releasedFromId, id)) }],
  async erase({ db, clock }, { id }) {
    await db
      .update(tags)
      .set({ ...unownedTag, status: "active", updatedAt: clock.now() })
      .where(eq(tags.ownerId, id));
    await db.update(tags).set({ releasedFromId: null }).where(eq(tags.releasedFromId, id));
  },
};
