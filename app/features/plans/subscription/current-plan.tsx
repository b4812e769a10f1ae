import Check from "lucide-react/icons/check";
import { useTranslation } from "react-i18next";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { formatDate } from "#app/platform/i18n/format.ts";
import { Card } from "#app/platform/ui/card.tsx";
import { Chip } from "#app/platform/ui/chip.tsx";
import { PlanPoints } from "../plan-points.tsx";
import type { Plan } from "../plans.rules.ts";

interface Ahead {
  plan: Plan;
  startsAt: Date;
  endsAt: Date;
}

const dayMs = 86_400_000;
const soon = 14;

/** The current plan, its end, and what follows it. */
export function CurrentPlan({ plan, periods }: { plan: Plan; periods: Ahead[] }) {
  const { t } = useTranslation();
  const { language, timeZone, now } = useViewer();
  const end = findPlanEnd(plan, periods);
  const later = periods.filter((period) => period.plan !== plan);
  const date = (moment: Date) => formatDate(moment, language, timeZone);
  const left = end ? Math.ceil((end.getTime() - new Date(now).getTime()) / dayMs) : null;
  return (
    <Card as="section" tone="brand" className="grid gap-5 md:grid-cols-2">
      <div className="grid content-start gap-1.5">
        <h2 className="text-sm font-normal text-ink-2">{t("subscription.now")}</h2>
        <p className="heading flex flex-wrap items-center gap-3 text-2xl">
          {t(`plans.names.${plan}`)}
          {left !== null && left <= soon && (
            <Chip tone="sun" dot>
              {t("subscription.endsSoon", { count: left })}
            </Chip>
          )}
        </p>
        <p className="font-medium">{end ? t("subscription.until", { date: date(end) }) : t("subscription.noEnd")}</p>
        {later.map((period) => (
          <p key={String(period.startsAt)} className="text-sm text-ink-2">
            {t("subscription.afterwards", { plan: t(`plans.names.${period.plan}`), date: date(period.endsAt) })}
          </p>
        ))}
        {end && later.length === 0 && <p className="text-sm text-ink-2">{t("subscription.afterwardsBasic")}</p>}
      </div>
      <PlanPoints plan={plan} icon={<Check aria-hidden className="mt-0.5 size-5 shrink-0 text-brand" />} />
    </Card>
  );
}

/** Returns the end of the last of the contiguous periods of the current plan. */
function findPlanEnd(plan: Plan, periods: Ahead[]): Date | null {
  const other = periods.findIndex((period) => period.plan !== plan);
  return periods.slice(0, other < 0 ? undefined : other).at(-1)?.endsAt ?? null;
}
