import Gift from "lucide-react/icons/gift";
import MapPin from "lucide-react/icons/map-pin";
import { useTranslation } from "react-i18next";
import { href, Link } from "react-router";
import { breedInWords } from "#app/features/pets/breeds-and-colours.ts";
import { animalInWords } from "#app/features/pets/pet-words.ts";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { formatAgo } from "#app/platform/i18n/format.ts";
import { Card } from "#app/platform/ui/card.tsx";
import { Chip } from "#app/platform/ui/chip.tsx";
import { useMorph } from "#app/platform/ui/use-morph.ts";
import { placeInWords } from "./board/gazetteer.ts";
import type { ListedReport } from "./board/list-reports.server.ts";
import { ReportPicture } from "./report-picture.tsx";
import { aboutInWords, formatState, toneOf } from "./report-texts.ts";

/** Report in a list, linked to its page: a row with a small photo on phones, a card on wider screens. */
export function ReportCard({ report }: { report: ListedReport }) {
  const { t } = useTranslation();
  const { language, now } = useViewer();
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
            {t(`lostFound.page.seen.${report.kind}`)} {formatAgo(report.seenAt, new Date(now), language)}
          </time>
        </p>
      </div>
    </Card>
  );
}
