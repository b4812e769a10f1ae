import { useTranslation } from "react-i18next";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { formatNumber } from "#app/platform/i18n/format-number.ts";
import { formatSpan } from "#app/platform/i18n/format-span.ts";

export interface ShownStats {
  pets: number;
  tags: number;
  scans: number;
  reunions: number;
  /** Median; null while there are too few measurements. */
  secondsToAlert: number | null;
}

const figures = ["pets", "tags", "scans", "reunions"] as const;
/** Minimum values; lower figures are not shown. */
const minShown = { pets: 100, tags: 100, scans: 100, reunions: 25 };

/** Statistics of the home page: notification time and totals, once they are meaningful. */
export function HomeStats({ stats }: { stats: ShownStats }) {
  const { t } = useTranslation();
  const { language } = useViewer();
  const { secondsToAlert } = stats;
  const counted = figures.filter((name) => stats[name] >= minShown[name]);
  if (counted.length === 0 && secondsToAlert === null) return null;
  return (
    <section className="mt-20 bg-brand-soft md:mt-28">
      <div className="wrap grid gap-8 py-12 md:grid-cols-[1fr_2fr] md:items-center">
        <div>
          <h2 className="text-2xl">{t("pages.home.about.title")}</h2>
          <p className="mt-2 text-ink-2">{t("pages.home.about.text")}</p>
        </div>
        <dl className="grid grid-cols-2 gap-6 lg:grid-cols-4">
          {secondsToAlert !== null && (
            <Figure label={t("pages.home.stats.alert")} value={formatSpan(secondsToAlert, language)} />
          )}
          {counted.map((name) => (
            <Figure
              key={name}
              label={t(`pages.home.stats.${name}`, { count: stats[name] })}
              value={formatNumber(stats[name], language)}
            />
          ))}
        </dl>
      </div>
    </section>
  );
}

function Figure({ label, value }: { label: string; value: string }) {
  return (
    <div className="flex flex-col-reverse justify-end">
      <dt className="text-sm text-ink-2">{label}</dt>
      <dd className="text-3xl font-semibold text-brand-deep tabular-nums">{value}</dd>
    </div>
  );
}
