import Bell from "lucide-react/icons/bell";
import { useEffect, useRef, useState } from "react";
import { data, href } from "react-router";
import { getUser, requireUser } from "#app/features/auth/guards.server.ts";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { isAdmin } from "#app/features/users/users.rules.ts";
import { defineIntent, emptyForm, type FormAnswer, handleIntents } from "#app/platform/http/forms/form.server.ts";
import { useFormKey } from "#app/platform/http/forms/use-form-key.ts";
import { readPage } from "#app/platform/http/list-query.ts";
import { appContext, requestInfoContext } from "#app/platform/http/request-info.server.ts";
import { redirectWithToast } from "#app/platform/http/toast.server.ts";
import type { Language } from "#app/platform/i18n/language.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import type { WordKey } from "#app/platform/i18n/words.ts";
import { ButtonLink } from "#app/platform/ui/button.tsx";
import { Card } from "#app/platform/ui/card.tsx";
import { AppForm } from "#app/platform/ui/forms/app-form.tsx";
import { Field } from "#app/platform/ui/forms/field.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { TextInput } from "#app/platform/ui/forms/text-input.tsx";
import { EmptyState } from "#app/platform/ui/lists/empty-state.tsx";
import { Code } from "#app/platform/ui/ltr.tsx";
import { Breadcrumb } from "#app/platform/ui/page/breadcrumb.tsx";
import type { PageHandle } from "#app/platform/ui/page/page-handle.ts";
import { transitionTarget } from "#app/platform/ui/use-transition-style.ts";
import {
  createStockAlert,
  deleteStockAlert,
  hasStockAlert,
  requestStockAlert,
  stockAlertForm,
} from "../back-in-stock/stock-alerts.server.ts";
import { getDeliveryEstimate } from "../delivery.server.ts";
import { findPictureOf } from "../product-colors.ts";
import { altIn, type Color, type ListedProduct, nameIn } from "../products.rules.ts";
import { ProductBadges, ProductCard, ProductPrice } from "../store/product-card.tsx";
import { ProductPicture } from "../store/product-picture.tsx";
import { ProductRating } from "../store/star-rating.tsx";
import { getProduct, listRelated, listReviews } from "../store/store.server.ts";
import { ShippingFacts } from "../store/store-advice.tsx";
import { storePath } from "../store/store-query.ts";
import type { Route } from "./+types/product-page";
import { ProductChooser } from "./product-chooser.tsx";
import { ProductPreview } from "./product-preview.tsx";
import { ProductReviews } from "./product-reviews.tsx";
import { ProductScale } from "./product-scale.tsx";

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const ctx = context.get(appContext);
  const product = await getProduct(ctx, params.id);
  const page = readPage(new URL(request.url).searchParams.get("reviews"));
  const [related, reviews, actor] = await Promise.all([
    listRelated(ctx, product),
    listReviews(ctx, product.id, page),
    getUser(request, context),
  ]);
  const canManage = isAdmin(actor);
  const isWaiting = product.stock === 0 && actor !== null && (await hasStockAlert(ctx, actor, product.id));
  // 410 tells search engines that the product is gone for good; visitors see related products.
  const { publicUrl } = ctx.settings;
  return data(
    { product, related, reviews, canManage, isWaiting, publicUrl, arrival: getDeliveryEstimate(ctx, actor) },
    { status: product.archivedAt ? 410 : 200 },
  );
}

export async function action(args: Route.ActionArgs) {
  const { request, context, params } = args;
  const ctx = context.get(appContext);
  const { language, address } = context.get(requestInfoContext);
  const here = `${href("/store/product/:id", { id: params.id })}#back-in-stock`;
  const done = (code: WordKey) => redirectWithToast(here, code);
  return handleIntents(args, {
    tellMe: defineIntent(emptyForm, async () => {
      const { actor } = await requireUser(request, context);
      await createStockAlert(ctx, actor, params.id);
      return done("store.back.added");
    }),
    stop: defineIntent(emptyForm, async () => {
      const { actor } = await requireUser(request, context);
      await deleteStockAlert(ctx, actor, params.id);
      return done("store.back.stopped");
    }),
    tellGuest: defineIntent(stockAlertForm, async ({ email }) => {
      await requestStockAlert(ctx, { email, productId: params.id, language, address });
      return done("store.back.checkEmail");
    }),
  });
}

interface Shown {
  product: { nameEn: string; nameAr: string };
}

export const handle = {
  i18n: ["store"],
  title: "store.product.title",
  titleOf: ({ product }: Shown, language: Language) => nameIn(language, product),
  hasOwnPreview: true,
} satisfies PageHandle;

interface Pictured extends ListedProduct {
  pictures: { id: string; photoId: string; altEn: string; altAr: string }[];
}

/** Swipeable gallery of a product's pictures; the thumbnails below link to each, also without JavaScript. */
function Gallery({
  product,
  name,
  chosen,
}: {
  product: Pictured;
  name: string;
  /** Id of the picture to show, such as the one in the chosen colour. */
  chosen?: string | undefined;
}) {
  const { t, language } = useViewer();
  const strip = useRef<HTMLUListElement>(null);
  const { pictures, category } = product;
  const shown = pictures.length > 0 ? pictures : [{ id: "none", photoId: null, altEn: "", altAr: "" }];
  // Scrolls only the strip, not the page.
  function turnTo(place: number) {
    const picture = strip.current?.children[place];
    if (!strip.current || !picture) return;
    const by = picture.getBoundingClientRect().left - strip.current.getBoundingClientRect().left;
    strip.current.scrollBy({ left: by, behavior: "smooth" });
  }
  const place = chosen ? pictures.findIndex(({ id }) => id === chosen) : -1;
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls only when another picture is chosen
  useEffect(() => {
    if (place >= 0) turnTo(place);
  }, [place]);
  return (
    <div className="grid grid-cols-1 gap-3">
      <ul
        ref={strip}
        tabIndex={shown.length > 1 ? 0 : undefined}
        aria-label={t("store.product.pictures", { name })}
        className="flex snap-x snap-mandatory overflow-x-auto rounded-3 bg-sunken [scrollbar-width:none]"
        style={transitionTarget(product.id)}
      >
        {shown.map((picture, place) => (
          <li key={picture.id} id={`picture-${place + 1}`} className="aspect-square w-full shrink-0 snap-start">
            <ProductPicture
              photoId={picture.photoId}
              category={category}
              alt={altIn(language, picture, product)}
              sizes="(min-width: 64rem) 36rem, 100vw"
              eager={place === 0}
            />
          </li>
        ))}
      </ul>
      {pictures.length > 1 && (
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(3.5rem,100%),1fr))] gap-2 sm:gap-2.5">
          {pictures.map((picture, place) => (
            <li key={picture.id}>
              <a
                href={`#picture-${place + 1}`}
                onClick={(event) => {
                  event.preventDefault();
                  turnTo(place);
                }}
                aria-label={t("store.product.picture", { number: place + 1, count: pictures.length })}
                className="block aspect-square overflow-hidden rounded-2 border border-line bg-sunken transition hover:border-brand"
              >
                <ProductPicture photoId={picture.photoId} category={category} alt="" sizes="4.5rem" />
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** "Tell me when it's back" on the page of a sold-out product: by the account's channels, or by e-mail for guests. */
function BackInStock({ isWaiting, answer }: { isWaiting: boolean; answer: FormAnswer | undefined }) {
  const t = useT();
  const isSignedIn = useViewer().user !== null;
  const formKey = useFormKey();
  return (
    <Card as="section" id="back-in-stock" pad="sm" className="grid scroll-mt-24 gap-3">
      <h2 className="text-base font-semibold">{t(isWaiting ? "store.back.waiting" : "store.back.title")}</h2>
      <AppForm
        intent={isSignedIn ? (isWaiting ? "stop" : "tellMe") : "tellGuest"}
        key={formKey}
        noValidate
        preventScrollReset
        className="flex flex-wrap items-start gap-3"
      >
        {!isSignedIn && (
          <Field
            label={t("store.back.email")}
            hint={t("store.back.emailHint")}
            errors={answer?.form.error?.email ?? []}
            className="min-w-[min(100%,13rem)] flex-1"
          >
            <TextInput
              name="email"
              type="email"
              ltr
              autoComplete="email"
              defaultValue={String(answer?.form.initialValue?.email ?? "")}
            />
          </Field>
        )}
        <SubmitButton
          variant={isWaiting ? "ghost" : "main"}
          icon={<Bell aria-hidden />}
          className={isSignedIn ? undefined : "sm:mt-7"}
        >
          {t(isWaiting ? "store.back.stop" : "store.back.tellMe")}
        </SubmitButton>
      </AppForm>
    </Card>
  );
}

/** Product page: pictures, options and reviews. */
export default function ProductPage({ loaderData, actionData: answer }: Route.ComponentProps) {
  const { t, language } = useViewer();
  const { product, related, reviews, canManage, isWaiting, publicUrl, arrival } = loaderData;
  const [chosen, setChosen] = useState<string>();
  const choose = (color: Color) => setChosen(findPictureOf(product, color)?.id);
  const name = nameIn(language, product);
  const description = language === "ar" ? product.descriptionAr : product.descriptionEn;
  const path = [
    { label: t("store.product.home"), to: "/" },
    { label: t("store.title"), to: href("/store") },
    { label: t(`store.categories.${product.category}`), to: storePath({ category: product.category }) },
    { label: <bdi>{name}</bdi> },
  ];
  return (
    <div className="wrap grid grid-cols-1 gap-10 py-6 wrap-anywhere md:gap-14 md:py-10">
      {product.archivedAt ? (
        <meta name="robots" content="noindex" />
      ) : (
        <ProductPreview product={product} publicUrl={publicUrl} />
      )}
      <div className="grid grid-cols-1 gap-5">
        <Breadcrumb items={path} />
        {product.archivedAt ? (
          <ArchivedProduct product={product} name={name} />
        ) : (
          <div className="grid grid-cols-1 items-start gap-8 md:grid-cols-2 lg:gap-14">
            <Gallery key={product.id} product={product} name={name} chosen={chosen} />
            <div className="grid grid-cols-1 gap-5 md:sticky md:top-24">
              <header className="grid gap-2.5">
                <ProductBadges product={product} most={4} />
                <h1 className="text-[1.75rem] md:text-2xl">
                  <bdi>{name}</bdi>
                </h1>
                <ProductRating product={product} />
                <ProductPrice product={product} large />
              </header>
              {canManage && (
                <ButtonLink
                  to={href("/admin/products/:productId", { productId: product.id })}
                  variant="ghost"
                  size="sm"
                  className="justify-self-start"
                >
                  {t("store.product.manage")}
                </ButtonLink>
              )}
              <ProductChooser key={product.id} product={product} arrival={arrival} onColor={choose} />
              {product.stock === 0 && <BackInStock isWaiting={isWaiting} answer={answer} />}
              <ProductScale product={product} />
              <p className="text-xs text-ink-3">
                <bdi>{t("store.product.by", { store: product.store })}</bdi>
                {"\u00a0· "}
                {t("store.product.sku")} <Code>{product.sku}</Code>
              </p>
            </div>
          </div>
        )}
      </div>
      {!product.archivedAt && (
        <>
          {description && (
            <section className="grid max-w-[62ch] gap-3">
              <h2 className="text-xl">{t("store.product.about")}</h2>
              <p className="whitespace-pre-line text-ink-2">{description}</p>
            </section>
          )}
          <ProductReviews product={product} reviews={reviews} />
          <section className="grid gap-5">
            <h2 className="text-xl">{t("store.shipping.title")}</h2>
            <ShippingFacts />
          </section>
        </>
      )}
      <Related products={related} />
    </div>
  );
}

function ArchivedProduct({ product, name }: { product: ListedProduct; name: string }) {
  const t = useT();
  return (
    <EmptyState
      inCard
      level={1}
      drawing={
        <ProductPicture
          photoId={product.photoId}
          category={product.category}
          alt=""
          sizes="14rem"
          className="rounded-2 grayscale"
        />
      }
      title={t("store.product.goneTitle")}
      text={t("store.product.goneText", { name })}
      actions={<ButtonLink to={href("/store")}>{t("store.product.toStore")}</ButtonLink>}
    />
  );
}

function Related({ products }: { products: ListedProduct[] }) {
  const t = useT();
  if (products.length === 0) return null;
  return (
    <section className="grid gap-5">
      <h2 className="text-xl">{t("store.product.related")}</h2>
      <ul className="grid grid-cols-2 gap-3 max-[16rem]:grid-cols-1 sm:gap-5 lg:grid-cols-4">
        {products.map((product) => (
          <ProductCard key={product.id} product={product} level={3} />
        ))}
      </ul>
    </section>
  );
}
