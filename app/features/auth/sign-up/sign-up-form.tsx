import { getFormProps, useForm } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import { Form } from "react-router";
import type { FormAnswer } from "#app/platform/http/forms/form.server.ts";
import { FormErrors } from "#app/platform/ui/forms/form-errors.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { PasswordField } from "../password/password-field.tsx";
import { EmailField } from "../sign-in/email-field.tsx";
import { NameFields, TermsNote } from "./sign-up-fields.tsx";

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
      <NameFields fields={fields} />
      <EmailField field={fields.email} label={t("accounts.fields.email")} />
      <PasswordField field={fields.password} label={t("accounts.fields.password")} isNew withRule />
      <SubmitButton name="intent" value="signUp" size="lg" variant="sun" full>
        {t("accounts.auth.signUp")}
      </SubmitButton>
      <TermsNote />
    </Form>
  );
}
