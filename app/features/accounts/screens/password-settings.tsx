import { getFormProps, useForm } from "@conform-to/react";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Form, useNavigation } from "react-router";
import type { FormAnswer } from "#app/platform/http/form.server.ts";
import { FormErrors } from "#app/platform/ui/form-errors.tsx";
import { SubmitButton } from "#app/platform/ui/submit-button.tsx";
import { useViewer } from "../use-viewer.ts";
import { PasswordField } from "./mail-fields.tsx";

interface Shape {
  currentPassword: string;
  newPassword: string;
  confirmPassword: string;
}

export function PasswordSettings({ answer }: { answer: FormAnswer | undefined }) {
  const { t } = useTranslation();
  const { user } = useViewer();
  const [form, fields] = useForm<Shape>({ id: "password", lastResult: answer?.form });
  const box = useEmptyWhenDone(answer);
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

/** Takes the passwords out of the boxes once they were accepted; refused ones stay to be corrected. */
function useEmptyWhenDone(answer: FormAnswer | undefined) {
  const box = useRef<HTMLFormElement>(null);
  const isSent = useRef(false);
  const navigation = useNavigation();
  useEffect(() => {
    if (navigation.formData?.get("intent") === "password") isSent.current = true;
    if (navigation.state !== "idle" || !isSent.current) return;
    isSent.current = false;
    if (!answer) box.current?.reset();
  }, [navigation, answer]);
  return box;
}
