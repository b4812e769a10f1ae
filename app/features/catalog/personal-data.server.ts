import { asc, eq, or } from "drizzle-orm";
import { hasAddress, type PersonalData } from "#app/features/users/personal-data.server.ts";
import { productReviews, stockAlerts } from "./products.tables.server.ts";

/** Erasure keeps a review's stars; its text and author and the user's stock alerts are deleted. */
export const catalogPersonalData: PersonalData = {
  tables: [productReviews, stockAlerts],
  async read({ db }, { id, email }) {
    const own = await db
      .select()
      .from(productReviews)
      .where(eq(productReviews.authorId, id))
      .orderBy(asc(productReviews.id));
    const alerts = await db
      .select()
      .from(stockAlerts)
      .where(or(eq(stockAlerts.userId, id), hasAddress(stockAlerts.email, { email })))
      .orderBy(asc(stockAlerts.id));
    return { reviews: own, stockAlerts: alerts };
  },
  async erase({ db }, { id, email }) {
    await db.update(productReviews).set({ authorId: null, text: "" }).where(eq(productReviews.authorId, id));
    await db.delete(stockAlerts).where(hasAddress(stockAlerts.email, { email }));
  },
};
