import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { recordChange } from "#app/features/audit-log/audit-log.server.ts";
import { requireAdmin } from "#app/features/users/require-admin.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { AppError } from "#app/platform/app-error.server.ts";
import { withTransaction } from "#app/platform/db/connection/database.server.ts";
import { createId } from "#app/platform/db/uuid.server.ts";
import { asProse } from "#app/platform/i18n/text/plain-text.ts";
import { maxLengths } from "../products.rules.ts";
import { productReviews, products } from "../products.tables.server.ts";

async function count(tx: AppContext, productId: string, stars: number, by: 1 | -1): Promise<void> {
  await tx.db
    .update(products)
    .set({
      ratingSum: sql`${products.ratingSum} + ${stars * by}`,
      ratingCount: sql`${products.ratingCount} + ${by}`,
    })
    .where(eq(products.id, productId));
}

/**
 * Creates a buyer's review of a line of a delivered order, in the caller's transaction; it counts immediately. The
 * caller has checked that the line is the buyer's, of this product and delivered. Rejects a second review of the line,
 * stars outside 1 to 5, and a text of more than 2,000 characters. Returns the review's id.
 */
export async function createReview(
  tx: AppContext,
  buyer: Pick<Actor, "id">,
  review: { productId: string; orderLineId: string; stars: number; text: string },
): Promise<string> {
  const text = asProse(review.text);
  if (!Number.isInteger(review.stars) || review.stars < 1 || review.stars > 5)
    throw new AppError("adminProducts.starsRange", 400, { field: "stars" });
  if (text.length > maxLengths.review)
    throw new AppError("form.maxLength", 400, { field: "text", params: { length: maxLengths.review } });
  return withTransaction(tx, async (ctx) => {
    const id = createId();
    const written = await ctx.db
      .insert(productReviews)
      .values({ ...review, text, id, authorId: buyer.id, createdAt: ctx.clock.now() })
      .onConflictDoNothing({ target: productReviews.orderLineId })
      .returning({ id: productReviews.id });
    if (written.length === 0) throw new AppError("adminProducts.alreadyReviewed", 409);
    await count(ctx, review.productId, review.stars, 1);
    return id;
  });
}

/**
 * Hides a review from the product's page and its mean, or shows it again. Administrators only; a repeat changes
 * nothing.
 */
export async function hideReview(ctx: AppContext, admin: Actor, reviewId: string, hidden: boolean) {
  requireAdmin(admin);
  await withTransaction(ctx, async (tx) => {
    const [changed] = await tx.db
      .update(productReviews)
      .set({ hiddenAt: hidden ? tx.clock.now() : null })
      .where(
        and(
          eq(productReviews.id, reviewId),
          hidden ? isNull(productReviews.hiddenAt) : isNotNull(productReviews.hiddenAt),
        ),
      )
      .returning();
    if (!changed) return;
    await count(tx, changed.productId, changed.stars, hidden ? -1 : 1);
    await recordChange(tx, admin, {
      action: hidden ? "review.hide" : "review.restore",
      subject: { kind: "review", id: reviewId, personId: changed.authorId },
      after: { stars: changed.stars },
    });
  });
}
