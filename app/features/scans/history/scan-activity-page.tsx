import { href, Link } from "react-router";
import { requireUser } from "#app/features/auth/guards.server.ts";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import { ButtonLink } from "#app/platform/ui/button.tsx";
import { Card, CardHeader, Stat } from "#app/platform/ui/card.tsx";
import { BarChart } from "#app/platform/ui/charts/bar-chart.tsx";
import { DaysChart } from "#app/platform/ui/charts/days-chart.tsx";
import { ScanDrawing } from "#app/platform/ui/drawings/scan-drawing.tsx";
import { EmptyState } from "#app/platform/ui/lists/empty-state.tsx";
import { Code } from "#app/platform/ui/ltr.tsx";
import { PageHeader } from "#app/platform/ui/page/page-header.tsx";
import { ScanMap } from "../scan-map.tsx";
import { ScanPortrait } from "../scan-portrait.tsx";
import { isolated } from "../scan-texts.ts";
import type { Route } from "./+types/scan-activity-page";
import { countByTime, listMostScannedTags, listPlaces } from "./activity.server.ts";
import { countScans, listScans } from "./list-scans.server.ts";
import { ScanTable } from "./scan-table.tsx";

export const handle = { i18n: ["evidence", "map", "scans"], title: "scans.activity" };

const maxShown = 8;
const countedPeriods = ["today", "week", "month"] as const;

export async function loader({ request, context }: Route.LoaderArgs) {
  const { ctx, actor } = await requireUser(request, context);
  const [{ scans }, places, times, most, ...counts] = await Promise.all([
    listScans(ctx, actor, {}, maxShown),
    listPlaces(ctx, actor),
    countByTime(ctx, actor),
    listMostScannedTags(ctx, actor),
    ...countedPeriods.map((period) => countScans(ctx, actor, { period, evidence: "people" })),
  ]);
  return { scans, places, times, most, counts, map: ctx.settings.map };
}

type Times = Awaited<ReturnType<typeof countByTime>>;

/** Number of bars between two axis labels. */
const hoursPerLabel = 6;

function ScansPerDay({ days }: Pick<Times, "days">) {
  const { t, format, language } = useViewer();
  const total = days.reduce((sum, { scans }) => sum + scans, 0);
  return (
    <DaysChart
      title={t("scans.perDay")}
      text={t("scans.byPeopleOnly")}
      label={t("scans.perDayAlt", { total: t("scans.count", { count: total }) })}
      heads={[t("scans.day"), t("scans.scans")]}
      days={days.map(({ day, scans }) => ({ day, value: scans }))}
      today={t("scans.periods.today")}
      format={(value) => format.number(value)}
      language={language}
    />
  );
}

function ScansPerHour({ hours }: Pick<Times, "hours">) {
  const { t, format } = useViewer();
  const hourOf = (hour: number) => `\u2066${String(hour).padStart(2, "0")}:00\u2069`;
  return (
    <Card as="section">
      <CardHeader title={t("scans.perHour")} text={t("scans.perHourText")} />
      <BarChart
        label={t("scans.perHour")}
        heads={[t("scans.hour"), t("scans.scans")]}
        format={(value) => format.number(value)}
        bars={hours.map(({ hour, scans }) => ({
          key: String(hour),
          name: hourOf(hour),
          value: scans,
          tick: hour % hoursPerLabel === 0 ? hourOf(hour) : undefined,
        }))}
      />
    </Card>
  );
}

function MostScanned({ tags }: { tags: Awaited<ReturnType<typeof listMostScannedTags>> }) {
  const { t, format } = useViewer();
  const maxScans = tags[0]?.scans ?? 1;
  return (
    <Card as="section">
      <CardHeader title={t("scans.mostScanned")} text={t("scans.lastThirtyDays")} />
      <ol className="grid gap-4">
        {tags.map((tag) => (
          <li
            key={`${tag.tagId} ${tag.petId}`}
            className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3"
          >
            <ScanPortrait scan={tag} className="size-11 rounded-[14px]" />
            <span className="grid min-w-0 grid-cols-1 gap-1.5">
              <span className="flex flex-wrap items-baseline gap-x-2">
                <bdi className="min-w-0 font-medium wrap-anywhere">{tag.petName ?? t("scans.noPet")}</bdi>
                {tag.code && (
                  <Link
                    to={`${href("/dashboard/scan-records")}?evidence=people&tag=${encodeURIComponent(tag.code)}`}
                    className="link text-xs"
                  >
                    <Code>{tag.code}</Code>
                  </Link>
                )}
                {tag.label && <bdi className="truncate text-xs text-ink-3">{tag.label}</bdi>}
              </span>
              <span aria-hidden="true" className="h-1.5 rounded-full bg-sunken">
                <span
                  className="block h-full rounded-full bg-brand"
                  style={{ inlineSize: `${(100 * tag.scans) / maxScans}%` }}
                />
              </span>
            </span>
            <span className="font-semibold tabular-nums" title={t("scans.count", { count: tag.scans })}>
              {format.number(tag.scans)}
            </span>
          </li>
        ))}
      </ol>
    </Card>
  );
}

/** Page that summarizes scans: counts, charts, a map and the latest. */
export default function ScanActivityPage({ loaderData }: Route.ComponentProps) {
  const { t, format } = useViewer();
  const { scans, places, times, most, counts, map } = loaderData;
  if (scans.length === 0) return <NoActivity />;
  return (
    <>
      <PageHeader
        title={t("scans.activity")}
        lead={t("scans.activityLead")}
        actions={
          <ButtonLink to={href("/dashboard/scan-records")} variant="ghost">
            {t("scans.toRecords")}
          </ButtonLink>
        }
      />
      <div className="grid gap-5 md:gap-6">
        <div className="grid grid-cols-[repeat(auto-fit,minmax(6.5rem,1fr))] gap-3 md:gap-5">
          {countedPeriods.map((period, index) => (
            <Stat
              key={period}
              label={t(`scans.periods.${period}`)}
              value={format.number(counts[index] ?? 0)}
              to={`${href("/dashboard/scan-records")}?period=${period}&evidence=people`}
            />
          ))}
        </div>
        <section className="grid gap-4">
          <h2 className="text-lg">{t("scans.latest")}</h2>
          <ScanTable scans={scans} caption={t("scans.latest")} />
        </section>
        <Card as="section">
          <CardHeader title={t("scans.places")} text={places.length === 0 ? t("scans.noPlacesYet") : null} />
          {places.length > 0 && (
            <ScanMap
              className="h-72 md:h-96"
              settings={map}
              label={t("scans.placesAlt")}
              points={places.map((place) => ({
                lat: place.latitude,
                lon: place.longitude,
                accuracy: place.accuracy,
                label: t("scans.at", {
                  name: isolated(place.petName ?? t("scans.noPet")),
                  when: format.date(place.at, "dateTime"),
                }),
                href: href("/dashboard/scan-details/:scanId", { scanId: place.id }),
              }))}
            />
          )}
        </Card>
        <ScansPerDay days={times.days} />
        {most.length > 0 && (
          <div className="grid items-start gap-5 md:gap-6 xl:grid-cols-2">
            <ScansPerHour hours={times.hours} />
            <MostScanned tags={most} />
          </div>
        )}
      </div>
    </>
  );
}

function NoActivity() {
  const t = useT();
  return (
    <>
      <PageHeader title={t("scans.activity")} lead={t("scans.activityLead")} />
      <EmptyState
        inCard
        drawing={<ScanDrawing />}
        title={t("scans.emptyTitle")}
        text={t("scans.emptyText")}
        actions={<ButtonLink to={href("/dashboard/tags-management")}>{t("scans.toTags")}</ButtonLink>}
      />
    </>
  );
}
