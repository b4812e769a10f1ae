import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { ButtonLink } from "#app/platform/ui/button.tsx";
import { Card, CardHeader } from "#app/platform/ui/card.tsx";
import { Chip } from "#app/platform/ui/chip.tsx";
import { Timeline } from "#app/platform/ui/lists/timeline.tsx";
import type { getOnboardingSteps } from "./dashboard.rules.ts";

const order = ["pet", "tag", "link", "test"] as const;
const places = {
  pet: href("/dashboard/pets/new"),
  tag: href("/dashboard/tags-management"),
  link: href("/dashboard/tags-management"),
  test: href("/dashboard/settings/test-my-tag"),
};

export function FirstSteps({ steps }: { steps: ReturnType<typeof getOnboardingSteps> }) {
  const { t } = useTranslation();
  return (
    <Card as="section">
      <CardHeader
        title={t("dashboard.steps.title")}
        action={
          <Chip tone="brand">
            {t("dashboard.steps.progress", {
              done: steps.done,
              all: order.length,
            })}
          </Chip>
        }
      />
      <Timeline
        items={order.map((step) => ({
          state: steps[step],
          stateLabel: t(`dashboard.steps.${steps[step]}`),
          title: t(`dashboard.steps.${step}`),
          note: (
            <span className="grid justify-items-start gap-3 text-sm text-ink-2">
              {t(`dashboard.steps.${step}Text`)}
              {steps[step] === "now" && (
                <ButtonLink to={places[step]} variant="sun" size="sm">
                  {t(`dashboard.steps.${step}Action`)}
                </ButtonLink>
              )}
            </span>
          ),
        }))}
      />
    </Card>
  );
}
