import { useTranslation } from "react-i18next";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { formatNumber } from "#app/platform/i18n/format-number.ts";

export interface ShownStats {
  pets: number;
  tags: number;
  scans: number;
  reunions: number;
}

const shown = ["pets", "tags", "scans", "reunions"] as const;

/** What has happened here so far; what has not happened yet is left out. */
export function HomeStats({ stats }: { stats: ShownStats }) {
  const { t } = useTranslation();
  const { language } = useViewer();
  const counted = shown.filter((name) => stats[name] > 0);
  if (counted.length === 0) return null;
  return (
    <section className="mt-20 bg-brand-soft md:mt-28">
      <div className="wrap grid gap-8 py-12 md:grid-cols-[1fr_2fr] md:items-center">
        <div>
          <h2 className="text-2xl">{t("pages.home.about.title")}</h2>
          <p className="mt-2 text-ink-2">{t("pages.home.about.text")}</p>
        </div>
        <dl className="grid grid-cols-2 gap-6 lg:grid-cols-4">
          {counted.map((name) => (
            <div key={name} className="flex flex-col-reverse justify-end">
              <dt className="text-sm text-ink-2">{t(`pages.home.stats.${name}`, { count: stats[name] })}</dt>
              <dd className="text-3xl font-semibold text-brand-deep tabular-nums">
                {formatNumber(stats[name], language)}
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}
