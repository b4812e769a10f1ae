import { useViewer } from "#app/features/users/use-viewer.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import { Card } from "#app/platform/ui/card.tsx";
import { Chip } from "#app/platform/ui/chip.tsx";
import { Pager } from "#app/platform/ui/lists/pager.tsx";
import { meanStars } from "../products.rules.ts";
import { Stars } from "../store/star-rating.tsx";
import type { listReviews } from "../store/store.server.ts";

type Reviews = Awaited<ReturnType<typeof listReviews>>;

/** Minimum number of reviews for which the distribution of stars is shown. */
const minCharted = 5;

/** Mean rating, distribution of stars, and reviews. */
export function ProductReviews({
  product,
  reviews: { reviews, histogram, total, page, pageCount },
}: {
  product: { id: string; ratingSum: number; ratingCount: number };
  reviews: Reviews;
}) {
  const t = useT();
  return (
    <section id="reviews" className="grid scroll-mt-24 grid-cols-1 gap-5">
      <h2 className="text-xl">{t("store.product.reviews")}</h2>
      {total === 0 ? (
        <p className="text-ink-2">{t("store.product.noReviews")}</p>
      ) : (
        <div className="grid grid-cols-1 items-start gap-6 md:grid-cols-[17rem_1fr]">
          <Card className="grid gap-4">
            <div className="flex items-center gap-3">
              <span aria-hidden="true" className="text-[2rem] leading-none font-[650] tabular-nums">
                {meanStars(product).toFixed(1)}
              </span>
              <span className="grid gap-0.5 text-xs text-ink-2">
                <Stars stars={meanStars(product)} />
                {t("store.reviews", { count: total })}
              </span>
            </div>
            {total >= minCharted && <Histogram histogram={histogram} total={total} />}
          </Card>
          <div className="grid grid-cols-1 gap-4">
            <ul className="grid gap-4">
              {reviews.map((review) => (
                <ReviewItem key={review.id} review={review} />
              ))}
            </ul>
            <Pager page={page} pageCount={pageCount} toPage={(number) => `?reviews=${number}#reviews`} />
          </div>
        </div>
      )}
    </section>
  );
}

function Histogram({ histogram, total }: { histogram: Reviews["histogram"]; total: number }) {
  const t = useT();
  return (
    <dl className="grid grid-cols-[auto_1fr_auto] items-center gap-x-3 gap-y-2 text-xs text-ink-2 tabular-nums">
      {histogram.map(({ stars, total: given }) => (
        <div key={stars} className="contents">
          <dt>
            <span className="sr-only">{t("store.product.starsOf", { count: stars })}</span>
            <span aria-hidden="true">{stars} ★</span>
          </dt>
          <dd aria-hidden="true" className="h-2 overflow-hidden rounded-full bg-sunken">
            <span className="block h-full rounded-full bg-sun" style={{ inlineSize: `${(given / total) * 100}%` }} />
          </dd>
          <dd>{given}</dd>
        </div>
      ))}
    </dl>
  );
}

function ReviewItem({ review }: { review: Reviews["reviews"][number] }) {
  const { t, format } = useViewer();
  const { stars, text, createdAt, firstName: name, initial } = review;
  return (
    <Card as="li" pad="sm" className="grid gap-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <Stars stars={stars} />
        <span className="font-semibold">
          <bdi>
            {name ? (initial ? t("store.product.buyer", { name, initial }) : name) : t("store.product.anonymous")}
          </bdi>
        </span>
        <Chip tone="ok">{t("store.product.verified")}</Chip>
        <span className="text-xs text-ink-3">{format.date(createdAt)}</span>
      </div>
      {text && (
        <p dir="auto" className="text-sm whitespace-pre-line text-ink-2">
          {text}
        </p>
      )}
    </Card>
  );
}
