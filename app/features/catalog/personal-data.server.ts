import { asc, eq } from "drizzle-orm";
import type { PersonalData } from "#app/features/users/personal-data.server.ts";
import { productReviews } from "./products.tables.server.ts";

/** The stars of somebody who left stay counted; their words and their name go. */
export const productsPersonalData: PersonalData = {
  tables: [productReviews],
  async read({ db }, { id }) {
    const own = await db
      .select()
      .from(productReviews)
      .where(eq(productReviews.authorId, id))
      .orderBy(asc(productReviews.id));
    return { reviews: own };
  },
  async erase({ db }, { id }) {
    await db.update(productReviews).set({ authorId: null, text: "" }).where(eq(productReviews.authorId, id));
  },
};
