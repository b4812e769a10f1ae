import { and, eq, inArray, isNull, like, or } from "drizzle-orm";
import { purgeAccount } from "#app/features/account-data/delete-account.server.ts";
import { hideReview } from "#app/features/catalog/product/reviews.server.ts";
import { productReviews } from "#app/features/catalog/products.tables.server.ts";
import { reportsPersonalData } from "#app/features/lost-found/personal-data.server.ts";
import { lostFoundPosts } from "#app/features/lost-found/reports.tables.server.ts";
import { storeOrders } from "#app/features/orders/orders.tables.server.ts";
import { getPlanSettings } from "#app/features/plans/plans.server.ts";
import { planSettings } from "#app/features/plans/plans.tables.server.ts";
import { scanRecords } from "#app/features/scans/scans.tables.server.ts";
import { codeKey } from "#app/features/tags/tag-code.rules.ts";
import { tagBatches, tags } from "#app/features/tags/tags.tables.server.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { withTransaction } from "#app/platform/db/connection/database.server.ts";
import { createId } from "#app/platform/db/uuid.server.ts";
import { removeDemoClinics } from "./clinics.server.ts";
import { demoBatch } from "./demo.server.ts";
import { demoPayTo } from "./plans.server.ts";
import { demoCodes } from "./tags.server.ts";

/** Returns the number of demo accounts. */
export const countDemoAccounts = ({ db }: Pick<AppContext, "db">): Promise<number> =>
  db.$count(users, eq(users.isDemo, true));

/**
 * Removes the demo accounts with their pets, tags, scans, reports (also of demo guests), clinics, orders, reviews and the
 * payment details; returns the number of accounts. Store products stay, since an operator may have changed them.
 */
export async function removeDemo(ctx: AppContext): Promise<number> {
  return withTransaction(ctx, async (tx) => {
    const accounts = await tx.db.select().from(users).where(eq(users.isDemo, true)).for("update");
    if (accounts.length === 0) return 0;
    const ids = accounts.map(({ id }) => id);
    const admin = accounts.find(({ role }) => role === "admin");
    const reviews = await tx.db
      .select({ id: productReviews.id })
      .from(productReviews)
      .where(inArray(productReviews.authorId, ids));
    // Hides them first, which removes their stars from the products' averages.
    for (const { id } of reviews) if (admin) await hideReview(tx, admin, id, true);
    await tx.db.delete(productReviews).where(inArray(productReviews.authorId, ids));
    const orders = await tx.db.select({ id: storeOrders.id }).from(storeOrders).where(inArray(storeOrders.userId, ids));
    await removeTags(tx, ids);
    await removeDemoClinics(tx);
    for (const account of accounts) await purgeAccount(tx, account);
    const orderIds = orders.map(({ id }) => id);
    await tx.db.delete(storeOrders).where(inArray(storeOrders.id, orderIds));
    const guests = await tx.db
      .selectDistinct({ email: lostFoundPosts.guestEmail })
      .from(lostFoundPosts)
      .where(like(lostFoundPosts.guestEmail, "guest%@aleef.test"));
    for (const { email } of guests) if (email) await reportsPersonalData.erase?.(tx, { id: createId(), email });
    const { payTo } = await getPlanSettings(tx);
    if (Object.entries(demoPayTo).some(([method, place]) => payTo[method as keyof typeof payTo] === place))
      await tx.db.update(planSettings).set({ payTo: { instapay: "", bankTransfer: "", wallet: "" } });
    return accounts.length;
  });
}

async function removeTags({ db }: AppContext, ownerIds: string[]): Promise<void> {
  const isDemo = or(
    inArray(tags.ownerId, ownerIds),
    inArray(tags.codeKey, demoCodes.map(codeKey)),
    and(eq(tags.batch, demoBatch), isNull(tags.ownerId)),
  );
  const demoTags = await db.select({ id: tags.id }).from(tags).where(isDemo);
  const ids = demoTags.map(({ id }) => id);
  await db.delete(scanRecords).where(inArray(scanRecords.tagId, ids));
  await db.delete(tags).where(inArray(tags.id, ids));
  const left = await db.$count(tags, eq(tags.batch, demoBatch));
  if (left === 0) await db.delete(tagBatches).where(eq(tagBatches.name, demoBatch));
}
