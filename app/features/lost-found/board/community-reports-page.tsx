import Eye from "lucide-react/icons/eye";
import Gift from "lucide-react/icons/gift";
import HandHeart from "lucide-react/icons/hand-heart";
import Megaphone from "lucide-react/icons/megaphone";
import { type ReactNode, useMemo, useRef, useState } from "react";
import { href, Link, useLoaderData } from "react-router";
import { getUser } from "#app/features/auth/guards.server.ts";
import { formatBreed } from "#app/features/pets/texts/breeds-and-colours.ts";
import { formatAnimal } from "#app/features/pets/texts/pet-texts.ts";
import { ScanMap } from "#app/features/scans/scan-map.tsx";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { photoUrl } from "#app/platform/files/photos.ts";
import { appContext } from "#app/platform/http/request-info.server.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import { formatPlace } from "#app/platform/map/gazetteer.ts";
import type { OpenMap } from "#app/platform/map/leaflet-map.ts";
import type { MapPoint } from "#app/platform/map/map-settings.ts";
import { Button, ButtonLink } from "#app/platform/ui/button.tsx";
import { Card } from "#app/platform/ui/card.tsx";
import { Chip } from "#app/platform/ui/chip.tsx";
import { cx } from "#app/platform/ui/cx.ts";
import { groundOf } from "#app/platform/ui/drawings/animal-drawing.tsx";
import { EmptyBowlDrawing } from "#app/platform/ui/drawings/empty-bowl-drawing.tsx";
import { ReunionDrawing } from "#app/platform/ui/drawings/reunion-drawing.tsx";
import { EmptyState } from "#app/platform/ui/lists/empty-state.tsx";
import { Notice } from "#app/platform/ui/notice.tsx";
import { useTransitionStyle } from "#app/platform/ui/use-transition-style.ts";
import { findOwnDistrict } from "../own-district.server.ts";
import { ReportPicture } from "../report-picture.tsx";
import { formatReportName, formatState, headlineOf, toneOf } from "../report-texts.ts";
import type { Route } from "./+types/community-reports-page";
import { BoardFilters, useBoardAddress } from "./board-filters.tsx";
import { type ListedReport, listReports, readQuery } from "./list-reports.server.ts";
import { isFiltered, type ReportQuery } from "./report-query.rules.ts";

export const handle = {
  i18n: ["lostFound", "map", "pets", "reportBoard"],
  title: "lostFound.title",
  description: "lostFound.lead",
};

export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = context.get(appContext);
  const query = readQuery(new URL(request.url).searchParams);
  const isWholeMap = query.view === "map" && query.near === null;
  const [page, around] = await Promise.all([
    listReports(ctx, query),
    isWholeMap ? findOwnDistrict(ctx, await getUser(request, context)) : undefined,
  ]);
  return { query, page, map: { ...ctx.settings.map, around } };
}

/** Search is hidden for fewer reports than this. */
const fewReports = 8;

/** Public board of reports. All of its state is in the URL, and it works without JavaScript. */
export default function CommunityReportsPage({ loaderData }: Route.ComponentProps) {
  const t = useT();
  const { query, page } = loaderData;
  const isUnknownPlace = query.place !== "" && query.near === null;
  const isShort = page.reports.length < fewReports && !page.next && !query.after && !isFiltered(query);
  return (
    <div className="wrap grid grid-cols-1 gap-4 py-5 md:gap-6 md:py-12">
      <header className="grid gap-4 md:flex md:flex-wrap md:items-end md:justify-between md:gap-x-8 md:gap-y-5">
        <div className="min-w-0 md:flex-[1_1_20rem]">
          <h1 className="text-[1.75rem] md:text-3xl">{t("lostFound.title")}</h1>
          <p className="mt-2 max-w-[54ch] text-ink-2 max-md:sr-only">{t("lostFound.lead")}</p>
        </div>
        <ReportLinks />
      </header>
      <BoardFilters query={query} isShort={isShort} />
      <h2 className="sr-only">{t("reportBoard.results")}</h2>
      {isUnknownPlace && <Notice tone="sun">{t("reportBoard.unknownPlace", { place: query.place })}</Notice>}
      {page.isSimilar && <Notice>{t("reportBoard.similar")}</Notice>}
      {page.reports.length === 0 ? <NoReports query={query} /> : query.view === "map" ? <ReportMap /> : <ReportList />}
      <PageLinks />
    </div>
  );
}

function ReportLinks() {
  const { t, user } = useViewer();
  const form = user ? href("/dashboard/lost-found/new") : href("/community-reports/new");
  const links = [
    {
      to: `${href("/dashboard/lost-found/new")}?kind=lost`,
      variant: "lost",
      Icon: Megaphone,
      label: t("lostFound.iLost"),
    },
    { to: `${form}?kind=found`, variant: "main", Icon: HandHeart, label: t("lostFound.iFound") },
    { to: `${form}?kind=sighting`, variant: "ghost", Icon: Eye, label: t("lostFound.iSaw") },
  ] as const;
  return (
    <div className="grid grid-cols-3 gap-2 sm:flex sm:flex-wrap sm:gap-3">
      {links.map(({ to, variant, Icon, label }) => (
        <ButtonLink
          key={variant}
          to={to}
          variant={variant}
          icon={<Icon aria-hidden />}
          className="max-sm:px-1.5 max-sm:[&>span:first-child]:hidden"
        >
          {label}
        </ButtonLink>
      ))}
    </div>
  );
}

/** Report in a list, linked to its page. `isHighlighted` marks the one whose pin is pointed at on the map. */
function ReportCard({
  report,
  eager,
  isHighlighted,
  onPoint,
}: {
  report: ListedReport;
  eager: boolean;
  isHighlighted?: boolean;
  onPoint?: ((page: string | null) => void) | undefined;
}) {
  const { t, format, language } = useViewer();
  const page = pageOf(report);
  const place = formatPlace(report.area, language);
  const ago = format.ago(report.seenAt);
  const appearance = [
    report.breed && formatBreed(report.breed, language),
    ...report.colors.map((one) => t(`lostFound.colours.${one}`)),
  ];
  return (
    <Card
      as="li"
      pad="none"
      lift
      className={cx("group flex flex-col overflow-hidden wrap-anywhere", isHighlighted && "ring-3 ring-brand")}
      onMouseEnter={onPoint && (() => onPoint(page))}
      onMouseLeave={onPoint && (() => onPoint(null))}
    >
      <div
        className="relative aspect-[4/5] overflow-hidden bg-brand-soft md:aspect-[4/3]"
        style={useTransitionStyle(report.id, page)}
      >
        <ReportPicture
          report={report}
          sizes="(min-width: 64rem) 18rem, (min-width: 48rem) 33vw, 50vw"
          eager={eager}
          className="absolute inset-0 transition duration-500 group-hover:scale-[1.03] motion-reduce:transform-none"
        />
        <div className="absolute inset-x-2 top-2 flex flex-wrap justify-between gap-1 md:inset-x-3 md:top-3">
          <Chip tone={toneOf(report)} className="shadow-1">
            {formatState(t, report)}
          </Chip>
          {report.hasReward && report.status === "open" && (
            <Chip tone="sun" icon={<Gift />} className="max-w-full shadow-1">
              <bdi className="max-w-24 truncate">{report.reward ?? t("lostFound.reward")}</bdi>
            </Chip>
          )}
        </div>
      </div>
      <div className="grid min-w-0 gap-0.5 px-3 py-2.5 md:p-4">
        <h3 className="min-w-0 text-lg leading-snug">
          <Link to={page} prefetch="intent" viewTransition className="stretched">
            <bdi className="line-clamp-2">{formatReportName(t, report)}</bdi>
          </Link>
        </h3>
        <Facts
          className="text-sm text-ink-2"
          facts={[
            formatAnimal(t, report, language),
            place,
            report.kilometres !== null && t("reportBoard.away", { count: Math.max(1, Math.round(report.kilometres)) }),
            <time key="seen" dateTime={report.seenAt.toISOString()}>
              {ago}
            </time>,
          ]}
        />
        <Facts className="text-xs text-ink-3 max-md:hidden" facts={appearance} />
      </div>
    </Card>
  );
}

/** Facts in one line, each isolated from the direction of the others. */
function Facts({ facts, className }: { facts: readonly ReactNode[]; className: string }) {
  return (
    <p className={className}>
      {facts.filter(Boolean).map((fact, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: facts have no identity and are always replaced together
        <span key={index}>
          {index > 0 && <span aria-hidden="true">{"\u00a0· "}</span>}
          <bdi>{fact}</bdi>
        </span>
      ))}
    </p>
  );
}

const pageOf = ({ id }: ListedReport) => href("/community-reports/:reportId", { reportId: id });

function ReportList() {
  const { page } = useLoaderData<typeof loader>();
  return (
    <ul className="grid grid-cols-2 gap-3 max-[16rem]:grid-cols-1 md:grid-cols-3 md:gap-5 lg:grid-cols-4">
      {page.reports.map((report, place) => (
        <ReportCard key={report.id} report={report} eager={place < 4} />
      ))}
    </ul>
  );
}

const roundedTo = 800;

/** Same tones as the chips of the list. */
const pinTones = { lost: "lost", found: "ok", sighting: "sun" } as const;

/** Returns the reports as points of the map; some have no place. */
function usePoints(reports: readonly ListedReport[]): MapPoint[] {
  const { t, language } = useViewer();
  return useMemo(
    () =>
      reports.flatMap((report) => {
        if (!report.where) return [];
        return {
          lat: report.where.latitude,
          lon: report.where.longitude,
          accuracy: roundedTo,
          label: headlineOf(t, report),
          note: formatPlace(report.area, language),
          tone: pinTones[report.kind],
          picture: report.photos[0] && photoUrl(report.photos[0], 160),
          ground: groundOf(report.colors),
          href: pageOf(report),
        };
      }),
    [reports, t, language],
  );
}

/** Map with a list of the reports in view beside it; pointing at one lights it in the other. */
function ReportMap() {
  const t = useT();
  const { page, map } = useLoaderData<typeof loader>();
  const points = usePoints(page.reports);
  const opened = useRef<OpenMap>(null);
  const [inView, setInView] = useState<ReadonlySet<string> | null>(null);
  const [highlighted, setHighlighted] = useState<string | null>(null);
  if (points.length === 0) return <Notice>{t("reportBoard.noPlaces")}</Notice>;
  const isAllInView = !inView || points.every(({ href }) => href && inView.has(href));
  const shown = isAllInView ? page.reports : page.reports.filter((report) => inView.has(pageOf(report)));
  return (
    <div className="grid gap-5 lg:grid-cols-[26.25rem_minmax(0,1fr)] lg:items-start">
      <div className="lg:sticky lg:top-20 lg:order-last">
        <ScanMap
          points={points}
          settings={map}
          label={t("reportBoard.map")}
          className="h-112 lg:h-[calc(100dvh-7rem)]"
          handle={opened}
          onView={setInView}
          onLight={setHighlighted}
        />
      </div>
      <div className="grid gap-3">
        <p role="status" className="flex min-h-11 flex-wrap items-center gap-x-3 text-sm text-ink-2">
          {t("reportBoard.inView", { count: shown.length })}
          {!isAllInView && (
            <Button variant="quiet" size="sm" onClick={() => opened.current?.showAll()}>
              {t("reportBoard.showAll")}
            </Button>
          )}
        </p>
        <ul className="grid grid-cols-2 gap-3 max-[16rem]:grid-cols-1 md:max-lg:grid-cols-3">
          {shown.map((report) => (
            <ReportCard
              key={report.id}
              report={report}
              eager={false}
              isHighlighted={pageOf(report) === highlighted}
              onPoint={(href) => opened.current?.light(href)}
            />
          ))}
        </ul>
      </div>
    </div>
  );
}

function NoReports({ query }: { query: ReportQuery }) {
  const t = useT();
  const filtered = isFiltered(query);
  return (
    <EmptyState
      inCard
      level={3}
      drawing={filtered ? <EmptyBowlDrawing /> : <ReunionDrawing />}
      title={t(filtered ? "reportBoard.noneTitle" : "reportBoard.emptyTitle")}
      text={t(filtered ? "reportBoard.noneText" : "reportBoard.emptyText")}
      actions={
        filtered && (
          <ButtonLink to={href("/community-reports")} variant="ghost">
            {t("reportBoard.clear")}
          </ButtonLink>
        )
      }
    />
  );
}

function PageLinks() {
  const t = useT();
  const { query, page } = useLoaderData<typeof loader>();
  const address = useBoardAddress();
  if (!page.next && !query.after) return null;
  return (
    <nav aria-label={t("form.pages")} className="flex flex-wrap justify-center gap-3">
      {query.after && (
        <ButtonLink to={address({})} variant="ghost">
          {t("reportBoard.first")}
        </ButtonLink>
      )}
      {page.next && (
        <ButtonLink to={address({ after: page.next })} variant="ghost">
          {t("reportBoard.more")}
        </ButtonLink>
      )}
    </nav>
  );
}
