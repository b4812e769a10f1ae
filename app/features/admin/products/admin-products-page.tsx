import Plus from "lucide-react/icons/plus";
import { useTranslation } from "react-i18next";
import { href, Link, useLoaderData } from "react-router";
import { requireUser } from "#app/features/auth/guards.server.ts";
import { categories, nameIn, shelfStates } from "#app/features/catalog/products.rules.ts";
import { ProductPicture } from "#app/features/catalog/store/product-picture.tsx";
import { ProductPrice } from "#app/features/catalog/store/product-price.tsx";
import { pageOf } from "#app/features/catalog/store/store-query.ts";
import { useViewer } from "#app/features/users/use-viewer.ts";
import type { WordKey } from "#app/platform/i18n/words.ts";
import { Ltr } from "#app/platform/ui/bdi.tsx";
import { ButtonLink } from "#app/platform/ui/button.tsx";
import { Chip } from "#app/platform/ui/chip.tsx";
import { TagDrawing } from "#app/platform/ui/drawings/tag-drawing.tsx";
import { EmptyState } from "#app/platform/ui/lists/empty.tsx";
import { Pager } from "#app/platform/ui/lists/pager.tsx";
import { optionsOf, SearchForm } from "#app/platform/ui/lists/search-form.tsx";
import { Table } from "#app/platform/ui/lists/table.tsx";
import { PageHeader } from "#app/platform/ui/page/page-header.tsx";
import type { Route } from "./+types/admin-products-page";
import { listAllProducts, listStores } from "./admin-products.server.ts";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { ctx, actor } = await requireUser(request, context);
  const params = new URL(request.url).searchParams;
  const stores = await listStores(ctx, actor);
  const search = {
    q: (params.get("q") ?? "").slice(0, 80),
    category: categories.find((one) => one === params.get("category")),
    store: stores.find((one) => one === params.get("store")),
    state: shelfStates.find((one) => one === params.get("state")),
  };
  return { search, stores, ...(await listAllProducts(ctx, actor, { ...search, page: pageOf(params.get("page")) })) };
}

export const handle = { i18n: ["adminProducts", "store"], title: "adminProducts.title" satisfies WordKey };

type Row = ReturnType<typeof useLoaderData<typeof loader>>["products"][number];

/** Every product with what is left of it; where administrators look for one and begin another. */
export default function AdminProductsScreen({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { language } = useViewer();
  const { products, total, page, pageCount, search } = loaderData;
  const isNarrowed = Object.values(search).some(Boolean);
  const asked = Object.entries(search).flatMap(([name, value]) => (value ? [[name, value]] : []));
  return (
    <div className="grid grid-cols-1 gap-5">
      <PageHeader
        title={t("adminProducts.title")}
        lead={t("adminProducts.lead")}
        actions={
          <ButtonLink to={href("/admin/products/new")} icon={<Plus aria-hidden />}>
            {t("adminProducts.add")}
          </ButtonLink>
        }
      />
      <Filters />
      <p role="status" className="text-sm text-ink-2">
        {t("store.found", { count: total })}
      </p>
      <Table
        caption={t("adminProducts.title")}
        rows={products}
        rowKey={(product) => product.id}
        empty={
          <EmptyState
            inCard
            drawing={<TagDrawing />}
            title={t(isNarrowed ? "store.none.title" : "adminProducts.none.title")}
            text={t(isNarrowed ? "adminProducts.noneFound" : "adminProducts.none.text")}
            actions={
              <ButtonLink to={isNarrowed ? href("/admin/products") : href("/admin/products/new")}>
                {t(isNarrowed ? "store.none.action" : "adminProducts.add")}
              </ButtonLink>
            }
          />
        }
        columns={[
          {
            key: "name",
            head: t("adminProducts.columns.product"),
            primary: true,
            cell: (product) => (
              <span className="flex items-center gap-3">
                <span className="size-12 shrink-0 overflow-hidden rounded-1 bg-sunken">
                  <ProductPicture photoId={product.photoId} category={product.category} alt="" width={160} />
                </span>
                <Link
                  to={href("/admin/products/:productId", { productId: product.id })}
                  prefetch="intent"
                  className="link wrap-anywhere"
                >
                  <bdi>{nameIn(language, product)}</bdi>
                </Link>
              </span>
            ),
          },
          { key: "sku", head: t("store.product.sku"), cell: (product) => <Ltr>{product.sku}</Ltr> },
          {
            key: "category",
            head: t("adminProducts.fields.category"),
            cell: (product) => t(`store.categories.${product.category}`),
          },
          { key: "store", head: t("adminProducts.fields.store"), cell: (product) => <bdi>{product.store}</bdi> },
          {
            key: "price",
            head: t("adminProducts.fields.priceCents"),
            end: true,
            cell: (product) => <ProductPrice product={product} />,
          },
          {
            key: "stock",
            head: t("adminProducts.columns.stock"),
            end: true,
            cell: (product) => <StockChip product={product} />,
          },
        ]}
      />
      <Pager
        label={t("form.pages")}
        page={page}
        pageCount={pageCount}
        toPage={(number) => `?${new URLSearchParams([...asked, ["page", String(number)]])}`}
        previous={t("form.previous")}
        next={t("form.next")}
        pageLabel={(number) => t("form.page", { number })}
      />
    </div>
  );
}

function StockChip({ product }: { product: Row }) {
  const { t } = useTranslation();
  if (product.archivedAt) return <Chip>{t("adminProducts.states.archived")}</Chip>;
  const tone = product.stock === 0 ? "lost" : product.stock <= product.lowStockAt ? "sun" : "ok";
  return <Chip tone={tone}>{t("adminProducts.pieces", { count: product.stock })}</Chip>;
}

function Filters() {
  const { t } = useTranslation();
  const { search, stores } = useLoaderData<typeof loader>();
  return (
    <SearchForm
      text={{
        label: t("store.search"),
        value: search.q,
        placeholder: t("adminProducts.searchPlaceholder"),
        maxLength: 80,
      }}
      choices={[
        {
          name: "category",
          label: t("adminProducts.fields.category"),
          value: search.category,
          any: t("adminProducts.allCategories"),
          options: optionsOf(categories, (one) => t(`store.categories.${one}`)),
        },
        {
          name: "store",
          label: t("adminProducts.fields.store"),
          value: search.store,
          any: t("adminProducts.allStores"),
          options: optionsOf(stores, (one) => one),
        },
        {
          name: "state",
          label: t("adminProducts.columns.state"),
          value: search.state,
          any: t("adminProducts.allStates"),
          options: optionsOf(shelfStates, (one) => t(`adminProducts.states.${one}`)),
        },
      ]}
    />
  );
}
