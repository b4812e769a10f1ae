import { getFormProps, useForm } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import { Form } from "react-router";
import type { FormAnswer } from "#app/platform/http/forms/form.server.ts";
import { Button } from "#app/platform/ui/button.tsx";
import { Card, CardHeader } from "#app/platform/ui/card.tsx";
import { Chip } from "#app/platform/ui/chip.tsx";
import { FormErrors } from "#app/platform/ui/forms/form-errors.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { ConfirmDialog } from "#app/platform/ui/overlays/confirm-dialog.tsx";
import { OwnPasswordField } from "../password/own-password-field.tsx";
import { CodeField } from "./code-field.tsx";
import { TwoFactorState } from "./two-factor-card.tsx";

interface Props {
  since: Date;
  codesLeft: number;
  hasPassword: boolean;
  answer: FormAnswer | undefined;
}

/** Forms for an account with two-factor sign-in on; changes need both factors. */
export function TwoFactorOn({ since, codesLeft, hasPassword, answer }: Props) {
  const { t } = useTranslation();
  return (
    <>
      <Card as="section">
        <CardHeader
          title={t("twoFactor.title")}
          action={
            <Chip tone="ok" dot>
              {t("twoFactor.on")}
            </Chip>
          }
        />
        <TwoFactorState since={since} codesLeft={codesLeft} />
      </Card>
      <PasswordAndCodeForm intent="renew" hasPassword={hasPassword} answer={answer} />
      <PasswordAndCodeForm intent="end" hasPassword={hasPassword} answer={answer} />
    </>
  );
}

interface BothStepsProps {
  intent: "renew" | "end";
  hasPassword: boolean;
  answer: FormAnswer | undefined;
}

function PasswordAndCodeForm({ intent, hasPassword, answer }: BothStepsProps) {
  const { t } = useTranslation();
  const [form, fields] = useForm<{ currentPassword: string; code: string }>({
    id: intent,
    lastResult: answer?.intent === intent ? answer.form : undefined,
  });
  const submit = t(`twoFactor.${intent}.submit`);
  return (
    <Card as="section" tone={intent === "end" ? "lost" : "plain"}>
      <CardHeader title={t(`twoFactor.${intent}.head`)} text={t(`twoFactor.${intent}.text`)} />
      <Form method="post" {...getFormProps(form)} className="grid gap-5">
        <FormErrors title={t("form.checkThese")} errors={(form.errors ?? []).map((message) => ({ message }))} />
        <OwnPasswordField field={fields.currentPassword} hasPassword={hasPassword} />
        <CodeField field={fields.code} label={t("twoFactor.anyCode")} />
        <div>
          {intent === "renew" ? (
            <SubmitButton name="intent" value="renew">
              {submit}
            </SubmitButton>
          ) : (
            <ConfirmDialog
              trigger={
                <Button type="submit" name="intent" value="end" variant="lost">
                  {submit}
                </Button>
              }
              title={t("twoFactor.end.confirm")}
              description={t("twoFactor.end.text")}
              confirmLabel={submit}
              cancelLabel={t("form.cancel")}
            />
          )}
        </div>
      </Form>
    </Card>
  );
}
