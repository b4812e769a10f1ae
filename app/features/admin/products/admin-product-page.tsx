import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { requireUser } from "#app/features/auth/guards.server.ts";
import { hideReview } from "#app/features/catalog/product/reviews.server.ts";
import { nameIn } from "#app/features/catalog/products.rules.ts";
import { stockPath } from "#app/features/catalog/stock/low-stock.server.ts";
import { updateStock } from "#app/features/catalog/stock/stock.server.ts";
import { useNotificationsSeen } from "#app/features/notifications/inbox/use-notifications-seen.ts";
import { countUnread } from "#app/features/notifications/notifications.server.ts";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { handleIntents, intent } from "#app/platform/http/forms/form.server.ts";
import { submitForm } from "#app/platform/http/forms/submit-form.ts";
import { useErrorToast } from "#app/platform/http/forms/use-error-toast.ts";
import { readPage } from "#app/platform/http/list-query.ts";
import { redirectWithToast } from "#app/platform/http/toast.server.ts";
import type { WordKey } from "#app/platform/i18n/words.ts";
import { ButtonLink } from "#app/platform/ui/button.tsx";
import { readMessage } from "#app/platform/ui/forms/messages.ts";
import { Notice } from "#app/platform/ui/notice.tsx";
import { Breadcrumb } from "#app/platform/ui/page/breadcrumb.tsx";
import { PageHeader } from "#app/platform/ui/page/page-header.tsx";
import type { Route } from "./+types/admin-product-page";
import { getProductForAdmin, listAllReviews, listMovements } from "./admin-products.server.ts";
import { archiveProduct, createProduct, restoreProduct, updateProduct } from "./manage-products.server.ts";
import { PicturesCard } from "./pictures-card.tsx";
import { ProductForm } from "./product-form.tsx";
import { addPicture, deletePicture, movePictureForward, updatePictureText } from "./product-pictures.server.ts";
import {
  correctionForm,
  newPictureForm,
  pictureForm,
  productForm,
  reviewForm,
  versionForm,
} from "./products.forms.server.ts";
import { ReviewsCard } from "./reviews-card.tsx";
import { StockCard } from "./stock-card.tsx";

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const { ctx, actor } = await requireUser(request, context);
  if (!params.productId) return { product: null, ledger: null, reviews: [], here: "", unread: 0 };
  const product = await getProductForAdmin(ctx, actor, params.productId);
  const page = readPage(new URL(request.url).searchParams.get("ledger"));
  const pagePath = stockPath(product.id);
  const [ledger, reviews, unread] = await Promise.all([
    listMovements(ctx, actor, product.id, page),
    listAllReviews(ctx, actor, product.id),
    countUnread(ctx, actor, pagePath),
  ]);
  return { product, ledger, reviews, here: pagePath, unread };
}

export async function action(args: Route.ActionArgs) {
  const { ctx, actor } = await requireUser(args.request, args.context);
  const { productId } = args.params;
  const pagePath = productId ? href("/admin/products/:productId", { productId }) : href("/admin/products/new");
  const done = (code: WordKey, to = pagePath) => redirectWithToast(to, { type: "success", code });
  /** Form intents for an existing product. */
  const changes = (id: string) => ({
    archive: intent(versionForm, async ({ version }) => {
      await archiveProduct(ctx, actor, id, version);
      return done("adminProducts.archived");
    }),
    restore: intent(versionForm, async ({ version }) => {
      await restoreProduct(ctx, actor, id, version);
      return done("adminProducts.restored");
    }),
    correct: intent(correctionForm, async ({ version, ...correction }) => {
      await updateStock(ctx, actor, id, correction, version);
      return done("adminProducts.corrected", `${pagePath}#stock`);
    }),
    addPicture: intent(newPictureForm, async (picture) => {
      await addPicture(ctx, actor, id, picture);
      return done("adminProducts.pictureAdded", `${pagePath}#pictures`);
    }),
    forward: intent(pictureForm, async ({ pictureId }) => {
      await movePictureForward(ctx, actor, { productId: id, pictureId });
      return done("adminProducts.picturesChanged", `${pagePath}#pictures`);
    }),
    describe: intent(pictureForm, async ({ pictureId, ...alts }) => {
      await updatePictureText(ctx, actor, { productId: id, pictureId }, alts);
      return done("adminProducts.picturesChanged", `${pagePath}#pictures`);
    }),
    removePicture: intent(pictureForm, async ({ pictureId }) => {
      await deletePicture(ctx, actor, { productId: id, pictureId });
      return done("adminProducts.pictureRemoved", `${pagePath}#pictures`);
    }),
    hide: intent(reviewForm, async ({ reviewId }) => {
      await hideReview(ctx, actor, reviewId, true);
      return done("adminProducts.reviewHidden", `${pagePath}#reviews`);
    }),
    show: intent(reviewForm, async ({ reviewId }) => {
      await hideReview(ctx, actor, reviewId, false);
      return done("adminProducts.reviewShown", `${pagePath}#reviews`);
    }),
  });
  return handleIntents(
    args,
    {
      save: intent(productForm, async ({ version, stock, ...form }) => {
        if (!productId)
          return done(
            "adminProducts.added",
            href("/admin/products/:productId", { productId: await createProduct(ctx, actor, { ...form, stock }) }),
          );
        await updateProduct(ctx, actor, productId, form, version ?? 0);
        return done("adminProducts.changed");
      }),
      ...(productId && changes(productId)),
    },
    { files: true },
  );
}

export const clientAction = submitForm;

export const handle = { i18n: ["adminProducts", "store"], title: "adminProducts.one" satisfies WordKey };

/** Page to create or edit a product: texts and prices, pictures, stock with its ledger, reviews. */
export default function AdminProductPage({ loaderData, actionData: answer }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { language } = useViewer();
  const { product, ledger, reviews, here: pagePath, unread } = loaderData;
  useErrorToast(answer);
  useNotificationsSeen(pagePath, unread);
  const name = product ? nameIn(language, product) : t("adminProducts.new");
  const path = [{ label: t("adminProducts.title"), to: href("/admin/products") }, { label: <bdi>{name}</bdi> }];
  const of = (...intents: string[]) => (answer?.intent && intents.includes(answer.intent) ? answer : undefined);
  return (
    <div className="mx-auto grid w-full max-w-4xl grid-cols-1 gap-5 wrap-anywhere">
      <PageHeader
        title={<bdi>{name}</bdi>}
        above={<Breadcrumb items={path} />}
        actions={
          product && (
            <ButtonLink to={href("/store/product/:id", { id: product.id })} variant="ghost" size="sm">
              {t("adminProducts.inStore")}
            </ButtonLink>
          )
        }
      />
      {answer?.refusal && (
        <Notice tone="lost" role="alert">
          <p>{readMessage(answer.refusal)}</p>
        </Notice>
      )}
      {product?.archivedAt && <Notice tone="sun">{t("adminProducts.isArchived")}</Notice>}
      <ProductForm
        key={`${product?.id}-${product?.version}`}
        product={product}
        answer={of("save", "archive", "restore")}
      />
      {product && ledger && (
        <>
          <PicturesCard product={product} answer={of("addPicture")} />
          <StockCard key={product.version} product={product} ledger={ledger} answer={of("correct")} />
          <ReviewsCard reviews={reviews} />
        </>
      )}
    </div>
  );
}
