import { useTranslation } from "react-i18next";
import { href, Link } from "react-router";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { formatDay } from "#app/platform/i18n/format.ts";
import { formatNumber } from "#app/platform/i18n/format-number.ts";
import { Card, CardHeader } from "#app/platform/ui/card.tsx";
import { BarChart } from "#app/platform/ui/charts/bar-chart.tsx";
import { Ltr } from "#app/platform/ui/ltr.tsx";
import { ScanPortrait } from "../scan-portrait.tsx";
import type { countByTime, listMostScannedTags } from "./activity.server.ts";

type Times = Awaited<ReturnType<typeof countByTime>>;

/** Number of bars between two axis labels. */
const daysPerLabel = 7;
const hoursPerLabel = 6;

export function DaysChart({ days }: Pick<Times, "days">) {
  const { t } = useTranslation();
  const { language } = useViewer();
  const total = days.reduce((sum, { scans }) => sum + scans, 0);
  return (
    <Card as="section">
      <CardHeader title={t("scans.perDay")} text={t("scans.byPeopleOnly")} />
      <BarChart
        label={t("scans.perDayAlt", { total: t("scans.count", { count: total }) })}
        heads={[t("scans.day"), t("scans.scans")]}
        format={(value) => formatNumber(value, language)}
        bars={days.map(({ day, scans }, index) => ({
          key: day,
          name: formatDay(day, language, "weekday"),
          value: scans,
          tick: (days.length - 1 - index) % daysPerLabel === 2 ? formatDay(day, language, "dayMonth") : undefined,
        }))}
      />
    </Card>
  );
}

export function HoursChart({ hours }: Pick<Times, "hours">) {
  const { t } = useTranslation();
  const { language } = useViewer();
  const hourOf = (hour: number) => `\u2066${String(hour).padStart(2, "0")}:00\u2069`;
  return (
    <Card as="section">
      <CardHeader title={t("scans.perHour")} text={t("scans.perHourText")} />
      <BarChart
        label={t("scans.perHour")}
        heads={[t("scans.hour"), t("scans.scans")]}
        format={(value) => formatNumber(value, language)}
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

/** Card with the tags, and the pets wearing them, that were scanned most. */
export function MostScanned({ tags }: { tags: Awaited<ReturnType<typeof listMostScannedTags>> }) {
  const { t } = useTranslation();
  const { language } = useViewer();
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
                    <Ltr>{tag.code}</Ltr>
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
              {formatNumber(tag.scans, language)}
            </span>
          </li>
        ))}
      </ol>
    </Card>
  );
}
