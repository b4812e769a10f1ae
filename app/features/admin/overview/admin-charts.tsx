import { useTranslation } from "react-i18next";
import { href, Link } from "react-router";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { formatDay } from "#app/platform/i18n/format.ts";
import { formatNumber } from "#app/platform/i18n/format-number.ts";
import { Card, CardHeader } from "#app/platform/ui/card.tsx";
import { BarChart } from "#app/platform/ui/charts/bar-chart.tsx";

/** Chart of a count for each of the last 30 days. */
export function DaysChart({ title, days }: { title: string; days: readonly { day: string; count: number }[] }) {
  const { t } = useTranslation();
  const { language } = useViewer();
  const number = (value: number) => formatNumber(value, language);
  const text = t("adminMetrics.perDay", { count: days.reduce((sum, { count }) => sum + count, 0) });
  return (
    <Card as="section">
      <CardHeader title={title} text={text} />
      <BarChart
        label={`${title}: ${text}`}
        heads={[t("adminMetrics.day"), t("adminMetrics.count")]}
        format={number}
        bars={days.map(({ day, count }, index) => ({
          key: day,
          name: formatDay(day, language, "weekday"),
          value: count,
          tick: index % 7 === 1 ? formatDay(day, language, "dayMonth") : undefined,
        }))}
      />
    </Card>
  );
}

/** Number of tags in each state, linked to the list. */
export function TagStates({
  states,
}: {
  states: readonly { state: "available" | "unlinked" | "linked" | "inactive"; tags: number }[];
}) {
  const { t } = useTranslation();
  const { language } = useViewer();
  return (
    <Card as="section">
      <CardHeader title={t("adminMetrics.tagStates")} />
      <ul className="grid gap-3 text-sm">
        {states.map(({ state, tags }) => (
          <li key={state} className="flex justify-between gap-4">
            <Link to={`${href("/admin/tags")}?state=${state}`} className="link">
              {t(`tags.states.${state}`)}
            </Link>
            <span className="font-semibold tabular-nums">{formatNumber(tags, language)}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
