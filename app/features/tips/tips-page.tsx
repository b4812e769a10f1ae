import Search from "lucide-react/icons/search";
import type { ReactNode } from "react";
import { Form, href, useSearchParams, useSubmit } from "react-router";
import { requireUser } from "#app/features/auth/guards.server.ts";
import { listPets } from "#app/features/pets/list/pet-list.server.ts";
import { petTypes } from "#app/features/pets/pets.rules.ts";
import { CareTabs } from "#app/features/tips/care-tabs.tsx";
import { requestInfoContext } from "#app/platform/http/request-info.server.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import { ButtonLink } from "#app/platform/ui/button.tsx";
import { AnimalDrawing } from "#app/platform/ui/drawings/animal-drawing.tsx";
import { Field } from "#app/platform/ui/forms/field.tsx";
import { NativeSelect, Options, TextInput } from "#app/platform/ui/forms/text-input.tsx";
import { EmptyState } from "#app/platform/ui/lists/empty-state.tsx";
import { Pager } from "#app/platform/ui/lists/pager.tsx";
import { SearchButton } from "#app/platform/ui/lists/search-form.tsx";
import { PageHeader } from "#app/platform/ui/page/page-header.tsx";
import type { Route } from "./+types/tips-page";
import { TipCard } from "./tip-card.tsx";
import { lifeStages, seasons } from "./tips.rules.ts";
import { findTips, type TipSearch } from "./tips.server.ts";

const pageSize = 12;

export async function loader({ request, context }: Route.LoaderArgs) {
  const { ctx, actor } = await requireUser(request, context);
  const asked = new URL(request.url).searchParams;
  const oneOf = <Value extends string>(values: readonly Value[], name: string) =>
    values.find((value) => value === asked.get(name));
  const search = {
    query: (asked.get("q") ?? "").slice(0, 80).trim(),
    animal: oneOf(petTypes, "animal"),
    stage: oneOf(lifeStages, "age"),
    season: oneOf(seasons, "season"),
  };
  const found = findTips(search, {
    animals: await listPets(ctx, actor),
    now: ctx.clock.now(),
    language: context.get(requestInfoContext).language,
    timeZone: actor.timeZone,
  });
  const pageCount = Math.max(1, Math.ceil(found.length / pageSize));
  const page = Math.min(Math.max(1, Number.parseInt(asked.get("page") ?? "1", 10) || 1), pageCount);
  return { search, tips: found.slice((page - 1) * pageSize, page * pageSize), found: found.length, page, pageCount };
}

export const handle = { i18n: ["pets", "tips"], title: "tips.title" };

/** Search field and three selects; with JavaScript the selects take effect immediately. */
function TipFilters({ search }: { search: TipSearch }) {
  const t = useT();
  const submit = useSubmit();
  return (
    <Form
      role="search"
      className="mb-6 grid grid-cols-[minmax(0,1fr)_auto] gap-3"
      onChange={(event) => {
        if (event.target instanceof HTMLSelectElement) void submit(event.currentTarget, { preventScrollReset: true });
      }}
    >
      <TextInput
        key={search.query}
        type="search"
        name="q"
        defaultValue={search.query}
        maxLength={80}
        aria-label={t("tips.search")}
        placeholder={t("tips.searchExample")}
        icon={<Search aria-hidden />}
      />
      <SearchButton />
      <div className="col-span-2 grid grid-cols-3 gap-3">
        <Filter name="animal" label={t("tips.animal")} value={search.animal}>
          <Options values={petTypes} label={(type) => t(`pets.types.${type}`)} />
        </Filter>
        <Filter name="age" label={t("tips.age")} value={search.stage}>
          <Options values={lifeStages} label={(stage) => t(`tips.stages.${stage}`)} />
        </Filter>
        <Filter name="season" label={t("tips.season")} value={search.season}>
          <Options values={seasons} label={(season) => t(`tips.seasons.${season}`)} />
        </Filter>
      </div>
    </Form>
  );
}

function Filter(props: { name: string; label: string; value: string | undefined; children: ReactNode }) {
  const t = useT();
  return (
    <Field label={props.label}>
      <NativeSelect key={props.value} name={props.name} defaultValue={props.value ?? ""}>
        <option value="">{t("tips.any")}</option>
        {props.children}
      </NativeSelect>
    </Field>
  );
}

export default function TipsPage({ loaderData }: Route.ComponentProps) {
  const t = useT();
  const { search, tips, found, page, pageCount } = loaderData;
  const [asked] = useSearchParams();
  const isSearch = Object.values(search).some(Boolean);
  return (
    <>
      <PageHeader title={t("tips.title")} lead={t("tips.lead")} />
      <div className="mb-6">
        <CareTabs current="tips" />
      </div>
      <TipFilters search={search} />
      {isSearch && found > 0 && (
        <p role="status" className="mb-4 text-sm text-ink-2">
          {t("tips.found", { count: found })}
        </p>
      )}
      {found === 0 ? (
        <EmptyState
          inCard
          drawing={<AnimalDrawing kind="bird" seed="no-tip" />}
          title={t("tips.none")}
          text={t("tips.noneText")}
          actions={
            <ButtonLink to={href("/dashboard/tips")} variant="ghost">
              {t("tips.all")}
            </ButtonLink>
          }
        />
      ) : (
        <ul className="mb-6 grid gap-4 lg:grid-cols-2">
          {tips.map((tip) => (
            <TipCard key={tip.id} tip={tip} />
          ))}
        </ul>
      )}
      <Pager
        page={page}
        pageCount={pageCount}
        toPage={(number) =>
          `?${new URLSearchParams([...asked].filter(([name]) => name !== "page").concat([["page", String(number)]]))}`
        }
      />
      <p className="mt-6 text-xs text-ink-3">{t("tips.notAVet")}</p>
    </>
  );
}
