import { asc, eq } from "drizzle-orm";
import type { PersonalData } from "#app/features/accounts/personal-data.server.ts";
import { tags } from "./tags.tables.server.ts";

/** A tag outlives its owner's account: it shows nothing any more, and whoever holds it next may claim it. */
export const tagsPersonalData: PersonalData = {
  tables: [tags],
  async read({ db }, { id }) {
    const own = await db.select().from(tags).where(eq(tags.ownerId, id)).orderBy(asc(tags.claimedAt));
    return { tags: own.map(({ search: _search, ...tag }) => tag) };
  },
  async erase({ db, clock }, { id }) {
    await db
      .update(tags)
      .set({
        ownerId: null,
        petId: null,
        label: null,
        status: "active",
        claimedAt: null,
        linkedAt: null,
        updatedAt: clock.now(),
      })
      .where(eq(tags.ownerId, id));
  },
};
