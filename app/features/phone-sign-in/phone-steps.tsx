import { getFormProps, getInputProps, useForm } from "@conform-to/react";
import MessageCircle from "lucide-react/icons/message-circle";
import { useTranslation } from "react-i18next";
import { Form, href, Link } from "react-router";
import { NameFields, TermsNote } from "#app/features/auth/sign-up/sign-up-fields.tsx";
import { CodeField } from "#app/features/auth/two-factor/code-field.tsx";
import type { FormAnswer } from "#app/platform/http/forms/form.server.ts";
import { withTo } from "#app/platform/http/safe-path.ts";
import { Field } from "#app/platform/ui/forms/field.tsx";
import { FormErrors } from "#app/platform/ui/forms/form-errors.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { TextInput } from "#app/platform/ui/forms/text-input.tsx";

interface StepProps {
  to: string;
  answer: FormAnswer | undefined;
}

export const answerTo = (answer: FormAnswer | undefined, intent: string) =>
  answer?.intent === intent ? answer.form : undefined;

/** Step to enter the number and choose the carrier of its code. */
export function NumberStep({ to, number, answer }: StepProps & { number: string }) {
  const { t } = useTranslation();
  const [form, fields] = useForm<{ phone: string }>({
    id: "number",
    lastResult: answerTo(answer, "send"),
    defaultValue: { phone: number },
  });
  return (
    <>
      <Form method="post" {...getFormProps(form)} className="grid gap-5">
        <FormErrors title={t("form.checkThese")} errors={(form.errors ?? []).map((message) => ({ message }))} />
        <input type="hidden" name="to" value={to} />
        <input type="hidden" name="intent" value="send" />
        <Field
          id={fields.phone.id}
          label={t("accounts.phone.number")}
          hint={t("phone.card.numberHint")}
          errors={fields.phone.errors}
        >
          <TextInput
            {...getInputProps(fields.phone, { type: "tel" })}
            key={fields.phone.key}
            required
            ltr
            autoComplete="tel"
            maxLength={40}
            autoFocus
          />
        </Field>
        <div className="grid gap-3">
          <SubmitButton name="first" value="whatsapp" size="lg" full icon={<MessageCircle aria-hidden />}>
            {t("phone.card.byWhatsapp")}
          </SubmitButton>
          <SubmitButton name="first" value="sms" variant="ghost" full>
            {t("phone.card.bySms")}
          </SubmitButton>
        </div>
      </Form>
      <Link to={withTo(href("/auth"), to)} className="link justify-self-start py-1 text-sm">
        {t("accounts.phone.byEmail")}
      </Link>
    </>
  );
}

/** Step to enter the code, request a new one, or go back to the number. */
export function CodeStep({ to, number, answer }: StepProps & { number: string }) {
  const { t } = useTranslation();
  const [form, fields] = useForm<{ code: string }>({ id: "code", lastResult: answerTo(answer, "code") });
  const again = new URLSearchParams({ again: "1", ...(to ? { to } : {}) });
  const refused = answerTo(answer, "send")?.error;
  return (
    <>
      <Form method="post" {...getFormProps(form)} className="grid gap-5">
        <FormErrors
          title={t("form.checkThese")}
          errors={[...(form.errors ?? []), ...Object.values(refused ?? {}).flatMap((one) => one ?? [])].map(
            (message) => ({
              message,
            }),
          )}
        />
        <input type="hidden" name="to" value={to} />
        <CodeField field={fields.code} label={t("accounts.phone.code")} digitsOnly autoFocus />
        <SubmitButton name="intent" value="code" size="lg" full>
          {t("accounts.phone.continue")}
        </SubmitButton>
      </Form>
      <Form method="post" className="flex flex-wrap gap-3">
        <input type="hidden" name="to" value={to} />
        <input type="hidden" name="phone" value={number} />
        <input type="hidden" name="intent" value="send" />
        <SubmitButton name="first" value="whatsapp" variant="ghost" size="sm">
          {t("accounts.phone.againWhatsapp")}
        </SubmitButton>
        <SubmitButton name="first" value="sms" variant="ghost" size="sm">
          {t("accounts.phone.againSms")}
        </SubmitButton>
      </Form>
      <Link to={`?${again}`} className="link justify-self-start py-1 text-sm">
        {t("accounts.phone.other")}
      </Link>
    </>
  );
}

/** Step to enter the name of a new account. */
export function NameStep({ to, answer }: StepProps) {
  const { t } = useTranslation();
  const [form, fields] = useForm<{ firstName: string; lastName: string }>({
    id: "name",
    lastResult: answerTo(answer, "name"),
  });
  return (
    <Form method="post" {...getFormProps(form)} className="grid gap-5">
      <FormErrors title={t("form.checkThese")} errors={(form.errors ?? []).map((message) => ({ message }))} />
      <input type="hidden" name="to" value={to} />
      <NameFields fields={fields} autoFocus />
      <SubmitButton name="intent" value="name" size="lg" variant="sun" full>
        {t("accounts.phone.create")}
      </SubmitButton>
      <p className="text-sm text-ink-2">{t("accounts.phone.agree")}</p>
      <TermsNote />
    </Form>
  );
}
