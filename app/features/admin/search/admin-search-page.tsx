import { requireUser } from "#app/features/auth/guards.server.ts";
import { readListQuery } from "#app/platform/http/list-query.ts";
import { requestInfoContext } from "#app/platform/http/request-info.server.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import { SearchForm } from "#app/platform/ui/lists/search-form.tsx";
import { PageHeader } from "#app/platform/ui/page/page-header.tsx";
import type { Route } from "./+types/admin-search-page";
import { listSearchHits } from "./panel-search.server.ts";
import { SearchResults } from "./search-results.tsx";

export const handle = { i18n: ["adminArea"], title: "adminArea.search.title" };

export async function loader({ request, context }: Route.LoaderArgs) {
  const { ctx, actor } = await requireUser(request, context);
  const { search } = readListQuery(request, {});
  return { search, results: await listSearchHits(ctx, actor, search, context.get(requestInfoContext).language) };
}

/** Page with the search of the whole panel; the Ctrl+K dialog uses the same results. */
export default function AdminSearchPage({ loaderData }: Route.ComponentProps) {
  const t = useT();
  const { search, results } = loaderData;
  return (
    <div className="grid gap-4">
      <PageHeader title={t("adminArea.search.title")} lead={t("adminArea.search.hint")} />
      <SearchForm text={{ label: t("adminArea.search.title"), value: search }} />
      {search && results.length === 0 && <p role="status">{t("adminArea.search.none")}</p>}
      <SearchResults results={results} />
    </div>
  );
}
