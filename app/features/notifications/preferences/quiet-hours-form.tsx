import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Form } from "react-router";
import { useViewer } from "#app/features/users/use-viewer.ts";
import type { FormAnswer } from "#app/platform/http/forms/form.server.ts";
import { formatDayOfWeek } from "#app/platform/i18n/format.ts";
import { Card, CardHeader } from "#app/platform/ui/card.tsx";
import { Switch } from "#app/platform/ui/forms/choice.tsx";
import { Field, FieldErrors } from "#app/platform/ui/forms/field.tsx";
import { hintClass } from "#app/platform/ui/forms/field-control.ts";
import { FormErrors } from "#app/platform/ui/forms/form-errors.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { TextInput } from "#app/platform/ui/forms/text-input.tsx";
import { type QuietHours, serializeQuietHours, weekdays } from "./quiet-hours.rules.ts";

interface Typed {
  isOn?: string;
  from?: string;
  to?: string;
  days?: string | string[];
}

function valuesOf(quietHours: QuietHours, answer: FormAnswer | undefined) {
  const typed = answer?.form.initialValue as Typed | undefined;
  if (!typed) return quietHours;
  const { isOn, from = "", to = "", days = [] } = typed;
  return { isOn: isOn === "on", from, to, days: [days].flat().map(Number) };
}

/** Form for quiet hours, during which only notifications from finders are sent. */
export function QuietHoursForm({
  quietHours,
  zone,
  answer,
}: {
  quietHours: QuietHours;
  /** Display name of the owner's time zone. */
  zone: string;
  answer: FormAnswer | undefined;
}) {
  const { t } = useTranslation();
  const { language } = useViewer();
  const [shown] = useState(() => serializeQuietHours(quietHours));
  const { isOn, from, to, days } = valuesOf(quietHours, answer);
  const errors = answer?.form.error ?? {};
  const daysErrors = errors.days ?? [];
  return (
    <Card as="section" id="quiet-hours">
      <CardHeader title={t("notifications.quiet.title")} text={t("notifications.quiet.text")} />
      <Form method="post" className="group grid grid-cols-1 gap-5">
        <FormErrors title={t("form.checkThese")} errors={answer?.refusal ? [{ message: answer.refusal }] : []} />
        <input type="hidden" name="shown" value={shown} />
        <Switch name="isOn" defaultChecked={isOn} label={t("notifications.quiet.isOn")} />
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,9rem),1fr))] gap-4">
          <Field label={t("notifications.quiet.from")} errors={errors.from ?? []}>
            <TextInput type="time" name="from" defaultValue={from} required ltr />
          </Field>
          <Field label={t("notifications.quiet.to")} errors={errors.to ?? []}>
            <TextInput type="time" name="to" defaultValue={to} required ltr />
          </Field>
          <p className={`col-span-full ${hintClass}`}>{t("notifications.quiet.nextDay", { zone })}</p>
        </div>
        <fieldset aria-describedby={daysErrors.length > 0 ? "quiet-days-error" : undefined}>
          <legend className="mb-2 text-sm font-[550]">{t("notifications.quiet.days")}</legend>
          <div className="flex flex-wrap gap-2">
            {weekdays.map((day) => (
              <label
                key={day}
                className="flex min-h-11 cursor-pointer items-center rounded-full border-[1.5px] border-edge px-4 text-sm font-[550] has-checked:border-brand has-checked:bg-brand-soft has-checked:text-brand-deep has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand"
              >
                <input
                  type="checkbox"
                  name="days"
                  value={day}
                  defaultChecked={days.includes(day)}
                  className="sr-only forced-colors:not-sr-only"
                />
                {formatDayOfWeek(day, language)}
              </label>
            ))}
          </div>
          <FieldErrors id="quiet-days-error" errors={daysErrors} />
        </fieldset>
        <div>
          <SubmitButton name="intent" value="quiet">
            {t("notifications.save")}
          </SubmitButton>
        </div>
      </Form>
    </Card>
  );
}
