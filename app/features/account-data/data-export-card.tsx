import { getFormProps, useForm } from "@conform-to/react";
import Download from "lucide-react/icons/download";
import { useTranslation } from "react-i18next";
import { Form, href } from "react-router";
import { OwnPasswordField } from "#app/features/auth/password/password-field.tsx";
import type { FormAnswer } from "#app/platform/http/forms/form.server.ts";
import { buttonClass } from "#app/platform/ui/button.tsx";
import { FormErrors } from "#app/platform/ui/forms/form-errors.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { Notice } from "#app/platform/ui/notice.tsx";

interface CopyProps {
  isReady: boolean;
  hasPassword: boolean;
  answer: FormAnswer | undefined;
}

/** Asks for the password, then offers the file for download. */
export function DataExportCard({ isReady, hasPassword, answer }: CopyProps) {
  const { t } = useTranslation();
  const [form, fields] = useForm<{ currentPassword: string }>({ id: "copy", lastResult: answer?.form });
  if (isReady)
    return (
      <Notice
        tone="ok"
        title={t("accountData.copy.ready")}
        action={
          <a href={href("/dashboard/settings/my-data/file")} download className={buttonClass({ variant: "brand" })}>
            <Download aria-hidden className="size-5" />
            {t("accountData.copy.download")}
          </a>
        }
      >
        {t("accountData.copy.readyText")}
      </Notice>
    );
  return (
    <Form method="post" {...getFormProps(form)} className="grid gap-5">
      <FormErrors title={t("form.checkThese")} errors={(form.errors ?? []).map((message) => ({ message }))} />
      <OwnPasswordField field={fields.currentPassword} hasPassword={hasPassword} />
      <SubmitButton name="intent" value="copy" className="justify-self-start">
        {t("accountData.copy.prepare")}
      </SubmitButton>
    </Form>
  );
}
