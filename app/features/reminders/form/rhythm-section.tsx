import { getInputProps, getSelectProps } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import { Card } from "#app/platform/ui/card.tsx";
import { Field } from "#app/platform/ui/forms/field.tsx";
import { LineField } from "#app/platform/ui/forms/text-fields.tsx";
import { NativeSelect, TextInput } from "#app/platform/ui/forms/text-input.tsx";
import { latestDay, maxInterval, maxRepeats, repeats } from "../reminders.rules.ts";
import type { ReminderFieldset } from "./what-section.tsx";

/** Fields for date, time and repetition. Those of a series appear only for one, also without JavaScript. */
export function RhythmSection({ fields, today }: { fields: ReminderFieldset; today: string }) {
  const { t } = useTranslation();
  return (
    <Card as="section" className="group/rhythm grid gap-5 md:grid-cols-2">
      <LineField field={fields.day} label={t("reminders.fields.day")} type="date" last={latestDay} needed />
      <LineField field={fields.at} label={t("reminders.fields.at")} hint={t("reminders.hints.at")} type="time" />
      <Field id={fields.repeat.id} label={t("reminders.fields.repeat")} errors={fields.repeat.errors}>
        <NativeSelect {...getSelectProps(fields.repeat)}>
          {repeats.map((repeat) => (
            <option key={repeat} value={repeat}>
              {t(`reminders.repeats.${repeat}`)}
            </option>
          ))}
        </NativeSelect>
      </Field>
      <Field
        id={fields.every.id}
        label={t("reminders.fields.every")}
        hint={t("reminders.everyHint")}
        errors={fields.every.errors}
        className="group-has-[option[value=none]:checked]/rhythm:hidden"
      >
        <TextInput {...getInputProps(fields.every, { type: "number" })} min={1} max={maxInterval} inputMode="numeric" />
      </Field>
      <div className="grid gap-5 group-has-[option[value=none]:checked]/rhythm:hidden md:col-span-2 md:grid-cols-2">
        <LineField field={fields.until} label={t("reminders.fields.until")} type="date" min={today} last={latestDay} />
        <Field
          id={fields.times.id}
          label={t("reminders.fields.times")}
          mark={t("form.optional")}
          hint={t("reminders.hints.ends")}
          errors={fields.times.errors}
        >
          <TextInput
            {...getInputProps(fields.times, { type: "number" })}
            min={1}
            max={maxRepeats}
            inputMode="numeric"
          />
        </Field>
      </div>
    </Card>
  );
}
