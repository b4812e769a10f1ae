import LayoutGrid from "lucide-react/icons/layout-grid";
import ListChecks from "lucide-react/icons/list-checks";
import type { ReactNode } from "react";
import { href, Link, useLocation, useSearchParams } from "react-router";
import { ReachabilityNotice } from "#app/features/pets/reachability/reachability-notice.tsx";
import type { FormAnswer } from "#app/platform/http/forms/form.server.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import { ButtonLink } from "#app/platform/ui/button.tsx";
import { Card } from "#app/platform/ui/card.tsx";
import { TagDrawing } from "#app/platform/ui/drawings/tag-drawing.tsx";
import { answeredField, useRejectedFocus } from "#app/platform/ui/forms/answered-field.ts";
import { AppForm } from "#app/platform/ui/forms/app-form.tsx";
import { Field } from "#app/platform/ui/forms/field.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { NativeSelect } from "#app/platform/ui/forms/text-input.tsx";
import { EmptyState } from "#app/platform/ui/lists/empty-state.tsx";
import { FilterChips } from "#app/platform/ui/lists/filter-chips.tsx";
import { Pager } from "#app/platform/ui/lists/pager.tsx";
import { optionsOf, SearchForm } from "#app/platform/ui/lists/search-form.tsx";
import { Disclosure } from "#app/platform/ui/overlays/disclosure.tsx";
import { PageHeader } from "#app/platform/ui/page/page-header.tsx";
import { TabsNav } from "#app/platform/ui/page/tabs-nav.tsx";
import { CodeFields } from "../claim/code-fields.tsx";
import type { AwaitedTag } from "../replacements.server.ts";
import { ownStates, tagSorts } from "../tags.rules.ts";
import type { TagsView } from "./list-tags.server.ts";
import { type PetName, PetSelect } from "./pet-select.tsx";

const views = [
  { path: href("/dashboard/tags"), view: "cards", Icon: LayoutGrid },
  { path: href("/dashboard/tags-management"), view: "list", Icon: ListChecks },
] as const;

/** Number of tags up to which no search is shown. */
const fewTags = 8;

interface Props {
  pets: PetName[];
  /** Tags with a requested replacement. */
  awaited: AwaitedTag[];
  answer: FormAnswer | undefined;
  /** From the URL, as passed on by the finder's page. */
  code: string;
}

/**
 * Form where an owner enters a tag's code. It fills the page for the first tag; later it is a collapsed section above
 * the list.
 */
function AddTag({ isFirst, isOpen, ...rest }: Props & { isFirst: boolean; isOpen: boolean }) {
  const t = useT();
  if (!isFirst)
    return (
      <Disclosure summary={t("tags.add")} open={isOpen || Boolean(rest.answer || rest.code)}>
        <p className="mb-4">{t("tags.addText")}</p>
        <CodeForm {...rest} />
      </Disclosure>
    );
  return (
    <Card as="section" pad="lg" tone="sun">
      <div className="grid items-start gap-6 md:grid-cols-[auto_1fr]">
        <TagDrawing className="mx-auto h-28 md:mt-2" />
        <div className="grid gap-4">
          <div>
            <h2 className="text-lg font-semibold">{t("tags.emptyTitle")}</h2>
            <p className="text-sm text-ink-2">{t("tags.emptyText")}</p>
          </div>
          <CodeForm {...rest} />
          <p className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm text-ink-2">
            {t("tags.noTagYet")}
            <ButtonLink to={href("/store")} variant="ghost" size="sm">
              {t("tags.toStore")}
            </ButtonLink>
          </p>
        </div>
      </div>
    </Card>
  );
}

function CodeForm({ pets, awaited, answer, code }: Props) {
  const t = useT();
  const ref = useRejectedFocus(answer);
  const chosen = answeredField(answer, "petId");
  const replaced = answeredField(answer, "replaces", awaited[0]?.id);
  return (
    <AppForm ref={ref} intent="claim" className="grid gap-4 text-ink">
      <div className="grid items-start gap-4 md:grid-cols-2">
        <CodeFields answer={answer} code={code} />
        {awaited.length > 0 ? (
          <Field label={t("replacement.inPlaceOf")} hint={t("replacement.inPlaceHint")} errors={replaced.errors}>
            <NativeSelect name="replaces" defaultValue={replaced.typed}>
              {awaited.map(({ id, code: old, label, petName }) => (
                <option key={id} value={id}>
                  {[petName, label, old].filter(Boolean).join("\u00a0· ")}
                </option>
              ))}
              <option value="">{t("replacement.noneOfThem")}</option>
            </NativeSelect>
          </Field>
        ) : null}
        {pets.length > 0 ? (
          <Field label={t("tags.pet")} mark={t("form.optional")} errors={chosen.errors}>
            <PetSelect name="petId" defaultValue={chosen.typed} pets={pets} empty={t("tags.noPet")} />
          </Field>
        ) : null}
      </div>
      {answeredField(answer, "code").errors && (
        <p className="text-sm">
          {t("tags.isItYours")}{" "}
          <Link to={href("/contact")} className="link">
            {t("tags.contactUs")}
          </Link>
        </p>
      )}
      <div>
        <SubmitButton>{t("tags.addAction")}</SubmitButton>
      </div>
    </AppForm>
  );
}

function TagSearchForm({ asked, pets }: Pick<TagsView, "asked" | "pets">) {
  const t = useT();
  return (
    <div className="grid grid-cols-1 gap-2">
      <SearchForm
        text={{ label: t("tags.searchOwn"), value: asked.search ?? "", maxLength: 80 }}
        choices={[
          {
            name: "pet",
            label: t("tags.pet"),
            value: asked.petId,
            any: t("tags.allPets"),
            options: pets.map(({ id, name }) => ({ value: id, label: name })),
          },
          {
            name: "sort",
            label: t("tags.order"),
            value: asked.order,
            options: optionsOf(tagSorts, (one) => t(`tags.orders.${one}`)),
          },
        ]}
        otherParams={{ state: asked.state }}
      />
      <FilterChips
        label={t("tags.status")}
        name="state"
        value={asked.state}
        options={optionsOf(ownStates, (one) => t(`tags.states.${one}`))}
      />
    </div>
  );
}

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
  const t = useT();
  const [query] = useSearchParams();
  const { pathname } = useLocation();
  const { total, found, page, pageCount, asked, code, pets, awaited, reachability } = view;
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
      {!isFirst && <ReachabilityNotice reachability={reachability} />}
      <AddTag
        // A new tag empties the form.
        key={total}
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
      />
    </div>
  );
}

function NoneFound() {
  const t = useT();
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
