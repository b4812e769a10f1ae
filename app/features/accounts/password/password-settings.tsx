import { getFormProps, useForm } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import { Form } from "react-router";
import type { FormAnswer } from "#app/platform/http/form.server.ts";
import { FormErrors } from "#app/platform/ui/form-errors.tsx";
import { SubmitButton } from "#app/platform/ui/submit-button.tsx";
import { useEmptyWhenDone } from "../settings/use-empty-when-done.ts";
import { useViewer } from "../use-viewer.ts";
import { PasswordField } from "./password-field.tsx";

interface Shape {
  currentPassword: string;
  newPassword: string;
  confirmPassword: string;
}

export function PasswordSettings({ answer }: { answer: FormAnswer | undefined }) {
  const { t } = useTranslation();
  const { user } = useViewer();
  const [form, fields] = useForm<Shape>({ id: "password", lastResult: answer?.form });
  const box = useEmptyWhenDone("password", answer);
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
