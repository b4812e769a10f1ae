import { getFormProps, getSelectProps, useForm } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import { Form } from "react-router";
import { EmailField } from "#app/features/auth/sign-in/email-field.tsx";
import type { FormAnswer } from "#app/platform/http/forms/form.server.ts";
import { Field } from "#app/platform/ui/forms/field.tsx";
import { FormErrors } from "#app/platform/ui/forms/form-errors.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { LineField, ProseField } from "#app/platform/ui/forms/text-fields.tsx";
import { NativeSelect } from "#app/platform/ui/forms/text-input.tsx";
import { maxLengths, topics } from "./contact.rules.ts";

interface Values {
  name: string;
  email: string;
  topic: string;
  body: string;
}

/** Form to e-mail the operator. Prefilled for signed-in users. */
export function ContactForm({ answer, from }: { answer: FormAnswer | undefined; from: Partial<Values> }) {
  const { t } = useTranslation();
  const [form, fields] = useForm<Values>({
    id: "contact",
    lastResult: answer?.form ?? null,
    defaultValue: { topic: "question", ...from },
  });
  return (
    <Form method="post" {...getFormProps(form)} className="grid gap-5">
      <FormErrors title={t("form.checkThese")} errors={(form.errors ?? []).map((message) => ({ message }))} />
      <div className="grid gap-5 sm:grid-cols-2">
        <LineField
          field={fields.name}
          label={t("pages.contact.name")}
          max={maxLengths.name}
          autoComplete="name"
          needed
        />
        <EmailField field={fields.email} label={t("pages.contact.email")} />
      </div>
      <Field id={fields.topic.id} label={t("pages.contact.topic")} errors={fields.topic.errors}>
        <NativeSelect {...getSelectProps(fields.topic)} key={fields.topic.key}>
          {topics.map((topic) => (
            <option key={topic} value={topic}>
              {t(`pages.contact.topics.${topic}`)}
            </option>
          ))}
        </NativeSelect>
      </Field>
      <ProseField field={fields.body} label={t("pages.contact.body")} max={maxLengths.body} needed />
      <SubmitButton size="lg" className="justify-self-start">
        {t("pages.contact.send")}
      </SubmitButton>
    </Form>
  );
}
