import { getFormProps, useForm } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import { Form, href, Link } from "react-router";
import { PasskeyButton } from "#app/features/auth/passkeys/passkey-button.tsx";
import { PasswordField } from "#app/features/auth/password/password-field.tsx";
import { CodeField } from "#app/features/auth/two-factor/code-field.tsx";
import type { FormAnswer } from "#app/platform/http/forms/form.server.ts";
import { FormErrors } from "#app/platform/ui/forms/form-errors.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { Notice } from "#app/platform/ui/notice.tsx";
import type { Proofs } from "./phone-sign-in.rules.ts";
import { answerTo } from "./phone-steps.tsx";

interface ProofProps extends Proofs {
  to: string;
  isEmailSent: boolean;
  answer: FormAnswer | undefined;
}

/** Step to prove ownership of the account by any other means it has. */
export function ProofStep({ to, hasPassword, hasEmail, hasPasskey, isEmailSent, answer }: ProofProps) {
  const { t } = useTranslation();
  return (
    <div className="grid gap-8">
      {hasPasskey && <PasskeyButton to={to} />}
      {hasPassword && <PasswordProof to={to} answer={answer} />}
      {hasEmail && <EmailProof to={to} isSent={isEmailSent} answer={answer} />}
      {!hasPasskey && !hasPassword && !hasEmail && (
        <Notice tone="sun">
          {t("accounts.phone.noProof")}{" "}
          <Link to={href("/contact")} className="link">
            {t("accounts.phone.contact")}
          </Link>
        </Notice>
      )}
      <Form method="post" className="grid gap-3 border-t border-line pt-6">
        <input type="hidden" name="to" value={to} />
        <h2 className="text-base">{t("accounts.phone.notMine")}</h2>
        <p className="text-sm text-ink-2">{t("accounts.phone.afreshText")}</p>
        <SubmitButton name="intent" value="fresh" variant="ghost" className="justify-self-start">
          {t("accounts.phone.afresh")}
        </SubmitButton>
      </Form>
    </div>
  );
}

function PasswordProof({ to, answer }: { to: string; answer: FormAnswer | undefined }) {
  const { t } = useTranslation();
  const [form, fields] = useForm<{ password: string }>({
    id: "password-proof",
    lastResult: answerTo(answer, "password"),
  });
  return (
    <Form method="post" {...getFormProps(form)} className="grid gap-4">
      <FormErrors title={t("form.checkThese")} errors={(form.errors ?? []).map((message) => ({ message }))} />
      <input type="hidden" name="to" value={to} />
      <PasswordField field={fields.password} label={t("accounts.fields.password")} />
      <SubmitButton name="intent" value="password" full>
        {t("accounts.phone.withPassword")}
      </SubmitButton>
    </Form>
  );
}

function EmailProof({ to, isSent, answer }: { to: string; isSent: boolean; answer: FormAnswer | undefined }) {
  const { t } = useTranslation();
  const [form, fields] = useForm<{ code: string }>({ id: "email-proof", lastResult: answerTo(answer, "emailCode") });
  return (
    <div className="grid gap-4">
      {isSent && (
        <>
          <Notice tone="brand">{t("accounts.phone.emailSent")}</Notice>
          <Form method="post" {...getFormProps(form)} className="grid gap-4">
            <FormErrors title={t("form.checkThese")} errors={(form.errors ?? []).map((message) => ({ message }))} />
            <input type="hidden" name="to" value={to} />
            <CodeField field={fields.code} label={t("accounts.phone.code")} digitsOnly />
            <SubmitButton name="intent" value="emailCode" full>
              {t("accounts.phone.withPassword")}
            </SubmitButton>
          </Form>
        </>
      )}
      <Form method="post">
        <input type="hidden" name="to" value={to} />
        <SubmitButton name="intent" value="sendEmail" variant="ghost" full>
          {t(isSent ? "accounts.phone.sendEmailAgain" : "accounts.phone.sendEmail")}
        </SubmitButton>
      </Form>
    </div>
  );
}
