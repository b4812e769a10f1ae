import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { appContext } from "#app/platform/http/request-info.server.ts";
import { ButtonLink } from "#app/platform/ui/button.tsx";
import { CollarDrawing } from "#app/platform/ui/drawings/collar-drawing.tsx";
import { EmptyState } from "#app/platform/ui/lists/empty-state.tsx";
import { Pager } from "#app/platform/ui/lists/pager.tsx";
import type { PageHandle } from "#app/platform/ui/page/page-handle.ts";
import type { Route } from "./+types/store-page";
import { ProductCard } from "./product-card.tsx";
import { listStore } from "./store.server.ts";
import { StoreAdvice } from "./store-advice.tsx";
import { StoreFilters } from "./store-filters.tsx";
import { readStoreQuery, storePath } from "./store-query.ts";

export async function loader({ request, context }: Route.LoaderArgs) {
  const query = readStoreQuery(new URL(request.url).searchParams);
  return { query, ...(await listStore(context.get(appContext), query)) };
}

export const handle = { i18n: ["store"], title: "store.title", description: "store.lead" } satisfies PageHandle;

/** Store page: search, sorting, filters, products and buying advice. */
export default function StorePage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { products, total, query, page, pageCount, isGuess } = loaderData;
  return (
    <div className="wrap py-5 md:py-12">
      <header className="mb-3 grid max-w-[62ch] gap-2 md:mb-8">
        <h1 className="text-[1.75rem] md:text-3xl md:tracking-[-.02em]">{t("store.heading")}</h1>
        <p className="text-ink-2 max-md:sr-only">{t("store.lead")}</p>
      </header>
      <StoreFilters query={query} />
      <section aria-label={t("store.title")} className="mt-3 grid gap-3 md:mt-5 md:gap-5">
        {total > 0 && (
          <p role="status" className="text-sm text-ink-2">
            {isGuess ? t("store.guess", { text: query.q }) : t("store.found", { count: total })}
          </p>
        )}
        {total === 0 ? (
          <NothingHere isWhole={storePath({ ...query, sort: "featured", page: 1 }) === "/store"} />
        ) : (
          <ul className="grid grid-cols-2 gap-3 max-[16rem]:grid-cols-1 sm:gap-5 md:grid-cols-3 lg:grid-cols-4">
            {products.map((product, place) => (
              <ProductCard key={product.id} product={product} eager={place < 4} />
            ))}
          </ul>
        )}
        <Pager
          label={t("form.pages")}
          page={page}
          pageCount={pageCount}
          toPage={(number) => storePath({ ...query, page: number })}
          previous={t("form.previous")}
          next={t("form.next")}
          pageLabel={(number) => t("form.page", { number })}
        />
      </section>
      <StoreAdvice />
    </div>
  );
}

function NothingHere({ isWhole }: { isWhole: boolean }) {
  const { t } = useTranslation();
  const words = isWhole ? "empty" : "none";
  return (
    <EmptyState
      inCard
      drawing={<CollarDrawing />}
      title={t(`store.${words}.title`)}
      text={t(`store.${words}.text`)}
      actions={
        <ButtonLink to={isWhole ? href("/get-started") : href("/store")}>{t(`store.${words}.action`)}</ButtonLink>
      }
    />
  );
}
