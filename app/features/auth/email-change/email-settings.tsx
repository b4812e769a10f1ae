import { getFormProps, useForm } from "@conform-to/react";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { Form } from "react-router";
import { useViewer } from "#app/features/users/use-viewer.ts";
import type { FormAnswer } from "#app/platform/http/forms/form.server.ts";
import { FormErrors } from "#app/platform/ui/forms/form-errors.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { useSettledForm } from "#app/platform/ui/forms/use-settled-form.ts";
import { Ltr } from "#app/platform/ui/ltr.tsx";
import { Notice } from "#app/platform/ui/notice.tsx";
import { OwnPasswordField } from "../password/own-password-field.tsx";
import { EmailField } from "../sign-in/email-field.tsx";

interface Props {
  /** The new address that is not confirmed yet. */
  newEmail: string | null;
  hasPassword: boolean;
  answer: FormAnswer | undefined;
}

/** Current sign-in address, the pending new one, and the form to change it. */
export function EmailSettings({ newEmail, hasPassword, answer }: Props) {
  const { t } = useTranslation();
  const { user } = useViewer();
  const [form, fields] = useForm<{ email: string; currentPassword: string }>({
    id: "email",
    lastResult: answer?.form,
  });
  const box = useRef<HTMLFormElement>(null);
  useSettledForm("email", (isAccepted) => isAccepted && box.current?.reset());
  return (
    <div className="grid gap-5">
      {user?.email && (
        <p className="break-all">
          <Ltr className="font-semibold">{user.email}</Ltr>
        </p>
      )}
      {newEmail && <PendingChange newEmail={newEmail} />}
      <Form method="post" {...getFormProps(form)} ref={box} className="grid gap-5">
        <FormErrors title={t("form.checkThese")} errors={(form.errors ?? []).map((message) => ({ message }))} />
        <EmailField
          field={fields.email}
          label={t(user?.email ? "accounts.fields.newEmail" : "accounts.fields.email")}
        />
        <OwnPasswordField field={fields.currentPassword} hasPassword={hasPassword} />
        <SubmitButton name="intent" value="email" className="justify-self-start">
          {t(user?.email ? "accounts.settings.saveEmail" : "accounts.settings.addEmail")}
        </SubmitButton>
      </Form>
    </div>
  );
}

function PendingChange({ newEmail }: { newEmail: string }) {
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
