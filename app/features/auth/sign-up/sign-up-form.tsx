import { getFormProps, getInputProps, useForm } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import { Form, href, Link } from "react-router";
import type { FormAnswer } from "#app/platform/http/forms/form.server.ts";
import { Field } from "#app/platform/ui/forms/field.tsx";
import { FormErrors } from "#app/platform/ui/forms/form-errors.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { TextInput } from "#app/platform/ui/forms/text-input.tsx";
import { PasswordField } from "../password/password-field.tsx";
import { EmailField } from "../sign-in/email-field.tsx";

interface Shape {
  firstName: string;
  lastName: string;
  email: string;
  password: string;
}

export function SignUpForm({ to, answer }: { to: string; answer: FormAnswer | undefined }) {
  const { t } = useTranslation();
  const [form, fields] = useForm<Shape>({
    id: "sign-up",
    lastResult: answer?.intent === "signUp" ? answer.form : undefined,
  });
  return (
    <Form method="post" {...getFormProps(form)} className="grid gap-5">
      <FormErrors title={t("form.checkThese")} errors={(form.errors ?? []).map((message) => ({ message }))} />
      <input type="hidden" name="to" value={to} />
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
      <EmailField field={fields.email} label={t("accounts.fields.email")} />
      <PasswordField field={fields.password} label={t("accounts.fields.password")} isNew withRule />
      <SubmitButton name="intent" value="signUp" size="lg" variant="sun" full>
        {t("accounts.auth.signUp")}
      </SubmitButton>
      <p className="text-xs text-ink-3">
        {t("accounts.auth.acceptTerms")}{" "}
        <Link to={href("/terms")} className="link">
          {t("accounts.auth.terms")}
        </Link>
        {" · "}
        <Link to={href("/privacy")} className="link">
          {t("accounts.auth.privacy")}
        </Link>
      </p>
    </Form>
  );
}
