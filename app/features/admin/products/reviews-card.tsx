import { useTranslation } from "react-i18next";
import { Form } from "react-router";
import { Stars } from "#app/features/catalog/store/star-rating.tsx";
import { Card, CardHeader } from "#app/platform/ui/card.tsx";
import { Chip } from "#app/platform/ui/chip.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import type { listAllReviews } from "./admin-products.server.ts";

/** Card with the reviews of a product; an administrator can hide and restore them. */
export function ReviewsCard({ reviews }: { reviews: Awaited<ReturnType<typeof listAllReviews>> }) {
  const { t } = useTranslation();
  return (
    <Card as="section" id="reviews" className="grid scroll-mt-6 grid-cols-1 gap-4">
      <CardHeader title={t("store.product.reviews")} />
      {reviews.length === 0 && <p className="text-sm text-ink-2">{t("store.product.noReviews")}</p>}
      <ul className="grid grid-cols-1 gap-3">
        {reviews.map((review) => (
          <li key={review.id} className="grid grid-cols-1 gap-2 rounded-2 border border-line p-3 text-sm">
            <div className="flex flex-wrap items-center gap-3">
              <Stars stars={review.stars} />
              <bdi className="font-semibold">{review.author ?? t("store.product.anonymous")}</bdi>
              {review.hiddenAt && <Chip>{t("adminProducts.hidden")}</Chip>}
            </div>
            {review.text && <p className="whitespace-pre-line text-ink-2">{review.text}</p>}
            <Form method="post">
              <input type="hidden" name="reviewId" value={review.id} />
              <SubmitButton
                size="sm"
                variant="quiet"
                name="intent"
                value={review.hiddenAt ? "show" : "hide"}
                match={{ reviewId: review.id }}
              >
                {t(review.hiddenAt ? "adminProducts.showReview" : "adminProducts.hideReview")}
              </SubmitButton>
            </Form>
          </li>
        ))}
      </ul>
    </Card>
  );
}
