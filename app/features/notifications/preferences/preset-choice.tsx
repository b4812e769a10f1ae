import Bell from "lucide-react/icons/bell";
import BellRing from "lucide-react/icons/bell-ring";
import Siren from "lucide-react/icons/siren";
import { useTranslation } from "react-i18next";
import { Form } from "react-router";
import type { FormAnswer } from "#app/platform/http/forms/form.server.ts";
import { Card, CardHeader } from "#app/platform/ui/card.tsx";
import { RadioCards } from "#app/platform/ui/forms/radio-cards.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { Notice } from "#app/platform/ui/notice.tsx";
import { type Preset, presets } from "./presets.rules.ts";

const icons = { everything: BellRing, important: Bell, emergencies: Siren };

/** Chooses a preset for all notifications. */
export function PresetChoice({ preset, answer }: { preset: Preset | null; answer: FormAnswer | undefined }) {
  const { t } = useTranslation();
  return (
    <Card as="section">
      <CardHeader title={t("notifications.choicesTitle")} text={t("notifications.choicesText")} />
      <Form method="post" className="grid gap-5">
        {!preset && <p className="text-sm text-ink-2">{t("notifications.presets.own")}</p>}
        <RadioCards
          name="preset"
          required
          legend={t("notifications.choicesTitle")}
          hideLegend
          errors={answer?.form.error?.preset ?? undefined}
          defaultValue={preset ?? undefined}
          options={presets.map((value) => {
            const Icon = icons[value];
            return {
              value,
              title: t(`notifications.presets.${value}.title`),
              text: t(`notifications.presets.${value}.text`),
              icon: <Icon aria-hidden />,
            };
          })}
        />
        <Notice tone="brand">{t("notifications.safety")}</Notice>
        <div>
          <SubmitButton name="intent" value="preset">
            {t("notifications.save")}
          </SubmitButton>
        </div>
      </Form>
    </Card>
  );
}
