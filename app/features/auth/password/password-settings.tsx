import { getFormProps, useForm } from "@conform-to/react";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { Form } from "react-router";
import { useViewer } from "#app/features/users/use-viewer.ts";
import type { FormAnswer } from "#app/platform/http/forms/form.server.ts";
import { FormErrors } from "#app/platform/ui/forms/form-errors.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { useSettledForm } from "#app/platform/ui/forms/use-settled-form.ts";
import { PasswordField } from "./password-field.tsx";

interface Shape {
  currentPassword: string;
  newPassword: string;
  confirmPassword: string;
}

/** For an account without a password: mails a link to set one. */
export function FirstPassword() {
  const { t } = useTranslation();
  const { user } = useViewer();
  if (!user?.email) return <p className="text-sm text-ink-2">{t("accounts.settings.emailFirst")}</p>;
  return (
    <Form method="post">
      <SubmitButton name="intent" value="setPassword" variant="ghost">
        {t("accounts.settings.setPassword")}
      </SubmitButton>
    </Form>
  );
}

export function PasswordSettings({ answer }: { answer: FormAnswer | undefined }) {
  const { t } = useTranslation();
  const { user } = useViewer();
  const [form, fields] = useForm<Shape>({ id: "password", lastResult: answer?.form });
  const box = useRef<HTMLFormElement>(null);
  useSettledForm("password", (isAccepted) => isAccepted && box.current?.reset());
  return (
    <Form method="post" {...getFormProps(form)} ref={box} className="grid gap-5">
      <FormErrors title={t("form.checkThese")} errors={(form.errors ?? []).map((message) => ({ message }))} />
      <input type="hidden" name="username" value={user?.email ?? ""} autoComplete="username" />
      <PasswordField field={fields.currentPassword} label={t("accounts.fields.currentPassword")} />
      <PasswordField field={fields.newPassword} label={t("accounts.fields.newPassword")} isNew withRule />
      <PasswordField field={fields.confirmPassword} label={t("accounts.fields.confirmPassword")} isNew />
      <SubmitButton name="intent" value="password" className="justify-self-start">
        {t("accounts.settings.savePassword")}
      </SubmitButton>
    </Form>
  );
}
