import { getFormProps, useForm } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import { Form } from "react-router";
import type { FormAnswer } from "#app/platform/http/forms/form.server.ts";
import { Card, CardHeader } from "#app/platform/ui/card.tsx";
import { FormErrors } from "#app/platform/ui/forms/form-errors.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { Ltr } from "#app/platform/ui/ltr.tsx";
import { OwnPasswordField } from "../password/own-password-field.tsx";
import { CodeField } from "./code-field.tsx";
import type { findTwoFactor } from "./two-factor.server.ts";

interface AnswerProps {
  answer: FormAnswer | undefined;
}

/** First step: explains the requirements and asks for the password. */
export function TwoFactorBegin({ hasPassword, answer }: AnswerProps & { hasPassword: boolean }) {
  const { t } = useTranslation();
  const [form, fields] = useForm<{ currentPassword: string }>({ id: "begin", lastResult: answer?.form });
  return (
    <Card as="section">
      <CardHeader title={t("twoFactor.begin.head")} />
      <ul className="mb-5 grid list-disc gap-2 ps-5 text-sm text-ink-2">
        <li>{t("twoFactor.begin.app")}</li>
        <li>{t("twoFactor.begin.codes")}</li>
      </ul>
      <Form method="post" {...getFormProps(form)} className="grid gap-5">
        <FormErrors title={t("form.checkThese")} errors={(form.errors ?? []).map((message) => ({ message }))} />
        <OwnPasswordField field={fields.currentPassword} hasPassword={hasPassword} />
        <SubmitButton name="intent" value="begin" className="justify-self-start">
          {t("twoFactor.begin.submit")}
        </SubmitButton>
      </Form>
    </Card>
  );
}

type Setup = NonNullable<Awaited<ReturnType<typeof findTwoFactor>>["setup"]>;

/** Second step: the key as QR code, link and text, and the field for the first code. */
export function TwoFactorSetup({ id, formattedKey, address, qr, answer }: Setup & AnswerProps) {
  const { t } = useTranslation();
  const [form, fields] = useForm<{ code: string }>({ id: "confirm", lastResult: answer?.form });
  return (
    <Card as="section" className="grid gap-8">
      <div>
        <CardHeader title={t("twoFactor.setup.head")} text={t("twoFactor.setup.scan")} />
        <div className="flex flex-wrap items-center gap-6">
          <svg
            role="img"
            aria-label={t("twoFactor.setup.picture")}
            viewBox={`0 0 ${qr.size} ${qr.size}`}
            shapeRendering="crispEdges"
            className="w-52 max-w-full shrink-0 rounded-1 bg-white"
          >
            <path d={qr.dots} fill="#000" />
          </svg>
          <div className="grid min-w-0 flex-1 basis-56 gap-3 text-sm">
            <p>
              <a href={address} className="link">
                {t("twoFactor.setup.open")}
              </a>
            </p>
            <p className="text-ink-2">{t("twoFactor.setup.typed")}</p>
            <p className="font-semibold tabular-nums tracking-wide">
              <Ltr>{formattedKey}</Ltr>
            </p>
            <p className="text-ink-3">{t("twoFactor.setup.time")}</p>
          </div>
        </div>
      </div>
      <div>
        <CardHeader title={t("twoFactor.setup.codeHead")} />
        <Form method="post" {...getFormProps(form)} className="grid gap-5">
          <FormErrors title={t("form.checkThese")} errors={(form.errors ?? []).map((message) => ({ message }))} />
          <input type="hidden" name="setup" value={id} />
          <CodeField field={fields.code} label={t("twoFactor.step.code")} digitsOnly />
          <SubmitButton name="intent" value="confirm" className="justify-self-start">
            {t("twoFactor.setup.submit")}
          </SubmitButton>
        </Form>
        <Form method="post" className="mt-3">
          <SubmitButton name="intent" value="drop" variant="quiet">
            {t("twoFactor.setup.cancel")}
          </SubmitButton>
        </Form>
      </div>
    </Card>
  );
}
