import { type FieldMetadata, getInputProps, getSelectProps } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import { Card } from "#app/platform/ui/card.tsx";
import { Field } from "#app/platform/ui/forms/field.tsx";
import { RadioCards } from "#app/platform/ui/forms/radio-cards.tsx";
import { ProseField } from "#app/platform/ui/forms/text-fields.tsx";
import { NativeSelect, TextInput } from "#app/platform/ui/forms/text-input.tsx";
import { KindIcon } from "../list/reminder-row.tsx";
import type { ReminderFields } from "../reminders.forms.server.ts";
import { maxLengths, reminderKinds } from "../reminders.rules.ts";

export type ReminderFieldset = ReturnType<FieldMetadata<ReminderFields>["getFieldset"]>;

/** Fields for pet, kind and title. */
export function WhatSection({
  fields,
  pets,
}: {
  fields: ReminderFieldset;
  pets: readonly { id: string; name: string }[];
}) {
  const { t } = useTranslation();
  return (
    <Card as="section" className="grid gap-5">
      <Field id={fields.petId.id} label={t("reminders.fields.petId")} errors={fields.petId.errors}>
        <NativeSelect {...getSelectProps(fields.petId)} required>
          <option value="">{t("reminders.choosePet")}</option>
          {pets.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </NativeSelect>
      </Field>
      <RadioCards
        {...getInputProps(fields.kind, { type: "radio", value: false })}
        required
        legend={t("reminders.fields.kind")}
        errors={fields.kind.errors}
        defaultValue={fields.kind.initialValue}
        columns={2}
        options={reminderKinds.map((kind) => ({
          value: kind,
          title: t(`reminders.kinds.${kind}`),
          icon: <KindIcon kind={kind} />,
        }))}
      />
      <Field
        id={fields.title.id}
        label={t("reminders.fields.title")}
        mark={t("form.optional")}
        hint={t("reminders.hints.title")}
        errors={fields.title.errors}
      >
        <TextInput
          {...getInputProps(fields.title, { type: "text" })}
          maxLength={maxLengths.title}
          autoComplete="off"
          dir="auto"
        />
      </Field>
      <ProseField field={fields.note} label={t("reminders.fields.note")} max={maxLengths.note} />
    </Card>
  );
}
