import { getFormProps, useForm } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import { Form } from "react-router";
import { useViewer } from "#app/features/users/use-viewer.ts";
import type { FormAnswer } from "#app/platform/http/forms/form.server.ts";
import { Ltr } from "#app/platform/ui/bdi.tsx";
import { FormErrors } from "#app/platform/ui/forms/form-errors.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { Notice } from "#app/platform/ui/notice.tsx";
import { PasswordField } from "../password/password-field.tsx";
import { useEmptyWhenDone } from "../password/use-empty-when-done.ts";
import { EmailField } from "../sign-in/email-field.tsx";

interface Props {
  /** The address that waits for its link to be used. */
  newEmail: string | null;
  answer: FormAnswer | undefined;
}

/** The address one signs in with, the one that is to take its place, and the form that asks for it. */
export function EmailSettings({ newEmail, answer }: Props) {
  const { t } = useTranslation();
  const { user } = useViewer();
  const [form, fields] = useForm<{ email: string; currentPassword: string }>({
    id: "email",
    lastResult: answer?.form,
  });
  const box = useEmptyWhenDone("email", answer);
  return (
    <div className="grid gap-5">
      <p className="break-all">
        <Ltr className="font-semibold">{user?.email}</Ltr>
      </p>
      {newEmail && <Wish newEmail={newEmail} />}
      <Form method="post" {...getFormProps(form)} ref={box} className="grid gap-5">
        <FormErrors title={t("form.checkThese")} errors={(form.errors ?? []).map((message) => ({ message }))} />
        <EmailField field={fields.email} label={t("accounts.fields.newEmail")} />
        <PasswordField field={fields.currentPassword} label={t("accounts.fields.currentPassword")} />
        <SubmitButton name="intent" value="email" className="justify-self-start">
          {t("accounts.settings.saveEmail")}
        </SubmitButton>
      </Form>
    </div>
  );
}

function Wish({ newEmail }: { newEmail: string }) {
  const { t } = useTranslation();
  return (
    <Notice
      tone="sun"
      title={t("accounts.settings.emailWaits")}
      action={
        <Form method="post" preventScrollReset>
          <SubmitButton name="intent" value="dropEmail" variant="ghost" size="sm">
            {t("accounts.settings.dropEmail")}
          </SubmitButton>
        </Form>
      }
    >
      <p className="break-all">
        <Ltr>{newEmail}</Ltr>
      </p>
    </Notice>
  );
}
