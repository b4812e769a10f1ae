import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { ButtonLink } from "#app/platform/ui/button.tsx";
import { Card, CardHeader } from "#app/platform/ui/card.tsx";
import type { HealthEvent } from "../health/health.server.ts";
import { HealthTimeline } from "../health/health-timeline.tsx";
import { WeightChart } from "../health/weight-chart.tsx";

/** Card with the latest timeline entries and the weight chart, linking to the whole timeline. */
export function HealthCard({
  petId,
  events,
  weights,
  isOwner,
}: {
  petId: string;
  events: HealthEvent[];
  weights: { day: string; weightKg: number }[];
  isOwner: boolean;
}) {
  const { t } = useTranslation();
  return (
    <Card as="section">
      <CardHeader
        title={t("pets.health.title")}
        text={isOwner && t("pets.details.onlyFamily")}
        action={
          <div className="flex flex-wrap gap-2 print:hidden">
            {isOwner && (
              <ButtonLink to={`${href("/dashboard/reminders")}?pet=${petId}`} variant="quiet" size="sm" prefetch="none">
                {t("pets.health.reminders")}
              </ButtonLink>
            )}
            <ButtonLink to={href("/dashboard/pets/:petId/health", { petId })} variant="ghost" size="sm">
              {t(events.length > 0 || !isOwner ? "pets.health.all" : "pets.health.begin")}
            </ButtonLink>
          </div>
        }
      />
      <div className="grid gap-6">
        {weights.length > 1 && <WeightChart weights={weights} />}
        {events.length === 0 ? (
          <p className="text-sm text-ink-2">{t("pets.health.emptyText")}</p>
        ) : (
          <HealthTimeline events={events} />
        )}
      </div>
    </Card>
  );
}
