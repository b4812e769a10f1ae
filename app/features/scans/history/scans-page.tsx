import ChartNoAxesColumn from "lucide-react/icons/chart-no-axes-column";
import Download from "lucide-react/icons/download";
import { href, type useLoaderData } from "react-router";
import { requireUser } from "#app/features/auth/guards.server.ts";
import { canSeePet } from "#app/features/pets/caregivers.rules.ts";
import { listCaredPets, listPets } from "#app/features/pets/list/pet-list.server.ts";
import { withQuery } from "#app/platform/http/safe-path.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import { ButtonLink, buttonClass } from "#app/platform/ui/button.tsx";
import { ScanDrawing } from "#app/platform/ui/drawings/scan-drawing.tsx";
import { EmptyState } from "#app/platform/ui/lists/empty-state.tsx";
import { optionsOf, SearchForm } from "#app/platform/ui/lists/search-form.tsx";
import { PageHeader } from "#app/platform/ui/page/page-header.tsx";
import { TabsNav } from "#app/platform/ui/page/tabs-nav.tsx";
import { type EvidenceFilter, evidenceClasses } from "../scans.rules.ts";
import type { Route } from "./+types/scans-page";
import { countScans, listScans, maxCounted, readScanFilter } from "./list-scans.server.ts";
import { type Period, periods } from "./periods.rules.ts";
import { ScanTable } from "./scan-table.tsx";

export const handle = { i18n: ["evidence", "scans"], title: "scans.title" };

export async function loader({ request, context }: Route.LoaderArgs) {
  const { ctx, actor } = await requireUser(request, context);
  const query = new URL(request.url).searchParams;
  const filter = readScanFilter(query);
  const before = query.get("before") ?? undefined;
  const after = query.get("after") ?? undefined;
  const [list, total, pets, caredPets] = await Promise.all([
    listScans(ctx, actor, { ...filter, before, after }),
    countScans(ctx, actor, filter),
    listPets(ctx, actor),
    listCaredPets(ctx, actor),
  ]);
  const readable = caredPets.filter(({ level }) => canSeePet(level));
  const { period, petId = null, tag = "", evidence = null } = filter;
  return {
    ...list,
    total,
    maxCounted: maxCounted,
    asked: { period, petId, tag, evidence },
    isFirst: !before && !after,
    pets: [...pets, ...readable].map(({ id, name }) => ({ id, name })),
    isOthers: readable.some(({ id }) => id === petId),
  };
}

type View = ReturnType<typeof useLoaderData<typeof loader>>;
type FilterValues = View["asked"];

const listPath = href("/dashboard/scan-records");

function buildUrl(
  { period, petId, tag, evidence }: FilterValues,
  more: Record<string, string> = {},
  path = listPath,
): string {
  const query = new URLSearchParams({
    ...(period !== "all" && { period }),
    ...(petId && { pet: petId }),
    ...(tag && { tag }),
    ...(evidence && { evidence }),
    ...more,
  });
  return withQuery(path, query);
}

/** On phones the filter is hidden for fewer scans than this. */
const fewScans = 8;

interface Props {
  asked: { period: Period; petId: string | null; tag: string; evidence: EvidenceFilter | null };
  pets: { id: string; name: string }[];
}

function ScanFilterForm({ asked, pets }: Props) {
  const t = useT();
  return (
    <div className="mb-4">
      <SearchForm
        text={{ name: "tag", label: t("scans.tagSearch"), value: asked.tag, maxLength: 80 }}
        choices={[
          {
            name: "pet",
            label: t("scans.pet"),
            value: asked.petId,
            any: t("scans.allPets"),
            options: pets.map(({ id, name }) => ({ value: id, label: name })),
          },
          {
            name: "evidence",
            label: t("scans.evidence"),
            value: asked.evidence,
            any: t("scans.allEvidence"),
            options: [
              { value: "people", label: t("scans.people") },
              ...optionsOf(evidenceClasses, (one) => t(`evidence.${one}`)),
            ],
          },
        ]}
        otherParams={{ period: asked.period !== "all" && asked.period }}
      />
    </div>
  );
}

/** Page that lists all scans of the owner's tags, with filters, pagination and CSV export. */
export default function ScansPage({ loaderData }: Route.ComponentProps) {
  const t = useT();
  const { scans, newer, older, total, maxCounted, asked, isFirst, pets, isOthers } = loaderData;
  const isNarrowed = buildUrl(asked) !== listPath;
  return (
    <>
      <PageHeader
        title={t("scans.title")}
        lead={<span className="max-md:sr-only">{t("scans.lead")}</span>}
        actions={
          <>
            <ButtonLink
              to={href("/dashboard/scans")}
              variant="quiet"
              size="sm"
              icon={<ChartNoAxesColumn aria-hidden />}
            >
              {t("scans.activity")}
            </ButtonLink>
            {total > 0 && !isOthers && (
              <a
                href={buildUrl(asked, {}, `${listPath}.csv`)}
                download
                className={buttonClass({ variant: "ghost", size: "sm" })}
              >
                <Download aria-hidden className="size-5" />
                {t("scans.downloadCsv")}
              </a>
            )}
          </>
        }
      />
      <TabsNav
        className="mb-4"
        label={t("scans.period")}
        tabs={periods.map((period) => ({
          to: buildUrl({ ...asked, period }),
          label: t(`scans.periods.${period}`),
          current: period === asked.period,
        }))}
      />
      {(total > 0 || isNarrowed) && (
        <div className={total < fewScans && !isNarrowed ? "max-md:hidden" : undefined}>
          <ScanFilterForm asked={asked} pets={pets} />
        </div>
      )}
      <p role="status" className="mb-4 text-sm text-ink-2">
        {total >= maxCounted
          ? t("scans.countAtLeast", { count: maxCounted })
          : total > 0 && t("scans.count", { count: total })}
      </p>
      {scans.length > 0 ? (
        <ScanTable scans={scans} caption={t("scans.caption")} />
      ) : (
        <NoScans isFiltered={isNarrowed || !isFirst} />
      )}
      {(newer || older) && (
        <nav aria-label={t("form.pages")} className="mt-6 flex flex-wrap justify-center gap-3">
          {newer && (
            <>
              <ButtonLink to={buildUrl(asked)} variant="quiet">
                {t("scans.newest")}
              </ButtonLink>
              <ButtonLink to={buildUrl(asked, { after: newer })} variant="ghost" rel="prev">
                {t("scans.newer")}
              </ButtonLink>
            </>
          )}
          {older && (
            <ButtonLink to={buildUrl(asked, { before: older })} variant="ghost" rel="next">
              {t("scans.older")}
            </ButtonLink>
          )}
        </nav>
      )}
    </>
  );
}

function NoScans({ isFiltered }: { isFiltered: boolean }) {
  const t = useT();
  return (
    <EmptyState
      inCard
      drawing={<ScanDrawing />}
      title={t("scans.emptyTitle")}
      text={isFiltered ? t("scans.emptyFilteredText") : t("scans.emptyText")}
      actions={
        isFiltered ? (
          <ButtonLink to={listPath} variant="ghost">
            {t("scans.clearFilter")}
          </ButtonLink>
        ) : (
          <ButtonLink to={href("/dashboard/tags-management")}>{t("scans.toTags")}</ButtonLink>
        )
      }
    />
  );
}
