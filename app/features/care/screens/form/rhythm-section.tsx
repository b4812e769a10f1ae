import { getInputProps, getSelectProps } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import { Card } from "#app/platform/ui/card.tsx";
import { Field } from "#app/platform/ui/field.tsx";
import { NativeSelect, TextInput } from "#app/platform/ui/text-input.tsx";
import { latestDay, mostEvery, mostTimes, repeats } from "../../reminders.rules.ts";
import type { ReminderFieldset } from "./what-section.tsx";

/** When, and whether again. What belongs to a series shows up with one, also where no script runs. */
export function RhythmSection({ fields, today }: { fields: ReminderFieldset; today: string }) {
  const { t } = useTranslation();
  const days = { min: today, max: latestDay };
  return (
    <Card as="section" className="group/rhythm grid gap-5 md:grid-cols-2">
      <Field id={fields.day.id} label={t("care.reminders.fields.day")} errors={fields.day.errors}>
        <TextInput {...getInputProps(fields.day, { type: "date" })} {...days} min={undefined} required />
      </Field>
      <Field
        id={fields.at.id}
        label={t("care.reminders.fields.at")}
        mark={t("form.optional")}
        hint={t("care.reminders.hints.at")}
        errors={fields.at.errors}
      >
        <TextInput {...getInputProps(fields.at, { type: "time" })} />
      </Field>
      <Field id={fields.repeat.id} label={t("care.reminders.fields.repeat")} errors={fields.repeat.errors}>
        <NativeSelect {...getSelectProps(fields.repeat)}>
          {repeats.map((repeat) => (
            <option key={repeat} value={repeat}>
              {t(`care.reminders.repeats.${repeat}`)}
            </option>
          ))}
        </NativeSelect>
      </Field>
      <Field
        id={fields.every.id}
        label={t("care.reminders.fields.every")}
        hint={t("care.reminders.everyHint")}
        errors={fields.every.errors}
        className="group-has-[option[value=none]:checked]/rhythm:hidden"
      >
        <TextInput {...getInputProps(fields.every, { type: "number" })} min={1} max={mostEvery} inputMode="numeric" />
      </Field>
      <div className="grid gap-5 group-has-[option[value=none]:checked]/rhythm:hidden md:col-span-2 md:grid-cols-2">
        <Field
          id={fields.until.id}
          label={t("care.reminders.fields.until")}
          mark={t("form.optional")}
          errors={fields.until.errors}
        >
          <TextInput {...getInputProps(fields.until, { type: "date" })} {...days} />
        </Field>
        <Field
          id={fields.times.id}
          label={t("care.reminders.fields.times")}
          mark={t("form.optional")}
          hint={t("care.reminders.hints.ends")}
          errors={fields.times.errors}
        >
          <TextInput {...getInputProps(fields.times, { type: "number" })} min={1} max={mostTimes} inputMode="numeric" />
        </Field>
      </div>
    </Card>
  );
}
