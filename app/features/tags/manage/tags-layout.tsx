import LayoutGrid from "lucide-react/icons/layout-grid";
import ListChecks from "lucide-react/icons/list-checks";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { href, useLocation, useSearchParams } from "react-router";
import { ReachNotice } from "#app/features/pets/reach/reach-notice.tsx";
import type { FormAnswer } from "#app/platform/http/forms/form.server.ts";
import { useErrorToast } from "#app/platform/http/forms/use-error-toast.ts";
import { ButtonLink } from "#app/platform/ui/button.tsx";
import { EmptyState } from "#app/platform/ui/lists/empty-state.tsx";
import { Pager } from "#app/platform/ui/lists/pager.tsx";
import { PageHeader } from "#app/platform/ui/page/page-header.tsx";
import { TabsNav } from "#app/platform/ui/page/tabs-nav.tsx";
import { AddTag } from "../claim/add-tag.tsx";
import type { TagsView } from "./load-tags.server.ts";
import { TagSearchForm } from "./tag-search-form.tsx";

const views = [
  { path: href("/dashboard/tags"), view: "cards", Icon: LayoutGrid },
  { path: href("/dashboard/tags-management"), view: "list", Icon: ListChecks },
] as const;

/** Number of tags up to which no search is shown. */
const fewTags = 8;

/** Layout of both views of an owner's tags: adding, searching, paging. */
export function TagsLayout({
  view,
  answer,
  children,
}: {
  view: TagsView;
  answer: FormAnswer | undefined;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  const [query] = useSearchParams();
  const { pathname } = useLocation();
  useErrorToast(answer);
  const { total, found, page, pageCount, asked, code, pets, awaited, reach } = view;
  const addressOf = (changes: Record<string, string>, path = "") => {
    const next = new URLSearchParams({ ...Object.fromEntries(query), ...changes });
    for (const name of ["code", "add"]) next.delete(name);
    return `${path}?${next}`;
  };
  const claim = answer?.intent === "claim" ? answer : undefined;
  const isFirst = total === 0;
  return (
    <div className="grid gap-4 md:gap-6">
      <PageHeader
        title={t("tags.title")}
        lead={<span className="max-md:sr-only">{t("tags.lead")}</span>}
        actions={
          !isFirst && (
            <TabsNav
              label={t("tags.views.label")}
              tabs={views.map(({ path, view: name, Icon }) => ({
                to: addressOf({ page: "1" }, path),
                label: t(`tags.views.${name}`),
                icon: <Icon />,
                current: pathname === path,
              }))}
            />
          )
        }
      />
      {!isFirst && <ReachNotice reach={reach} />}
      <AddTag
        pets={pets}
        awaited={awaited}
        answer={claim}
        code={code}
        isFirst={isFirst}
        isOpen={isFirst || awaited.length > 0 || query.has("add")}
      />
      {!isFirst && (
        <section className="grid gap-4" aria-label={t("tags.listCaption")}>
          {(total > fewTags || asked.isNarrowed) && <TagSearchForm asked={asked} pets={pets} />}
          <p role="status" className="text-sm text-ink-2">
            {asked.isNarrowed
              ? t("tags.countOf", { found: t("tags.count", { count: found }), all: total })
              : t("tags.count", { count: total })}
          </p>
          {found > 0 ? children : <NoneFound />}
        </section>
      )}
      <Pager
        label={t("tags.pages")}
        page={page}
        pageCount={pageCount}
        toPage={(number) => addressOf({ page: String(number) })}
        previous={t("tags.previous")}
        next={t("tags.next")}
        pageLabel={(number) => t("form.page", { number })}
      />
    </div>
  );
}

function NoneFound() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  return (
    <EmptyState
      inCard
      title={t("tags.noneFoundTitle")}
      text={t("tags.noneFound")}
      actions={
        <ButtonLink to={pathname} variant="ghost">
          {t("tags.showAll")}
        </ButtonLink>
      }
    />
  );
}
