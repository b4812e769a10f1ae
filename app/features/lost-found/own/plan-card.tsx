import Check from "lucide-react/icons/check";
import { ScanMap } from "#app/features/scans/scan-map.tsx";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import type { MapSettings } from "#app/platform/map/map-settings.ts";
import { Card, CardHeader } from "#app/platform/ui/card.tsx";
import { Chip } from "#app/platform/ui/chip.tsx";
import { cx } from "#app/platform/ui/cx.ts";
import { Disclosure } from "#app/platform/ui/overlays/disclosure.tsx";
import {
  type PlanStep,
  planAnimalOf,
  planSources,
  planStages,
  planSteps,
  searchRadius,
  stageAt,
} from "../search-plan.rules.ts";
import type { OwnReportView } from "./own-report-view.server.ts";
import { TickForm, useTick } from "./tick-form.tsx";

type OwnReport = OwnReportView["report"];

/** Search plan by days since the pet was last seen, with the radius in which most pets are found. */
export function PlanCard({ report, map }: { report: OwnReport; map: MapSettings }) {
  const { t, now } = useViewer();
  const due = stageAt(report.seenAt, new Date(now));
  return (
    <Card as="section" id="plan" className="grid gap-5">
      <div>
        <CardHeader title={t("searchPlan.title")} text={t("searchPlan.text")} />
        <p className="text-sm font-semibold text-brand" role="status">
          {t("searchPlan.done", { done: report.planDone.length, all: planSteps.length })}
        </p>
      </div>
      <SearchRadius report={report} map={map} />
      {planStages.map(({ stage, steps }) => (
        <section key={stage} className="grid gap-1">
          <h3 className="flex items-center gap-2 text-base font-semibold">
            {t(`searchPlan.stages.${stage}`)}
            {stage === due && <Chip tone="sun">{t("searchPlan.now")}</Chip>}
          </h3>
          <ul>
            {steps.map((step) => (
              <Step key={step} step={step} report={report} />
            ))}
          </ul>
        </section>
      ))}
      <Sources type={report.type} />
    </Card>
  );
}

function SearchRadius({ report, map }: { report: OwnReport; map: MapSettings }) {
  const t = useT();
  const { latitude, longitude } = report;
  const animal = planAnimalOf(report);
  const metres = searchRadius[animal];
  if (metres === null || animal === "bird" || animal === "other")
    return <p className="text-sm">{t("searchPlan.ring.none")}</p>;
  const far =
    metres < 1_000
      ? t("searchPlan.ring.metres", { distance: metres })
      : t("searchPlan.ring.kilometres", { distance: Math.round(metres / 100) / 10 });
  return (
    <div className="grid gap-3">
      <p className="text-sm">{t(`searchPlan.ring.${animal}`)}</p>
      {latitude === null || longitude === null ? (
        <p className="text-sm text-ink-3">{t("searchPlan.ring.noPlace")}</p>
      ) : (
        <ScanMap
          points={[{ lat: latitude, lon: longitude, accuracy: metres, label: t("searchPlan.ring.place") }]}
          settings={map}
          label={t("searchPlan.ring.label", { metres: far })}
          className="h-72"
        />
      )}
    </div>
  );
}

function Step({ step, report }: { step: PlanStep; report: OwnReport }) {
  const t = useT();
  const tick = useTick(report, step, "plan");
  const { isDone } = tick;
  const text = step === "near" ? t(`searchPlan.steps.near.${planAnimalOf(report)}`) : t(`searchPlan.steps.${step}`);
  return (
    <li>
      <TickForm
        tick={tick}
        name={text}
        className="flex min-h-11 w-full cursor-pointer items-start gap-3 rounded-1 px-1 py-2 text-start text-sm hover:bg-sunken"
      >
        <span
          aria-hidden
          className={cx(
            "mt-0.5 grid size-5.5 shrink-0 place-items-center rounded-1 border-[1.5px]",
            isDone ? "border-brand bg-brand text-on-brand" : "border-edge bg-surface",
          )}
        >
          {isDone && <Check className="size-4" />}
        </span>
        <span className={isDone ? "text-ink-3 line-through" : undefined}>{text}</span>
      </TickForm>
    </li>
  );
}

function Sources({ type }: { type: OwnReport["type"] }) {
  const t = useT();
  const sources = planSources.filter(({ animals }) => (animals as readonly string[]).includes(type));
  return (
    <Disclosure summary={t("searchPlan.sourcesTitle")}>
      <ul className="grid gap-2">
        {sources.map(({ source, url }) => (
          <li key={source}>
            {url ? (
              <a href={url} rel="noreferrer" className="link">
                {t(`searchPlan.sources.${source}`)}
              </a>
            ) : (
              t(`searchPlan.sources.${source}`)
            )}
          </li>
        ))}
      </ul>
    </Disclosure>
  );
}
