import { href } from "react-router";
import { requireUser } from "#app/features/auth/guards.server.ts";
import { hideReview } from "#app/features/catalog/product/reviews.server.ts";
import { maxLengths, maxPictures, nameIn } from "#app/features/catalog/products.rules.ts";
import { getStockPath, updateStock } from "#app/features/catalog/stock.server.ts";
import { ProductPicture } from "#app/features/catalog/store/product-picture.tsx";
import { Stars } from "#app/features/catalog/store/star-rating.tsx";
import { useNotificationsSeen } from "#app/features/notifications/inbox/use-notifications-seen.ts";
import { countUnread } from "#app/features/notifications/notifications.server.ts";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { defineIntent, type FormAnswer, handleIntents } from "#app/platform/http/forms/form.server.ts";
import { useOpenedVersion } from "#app/platform/http/forms/use-opened-version.ts";
import { readPage } from "#app/platform/http/list-query.ts";
import { redirectWithToast } from "#app/platform/http/toast.server.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import type { WordKey } from "#app/platform/i18n/words.ts";
import { ButtonLink } from "#app/platform/ui/button.tsx";
import { Card, CardHeader } from "#app/platform/ui/card.tsx";
import { Chip } from "#app/platform/ui/chip.tsx";
import { AppForm } from "#app/platform/ui/forms/app-form.tsx";
import { Field } from "#app/platform/ui/forms/field.tsx";
import { PhotoField } from "#app/platform/ui/forms/photo-field.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { TextInput } from "#app/platform/ui/forms/text-input.tsx";
import { Notice } from "#app/platform/ui/notice.tsx";
import { ConfirmDialog } from "#app/platform/ui/overlays/confirm-dialog.tsx";
import { PageHeader } from "#app/platform/ui/page/page-header.tsx";
import type { Route } from "./+types/admin-product-page";
import { getProductForAdmin, listAllReviews, listMovements } from "./admin-products.server.ts";
import { archiveProduct, createProduct, restoreProduct, updateProduct } from "./manage-products.server.ts";
import { ProductForm, type WholeProduct } from "./product-form.tsx";
import { addPicture, deletePicture, movePictureForward, updatePictureText } from "./product-pictures.server.ts";
import {
  correctionForm,
  newPictureForm,
  pictureForm,
  productForm,
  reviewForm,
  versionForm,
} from "./products.forms.server.ts";
import { StockCard } from "./stock-card.tsx";

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const { ctx, actor } = await requireUser(request, context);
  if (!params.productId) return { product: null, ledger: null, reviews: [], here: "", unread: 0 };
  const product = await getProductForAdmin(ctx, actor, params.productId);
  const page = readPage(new URL(request.url).searchParams.get("ledger"));
  const pagePath = getStockPath(product.id);
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
  const done = (code: WordKey, to = pagePath) => redirectWithToast(to, code);
  /** Form intents for an existing product. */
  const changes = (id: string) => ({
    archive: defineIntent(versionForm, async ({ version }) => {
      await archiveProduct(ctx, actor, id, version);
      return done("adminProducts.archived");
    }),
    restore: defineIntent(versionForm, async ({ version }) => {
      await restoreProduct(ctx, actor, id, version);
      return done("adminProducts.restored");
    }),
    correct: defineIntent(correctionForm, async ({ version, ...correction }) => {
      await updateStock(ctx, actor, id, correction, version);
      return done("adminProducts.corrected", `${pagePath}#stock`);
    }),
    addPicture: defineIntent(newPictureForm, async (picture) => {
      await addPicture(ctx, actor, id, picture);
      return done("adminProducts.pictureAdded", `${pagePath}#pictures`);
    }),
    forward: defineIntent(pictureForm, async ({ pictureId }) => {
      await movePictureForward(ctx, actor, { productId: id, pictureId });
      return done("adminProducts.picturesChanged", `${pagePath}#pictures`);
    }),
    describe: defineIntent(pictureForm, async ({ pictureId, ...alts }) => {
      await updatePictureText(ctx, actor, { productId: id, pictureId }, alts);
      return done("adminProducts.picturesChanged", `${pagePath}#pictures`);
    }),
    removePicture: defineIntent(pictureForm, async ({ pictureId }) => {
      await deletePicture(ctx, actor, { productId: id, pictureId });
      return done("adminProducts.pictureRemoved", `${pagePath}#pictures`);
    }),
    hide: defineIntent(reviewForm, async ({ reviewId }) => {
      await hideReview(ctx, actor, reviewId, true);
      return done("adminProducts.reviewHidden", `${pagePath}#reviews`);
    }),
    show: defineIntent(reviewForm, async ({ reviewId }) => {
      await hideReview(ctx, actor, reviewId, false);
      return done("adminProducts.reviewShown", `${pagePath}#reviews`);
    }),
  });
  return handleIntents(
    args,
    {
      save: defineIntent(productForm, async ({ version, stock, ...form }) => {
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

export const handle = { i18n: ["adminProducts", "store"], title: "adminProducts.one" satisfies WordKey };

function ReviewsCard({ reviews }: { reviews: Awaited<ReturnType<typeof listAllReviews>> }) {
  const t = useT();
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
            <AppForm intent={review.hiddenAt ? "show" : "hide"} values={{ reviewId: review.id }}>
              <SubmitButton size="sm" variant="quiet">
                {t(review.hiddenAt ? "adminProducts.showReview" : "adminProducts.hideReview")}
              </SubmitButton>
            </AppForm>
          </li>
        ))}
      </ul>
    </Card>
  );
}

type Picture = WholeProduct["pictures"][number];

function PicturesCard({ product, answer }: { product: WholeProduct; answer: FormAnswer | undefined }) {
  const t = useT();
  const { pictures } = product;
  const errors = (answer?.form.error?.photo ?? []) as string[];
  return (
    <Card as="section" id="pictures" className="grid scroll-mt-6 grid-cols-1 gap-4">
      <CardHeader
        title={t("adminProducts.sections.pictures")}
        text={t("adminProducts.picturesHint", { most: maxPictures })}
      />
      <ul className="grid grid-cols-1 gap-4">
        {pictures.map((picture, place) => (
          <PictureRow key={picture.id} picture={picture} category={product.category} isFirst={place === 0} />
        ))}
      </ul>
      {pictures.length < maxPictures && (
        <AppForm
          intent="addPicture"
          encType="multipart/form-data"
          key={pictures.length}
          className="grid grid-cols-1 gap-3"
        >
          <PhotoField
            name="photo"
            required
            label={t("adminProducts.newPicture")}
            errors={errors}
            title={t("adminProducts.newPicture")}
            chooseLabel={t("store.choose")}
          />
          <AltFields />
          <SubmitButton variant="ghost" className="justify-self-start">
            {t("adminProducts.addPicture")}
          </SubmitButton>
        </AppForm>
      )}
    </Card>
  );
}

function AltFields({ picture }: { picture?: Picture }) {
  const t = useT();
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <Field label={t("adminProducts.fields.altEn")}>
        <TextInput name="altEn" dir="ltr" lang="en" maxLength={maxLengths.alt} defaultValue={picture?.altEn} />
      </Field>
      <Field label={t("adminProducts.fields.altAr")}>
        <TextInput name="altAr" dir="rtl" lang="ar" maxLength={maxLengths.alt} defaultValue={picture?.altAr} />
      </Field>
    </div>
  );
}

function PictureRow({
  picture,
  category,
  isFirst,
}: {
  picture: Picture;
  category: WholeProduct["category"];
  isFirst: boolean;
}) {
  const t = useT();
  return (
    <li className="grid items-start gap-4 rounded-2 border border-line p-3 sm:grid-cols-[7rem_1fr]">
      <span className="aspect-square w-28 overflow-hidden rounded-1 bg-sunken">
        <ProductPicture photoId={picture.photoId} category={category} alt={picture.altEn} sizes="7rem" />
      </span>
      <AppForm values={{ pictureId: picture.id }} className="grid grid-cols-1 gap-3">
        <AltFields picture={picture} />
        <div className="flex flex-wrap gap-2">
          <SubmitButton size="sm" variant="ghost" name="intent" value="describe">
            {t("form.save")}
          </SubmitButton>
          {!isFirst && (
            <SubmitButton size="sm" variant="quiet" name="intent" value="forward">
              {t("adminProducts.forward")}
            </SubmitButton>
          )}
          <ConfirmDialog
            title={t("adminProducts.removePictureTitle")}
            trigger={
              <SubmitButton size="sm" variant="quiet" name="intent" value="removePicture">
                {t("adminProducts.removePicture")}
              </SubmitButton>
            }
          />
        </div>
      </AppForm>
    </li>
  );
}

/** Page to create or edit a product: texts and prices, pictures, stock with its ledger, reviews. */
export default function AdminProductPage({ loaderData, actionData: answer }: Route.ComponentProps) {
  const { t, language } = useViewer();
  const { product, ledger, reviews, here: pagePath, unread } = loaderData;
  useNotificationsSeen(pagePath, unread);
  const name = product ? nameIn(language, product) : t("adminProducts.new");
  const path = [{ label: t("adminProducts.title"), to: href("/admin/products") }];
  const version = useOpenedVersion(product?.version, answer);
  const of = (...intents: string[]) => (answer?.intent && intents.includes(answer.intent) ? answer : undefined);
  return (
    <div className="mx-auto grid w-full max-w-4xl grid-cols-1 gap-5 wrap-anywhere">
      <PageHeader
        title={<bdi>{name}</bdi>}
        path={path}
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
          <p>{answer.refusal}</p>
        </Notice>
      )}
      {product?.archivedAt && <Notice tone="sun">{t("adminProducts.isArchived")}</Notice>}
      <ProductForm key={`${product?.id}-${version}`} product={product} answer={of("save", "archive", "restore")} />
      {product && ledger && (
        <>
          <PicturesCard product={product} answer={of("addPicture")} />
          <StockCard key={version} product={product} ledger={ledger} answer={of("correct")} />
          <ReviewsCard reviews={reviews} />
        </>
      )}
    </div>
  );
}
