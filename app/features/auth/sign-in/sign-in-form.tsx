import { getFormProps, useForm } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import { Form, href, Link } from "react-router";
import type { FormAnswer } from "#app/platform/http/forms/form.server.ts";
import { withTo } from "#app/platform/http/safe-path.ts";
import { FormErrors } from "#app/platform/ui/forms/form-errors.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { PasswordField } from "../password/password-field.tsx";
import { EmailField } from "./email-field.tsx";

export function SignInForm({ to, answer }: { to: string; answer: FormAnswer | undefined }) {
  const { t } = useTranslation();
  const [form, fields] = useForm<{ email: string; password: string }>({
    id: "sign-in",
    lastResult: answer?.intent === "signIn" ? answer.form : undefined,
  });
  return (
    <Form method="post" {...getFormProps(form)} className="grid gap-5">
      <FormErrors title={t("form.checkThese")} errors={(form.errors ?? []).map((message) => ({ message }))} />
      <input type="hidden" name="to" value={to} />
      <EmailField field={fields.email} label={t("accounts.fields.email")} />
      <div className="grid gap-2">
        <PasswordField field={fields.password} label={t("accounts.fields.password")} />
        <Link to={withTo(href("/auth/forgot"), to)} className="link justify-self-start py-1 text-sm">
          {t("accounts.auth.forgot")}
        </Link>
      </div>
      <SubmitButton name="intent" value="signIn" size="lg" full>
        {t("accounts.auth.signIn")}
      </SubmitButton>
    </Form>
  );
}
