import ArrowUpDown from "lucide-react/icons/arrow-up-down";
import Search from "lucide-react/icons/search";
import SlidersHorizontal from "lucide-react/icons/sliders-horizontal";
import X from "lucide-react/icons/x";
import type { FormEvent } from "react";
import { Form, href, Link, useSubmit } from "react-router";
import { appContext } from "#app/platform/http/request-info.server.ts";
import { formatMoney, toCents } from "#app/platform/i18n/money.rules.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import { Button, ButtonLink, buttonClass } from "#app/platform/ui/button.tsx";
import { cx } from "#app/platform/ui/cx.ts";
import { CollarDrawing } from "#app/platform/ui/drawings/collar-drawing.tsx";
import { Checkbox } from "#app/platform/ui/forms/choice.tsx";
import { Field } from "#app/platform/ui/forms/field.tsx";
import { NativeSelect, Options, TextInput } from "#app/platform/ui/forms/text-input.tsx";
import { EmptyState } from "#app/platform/ui/lists/empty-state.tsx";
import { Pager } from "#app/platform/ui/lists/pager.tsx";
import type { PageHandle } from "#app/platform/ui/page/page-handle.ts";
import { TabsNav } from "#app/platform/ui/page/tabs-nav.tsx";
import { categories, sorts } from "../products.rules.ts";
import type { Route } from "./+types/store-page";
import { ProductCard } from "./product-card.tsx";
import { listStore } from "./store.server.ts";
import { StoreAdvice } from "./store-advice.tsx";
import { readStoreQuery, type StoreQuery, storePath } from "./store-query.ts";

export async function loader({ request, context }: Route.LoaderArgs) {
  const query = readStoreQuery(new URL(request.url).searchParams);
  return { query, ...(await listStore(context.get(appContext), query)) };
}

export const handle = { i18n: ["store"], title: "store.title", description: "store.lead" } satisfies PageHandle;

/** Search, sorting and filters as one GET form; with JavaScript changes apply immediately. */
function StoreFilters({ query }: { query: StoreQuery }) {
  const t = useT();
  const submit = useSubmit();
  const first = { ...query, page: 1 };
  const isNarrowed = query.from !== null || query.to !== null || query.inStock || query.onSale;
  function choose(event: FormEvent<HTMLFormElement>) {
    const { target, currentTarget } = event;
    const isChoice =
      target instanceof HTMLSelectElement || (target instanceof HTMLInputElement && target.type === "checkbox");
    if (isChoice) submit(currentTarget, { preventScrollReset: true, replace: true });
  }
  return (
    <div className="grid grid-cols-1 gap-2 md:gap-4">
      <TabsNav
        label={t("store.categoriesLabel")}
        tabs={[null, ...categories].map((category) => ({
          to: storePath({ ...first, category }),
          label: category ? t(`store.categories.${category}`) : t("store.all"),
          current: query.category === category,
        }))}
      />
      <Form
        role="search"
        action={href("/store")}
        onChange={choose}
        key={storePath(query)}
        className="grid grid-cols-[minmax(0,1fr)_auto_auto] gap-2 md:grid-cols-[minmax(0,1fr)_auto_auto_auto] md:gap-3"
      >
        {query.category && <input type="hidden" name="category" value={query.category} />}
        <TextInput
          type="search"
          name="q"
          enterKeyHint="search"
          dir="auto"
          defaultValue={query.q}
          maxLength={80}
          aria-label={t("store.search")}
          placeholder={t("store.searchPlaceholder")}
          icon={<Search aria-hidden />}
        />
        <Button type="submit" variant="ghost" className="max-md:hidden">
          {t("store.find")}
        </Button>
        <div className="relative max-md:rounded-full max-md:has-focus-visible:outline-3 max-md:has-focus-visible:outline-offset-3 max-md:has-focus-visible:outline-brand">
          <span aria-hidden="true" className={cx(buttonClass({ variant: "ghost", square: true }), "md:hidden")}>
            <ArrowUpDown className="size-5" />
          </span>
          {/* On phones the select is an invisible overlay on its icon. */}
          <div className="max-md:absolute max-md:inset-0 max-md:overflow-hidden max-md:opacity-0 md:w-60">
            <NativeSelect name="sort" defaultValue={query.sort} aria-label={t("store.sort")}>
              <Options values={sorts} label={(sort) => t(`store.sorts.${sort}`)} />
            </NativeSelect>
          </div>
        </div>
        <details open={isNarrowed} className="contents [&::details-content]:col-span-full">
          <summary
            className={cx(
              buttonClass({ variant: "ghost" }),
              "list-none max-md:px-3.5 [&::-webkit-details-marker]:hidden",
            )}
          >
            <SlidersHorizontal aria-hidden className="size-5" />
            <span className="max-md:sr-only">{t("store.filters")}</span>
          </summary>
          <div className="grid items-end gap-4 rounded-2 border border-line bg-surface p-4 sm:grid-cols-[repeat(2,8.5rem)_auto_auto_1fr]">
            <div className="grid grid-cols-2 gap-3 sm:contents">
              <PriceField name="from" label={t("store.priceFrom")} value={query.from} />
              <PriceField name="to" label={t("store.priceTo")} value={query.to} />
            </div>
            <Checkbox
              name="inStock"
              value="1"
              defaultChecked={query.inStock}
              label={t("store.inStock")}
              className="sm:mb-3"
            />
            <Checkbox
              name="onSale"
              value="1"
              defaultChecked={query.onSale}
              label={t("store.onSale")}
              className="sm:mb-3"
            />
            <Button type="submit" variant="ghost" className="sm:justify-self-end">
              {t("store.show")}
            </Button>
          </div>
        </details>
      </Form>
      <ChosenFilters query={first} />
    </div>
  );
}

function PriceField({ name, label, value }: { name: string; label: string; value: number | null }) {
  return (
    <Field label={label}>
      <TextInput name={name} inputMode="numeric" maxLength={6} ltr defaultValue={value ?? ""} autoComplete="off" />
    </Field>
  );
}

function ChosenFilters({ query }: { query: StoreQuery }) {
  const t = useT();
  const { q, from, to, inStock, onSale } = query;
  const chosen: [name: string, without: Partial<StoreQuery>][] = [];
  if (q) chosen.push([t("store.chosen.query", { text: q }), { q: "" }]);
  if (from !== null)
    chosen.push([t("store.chosen.from", { price: `\u2066${formatMoney(toCents(from))}\u2069` }), { from: null }]);
  if (to !== null)
    chosen.push([t("store.chosen.to", { price: `\u2066${formatMoney(toCents(to))}\u2069` }), { to: null }]);
  if (inStock) chosen.push([t("store.chosen.inStock"), { inStock: false }]);
  if (onSale) chosen.push([t("store.chosen.onSale"), { onSale: false }]);
  if (chosen.length === 0) return null;
  return (
    <ul className="flex flex-wrap items-center gap-2">
      {chosen.map(([name, without]) => (
        <li key={name} className="min-w-0">
          <Link
            to={storePath({ ...query, ...without })}
            preventScrollReset
            aria-label={t("store.removeFilter", { name })}
            className="inline-flex min-h-9 max-w-full items-center gap-1.5 rounded-full bg-brand-soft px-3.5 text-sm text-brand-deep hover:underline"
          >
            <bdi className="truncate">{name}</bdi>
            <X aria-hidden className="size-3.5 shrink-0" />
          </Link>
        </li>
      ))}
      <li>
        <Link to={href("/store")} preventScrollReset className={buttonClass({ variant: "quiet", size: "sm" })}>
          {t("store.clear")}
        </Link>
      </li>
    </ul>
  );
}

/** Store page: search, sorting, filters, products and buying advice. */
export default function StorePage({ loaderData }: Route.ComponentProps) {
  const t = useT();
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
              <ProductCard key={product.id} product={product} eager={place < 2} level={2} />
            ))}
          </ul>
        )}
        <Pager page={page} pageCount={pageCount} toPage={(number) => storePath({ ...query, page: number })} />
      </section>
      <StoreAdvice />
    </div>
  );
}

function NothingHere({ isWhole }: { isWhole: boolean }) {
  const t = useT();
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
