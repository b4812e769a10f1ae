import Eye from "lucide-react/icons/eye";
import Gift from "lucide-react/icons/gift";
import HandHeart from "lucide-react/icons/hand-heart";
import MapPin from "lucide-react/icons/map-pin";
import Megaphone from "lucide-react/icons/megaphone";
import { href, Link, useLoaderData } from "react-router";
import { breedInWords } from "#app/features/pets/breeds-and-colours.ts";
import { animalInWords } from "#app/features/pets/pet-words.ts";
import { ScanMap } from "#app/features/scans/scan-map.tsx";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { photoUrl } from "#app/platform/files/photos.ts";
import { appContext } from "#app/platform/http/request-info.server.ts";
import { formatAgo } from "#app/platform/i18n/format.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import { ButtonLink } from "#app/platform/ui/button.tsx";
import { Card } from "#app/platform/ui/card.tsx";
import { Chip } from "#app/platform/ui/chip.tsx";
import { EmptyBowlDrawing } from "#app/platform/ui/drawings/empty-bowl-drawing.tsx";
import { ReunionDrawing } from "#app/platform/ui/drawings/reunion-drawing.tsx";
import { EmptyState } from "#app/platform/ui/lists/empty-state.tsx";
import { Notice } from "#app/platform/ui/notice.tsx";
import { useMorph } from "#app/platform/ui/use-morph.ts";
import { placeInWords } from "../gazetteer.ts";
import { ReportPicture } from "../report-picture.tsx";
import { aboutInWords, formatState, headlineOf, toneOf } from "../report-texts.ts";
import type { Route } from "./+types/community-reports-page";
import { BoardFilters, useBoardAddress } from "./board-filters.tsx";
import { type ListedReport, listReports, readQuery } from "./list-reports.server.ts";
import { isFiltered, type ReportQuery } from "./report-query.rules.ts";

export const handle = { i18n: ["lostFound", "map", "pets"], title: "lostFound.title", description: "lostFound.lead" };

export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = context.get(appContext);
  const query = readQuery(new URL(request.url).searchParams);
  return { query, page: await listReports(ctx, query), map: ctx.settings.map };
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
      <h2 className="sr-only">{t("lostFound.list.results")}</h2>
      {isUnknownPlace && <Notice tone="sun">{t("lostFound.list.unknownPlace", { place: query.place })}</Notice>}
      {page.isSimilar && <Notice>{t("lostFound.list.similar")}</Notice>}
      {page.reports.length === 0 ? <NoReports query={query} /> : query.view === "map" ? <ReportMap /> : <ReportList />}
      <PageLinks />
    </div>
  );
}

function ReportLinks() {
  const t = useT();
  const { user } = useViewer();
  const form = user ? href("/dashboard/lost-found/new") : href("/community-reports/new");
  const links = [
    {
      to: `${href("/dashboard/lost-found/new")}?kind=lost`,
      variant: "lost",
      Icon: Megaphone,
      label: t("lostFound.iLost"),
    },
    { to: `${form}?kind=found`, variant: "sun", Icon: HandHeart, label: t("lostFound.iFound") },
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

/** Report in a list, linked to its page: a row with a small photo on phones, a card on wider screens. */
function ReportCard({ report, eager }: { report: ListedReport; eager: boolean }) {
  const t = useT();
  const { language, now, timeZone } = useViewer();
  const { kilometres } = report;
  const facts = [
    animalInWords(t, report, language),
    report.breed && breedInWords(report.breed, language),
    ...report.colors.map((one) => t(`lostFound.colours.${one}`)),
  ];
  const page = href("/community-reports/:reportId", { reportId: report.id });
  return (
    <Card as="li" pad="none" lift className="group flex overflow-hidden wrap-anywhere max-md:min-h-24 md:flex-col">
      <div
        className="relative w-24 shrink-0 overflow-hidden bg-brand-soft md:aspect-[4/3] md:w-full"
        style={useMorph(report.id, page)}
      >
        <ReportPicture
          report={report}
          eager={eager}
          className="absolute inset-0 transition duration-500 group-hover:scale-[1.03] motion-reduce:transform-none"
        />
      </div>
      <div className="flex min-w-0 flex-1 flex-col gap-0.5 px-3.5 py-2.5 md:gap-1.5 md:p-4">
        <div className="flex items-start justify-between gap-2">
          <h3 className="line-clamp-2 min-w-0 text-base leading-snug md:text-lg">
            <Link to={page} prefetch="intent" viewTransition className="stretched">
              <bdi>{aboutInWords(t, report)}</bdi>
            </Link>
          </h3>
          <div className="flex shrink-0 flex-wrap justify-end gap-1 md:absolute md:start-3 md:top-3 md:gap-2">
            <Chip tone={toneOf(report)} className="md:shadow-1">
              {formatState(t, report)}
            </Chip>
            {report.hasReward && report.status === "open" && (
              <Chip tone="sun" icon={<Gift />} className="md:shadow-1">
                <span className="max-md:sr-only">{t("lostFound.reward")}</span>
              </Chip>
            )}
          </div>
        </div>
        <p className="text-sm text-ink-2 max-md:line-clamp-1">
          {facts.filter(Boolean).map((fact, index) => (
            <span key={String(fact)}>
              {index > 0 && <span aria-hidden="true"> · </span>}
              <bdi>{fact}</bdi>
            </span>
          ))}
        </p>
        <p className="flex items-start gap-1.5 text-sm text-ink-2">
          <MapPin aria-hidden className="mt-1 size-4 shrink-0 text-brand" />
          <span className="max-md:line-clamp-1">
            <bdi>{placeInWords(report.area, language)}</bdi>
            {kilometres !== null && (
              <span className="text-xs text-ink-3">
                <span aria-hidden="true"> · </span>
                {t("lostFound.list.away", { count: Math.max(1, Math.round(kilometres)) })}
              </span>
            )}
          </span>
        </p>
        <p className="mt-auto text-xs text-ink-3 md:pt-1">
          <time dateTime={report.seenAt.toISOString()}>
            {t(`lostFound.page.seen.${report.kind}`)} {formatAgo(report.seenAt, new Date(now), language, timeZone)}
          </time>
        </p>
      </div>
    </Card>
  );
}

function ReportList() {
  const { page } = useLoaderData<typeof loader>();
  return (
    <ul className="grid grid-cols-1 gap-3 md:grid-cols-2 md:gap-5 lg:grid-cols-3 xl:grid-cols-4">
      {page.reports.map((report, place) => (
        <ReportCard key={report.id} report={report} eager={place < 2} />
      ))}
    </ul>
  );
}

const roundedTo = 800;

/** Same tones as the chips of the list. */
const pinTones = { lost: "lost", found: "ok", sighting: "sun" } as const;

function ReportMap() {
  const t = useT();
  const { language } = useViewer();
  const { page, map } = useLoaderData<typeof loader>();
  const points = page.reports.flatMap((report) =>
    report.where
      ? [
          {
            lat: report.where.latitude,
            lon: report.where.longitude,
            accuracy: roundedTo,
            label: headlineOf(t, report),
            note: placeInWords(report.area, language),
            tone: pinTones[report.kind],
            picture: report.photos[0] && photoUrl(report.photos[0], 160),
            href: href("/community-reports/:reportId", { reportId: report.id }),
          },
        ]
      : [],
  );
  if (points.length === 0) return <Notice>{t("lostFound.list.noPlaces")}</Notice>;
  return (
    <div className="grid gap-5">
      <ScanMap points={points} settings={map} label={t("lostFound.list.map")} className="h-112 md:h-144" />
      <ReportList />
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
      title={t(filtered ? "lostFound.list.noneTitle" : "lostFound.list.emptyTitle")}
      text={t(filtered ? "lostFound.list.noneText" : "lostFound.list.emptyText")}
      actions={
        filtered && (
          <ButtonLink to={href("/community-reports")} variant="ghost">
            {t("lostFound.list.clear")}
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
          {t("lostFound.list.first")}
        </ButtonLink>
      )}
      {page.next && <ButtonLink to={address({ after: page.next })}>{t("lostFound.list.more")}</ButtonLink>}
    </nav>
  );
}
