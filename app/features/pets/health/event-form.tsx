import { getFormProps, getInputProps, getSelectProps, parse, useForm } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import { Form, href } from "react-router";
import { photoUrl } from "#app/platform/files/photos.ts";
import type { FormAnswer } from "#app/platform/http/forms/form.server.ts";
import { ButtonLink } from "#app/platform/ui/button.tsx";
import { Checkbox } from "#app/platform/ui/forms/choice.tsx";
import { Field } from "#app/platform/ui/forms/field.tsx";
import { PhotoField } from "#app/platform/ui/forms/photo-field.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { LineField, ProseField } from "#app/platform/ui/forms/text-fields.tsx";
import { NativeSelect, TextInput } from "#app/platform/ui/forms/text-input.tsx";
import type { HealthFields } from "./health.forms.server.ts";
import { healthKinds, maxHealthLengths } from "./health.rules.ts";
import type { HealthEvent } from "./health.server.ts";

interface EventFormProps {
  petId: string;
  /** Entry to edit; null for a new one. */
  event: HealthEvent | null;
  freshKey: string;
  today: string;
  answer: FormAnswer | undefined;
}

/** Form that creates or edits an entry. The weight field is shown only for weight entries. */
export function EventForm({ petId, event, freshKey, today, answer }: EventFormProps) {
  const { t } = useTranslation();
  const [form, fields] = useForm<HealthFields>({
    id: `health-${event?.id ?? "new"}`,
    lastResult: answer?.intent === "save" ? answer.form : undefined,
    defaultValue: event
      ? { ...event, eventId: event.id, weightKg: event.weightKg === null ? undefined : String(event.weightKg) }
      : { key: freshKey, kind: "weight", day: today },
    // Only the server validates values.
    onValidate: ({ formData }) => parse(formData, { resolve: () => ({ value: {} as HealthFields }) }),
  });
  return (
    <Form
      method="post"
      encType="multipart/form-data"
      {...getFormProps(form)}
      className="group/health grid grid-cols-1 gap-4"
    >
      <input type="hidden" name="intent" value="save" />
      <input type="hidden" name="key" value={fields.key.initialValue ?? ""} />
      <input type="hidden" name="eventId" value={fields.eventId.initialValue ?? ""} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field id={fields.kind.id} label={t("pets.health.kind")} errors={fields.kind.errors}>
          <NativeSelect {...getSelectProps(fields.kind)}>
            {healthKinds.map((kind) => (
              <option key={kind} value={kind}>
                {t(`pets.health.kinds.${kind}`)}
              </option>
            ))}
          </NativeSelect>
        </Field>
        <LineField field={fields.day} label={t("pets.health.day")} type="date" last={today} needed />
      </div>
      <div className={fields.weightKg.errors ? "" : "hidden group-has-[option[value=weight]:checked]/health:block"}>
        <Field id={fields.weightKg.id} label={t("pets.fields.weightKg")} errors={fields.weightKg.errors}>
          <TextInput
            {...getInputProps(fields.weightKg, { type: "text" })}
            inputMode="decimal"
            ltr
            maxLength={20}
            autoComplete="off"
          />
        </Field>
      </div>
      <Field
        id={fields.title.id}
        label={t("pets.health.what")}
        hint={t("pets.health.whatHint")}
        errors={fields.title.errors}
      >
        <TextInput
          {...getInputProps(fields.title, { type: "text" })}
          maxLength={maxHealthLengths.title}
          dir="auto"
          autoComplete="off"
        />
      </Field>
      <ProseField field={fields.note} label={t("pets.health.note")} max={maxHealthLengths.note} />
      <PhotoField
        id={fields.photo.id}
        name="photo"
        label={t("pets.health.photo")}
        mark={t("form.optional")}
        errors={fields.photo.errors}
        title={t("pets.photo.title")}
        text={t("pets.health.photoText")}
        chooseLabel={t("pets.photo.choose")}
        currentSrc={event?.photoId ? photoUrl(event.photoId, 160) : null}
      />
      {event?.photoId && <Checkbox name="removePhoto" label={t("pets.fields.removePhoto")} />}
      <div className="flex flex-wrap gap-3">
        <SubmitButton match={{ intent: "save" }}>{t(event ? "pets.save" : "pets.health.add")}</SubmitButton>
        {event && (
          <ButtonLink to={href("/dashboard/pets/:petId/health", { petId })} variant="ghost">
            {t("pets.cancel")}
          </ButtonLink>
        )}
      </div>
    </Form>
  );
}
