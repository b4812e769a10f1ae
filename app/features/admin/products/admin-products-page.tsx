import Plus from "lucide-react/icons/plus";
import { useTranslation } from "react-i18next";
import { href, Link } from "react-router";
import { AdminList } from "#app/features/admin-lists/admin-list.tsx";
import { requireUser } from "#app/features/auth/guards.server.ts";
import { categories, nameIn, stockStates } from "#app/features/catalog/products.rules.ts";
import { ProductPicture } from "#app/features/catalog/store/product-picture.tsx";
import { ProductPrice } from "#app/features/catalog/store/product-price.tsx";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { readListQuery } from "#app/platform/http/list-query.ts";
import { getShopTerms } from "#app/platform/i18n/money.rules.ts";
import type { WordKey } from "#app/platform/i18n/words.ts";
import { Ltr } from "#app/platform/ui/bdi.tsx";
import { ButtonLink } from "#app/platform/ui/button.tsx";
import { Chip } from "#app/platform/ui/chip.tsx";
import { TagDrawing } from "#app/platform/ui/drawings/tag-drawing.tsx";
import { EmptyState } from "#app/platform/ui/lists/empty.tsx";
import { optionsOf } from "#app/platform/ui/lists/search-form.tsx";
import type { Route } from "./+types/admin-products-page";
import { listAllProducts, listStores } from "./admin-products.server.ts";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { ctx, actor } = await requireUser(request, context);
  const stores = await listStores(ctx, actor);
  const { search, filters, page } = readListQuery(request, { category: categories, store: stores, state: stockStates });
  return { search, filters, stores, ...(await listAllProducts(ctx, actor, { q: search, ...filters, page })) };
}

export const handle = { i18n: ["adminProducts", "store"], title: "adminProducts.title" satisfies WordKey };

type Row = Route.ComponentProps["loaderData"]["products"][number];

/** Every product with what is left of it; where administrators look for one and begin another. */
export default function AdminProductsScreen({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { language } = useViewer();
  const { products, total, page, pageCount, search, filters, stores } = loaderData;
  const isNarrowed = Boolean(search) || Object.values(filters).some(Boolean);
  return (
    <AdminList
      title={t("adminProducts.title")}
      lead={t("adminProducts.lead")}
      actions={
        <ButtonLink to={href("/admin/products/new")} icon={<Plus aria-hidden />}>
          {t("adminProducts.add")}
        </ButtonLink>
      }
      search={{
        label: t("store.search"),
        value: search,
        placeholder: t("adminProducts.searchPlaceholder"),
        filters: [
          {
            name: "category",
            label: t("adminProducts.fields.category"),
            value: filters.category,
            any: t("adminProducts.allCategories"),
            options: optionsOf(categories, (one) => t(`store.categories.${one}`)),
          },
          {
            name: "store",
            label: t("adminProducts.fields.store"),
            value: filters.store,
            any: t("adminProducts.allStores"),
            options: optionsOf(stores, (one) => one),
          },
          {
            name: "state",
            label: t("adminProducts.columns.state"),
            value: filters.state,
            any: t("adminProducts.allStates"),
            options: optionsOf(stockStates, (one) => t(`adminProducts.states.${one}`)),
          },
        ],
      }}
      count={t("store.found", { count: total })}
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
          head: t("adminProducts.fields.priceCents", { currency: getShopTerms().currency }),
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
      paging={{ page, pageCount }}
    />
  );
}

function StockChip({ product }: { product: Row }) {
  const { t } = useTranslation();
  if (product.archivedAt) return <Chip>{t("adminProducts.states.archived")}</Chip>;
  const tone = product.stock === 0 ? "lost" : product.stock <= product.lowStockAt ? "sun" : "ok";
  return <Chip tone={tone}>{t("adminProducts.pieces", { count: product.stock })}</Chip>;
}
