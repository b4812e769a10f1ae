import { useTranslation } from "react-i18next";
import { href, useSearchParams } from "react-router";
import { requireUser } from "#app/features/auth/guards.server.ts";
import { listPets } from "#app/features/pets/list/pet-list.server.ts";
import { petTypes } from "#app/features/pets/pets.rules.ts";
import { CareTabs } from "#app/features/tips/care-tabs.tsx";
import { requestInfoContext } from "#app/platform/http/request-info.server.ts";
import { ButtonLink } from "#app/platform/ui/button.tsx";
import { AnimalDrawing } from "#app/platform/ui/drawings/animal-drawing.tsx";
import { EmptyState } from "#app/platform/ui/lists/empty-state.tsx";
import { Pager } from "#app/platform/ui/lists/pager.tsx";
import { PageHeader } from "#app/platform/ui/page/page-header.tsx";
import type { Route } from "./+types/tips-page";
import { TipCard } from "./tip-card.tsx";
import { TipFilters } from "./tip-filters.tsx";
import { lifeStages, seasons } from "./tips.rules.ts";
import { findTips } from "./tips.server.ts";

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

export default function TipsPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { search, tips, found, page, pageCount } = loaderData;
  const [asked] = useSearchParams();
  const isSearch = Object.values(search).some(Boolean);
  return (
    <>
      <PageHeader title={t("tips.title")} lead={t("tips.lead")} />
      <CareTabs current="tips" />
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
        label={t("form.pages")}
        page={page}
        pageCount={pageCount}
        toPage={(number) =>
          `?${new URLSearchParams([...asked].filter(([name]) => name !== "page").concat([["page", String(number)]]))}`
        }
        previous={t("form.previous")}
        next={t("form.next")}
        pageLabel={(number) => t("form.page", { number })}
      />
      <p className="mt-6 text-xs text-ink-3">{t("tips.notAVet")}</p>
    </>
  );
}
