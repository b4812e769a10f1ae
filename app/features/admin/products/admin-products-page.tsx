import Plus from "lucide-react/icons/plus";
import { href, Link } from "react-router";
import { AdminList } from "#app/features/admin-lists/admin-list.tsx";
import { type Selection, selectionForm } from "#app/features/admin-lists/bulk/bulk.forms.server.ts";
import {
  type BulkAction,
  getListPath,
  redirectToBulkRun,
  startBulkRun,
} from "#app/features/admin-lists/bulk/bulk-runs.server.ts";
import { readListState } from "#app/features/admin-lists/list-state.server.ts";
import { requireUser } from "#app/features/auth/guards.server.ts";
import { categories, nameIn, ownStore, stockStates } from "#app/features/catalog/products.rules.ts";
import { ProductPicture } from "#app/features/catalog/store/product-picture.tsx";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { AppError } from "#app/platform/app-error.server.ts";
import { defineIntent, handleIntents } from "#app/platform/http/forms/form.server.ts";
import { getShopTerms } from "#app/platform/i18n/money.rules.ts";
import type { WordKey } from "#app/platform/i18n/words.ts";
import { ButtonLink } from "#app/platform/ui/button.tsx";
import { TagDrawing } from "#app/platform/ui/drawings/tag-drawing.tsx";
import { EmptyState } from "#app/platform/ui/lists/empty-state.tsx";
import { optionsOf } from "#app/platform/ui/lists/search-form.tsx";
import { besideCheckbox } from "#app/platform/ui/lists/table.tsx";
import { Code } from "#app/platform/ui/ltr.tsx";
import type { Route } from "./+types/admin-products-page";
import { listAllProducts, listStores, readProductSearch, selectProducts } from "./admin-products.server.ts";
import { archiveProducts, editProducts, requireUnchanged } from "./manage-products.server.ts";
import { ProductActions, RowField, StockChip } from "./product-row.tsx";
import { editedRowsForm } from "./products.forms.server.ts";
import { formatShownRow } from "./row-values.rules.ts";

export const handle = { i18n: ["adminProducts", "store"], title: "adminProducts.title" satisfies WordKey };

export async function loader({ request, context }: Route.LoaderArgs) {
  const { ctx, actor } = await requireUser(request, context);
  const stores = await listStores(ctx, actor);
  const query = readProductSearch(request, stores);
  return {
    stores,
    ...(await readListState({ request, context }, actor, query)),
    ...(await listAllProducts(ctx, actor, query)),
  };
}

export async function action(args: Route.ActionArgs) {
  const { ctx, actor } = await requireUser(args.request, args.context);
  const listPath = getListPath(args);
  const start = async <Params,>(action: BulkAction<Params>, selection: Selection, params: Params) => {
    const listQuery = readProductSearch(args.request, await listStores(ctx, actor));
    const subjects = selectProducts(ctx, actor, selection, listQuery);
    return redirectToBulkRun(listPath, await startBulkRun(ctx, actor, action, { params, listPath, subjects }));
  };
  return handleIntents(args, {
    save: defineIntent(editedRowsForm, async ({ rows }) => {
      const ids = Object.keys(rows);
      if (ids.length === 0) throw new AppError("adminProducts.nothingChanged", 400);
      await requireUnchanged(ctx, actor, rows);
      return start(editProducts, { ids, all: false }, rows);
    }),
    archive: defineIntent(selectionForm, (selection) => start(archiveProducts, selection, { to: "archive" })),
    restore: defineIntent(selectionForm, (selection) => start(archiveProducts, selection, { to: "restore" })),
  });
}

/** Page that lists all products with their stock; prices and stock can be edited in the list. */
export default function AdminProductsPage({ loaderData, actionData: answer }: Route.ComponentProps) {
  const { t, language } = useViewer();
  const { products, state, stores } = loaderData;
  const { currency } = getShopTerms();
  return (
    <AdminList
      title={t("adminProducts.title")}
      lead={t("adminProducts.lead")}
      actions={
        <ButtonLink to={href("/admin/products/new")} icon={<Plus aria-hidden />}>
          {t("adminProducts.add")}
        </ButtonLink>
      }
      list={loaderData}
      search={{
        label: t("store.search"),
        placeholder: t("adminProducts.searchPlaceholder"),
        choices: [
          {
            name: "category",
            label: t("adminProducts.fields.category"),
            any: t("adminProducts.allCategories"),
            options: optionsOf(categories, (one) => t(`store.categories.${one}`)),
          },
          {
            name: "store",
            label: t("adminProducts.fields.store"),
            any: t("adminProducts.allStores"),
            options: stores.map((name) => ({ value: name, label: name, isName: true })),
          },
          {
            name: "state",
            label: t("adminProducts.columns.state"),
            any: t("adminProducts.allStates"),
            options: optionsOf(stockStates, (one) => t(`adminProducts.states.${one}`)),
          },
        ],
      }}
      csv={href("/admin/products.csv")}
      bulk={{
        label: (product) => t("adminProducts.select", { name: nameIn(language, product) }),
        errors: answer?.form.error?.[""] ?? undefined,
        save: {
          intent: "save",
          label: (changed) => (changed > 0 ? t("adminProducts.saveRows", { count: changed }) : t("form.save")),
          discard: t("adminProducts.discard"),
        },
        actions: ({ count }) => <ProductActions count={count} state={state} />,
      }}
      count={{ text: (count) => t("store.found", { count }) }}
      caption={t("adminProducts.title")}
      rows={products}
      rowKey={(product) => product.id}
      empty={(isNarrowed) => (
        <EmptyState
          inCard
          drawing={<TagDrawing />}
          title={t(isNarrowed ? "store.none.title" : "adminProducts.none.title")}
          text={t(isNarrowed ? "adminProducts.noneFound" : "adminProducts.none.text")}
          actions={
            <ButtonLink variant="quiet" to={isNarrowed ? href("/admin/products") : href("/admin/products/new")}>
              {t(isNarrowed ? "store.none.action" : "adminProducts.add")}
            </ButtonLink>
          }
        />
      )}
      columns={[
        {
          key: "name",
          sort: "name",
          head: t("adminProducts.columns.product"),
          primary: true,
          cell: (product) => (
            <span
              className="flex items-center gap-3 @max-2xl:min-w-[calc(100cqi-7rem)]"
              style={{ maxInlineSize: besideCheckbox }}
            >
              <span className="size-12 shrink-0 overflow-hidden rounded-1 bg-sunken">
                <ProductPicture photoId={product.photoId} category={product.category} alt="" sizes="3rem" />
              </span>
              <span className="grid">
                <Link
                  to={href("/admin/products/:productId", { productId: product.id })}
                  prefetch="intent"
                  className="link justify-self-start wrap-anywhere"
                >
                  <bdi>{nameIn(language, product)}</bdi>
                </Link>
                <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xs font-normal text-ink-2">
                  <span>
                    <Code>{product.sku}</Code>
                    {product.store !== ownStore && (
                      <>
                        {"\u00a0· "}
                        <bdi>{product.store}</bdi>
                      </>
                    )}
                  </span>
                  <StockChip product={product} />
                </span>
              </span>
            </span>
          ),
        },
        {
          key: "category",
          isWide: true,
          head: t("adminProducts.fields.category"),
          cell: (product) => t(`store.categories.${product.category}`),
        },
        {
          key: "price",
          sort: "price",
          head: t("adminProducts.fields.priceCents", { currency }),
          cell: (product) => (
            <>
              <input type="hidden" name={`rows.${product.id}.shown`} value={formatShownRow(product)} />
              <RowField product={product} name="priceCents" answer={answer} inputMode="decimal" />
            </>
          ),
        },
        {
          key: "sale",
          sort: "sale",
          head: t("adminProducts.onSale"),
          cell: (product) => <RowField product={product} name="salePriceCents" answer={answer} inputMode="decimal" />,
        },
        {
          key: "stock",
          sort: "stock",
          head: t("adminProducts.columns.stock"),
          cell: (product) => <RowField product={product} name="stock" answer={answer} inputMode="numeric" />,
        },
      ]}
    />
  );
}
