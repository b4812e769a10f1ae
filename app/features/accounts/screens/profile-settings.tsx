import { getFormProps, getInputProps, useForm } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import { Form } from "react-router";
import type { FormAnswer } from "#app/platform/http/form.server.ts";
import { Field } from "#app/platform/ui/field.tsx";
import { FormErrors } from "#app/platform/ui/form-errors.tsx";
import { SubmitButton } from "#app/platform/ui/submit-button.tsx";
import { TextInput } from "#app/platform/ui/text-input.tsx";
import { useViewer } from "../use-viewer.ts";

export function ProfileSettings({ answer }: { answer: FormAnswer | undefined }) {
  const { t } = useTranslation();
  const { user } = useViewer();
  const [form, fields] = useForm<{ firstName: string; lastName: string }>({
    id: "profile",
    lastResult: answer?.form,
    defaultValue: { firstName: user?.firstName, lastName: user?.lastName },
  });
  return (
    <Form method="post" {...getFormProps(form)} className="grid gap-5">
      <FormErrors title={t("form.checkThese")} errors={(form.errors ?? []).map((message) => ({ message }))} />
      <div className="grid gap-5 sm:grid-cols-2">
        <Field id={fields.firstName.id} label={t("accounts.fields.firstName")} errors={fields.firstName.errors}>
          <TextInput
            {...getInputProps(fields.firstName, { type: "text" })}
            key={fields.firstName.key}
            required
            autoComplete="given-name"
          />
        </Field>
        <Field
          id={fields.lastName.id}
          label={t("accounts.fields.lastName")}
          mark={t("form.optional")}
          errors={fields.lastName.errors}
        >
          <TextInput
            {...getInputProps(fields.lastName, { type: "text" })}
            key={fields.lastName.key}
            autoComplete="family-name"
          />
        </Field>
      </div>
      <Field label={t("accounts.fields.email")} hint={t("accounts.settings.emailText")}>
        <TextInput type="email" value={user?.email ?? ""} readOnly ltr autoComplete="email" />
      </Field>
      <SubmitButton name="intent" value="profile" className="justify-self-start">
        {t("form.save")}
      </SubmitButton>
    </Form>
  );
}
