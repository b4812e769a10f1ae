import Gift from "lucide-react/icons/gift";
import MapPin from "lucide-react/icons/map-pin";
import { useTranslation } from "react-i18next";
import { href, Link } from "react-router";
import { breedInWords } from "#app/features/pets/known-looks.ts";
import { animalInWords } from "#app/features/pets/pet-words.ts";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { formatAgo } from "#app/platform/i18n/format.ts";
import { Card } from "#app/platform/ui/card.tsx";
import { Chip } from "#app/platform/ui/chip.tsx";
import { placeInWords } from "./board/gazetteer.ts";
import type { ListedReport } from "./board/list-reports.server.ts";
import { ReportPicture } from "./report-picture.tsx";
import { aboutInWords, formatState, toneOf } from "./report-texts.ts";

/** A report among others, leading to its page. */
export function ReportCard({ report }: { report: ListedReport }) {
  const { t } = useTranslation();
  const { language, now } = useViewer();
  const { kilometres } = report;
  const facts = [
    animalInWords(t, report),
    report.breed && breedInWords(report.breed, language),
    ...report.colors.map((one) => t(`lostFound.colours.${one}`)),
  ];
  return (
    <Card as="li" pad="none" lift className="group flex flex-col overflow-hidden wrap-anywhere">
      <div className="relative aspect-[4/3] overflow-hidden bg-brand-soft">
        <ReportPicture
          report={report}
          className="transition duration-500 group-hover:scale-[1.03] motion-reduce:transform-none"
        />
        <div className="absolute start-3 top-3 flex flex-wrap gap-2">
          <Chip tone={toneOf(report)} className="shadow-1">
            {formatState(t, report)}
          </Chip>
          {report.hasReward && report.status === "open" && (
            <Chip tone="sun" icon={<Gift />} className="shadow-1">
              {t("lostFound.reward")}
            </Chip>
          )}
        </div>
      </div>
      <div className="grid flex-1 content-start gap-1.5 p-4">
        <h3 className="text-lg leading-snug">
          <Link
            to={href("/community-reports/:reportId", { reportId: report.id })}
            prefetch="intent"
            className="stretched"
          >
            <bdi>{aboutInWords(t, report)}</bdi>
          </Link>
        </h3>
        <p className="text-sm text-ink-2">
          {facts.filter(Boolean).map((fact, index) => (
            <span key={String(fact)}>
              {index > 0 && <span aria-hidden="true"> · </span>}
              <bdi>{fact}</bdi>
            </span>
          ))}
        </p>
        <p className="flex items-start gap-1.5 text-sm text-ink-2">
          <MapPin aria-hidden className="mt-1 size-4 shrink-0 text-brand" />
          <span>
            <bdi>{placeInWords(report.area, language)}</bdi>
            {kilometres !== null && (
              <span className="block text-xs text-ink-3">
                {t("lostFound.list.away", { count: Math.max(1, Math.round(kilometres)) })}
              </span>
            )}
          </span>
        </p>
        <p className="mt-auto pt-1 text-xs text-ink-3">
          <time dateTime={report.seenAt.toISOString()}>
            {t(`lostFound.page.seen.${report.kind}`)} {formatAgo(report.seenAt, new Date(now), language)}
          </time>
        </p>
      </div>
    </Card>
  );
}
